#include "contact/planes.h"

#include <algorithm>
#include <cmath>

#include "math/sets.h"

namespace tensio {
namespace {

constexpr int most_pushes = 30, most_clips = 8;  // passes over all planes

/// A plane between the sides of a pair across another direction.
DividingPlane plane_across(const DividingPlane& plane, const Vec3& direction, Positions x) {
  const Vec3 normal = normalized(direction);
  return make_plane(plane.point, plane.split, dot(normal, plane.normal) < 0 ? -normal : normal, x);
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

/// How far a point is on its own side of the middle at the end of the step, m.
double height_after(const DividingPlane& plane, int k, std::span<const Vec3> u) {
  const double rise = dot(plane.normal, u[plane.point[k]]);
  return plane.up[k] + (k < plane.split ? rise : -rise);
}

/// The lowest point of each side at the end of the step.
struct Lowest {
  double height[2] = {HUGE_VAL, HUGE_VAL};  // m
  VertexId point[2] = {0, 0};               // the second means nothing where a plane is driven

  double gap() const { return height[0] + height[1]; }
};
Lowest lowest_after(const DividingPlane& plane, std::span<const Vec3> u) {
  Lowest lowest;
  for (int k = 0; k < 4; ++k) {
    const int side = k < plane.split ? 0 : 1;
    const double height = height_after(plane, k, u);
    if (height < lowest.height[side]) lowest.height[side] = height, lowest.point[side] = plane.point[k];
  }
  if (plane.is_driven()) lowest.height[1] = 0.5 * plane.distance - dot(plane.normal, plane.drift);
  return lowest;
}

/// The least that may be left of a gap, m.
double kept_gap(const DividingPlane& plane, double least_gap) {
  return std::min(0.5 * least_gap, (1 - 1e-6) * plane.distance);
}

/// Turns a plane to where its sides end farthest apart.
void turn(DividingPlane& plane, double least_gap, Positions x, std::span<const Vec3> u) {
  double best = lowest_after(plane, u).gap();
  const DividingPlane first = plane;
  for (const Vec3& normal : {normal_of(first, x), normal_across_motion(first, u)}) {
    const DividingPlane other = plane_across(first, normal, x);
    if (!(other.distance >= std::min(least_gap, first.distance))) continue;
    const double gap = lowest_after(other, u).gap();
    if (gap > best) plane = other, best = gap;
  }
}

/// Which planes to look at once more, since a point of them moved.
class Restless {
 public:
  Restless(std::span<const DividingPlane> planes, const Carried& carried, std::size_t points)
      : carried_(carried), begin_(points + 1, 0), is_moved_(points, false), is_due_(planes.size(), true) {
    // Planes at a point that is carried are due when any vertex moves that carries it.
    const auto each = [&](const DividingPlane& plane, const auto& act) {
      for (const VertexId p : plane.point) {
        act(p);
        if (carried_.find(p)) carried_.for_each(p, [&](VertexId v, double) { act(v); });
      }
    };
    for (const DividingPlane& plane : planes) each(plane, [&](VertexId p) { ++begin_[p + 1]; });
    for (std::size_t p = 0; p < points; ++p) begin_[p + 1] += begin_[p];
    at_.resize(begin_[points]);
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t i = 0; i < planes.size(); ++i)
      each(planes[i], [&](VertexId p) { at_[next[p]++] = i; });
  }

  /// Whether a plane is due; it is not any more.
  bool take(std::size_t plane) {
    const bool was_due = is_due_[plane];
    is_due_[plane] = false;
    return was_due;
  }
  /// A point moves, and what carries it.
  void move(VertexId point) {
    move_one(point);
    if (carried_.find(point)) carried_.for_each(point, [&](VertexId v, double) { move_one(v); });
  }
  const std::vector<bool>& is_moved() const { return is_moved_; }

 private:
  void move_one(VertexId point) {
    is_moved_[point] = true;
    for (std::uint32_t i = begin_[point]; i < begin_[point + 1]; ++i) is_due_[at_[i]] = true;
  }

  Carried carried_;
  std::vector<std::uint32_t> begin_, at_;  // planes of each point
  std::vector<bool> is_moved_;             // points
  std::vector<char> is_due_;               // planes
};

/// Joins points that planes or vertices connect.
Sets connected(std::span<const DividingPlane> planes, const Carried& carried, std::size_t count) {
  Sets groups(count);
  for (const DividingPlane& plane : planes)
    for (int k = 1; k < 4; ++k) groups.join(plane.point[0], plane.point[k]);
  for (std::size_t i = 0; i < carried.points.size(); ++i) {
    const auto point = static_cast<VertexId>(carried.first + i);
    carried.for_each(point, [&](VertexId v, double) { groups.join(point, v); });
  }
  return groups;
}

/// Moves the points of a plane back that are beyond these heights.
void raise(const DividingPlane& plane, const double (&level)[2], const DividedPoints& points,
           std::span<Vec3> u, Restless& restless) {
  for (int k = 0; k < 4; ++k) {
    const VertexId p = plane.point[k];
    const Vec3& n = plane.normal;
    points.carried.follow({&p, 1}, u);
    const double over = level[k < plane.split ? 0 : 1] - height_after(plane, k, u),
                 give = give_along(n, points.inverse_mass[p]);
    if (!(over > 0) || !(give > 0)) continue;
    points.carried.push(p, ((k < plane.split ? over : -over) / give) * n, points.inverse_mass, u);
    restless.move(p);
  }
}

/// Moves points back until all sides are apart; false where that finds no end. Tells which points moved.
bool push_apart(std::span<DividingPlane> planes, const DividedPoints& points, std::span<Vec3> u,
                std::vector<bool>& is_moved) {
  std::vector<bool> is_turned(planes.size(), false);
  Restless restless(planes, points.carried, u.size());
  bool is_done = false, is_stuck = false;
  for (int pass = 1; pass <= most_pushes && !is_done && !is_stuck; ++pass) {
    is_done = true;
    for (std::size_t i = 0; i < planes.size(); ++i) {
      if (!restless.take(i)) continue;
      DividingPlane& plane = planes[i];
      points.carried.follow(plane.point, u);
      Lowest lowest = lowest_after(plane, u);
      if (lowest.gap() >= kept_gap(plane, points.least_gap)) continue;
      if (!is_turned[i] && !plane.is_of_collider()) {
        is_turned[i] = true;
        turn(plane, points.least_gap, points.x, u);
        lowest = lowest_after(plane, u);
        if (lowest.gap() >= kept_gap(plane, points.least_gap)) continue;
      }
      const auto give_of = [&](VertexId p) { return give_along(plane.normal, points.inverse_mass[p]); };
      const double give[2] = {give_of(lowest.point[0]), plane.is_driven() ? 0 : give_of(lowest.point[1])};
      if (!(give[0] + give[1] > 0)) {
        is_stuck = true;
        continue;
      }
      const double need = (points.least_gap - lowest.gap()) / (give[0] + give[1]);
      const double level[2] = {lowest.height[0] + need * give[0], lowest.height[1] + need * give[1]};
      raise(plane, level, points, u, restless);
      is_done = false;
    }
  }
  is_moved = restless.is_moved();
  return is_done && !is_stuck;
}

/// A plane that a displacement may violate, shifted to where both sides have the room that they need.
struct Tight {
  const DividingPlane* plane;
  std::array<double, 4> room;  // m, that each point may come closer
  double rounding;             // m, by which they may come beyond

