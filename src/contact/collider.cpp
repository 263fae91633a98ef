#include "tensio/collider.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tensio {
namespace {

struct Polar {
  double length;
  Vec3 direction;
};

/// Length and direction of a; the fallback where a has none. Scaled, so that tiny vectors do not underflow.
Polar polar(const Vec3& a, const Vec3& fallback) {
  const double largest = std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)});
  if (!(largest > 0) || !std::isfinite(largest)) return {largest, fallback};
  const Vec3 scaled = a / largest;
  const double length = norm(scaled);
  return {largest * length, scaled / length};
}

/// mᵀ v
Vec3 transposed_times(const Mat3& m, const Vec3& v) {
  return {m(0, 0) * v.x + m(1, 0) * v.y + m(2, 0) * v.z, m(0, 1) * v.x + m(1, 1) * v.y + m(2, 1) * v.z,
          m(0, 2) * v.x + m(1, 2) * v.y + m(2, 2) * v.z};
}

/// A unit vector perpendicular to the unit vector u.
Vec3 perpendicular(const Vec3& u) {
  const bool mostly_y = std::abs(u.y) > 0.9;
  return normalized(cross(u, mostly_y ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
}

SurfacePoint closest(const Plane& plane, const Vec3& p) {
  const Vec3 normal = polar(plane.normal, {0, 1, 0}).direction;
  return {dot(p - plane.point, normal), normal};
}

SurfacePoint closest(const Sphere& sphere, const Vec3& p) {
  const auto [length, direction] = polar(p - sphere.center, {0, 1, 0});
  return {length - sphere.radius, direction};
}

SurfacePoint closest(const Box& box, const Vec3& p) {
  const Vec3 local = transposed_times(box.turn, p - box.center);
  const Vec3 beyond{std::abs(local.x) - box.half_extent.x, std::abs(local.y) - box.half_extent.y,
                    std::abs(local.z) - box.half_extent.z};
  const Vec3 sign{std::copysign(1.0, local.x), std::copysign(1.0, local.y), std::copysign(1.0, local.z)};
  const double nearest_face = std::max({beyond.x, beyond.y, beyond.z});
  if (nearest_face > 0) {
    const Vec3 outside{sign.x * std::max(beyond.x, 0.0), sign.y * std::max(beyond.y, 0.0),
                       sign.z * std::max(beyond.z, 0.0)};
    const auto [length, direction] = polar(outside, {0, 1, 0});
    return {length, box.turn * direction};
  }
  const Vec3 face = beyond.x == nearest_face   ? Vec3{sign.x, 0, 0}
                    : beyond.y == nearest_face ? Vec3{0, sign.y, 0}
                                               : Vec3{0, 0, sign.z};
  return {nearest_face, box.turn * face};
}

SurfacePoint closest(const Capsule& capsule, const Vec3& p) {
  const auto [axis_length, axis] = polar(capsule.b - capsule.a, {});
  const double along = std::clamp(dot(p - capsule.a, axis), 0.0, axis_length);
  Vec3 away = p - (capsule.a + along * axis);
  if (0 < along && along < axis_length) {
    // Perpendicular up to rounding; where rounding is most of it, the point lies on the axis.
    const Vec3 square = away - dot(away, axis) * axis;
    away = norm(square) < 0.5 * norm(away) ? Vec3{} : square;
  }
  const auto [length, direction] = polar(away, {});
  if (length == 0) return {-capsule.radius, axis_length > 0 ? perpendicular(axis) : Vec3{0, 1, 0}};
  return {length - capsule.radius, direction};
}

bool is_length(double value) {
  return std::abs(value) <= max_length;  // false for NaN
}
bool is_place(const Vec3& a) {
  return is_length(a.x) && is_length(a.y) && is_length(a.z);
}
bool is_size(double value) {
  return value > 0 && is_length(value);
}

Failure misplaced(const char* what) {
  return fail(fmt::format("{} is not within {:g} m of the origin; move it there", what, max_length));
}
Failure wrong_radius(const char* what, double radius) {
  return fail(
      fmt::format("{} has radius {} m; it must be positive and at most {:g} m", what, radius, max_length));
}

Result<void> validate_shape(const Plane& plane) {
  if (!is_place(plane.point)) return misplaced("the plane's point");
  if (!is_finite(plane.normal) || plane.normal == Vec3{})
    return fail(fmt::format("the plane has normal ({}, {}, {}); it must be finite and not zero",
                            plane.normal.x, plane.normal.y, plane.normal.z));
  return {};
}

Result<void> validate_shape(const Sphere& sphere) {
  if (!is_place(sphere.center)) return misplaced("the sphere's center");
  if (!is_size(sphere.radius)) return wrong_radius("the sphere", sphere.radius);
  return {};
}

Result<void> validate_shape(const Box& box) {
  if (!is_place(box.center)) return misplaced("the box's center");
  const Vec3& half = box.half_extent;
  if (!is_size(half.x) || !is_size(half.y) || !is_size(half.z))
    return fail(
        fmt::format("the box has half extents ({}, {}, {}) m; each must be positive and at most {:g} m",
                    half.x, half.y, half.z, max_length));
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    const double error = norm(transposed_times(box.turn, box.turn * axis) - axis);
    if (!(error < 1e-9))
      return fail("the box's turn is not a rotation; its columns must be perpendicular and of length 1");
  }
  return {};
}

Result<void> validate_shape(const Capsule& capsule) {
  if (!is_place(capsule.a)) return misplaced("the capsule's end a");
  if (!is_place(capsule.b)) return misplaced("the capsule's end b");
  if (!is_size(capsule.radius)) return wrong_radius("the capsule", capsule.radius);
  return {};
}

}  // namespace

SurfacePoint closest_surface(const Shape& shape, const Vec3& p) {
  return std::visit([&](const auto& s) { return closest(s, p); }, shape);
}

Result<void> validate(const Collider& collider) {
  if (auto ok = std::visit([](const auto& s) { return validate_shape(s); }, collider.shape); !ok) return ok;
  if (!(collider.friction >= 0) || !std::isfinite(collider.friction))
    return fail(
        fmt::format("the collider has friction {}; it must be finite and at least 0", collider.friction));
  if (!(collider.thickness >= 0) || !is_length(collider.thickness))
    return fail(fmt::format("the collider has thickness {} m; it must be at least 0 and at most {:g} m",
                            collider.thickness, max_length));
  return validate(collider.path);
}

}  // namespace tensio
