#include "integrate/stability.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "integrate/scheme_row.h"
#include "math/elementary.h"

namespace tensio {
namespace {

constexpr double every = std::numeric_limits<double>::infinity();
constexpr double tolerance = 1e-13;  // of a growth, for rounding

using Point = ModePoint;

double acceleration(const Mode& mode, const Point& p) {
  return -mode.omega * mode.omega * p.x - mode.rate * p.v;
}

Point step_table(const ExplicitTable& table, const Mode& mode, double h, Point start) {
  std::array<Point, ExplicitTable::most_stages> slope{};
  const auto combine = [&](const ExplicitTable::Row& weight, int count) {
    Point p = start;
    for (int j = 0; j < count; ++j) p.x += h * weight[j] * slope[j].x, p.v += h * weight[j] * slope[j].v;
    return p;
  };
  for (int stage = 0; stage < table.stages; ++stage) {
    const Point p = combine(table.a[stage], stage);
    slope[stage] = {p.v, acceleration(mode, p)};
  }
  return combine(table.b, table.stages);
}

Point step_kick_drift(const KickDriftTable& table, const Mode& mode, double h, Point p) {
  p.v += table.head_kick * h * acceleration(mode, p);
  p.x += table.head_drift * h * p.v;
  p.v += table.kick * h * acceleration(mode, p);
  p.x += table.drift * h * p.v;
  return p;
}

/// Nothing for schemes that are stable at every step.
std::optional<Point> step_mode(Scheme scheme, const SchemeOptions& options, const Mode& mode, double h,
                               Point p) {
  if (mode.ether < 1) p.v *= power(mode.ether, h);
  const SchemeRow& row = scheme_row(scheme);
  if (row.mode_step) return row.mode_step(options, mode, h, p);
  if (const ExplicitTable* table = explicit_table(scheme)) return step_table(*table, mode, h, p);
  if (const auto* table = std::get_if<KickDriftTable>(&row.method))
    return step_kick_drift(*table, mode, h, p);
  return std::nullopt;
}

/// Of one mode: the first of a rising sequence of steps that lets it grow, refined.
double limit_of_mode(Scheme scheme, const SchemeOptions& options, const Mode& mode) {
  const double fastest = std::max(mode.omega, mode.rate);
  if (!(fastest > 0)) return every;
  const auto is_stable = [&](double h) { return growth(scheme, options, mode, h) <= 1 + tolerance; };
  constexpr double first = 1e-5, last = 1e4, ratio = 1.1;
  double low = first / fastest;
  if (!is_stable(low)) return 0;
  double high = low * ratio;
  while (high * fastest < last && is_stable(high)) low = high, high *= ratio;
  if (!(high * fastest < last)) return every;
  for (int halving = 0; halving < 30; ++halving) {
    const double middle = 0.5 * (low + high);
    (is_stable(middle) ? low : high) = middle;
  }
  return low;
}

bool is_always_stable(Scheme scheme, const SchemeOptions& options) {
  if (scheme == Scheme::newmark)
    return options.newmark_gamma >= 0.5 && 2 * options.newmark_beta >= options.newmark_gamma;
  return std::isinf(scheme_facts(scheme).stable_limit);
}

}  // namespace

ModePoint step_position_verlet(const SchemeOptions& options, const Mode& mode, double h, ModePoint p) {
  p.v = (1 - options.verlet_drag) * p.v + h * acceleration(mode, p);
  p.x += h * p.v;
  return p;
}

ModePoint step_newmark(const SchemeOptions& options, const Mode& mode, double h, ModePoint p) {
  const double beta = options.newmark_beta, gamma = options.newmark_gamma, a = acceleration(mode, p);
  const Point known{p.x + h * p.v + h * h * (0.5 - beta) * a, p.v + h * (1 - gamma) * a};
  const double inertia = 1 + beta * h * h * mode.omega * mode.omega + gamma * h * mode.rate;
  const double end = acceleration(mode, known) / inertia;
  return {known.x + beta * h * h * end, known.v + gamma * h * end};
}

ModePoint step_imex(const SchemeOptions&, const Mode& mode, double h, ModePoint p) {
  return step_kick_drift({.kick = 1, .drift = 1}, mode, h, p);
}

double growth(Scheme scheme, const SchemeOptions& options, const Mode& mode, double h) {
  // Units in which both numbers of a mode are alike, whatever its frequency.
  const double unit = std::max({mode.omega, mode.rate, 1 / h});
  const auto from_x = step_mode(scheme, options, mode, h, {1, 0});
  const auto from_v = step_mode(scheme, options, mode, h, {0, unit});
  if (!from_x || !from_v) return 0;
  const Point a = *from_x, b = *from_v;
  // The eigenvalues are 1 + μ, μ those of the matrix less the identity: no digits are lost at small steps.
  const double xx = a.x - 1, vv = b.v / unit - 1;
  const double half = 0.5 * (xx + vv), discriminant = half * half - (xx * vv - b.x * (a.v / unit));
  if (discriminant < 0) return std::sqrt((1 + half) * (1 + half) - discriminant);
  return std::abs(1 + half) + std::sqrt(discriminant);
}

double largest_stable_step(Scheme scheme, const SchemeOptions& options, const Modes& modes) {
  if (is_always_stable(scheme, options) || !(modes.omega > 0 || modes.has_damping())) return every;
  const double undamped = scheme_facts(scheme).stable_limit;
  // Some mode may have no damping at all.
  const bool may_be_free = modes.drag_low == 0 && modes.beta_low == 0 && modes.ether == 1;
  if (undamped == 0 && may_be_free && modes.omega > 0) return 0;
  if (!modes.has_damping() && scheme != Scheme::newmark && options.verlet_drag == 0)
    return undamped / modes.omega;

  double limit = every;
  constexpr int slices = 32;
  for (int slice = 0; slice <= slices; ++slice) {
    const double omega = modes.omega * slice / slices, omega2 = omega * omega;
    const double low = modes.drag_low + modes.beta_low * omega2;
    const double high = std::min(modes.rate, modes.drag_high + modes.beta_high * omega2);
    for (const double rate : {low, 0.5 * (low + high), high}) {
      const Mode mode{omega, rate, modes.ether};
      if (omega > 0 || rate > 0) limit = std::min(limit, limit_of_mode(scheme, options, mode));
    }
  }
  return limit;
}

}  // namespace tensio
