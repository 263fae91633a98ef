#include "contact/planes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tensio {
namespace {

constexpr int most_passes = 8;

/// A plane that a displacement may violate, shifted to where both sides have the room that they need.
struct Tight {
  const DividingPlane* plane;
  Vec3 normal;                 // towards the first side
  std::array<double, 4> room;  // m, that each point may come closer
  double excess;               // m, how far they would come beyond
  double rounding;             // m, by which they may

  double closing(int k, std::span<const Vec3> u) const {
    const double rise = dot(normal, u[plane->point[k]]);
    return k < plane->split ? -rise : rise;
  }
};

double margin_of(const DividingPlane& plane, double least_gap) {
  return 0.5 * std::min(least_gap, plane.distance);
}

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
  Tight tight{&plane, plane.normal, {}, 0, 1e-4 * margin};
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
  for (int k = 0; k < 4; ++k) {
    tight.room[k] = std::max(0.0, plane.up[k] - margin + (k < plane.split ? shift : -shift));
    tight.excess = std::max(tight.excess, tight.closing(k, u) - tight.room[k]);
  }
  return tight;
}

/// The plane between the sides of a pair across another normal; at no distance where none divides them.
DividingPlane plane_across(const DividingPlane& plane, const Vec3& normal, Positions x) {
  const VertexId d = plane.point[3];
  DividingPlane along = plane;
  along.normal = normalized(normal);
  if (dot(along.normal, plane.normal) < 0) along.normal = -along.normal;
  double low = HUGE_VAL, high = -HUGE_VAL;  // of the first side and the second
  for (int k = 0; k < 4; ++k) {
    along.up[k] = dot(along.normal, x[plane.point[k]] - x[d]);
    if (k < plane.split)
      low = std::min(low, along.up[k]);
    else
      high = std::max(high, along.up[k]);
  }
  along.distance = std::max(0.0, low - high);
  for (int k = 0; k < 4; ++k) {
    const double height = along.up[k] - 0.5 * (low + high);
    along.up[k] = std::max(0.0, k < plane.split ? height : -height);
  }
  return along;
}

/// The normal of a pair's triangle, or of both its edges; zero where they are parallel.
Vec3 normal_of(const DividingPlane& plane, Positions x) {
  const auto& [a, b, c, d] = plane.point;
  return plane.split == 1 ? cross(x[b] - x[d], x[c] - x[d]) : cross(x[b] - x[a], x[d] - x[c]);
}

/// The normal of a plane, turned across the motion of one side seen from the other.
Vec3 normal_across_motion(const DividingPlane& plane, std::span<const Vec3> u) {
  Vec3 motion;
  for (int k = 0; k < 4; ++k)
    motion += (k < plane.split ? 1.0 / plane.split : -1.0 / (4 - plane.split)) * u[plane.point[k]];
  motion = normalized(motion);
  return plane.normal - dot(plane.normal, motion) * motion;
}

/// The plane of a pair that holds back least.
Tight tighten_best(const DividingPlane& plane, double least_gap, const std::vector<bool>& is_led, Positions x,
                   std::span<const Vec3> u) {
  Tight tight = tighten(plane, margin_of(plane, least_gap), is_led, u);
  if (!(tight.excess > 0)) return tight;
  for (const Vec3& normal : {normal_of(plane, x), normal_across_motion(plane, u)}) {
    const DividingPlane other = plane_across(plane, normal, x);
    if (!(other.distance >= std::min(least_gap, plane.distance))) continue;
    Tight better = tighten(other, margin_of(other, least_gap), is_led, u);
    better.plane = &plane;
    if (better.excess < tight.excess) tight = better;
  }
  return tight;
}

/// Groups of points, each named by its first one.
class Groups {
 public:
  explicit Groups(std::size_t points) : parent_(points) {
    std::iota(parent_.begin(), parent_.end(), VertexId{0});
  }
  VertexId of(VertexId point) {
    while (parent_[point] != point) point = parent_[point] = parent_[parent_[point]];
    return point;
  }
  void join(VertexId a, VertexId b) {
    a = of(a), b = of(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<VertexId> parent_;
};

}  // namespace

PlaneReport keep_sides(std::span<const DividingPlane> planes, double least_gap,
                       const std::vector<bool>& is_led, Positions x, std::span<Vec3> u,
                       std::vector<bool>& is_limited) {
  std::vector<Tight> tight;
  for (const DividingPlane& plane : planes)
    if (is_tight(plane, margin_of(plane, least_gap), u))
      tight.push_back(tighten_best(plane, least_gap, is_led, x, u));
  is_limited.assign(u.size(), false);
  for (int pass = 0; pass < most_passes; ++pass) {
    bool was_violated = false;
    for (const Tight& t : tight)
      for (int k = 0; k < 4; ++k) {
        const double over = t.closing(k, u) - t.room[k];
        if (!(over > 0)) continue;
        const VertexId point = t.plane->point[k];
        u[point] += (k < t.plane->split ? over : -over) * t.normal;
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

std::vector<Vec3> common_motion(std::span<const DividingPlane> planes, const std::vector<bool>& is_led,
                                std::span<const Vec3> u) {
  Groups groups(u.size());
  for (const DividingPlane& plane : planes)
    for (int k = 1; k < 4; ++k) groups.join(plane.point[0], plane.point[k]);
  std::vector<Vec3> motion(u.size());
  std::vector<std::size_t> led(u.size(), 0), count(u.size(), 0);
  for (VertexId p = 0; p < u.size(); ++p)
    if (is_led[p]) ++led[groups.of(p)];
  for (VertexId p = 0; p < u.size(); ++p) {
    const VertexId group = groups.of(p);
    if (led[group] > 0 && !is_led[p]) continue;
    motion[group] += u[p];
    ++count[group];
  }
  for (VertexId p = 0; p < u.size(); ++p)
    if (groups.of(p) == p) motion[p] = motion[p] / static_cast<double>(count[p]);
  for (VertexId p = 0; p < u.size(); ++p) motion[p] = motion[groups.of(p)];
  return motion;
}

}  // namespace tensio
