#include "contact/response.h"

#include <algorithm>
#include <cmath>

namespace tensio {
namespace {

constexpr double on_surface = 1e-12;  // m: nearer to a surface than this is on it
constexpr double slide_bend = 0.1;    // part of a step's way that a slide may leave the straight line by
constexpr int max_advances = 32;      // a grazing approach gains a factor 4 each
constexpr int max_sweeps = 32;        // over the colliders around one vertex

/// A plane that the vertex must not be below, and how far below it is; no contact unless depth > 0.
struct Contact {
  Vec3 normal;
  double depth = 0;  // m
};

/// The contact of a vertex that went straight from `start` to `end`, both seen from the shape.
Contact find_contact(const Shape& shape, double thickness, const Vec3& start, const Vec3& end) {
  const SurfacePoint last = closest_surface(shape, end);
  const Contact at_end{last.normal, thickness - last.distance};
  const Vec3 motion = end - start;
  const double rise = dot(last.normal, motion);
  const double start_height = last.distance - rise - thickness;
  // Above the tangent plane all the way (the shape is convex, it lies below): the vertex came from this side.
  if (start_height >= -on_surface) return at_end;
  // A vertex that slides over a curved surface starts a little below the tangent plane of its end.
  const bool slides = at_end.depth > 0 && rise <= 0 && start_height >= -slide_bend * norm(motion);
  if (slides) return at_end;

  // Otherwise look for the place where it entered. The distance to a convex body is convex along a line, so
  // Newton's iterates come to the first crossing from the left and never jump over it. A vertex that began
  // inside leaves through the side that it was nearest to then.
  double t = 0;
  for (int advance = 0; advance < max_advances && t <= 1; ++advance) {
    const SurfacePoint point = closest_surface(shape, start + t * motion);
    const double gap = point.distance - thickness, slope = dot(point.normal, motion);
    if (slope >= 0) return at_end;
    if (gap <= on_surface) return {point.normal, -(gap + (1 - t) * slope)};
    t -= gap / slope;
  }
  return at_end;
}

/// A step, and how far it leads what changes velocities (resolve_contacts).
struct ContactStep {
  double time_before, time_after;  // s
  double reach;
};

/// Pushes one vertex out of one collider; returns how far, 0 if they do not touch.
double respond(const Collider& collider, const ContactStep& step, const Vec3& x_before, Vec3& x, Vec3& v) {
  const Vec3 offset_before = collider.path.offset(step.time_before),
             offset = collider.path.offset(step.time_after);
  const Vec3 start = x_before - offset_before, end = x - offset;
  const auto [normal, depth] = find_contact(collider.shape, collider.thickness, start, end);
  if (!(depth > 0)) return 0;
  x += depth * normal;

  const double h = step.time_after - step.time_before;
  const Vec3 surface_velocity = h > 0 ? (offset - offset_before) / h : Vec3{};
  const Vec3 r = v - surface_velocity;
  const double approach = -dot(r, normal);
  if (!(approach > 0)) return depth;
  const Vec3 r_tangent = r + approach * normal;
  const double speed = norm(r_tangent), lost = collider.friction * approach;
  const double kept = lost > 0 ? std::max(0.0, 1 - lost / speed) : 1;  // speed 0 sticks: 1 − ∞
  v = surface_velocity + kept * r_tangent;
  if (step.reach < 1 && kept > 0) {
    x -= ((1 - kept) * step.reach * h) * r_tangent;
  } else {
    const Vec3 slip = end - start;
    x -= (1 - kept) * (slip - dot(slip, normal) * normal);
  }
  return depth;
}

/// A step's way past all colliders.
struct Way {
  std::span<const Collider> colliders;
  ContactStep step;

  /// Pushes a point out of all colliders; whether it touched any.
  bool push_out(const Vec3& x_before, Vec3& x, Vec3& v, ContactReport& report) const {
    const int sweeps = colliders.size() > 1 ? max_sweeps : 1;
    bool touched = false;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      double pushed = 0;
      for (const Collider& collider : colliders)
        if (!needs_contact_rows(collider)) pushed = std::max(pushed, respond(collider, step, x_before, x, v));
      touched = touched || pushed > 0;
      report.deepest = std::max(report.deepest, pushed);
      if (pushed <= on_surface) break;
    }
    if (touched) ++report.touched;
    return touched;
  }
};

/// Gives a point of a skin this change of position and of velocity by the smallest changes of its vertices.
/// Not by the smallest impulses: a vertex of little weight and next to no mass would be flung away. So would
/// those of a point that pins hold but for a little, which therefore stays.
void move_point(const SkinPoint& point, const Vec3& change, const Vec3& change_of_velocity,
                std::span<const Axes> pinned, std::span<Vec3> x, std::span<Vec3> v) {
  constexpr double least_free = 0.1;  // of the weight
  double sum = 0, free = 0;
  for (std::size_t i = 0; i < point.vertex.size(); ++i) {
    if (pinned[point.vertex[i]] == all_axes) continue;
    free += point.weight[i];
    sum += point.weight[i] * point.weight[i];
  }
  if (!(free >= least_free)) return;
  for (std::size_t i = 0; i < point.vertex.size(); ++i) {
    if (pinned[point.vertex[i]] == all_axes) continue;
    x[point.vertex[i]] += (point.weight[i] / sum) * change;
    v[point.vertex[i]] += (point.weight[i] / sum) * change_of_velocity;
  }
}

}  // namespace

void ContactReport::add(const ContactReport& later) {
  touched = std::max(touched, later.touched);
  deepest = std::max(deepest, later.deepest);
  pairs = std::max(pairs, later.pairs);
  limited = std::max(limited, later.limited);
  forced = std::max(forced, later.forced);
  lists += later.lists;
  least_gap = std::min(least_gap, later.least_gap);
  if (later.crossings) crossings = std::max(crossings.value_or(0), *later.crossings);
}

ContactReport resolve_contacts(std::span<const Collider> colliders, double time_before, double time_after,
                               std::span<const Axes> pinned, std::span<const Vec3> x_before,
                               std::span<Vec3> x, std::span<Vec3> v, double reach) {
  const Way way{colliders, {time_before, time_after, reach}};
  ContactReport report;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (pinned[i] != all_axes) way.push_out(x_before[i], x[i], v[i], report);
  return report;
}

ContactReport resolve_contacts(const Model& model, std::span<const Collider> colliders, double time_before,
                               double time_after, std::span<const Axes> pinned,
                               std::span<const Vec3> x_before, std::span<Vec3> x, std::span<Vec3> v,
                               double reach) {
  if (model.skins.empty())
    return resolve_contacts(colliders, time_before, time_after, pinned, x_before, x, v, reach);
  const Way way{colliders, {time_before, time_after, reach}};
  ContactReport report;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (pinned[i] != all_axes && !is_covered(model, static_cast<VertexId>(i)))
      way.push_out(x_before[i], x[i], v[i], report);
  for (const Skin& skin : model.skins)
    for (const SkinPoint& point : skin.points) {
      const Vec3 start = point.of(x), start_velocity = point.of(v);
      Vec3 end = start, velocity = start_velocity;
      if (way.push_out(point.of(x_before), end, velocity, report))
        move_point(point, end - start, velocity - start_velocity, pinned, x, v);
    }
  return report;
}

}  // namespace tensio
