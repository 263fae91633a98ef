#include "contact/response.h"

#include <algorithm>
#include <cmath>

#include "contact/carried.h"
#include "model/elements.h"

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

/// Whether a point is farther than this from a shape, without a look at where that is nearest: most points
/// are. May be false where it is.
bool is_clear(const Plane& plane, const Vec3& p, double distance) {
  const double height = dot(p - plane.point, plane.normal);
  return height > 0 && height * height > distance * distance * dot(plane.normal, plane.normal);
}
bool is_clear(const Sphere& sphere, const Vec3& p, double distance) {
  const Vec3 away = p - sphere.center;
  return dot(away, away) > (sphere.radius + distance) * (sphere.radius + distance);
}
bool is_clear(const Box& box, const Vec3& p, double distance) {
  const Vec3 away = p - box.center;
  const double reach = distance + std::sqrt(dot(box.half_extent, box.half_extent));
  return dot(away, away) > reach * reach;
}
/// A capsule or a cylinder, which lies within one.
template <class Round>
requires requires(Round round) {
  round.a, round.b, round.radius;
}
bool is_clear(const Round& round, const Vec3& p, double distance) {
  const Vec3 axis = round.b - round.a, from = p - round.a;
  const double square = dot(axis, axis), along = dot(from, axis);
  const Vec3 away = along <= 0 || square == 0 ? from : from - std::min(1.0, along / square) * axis;
  return dot(away, away) > (round.radius + distance) * (round.radius + distance);
}
bool is_clear(const Mesh&, const Vec3&, double) {
  return false;
}

/// A step, and how far it leads what changes velocities (resolve_contacts).
struct ContactStep {
  double time_before, time_after;  // s
  double reach;
};

/// A point that goes straight through a step.
struct Mover {
  Vec3 before;
  Vec3 &x, &v;
  double inverse_mass = 0;  // 1/kg; matters to balls only
};

/// Pushes one point out of one collider, which may be a ball, to this distance; returns how far they came too
/// near, 0 if they do not touch.
double respond(const Collider& collider, Ball* ball, double thickness, const ContactStep& step,
               const Mover& mover) {
  const Vec3 offset_before = ball ? ball->offset_before() : collider.path.offset(step.time_before),
             offset = ball ? ball->offset_after() : collider.path.offset(step.time_after);
  const Vec3 start = mover.before - offset_before, end = mover.x - offset;
  const double reach = thickness + norm(end - start), rounding = 1e-9 * (1 + reach);
  if (std::visit([&](const auto& shape) { return is_clear(shape, end, reach + rounding); }, collider.shape))
    return 0;
  const auto [normal, depth] = find_contact(collider.shape, thickness, start, end);
  if (!(depth > 0)) return 0;
  // Of all changes, the ball takes the rest.
  const double share = ball ? mover.inverse_mass / (mover.inverse_mass + ball->inverse_mass) : 1;
  const auto move = [&](const Vec3& change) {
    mover.x += share * change;
    if (ball) ball->end -= (1 - share) * change;
  };
  move(depth * normal);

  const double h = step.time_after - step.time_before;
  const Vec3 surface_velocity = ball ? ball->velocity : h > 0 ? (offset - offset_before) / h : Vec3{};
  const Vec3 r = mover.v - surface_velocity;
  const double approach = -dot(r, normal);
  if (!(approach > 0)) return depth;
  const Vec3 r_tangent = r + approach * normal;
  const double speed = norm(r_tangent), lost = collider.friction * approach;
  const double kept = lost > 0 ? std::max(0.0, 1 - lost / speed) : 1;  // speed 0 sticks: 1 − ∞
  if (ball) {
    const Vec3 change = kept * r_tangent - r;
    mover.v += share * change;
    ball->velocity -= (1 - share) * change;
  } else {
    mover.v = surface_velocity + kept * r_tangent;
  }
  if (step.reach < 1 && kept > 0) {
    move((-(1 - kept) * step.reach * h) * r_tangent);
  } else {
    const Vec3 slip = end - start;
    move((kept - 1) * (slip - dot(slip, normal) * normal));
  }
  return depth;
}

/// A step's way past all colliders.
struct Way {
  std::span<const Collider> colliders;
  ContactStep step;
  std::span<Ball> balls{};

  Ball* ball_of(std::size_t collider) const {
    const auto ball = std::ranges::find(balls, collider, &Ball::collider);
    return ball == balls.end() ? nullptr : &*ball;
  }
  /// Pushes a point out of all colliders; whether it touched any. What is pinned touches balls alone.
  bool push_out(const Mover& mover, bool is_pinned, ContactReport& report) const {
    if (is_pinned && balls.empty()) return false;
    const int sweeps = colliders.size() > 1 ? max_sweeps : 1;
    bool touched = false;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      double pushed = 0;
      for (std::size_t c = 0; c < colliders.size(); ++c) {
        Ball* ball = ball_of(c);
        if (needs_contact_rows(colliders[c]) || (is_pinned && !ball)) continue;
        pushed = std::max(pushed, respond(colliders[c], ball, colliders[c].thickness, step, mover));
      }
      touched = touched || pushed > 0;
      report.deepest = std::max(report.deepest, pushed);
      if (pushed <= on_surface) break;
    }
    if (touched && !is_pinned) ++report.touched;
    return touched;
  }
  /// Whether no point that these vertices carry can touch anything: none in a ball about them can. False
  /// where that is not known.
  bool is_beyond(std::span<const Vec3> x_before, std::span<const Vec3> x) const {
    if (!balls.empty() || x.empty()) return false;
    double far = 0, most = 0;  // how far they are from the first, and the longest way, m
    for (std::size_t i = 0; i < x.size(); ++i) {
      far = std::max(far, norm(x[i] - x[0]));
      most = std::max(most, norm(x[i] - x_before[i]));
    }
    return std::ranges::all_of(colliders, [&](const Collider& collider) {
      const Vec3 before = collider.path.offset(step.time_before),
                 after = collider.path.offset(step.time_after);
      const double reach = most_skin_weight * (far + most) + norm(after - before) + collider.thickness;
      const auto is_out = [&](const auto& shape) { return is_clear(shape, x[0] - after, 1.01 * reach); };
      return std::visit(is_out, collider.shape);
    });
  }
  /// Pushes balls out of colliders and of each other.
  void part_balls() const {
    for (Ball& ball : balls)
      for (std::size_t c = 0; c < colliders.size(); ++c) {
        Ball* other = ball_of(c);
        if (needs_contact_rows(colliders[c]) || (other && c <= ball.collider)) continue;
        const double apart = ball.radius + ball.thickness + colliders[c].thickness;
        respond(colliders[c], other, apart, step, {ball.start, ball.end, ball.velocity, ball.inverse_mass});
      }
  }
};