  double closing(int k, std::span<const Vec3> u) const {
    const double rise = dot(plane->normal, u[plane->point[k]]);
    return k < plane->split ? -rise : rise;
  }
};

/// Whether displacements of these lengths can violate the plane.
bool is_tight(const DividingPlane& plane, double margin, std::span<const Vec3> u) {
  for (int k = 0; k < 4; ++k) {
    const Vec3 way = u[plane.point[k]] - plane.drift;
    const double room = std::max(0.0, plane.up[k] - margin);
    if (dot(way, way) > room * room) return true;
  }
  return false;
}

Tight tighten(const DividingPlane& plane, double margin, const std::vector<bool>& is_led,
              std::span<const Vec3> u) {
  Tight tight{&plane, {}, 1e-4 * margin};
  double need[2] = {-HUGE_VAL, -HUGE_VAL};  // m, beyond the middle
  bool led[2] = {false, plane.is_driven()};
  if (plane.is_driven()) need[1] = dot(plane.normal, plane.drift) - (0.5 * plane.distance - margin);
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

/// Holds the points of all planes back that are connected with one whose sides are not apart, seen from their
/// common motion, or from that of the colliders there.
PlaneReport hold_groups_back(std::span<const DividingPlane> planes, bool as_colliders,
                             const DividedPoints& points, std::span<const Vec3> wanted, std::span<Vec3> u,
                             std::vector<bool>& is_moved) {
  points.carried.follow(u);
  Sets groups = connected(planes, points.carried, u.size());
  std::vector<bool> is_stuck(u.size(), false);
  for (const DividingPlane& plane : planes)
    if (lowest_after(plane, u).gap() < kept_gap(plane, points.least_gap))
      is_stuck[groups.find(plane.point[0])] = true;
  std::vector<DividingPlane> stuck;
  for (const DividingPlane& plane : planes)
    if (is_stuck[groups.find(plane.point[0])]) stuck.push_back(plane);
  const std::vector<Vec3> common = common_motion(stuck, as_colliders, points, wanted);
  for (DividingPlane& plane : stuck)
    if (plane.is_driven()) plane.drift -= common[plane.point[0]];
  std::vector<Vec3> seen(u.size());
  for (VertexId p = 0; p < u.size(); ++p)
    if (is_stuck[groups.find(p)]) seen[p] = wanted[p] - common[p];
  std::vector<bool> is_held;
  PlaneReport report = hold_back(stuck, points, seen, is_held);
  for (VertexId p = 0; p < u.size(); ++p)
    if (is_stuck[groups.find(p)])
      u[p] = is_held[p] ? seen[p] + common[p] : wanted[p], is_moved[p] = is_held[p];
  return report;
}

/// Whether a plane keeps a single point outside a collider that goes its own way.
bool is_of_corner(const DividingPlane& plane) {
  return plane.is_driven() && plane.point[0] == plane.point[1];
}

/// Moves points back from where they were wanted, edges and faces at colliders apart; changes nothing where
/// that finds no end either.
bool push_without_inner(std::span<const DividingPlane> planes, const DividedPoints& points,
                        std::span<const Vec3> wanted, std::span<Vec3> u, std::vector<bool>& is_moved) {
  std::vector<DividingPlane> some;
  for (const DividingPlane& plane : planes)
    if (!plane.is_driven() || is_of_corner(plane)) some.push_back(plane);
  std::vector<Vec3> pushed(wanted.begin(), wanted.end());
  std::vector<bool> was_pushed;
  if (!push_apart(some, points, pushed, was_pushed)) return false;
  std::ranges::copy(pushed, u.begin());
  is_moved = std::move(was_pushed);
  return true;
}

}  // namespace

PlaneReport hold_back(std::span<const DividingPlane> planes, const DividedPoints& points, std::span<Vec3> u,
                      std::vector<bool>& is_limited) {
  std::vector<Tight> tight;
  for (const DividingPlane& plane : planes) {
    const double margin = 0.5 * std::min(points.least_gap, plane.distance);
    if (is_tight(plane, margin, u)) tight.push_back(tighten(plane, margin, points.is_led, u));
  }
  is_limited.assign(u.size(), false);
  PlaneReport report;
  for (int pass = 0; pass < most_clips; ++pass) {
    bool was_violated = false;
    for (const Tight& t : tight)
      for (int k = 0; k < 4; ++k) {
        const double over = t.closing(k, u) - t.room[k];
        if (!(over > 0)) continue;
        const VertexId point = t.plane->point[k];
        if (points.carried.find(point)) continue;  // its whole body is held back
        u[point] += (k < t.plane->split ? over : -over) * t.plane->normal;
        is_limited[point] = true;
        if (points.is_led[point] && !t.plane->is_of_collider()) report.pressed.push_back(*t.plane);
        was_violated = was_violated || over > t.rounding;
      }
    if (!was_violated) break;
  }
  Sets bodies = connected({}, points.carried, u.size());  // of one point, or of all that a skin connects
  std::vector<double> kept(u.size(), 1);
  for (const Tight& t : tight)
    for (int k = 0; k < 4; ++k) {
      const double closing = t.closing(k, u);
      double& of_body = kept[bodies.find(t.plane->point[k])];
      if (closing > t.room[k] + t.rounding) of_body = std::min(of_body, t.room[k] / closing);
    }
  for (VertexId p = 0; p < u.size(); ++p) {
    const double of_body = kept[bodies.find(p)];
    if (of_body < 1) is_limited[p] = true;
    if (!is_limited[p]) continue;
    u[p] = of_body * u[p];
    ++report.limited;
    if (points.is_led[p]) ++report.forced;
  }
  return report;
}

PlaneReport keep_sides(std::span<DividingPlane> planes, const DividedPoints& points, std::span<Vec3> u,
                       std::vector<bool>& is_limited) {
  PlaneReport report;
  if (planes.empty()) return is_limited.assign(u.size(), false), report;
  const std::vector<Vec3> wanted(u.begin(), u.end());
  std::vector<bool> is_moved;
  const auto are_corners_entered = [&] {
    return std::ranges::any_of(planes, [&](const DividingPlane& plane) {
      return is_of_corner(plane) && lowest_after(plane, u).gap() < 0;
    });
  };
  if (!push_apart(planes, points, u, is_moved)) {
    const std::vector<Vec3> pushed(u.begin(), u.end());
    const auto hold = [&](bool as_colliders) {
      std::ranges::copy(pushed, u.begin());
      report.pressed = hold_groups_back(planes, as_colliders, points, wanted, u, is_moved).pressed;
      points.carried.follow(u);
      return !are_corners_entered();
    };
    // Colliders that move against each other leave no common motion: then corners come first.
    report.is_entered =
        !hold(false) && !hold(true) && !push_without_inner(planes, points, wanted, u, is_moved);
  }
  points.carried.follow(u);
  is_limited = std::move(is_moved);
  // A point of a skin moves with what carries it.
  for (std::size_t i = 0; i < points.carried.points.size(); ++i) {
    const auto p = static_cast<VertexId>(points.carried.first + i);
    points.carried.for_each(p, [&](VertexId v, double) {
      if (is_limited[v]) is_limited[p] = true;
    });
  }
  for (std::size_t p = 0; p < u.size(); ++p) {
    if (!is_limited[p]) continue;
    ++report.limited;
    if (points.is_led[p]) ++report.forced;
  }
  return report;
}

std::vector<Vec3> common_motion(std::span<const DividingPlane> planes, bool as_colliders,
                                const DividedPoints& points, std::span<const Vec3> u) {
  Sets groups = connected(planes, points.carried, u.size());
  std::vector<Vec3> motion(u.size());
  std::vector<std::size_t> count(u.size(), 0);
  std::vector<int> rank(u.size(), 0);  // of what moves a group: its colliders before what is led, before all
  const auto add = [&](VertexId group, int its_rank, const Vec3& way) {
    if (its_rank < rank[group]) return;
    if (its_rank > rank[group]) rank[group] = its_rank, motion[group] = {}, count[group] = 0;
    motion[group] += way;
    ++count[group];
  };
  for (const DividingPlane& plane : planes)
    if (as_colliders && plane.is_driven()) add(groups.find(plane.point[0]), 2, plane.drift);
  for (VertexId p = 0; p < u.size(); ++p) add(groups.find(p), points.is_led[p] ? 1 : 0, u[p]);
  for (VertexId p = 0; p < u.size(); ++p)
    if (count[p] > 0) motion[p] = motion[p] / static_cast<double>(count[p]);  // where p represents its group
  for (VertexId p = 0; p < u.size(); ++p) motion[p] = motion[groups.find(p)];
  return motion;
}

}  // namespace tensio
