#include "contact/planes.h"

#include <algorithm>
#include <cmath>

namespace tensio {
namespace {

constexpr int most_passes = 8;

/// A plane that a displacement may violate, shifted to where both sides have the room that they need.
struct Tight {
  const DividingPlane* plane;
  std::array<double, 4> room;  // m, that each point may come closer
  double rounding;             // m, by which it may exceed that

  double closing(int k, std::span<const Vec3> u) const {
    const double rise = dot(plane->normal, u[plane->point[k]]);
    return k < plane->split ? -rise : rise;
  }
};

/// Whether displacements of these lengths can violate the plane.
bool is_tight(const DividingPlane& plane, double margin, std::span<const Vec3> u) {
  for (int k = 0; k < 4; ++k) {
    const Vec3& way = u[plane.point[k]];
    const double room = plane.up[k] - margin;
    if (dot(way, way) > room * room) return true;
  }
  return false;
}

Tight tighten(const DividingPlane& plane, double margin, const std::vector<bool>& is_led,
              std::span<const Vec3> u) {
  Tight tight{&plane, {}, 1e-4 * margin};
  double need[2] = {-HUGE_VAL, -HUGE_VAL};  // m, beyond the middle
  bool led[2] = {false, false};
  for (int k = 0; k < 4; ++k) {
    const int side = k < plane.split ? 0 : 1;
    need[side] = std::max(need[side], tight.closing(k, u) - (plane.up[k] - margin));
    led[side] = led[side] || is_led[plane.point[k]];
  }
  const double most = std::max(0.0, 0.5 * plane.distance - margin);
  double shift = 0.5 * (need[0] - need[1]);  // towards the second side
  if (need[0] <= 0 && need[1] <= 0) shift = 0;
  if (led[0] != led[1]) shift = led[0] ? std::max(need[0], 0.0) : -std::max(need[1], 0.0);
  shift = std::clamp(shift, -most, most);
  for (int k = 0; k < 4; ++k)
    tight.room[k] = std::max(0.0, plane.up[k] - margin + (k < plane.split ? shift : -shift));
  return tight;
}

}  // namespace

PlaneReport keep_sides(std::span<const DividingPlane> planes, double least_gap,
                       const std::vector<bool>& is_led, std::span<Vec3> u, std::vector<bool>& is_limited) {
  std::vector<Tight> tight;
  for (const DividingPlane& plane : planes) {
    const double margin = 0.5 * std::min(least_gap, plane.distance);
    if (is_tight(plane, margin, u)) tight.push_back(tighten(plane, margin, is_led, u));
  }
  is_limited.assign(u.size(), false);
  for (int pass = 0; pass < most_passes; ++pass) {
    bool was_violated = false;
    for (const Tight& t : tight)
      for (int k = 0; k < 4; ++k) {
        const double over = t.closing(k, u) - t.room[k];
        if (!(over > 0)) continue;
        const VertexId point = t.plane->point[k];
        u[point] += (k < t.plane->split ? over : -over) * t.plane->normal;
        is_limited[point] = true;
        was_violated = was_violated || over > t.rounding;
      }
    if (!was_violated) break;
  }
  std::vector<double> kept(u.size(), 1);
  for (const Tight& t : tight)
    for (int k = 0; k < 4; ++k) {
      const double closing = t.closing(k, u);
      if (closing > t.room[k] + t.rounding)
        kept[t.plane->point[k]] = std::min(kept[t.plane->point[k]], t.room[k] / closing);
    }
  PlaneReport report;
  for (std::size_t p = 0; p < u.size(); ++p) {
    if (!is_limited[p]) continue;
    u[p] = kept[p] * u[p];
    ++report.limited;
    if (is_led[p]) ++report.forced;
  }
  return report;
}

}  // namespace tensio
