#include "integrate/strain_limit.h"

#include <algorithm>
#include <limits>

namespace tensio {
namespace {

constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();

/// Number of springs between each vertex and the nearest pin.
std::vector<std::uint32_t> distance_from_pins(const Model& model) {
  const std::size_t n = model.vertex_count();
  std::vector<std::size_t> start(n + 2, 0);
  for (const auto& [a, b] : model.springs.ends) ++start[a + 2], ++start[b + 2];
  for (std::size_t i = 2; i < start.size(); ++i) start[i] += start[i - 1];
  std::vector<VertexId> neighbour(2 * model.springs.size());
  for (const auto& [a, b] : model.springs.ends) {
    neighbour[start[a + 1]++] = b;
    neighbour[start[b + 1]++] = a;
  }
  std::vector<std::uint32_t> distance(n, unreached);
  std::vector<VertexId> queue;
  for (const Pin& pin : model.pins) {
    if (pin.axes != all_axes) continue;
    distance[pin.vertex] = 0;
    queue.push_back(pin.vertex);
  }
  for (std::size_t next = 0; next < queue.size(); ++next)
    for (std::size_t p = start[queue[next]]; p < start[queue[next] + 1]; ++p)
      if (distance[neighbour[p]] == unreached) {
        distance[neighbour[p]] = distance[queue[next]] + 1;
        queue.push_back(neighbour[p]);
      }
  return distance;
}

}  // namespace

StrainLimit::StrainLimit(const Model& model, double limit, int sweeps) : limit_(limit), sweeps_(sweeps) {
  const std::vector<std::uint32_t> distance = distance_from_pins(model);
  const auto nearer = [&](const Link& l) { return std::min(distance[l.a], distance[l.b]); };
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    const auto [a, b] = model.springs.ends[s];
    const double rest = model.springs.rest_length[s];
    const bool are_pins = distance[a] == 0 && distance[b] == 0;
    if (!(rest > 0) || are_pins) continue;
    Link link{a, b, rest, 0, 0};
    if (distance[a] == distance[b]) {
      link.share_a = model.mass[b] / (model.mass[a] + model.mass[b]);
      link.share_b = 1 - link.share_a;
    } else {
      (distance[a] < distance[b] ? link.share_b : link.share_a) = 1;
    }
    links_.push_back(link);
  }
  std::ranges::stable_sort(links_, {}, nearer);
}

StrainLimitReport StrainLimit::apply(double h, std::span<Vec3> x, std::span<Vec3> v) const {
  StrainLimitReport report;
  for (int sweep = 0; sweep < sweeps_; ++sweep) {
    const int corrections_before = report.corrections;
    for (const Link& link : links_) {
      const Vec3 d = x[link.b] - x[link.a];
      const double length = norm(d), longest = (1 + limit_) * link.rest;
      if (!(length > longest)) continue;
      const Vec3 correction = (1 - longest / length) * d;
      x[link.a] += link.share_a * correction;
      v[link.a] += (link.share_a / h) * correction;
      x[link.b] -= link.share_b * correction;
      v[link.b] -= (link.share_b / h) * correction;
      ++report.corrections;
    }
    if (report.corrections == corrections_before) break;
  }
  for (const Link& link : links_)
    report.strain = std::max(report.strain, norm(x[link.b] - x[link.a]) / link.rest - 1);
  return report;
}

}  // namespace tensio
