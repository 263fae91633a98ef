#include "minimise/spring_sweeper.h"

#include <cmath>

#include "math/elementary.h"

namespace tensio {
namespace {

struct Response {
  double gain, compliance;
};

/// `stiffness` is s² k, kg.
Response response(const SweepStep& step, double stiffness, double mobility) {
  switch (step.rule) {
    case SweepRule::rigid:
      return {1 / mobility, 0};
    case SweepRule::adjusted:
      return {(1 - power(1 / (1 + stiffness * mobility), 1.0 / step.sweeps)) / mobility, 0};
    case SweepRule::compliant:
    case SweepRule::turned:
      break;
  }
  return {1 / (mobility + 1 / stiffness), 1 / stiffness};
}

}  // namespace

void SpringSweeper::prepare(const Springs& springs, const SweepStep& step) {
  turns_ = step.rule == SweepRule::turned;
  links_.clear();
  for (std::size_t s = 0; s < springs.size(); ++s) {
    const auto [a, b] = springs.ends[s];
    const double stiffness = step.s2 * springs.stiffness[s];
    const double w_a = step.mobility[a], w_b = step.mobility[b];
    // A spring that moves nothing, or too little to tell.
    if (!(stiffness > 0) || !(w_a + w_b > 0) || !std::isfinite(1 / stiffness)) continue;
    const auto [gain, compliance] = response(step, stiffness, w_a + w_b);
    links_.push_back({a, b, springs.rest_length[s], w_a, w_b, gain, compliance});
  }
  direction_.resize(turns_ ? links_.size() : 0);
}

void SpringSweeper::begin() {
  for (Link& link : links_) link.lambda = 0;
}

void SpringSweeper::sweep(std::span<Vec3> x) {
  turns_ ? sweep_turned(x) : sweep_straight(x);
}

void SpringSweeper::sweep_straight(std::span<Vec3> x) {
  for (Link& link : links_) {
    const Vec3 d = x[link.a] - x[link.b];
    const double length = norm(d);
    if (!(length > 0)) continue;  // no direction to move along
    const double change = -link.gain * (length - link.rest + link.compliance * link.lambda);
    link.lambda += change;
    const Vec3 impulse = (change / length) * d;
    x[link.a] += link.mobility_a * impulse;
    x[link.b] -= link.mobility_b * impulse;
  }
}

void SpringSweeper::sweep_turned(std::span<Vec3> x) {
  for (std::size_t s = 0; s < links_.size(); ++s) {
    Link& link = links_[s];
    const Vec3 d = x[link.a] - x[link.b];
    const double length = norm(d);
    if (!(length > 0)) continue;
    const double before = link.lambda;
    link.lambda -= link.gain * (length - link.rest + link.compliance * before);
    const double inertia = before == 0 ? 0 : (link.mobility_a + link.mobility_b) * std::abs(link.lambda);
    const Vec3 n = normalized(d + inertia * direction_[s]);
    const Vec3 impulse = link.lambda * n - before * direction_[s];
    direction_[s] = n;
    x[link.a] += link.mobility_a * impulse;
    x[link.b] -= link.mobility_b * impulse;
  }
}

}  // namespace tensio