/// What pins leave of a point of a skin.
struct FreePart {
  double weight = 0, squares = 0;  // sums over its vertices that are not pinned
};
FreePart free_part(const SkinPoint& point, std::span<const Axes> pinned) {
  FreePart free;
  for (std::size_t i = 0; i < point.vertex.size(); ++i) {
    if (pinned[point.vertex[i]] == all_axes) continue;
    free.weight += point.weight[i];
    free.squares += point.weight[i] * point.weight[i];
  }
  return free.weight >= least_free_weight ? free : FreePart{};
}

/// How much of a velocity an impulse gives a point of a skin that move_point moves, 1/kg; 0 where it stays.
double mobility(const SkinPoint& point, std::span<const double> mass, std::span<const Axes> pinned) {
  const FreePart free = free_part(point, pinned);
  double moved = 0;
  for (std::size_t i = 0; i < point.vertex.size(); ++i)
    if (pinned[point.vertex[i]] != all_axes) moved += point.weight[i] * mass[point.vertex[i]];
  return moved > 0 ? free.squares / moved : 0;
}

/// Gives a point of a skin this change of position and of velocity by the smallest changes of its vertices.
/// Not by the smallest impulses: a vertex of little weight and next to no mass would be flung away. So would
/// those of a point that pins hold but for a little, which therefore stays.
void move_point(const SkinPoint& point, const Vec3& change, const Vec3& change_of_velocity,
                std::span<const Axes> pinned, std::span<Vec3> x, std::span<Vec3> v) {
  const FreePart free = free_part(point, pinned);
  if (!(free.squares > 0)) return;
  for (std::size_t i = 0; i < point.vertex.size(); ++i) {
    if (pinned[point.vertex[i]] == all_axes) continue;
    x[point.vertex[i]] += (point.weight[i] / free.squares) * change;
    v[point.vertex[i]] += (point.weight[i] / free.squares) * change_of_velocity;
  }
}

}  // namespace

void ContactSeconds::add(const ContactSeconds& later) {
  list += later.list;
  rows += later.rows;
  sweeps += later.sweeps;
  planes += later.planes;
  verify += later.verify;
}

void ContactReport::add(const ContactReport& later) {
  touched = std::max(touched, later.touched);
  deepest = std::max(deepest, later.deepest);
  pairs = std::max(pairs, later.pairs);
  limited = std::max(limited, later.limited);
  forced = std::max(forced, later.forced);
  passing = std::max(passing, later.passing);
  lag = std::max(lag, later.lag);
  lists += later.lists;
  tangled = std::max(tangled, later.tangled);
  least_gap = std::min(least_gap, later.least_gap);
  seconds.add(later.seconds);
  if (later.crossings) crossings = std::max(crossings.value_or(0), *later.crossings);
}

ContactReport resolve_contacts(std::span<const Collider> colliders, double time_before, double time_after,
                               std::span<const Axes> pinned, std::span<const Vec3> x_before,
                               std::span<Vec3> x, std::span<Vec3> v, double reach) {
  const Way way{colliders, {time_before, time_after, reach}};
  ContactReport report;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (pinned[i] != all_axes) way.push_out({x_before[i], x[i], v[i]}, false, report);
  return report;
}

ContactReport resolve_contacts(const Model& model, std::span<const Collider> colliders, double time_before,
                               double time_after, std::span<const Axes> pinned,
                               std::span<const Vec3> x_before, std::span<Vec3> x, std::span<Vec3> v,
                               double reach, std::span<Ball> balls) {
  if (model.skins.empty() && balls.empty())
    return resolve_contacts(colliders, time_before, time_after, pinned, x_before, x, v, reach);
  const Way way{colliders, {time_before, time_after, reach}, balls};
  ContactReport report;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (is_covered(model, static_cast<VertexId>(i))) continue;
    const bool is_pinned = pinned[i] == all_axes;
    way.push_out({x_before[i], x[i], v[i], is_pinned ? 0 : 1 / model.mass[i]}, is_pinned, report);
  }
  if (way.is_beyond(x_before, x)) return report;
  for (const Skin& skin : model.skins)
    for (const SkinPoint& point : skin.points) {
      const Vec3 start = point.of(x), start_velocity = point.of(v);
      Vec3 end = start, velocity = start_velocity;
      const double inverse_mass = mobility(point, model.mass, pinned);
      if (way.push_out({point.of(x_before), end, velocity, inverse_mass}, inverse_mass == 0, report))
        move_point(point, end - start, velocity - start_velocity, pinned, x, v);
    }
  way.part_balls();
  return report;
}

}  // namespace tensio
