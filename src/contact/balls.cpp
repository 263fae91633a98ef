#include "contact/balls.h"

#include <algorithm>

namespace tensio {

bool is_free(const Collider& collider, double before, double after) {
  constexpr double same_step = 1e-6;
  const Path& path = collider.path;
  const double begun = before + same_step * (after - before);
  const bool has_ended = path.keys.empty() || (!path.repeat && path.keys.back().time <= begun);
  return collider.mass > 0 && has_ended;
}

void fly(std::span<const Collider> colliders, const Vec3& gravity, double before, double after, double reach,
         std::vector<Ball>& balls) {
  balls.clear();
  const double h = after - before;
  for (std::size_t c = 0; c < colliders.size(); ++c) {
    const Collider& collider = colliders[c];
    const auto* sphere = std::get_if<Sphere>(&collider.shape);
    if (!sphere || !is_free(collider, before, after)) continue;
    const Vec3 start = sphere->center + collider.path.offset(before);
    balls.push_back({.collider = c,
                     .home = sphere->center,
                     .radius = sphere->radius,
                     .thickness = collider.thickness,
                     .friction = collider.friction,
                     .inverse_mass = 1 / collider.mass,
                     .start = start,
                     .end = start + h * collider.velocity + (reach * h * h) * gravity,
                     .velocity = collider.velocity + h * gravity});
  }
}

void land(std::span<const Ball> balls, double before, double after, std::span<Collider> colliders) {
  for (Collider& collider : colliders) {
    if (!(collider.mass > 0) || is_free(collider, before, after)) continue;
    const Path& path = collider.path;
    const double end = path.repeat ? after : std::min(after, path.keys.back().time);
    collider.velocity = (path.offset(end) - path.offset(before)) / (end - before);
  }
  for (const Ball& ball : balls) {
    Collider& collider = colliders[ball.collider];
    collider.velocity = ball.velocity;
    collider.path.smooth = collider.path.repeat = false;
    collider.path.keys.assign({{before, ball.offset_before()}, {after, ball.offset_after()}});
  }
}

}  // namespace tensio
