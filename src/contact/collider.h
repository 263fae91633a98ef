#pragma once

#include <variant>

#include "math/mat3.h"
#include "math/result.h"
#include "math/vec3.h"
#include "model/path.h"

namespace tensio {

/// A half-space, solid on the side away from the normal.
struct Plane {
  Vec3 point;            // m
  Vec3 normal{0, 1, 0};  // of any length but zero
};
struct Sphere {
  Vec3 center;        // m
  double radius = 1;  // m
};
/// All center + turn · (a, b, c) with |a|, |b|, |c| at most half_extent.
struct Box {
  Vec3 center;                      // m
  Vec3 half_extent{0.5, 0.5, 0.5};  // m
  Mat3 turn = Mat3::identity();     // a rotation
};
/// All points within the radius of the segment from a to b; a sphere when a = b.
struct Capsule {
  Vec3 a, b;            // m
  double radius = 0.5;  // m
};
/// Every shape is convex: contact relies on it.
using Shape = std::variant<Plane, Sphere, Box, Capsule>;

/// A rigid obstacle that the vertices cannot enter; it may move along a path.
struct Collider {
  Shape shape;
  double friction = 0.3;  // Coulomb coefficient μ, ≥ 0
  double thickness = 0;   // m, kept between surface and vertices, ≥ 0
  Path path{};
};

/// Signed distance to the surface (negative inside) and the outward unit normal at the closest surface point.
/// Where several points are closest (a sphere's centre, a capsule's axis) one of them is taken, always the
/// same.
struct SurfacePoint {
  double distance = 0;  // m
  Vec3 normal{0, 1, 0};
};
SurfacePoint closest_surface(const Shape& shape, const Vec3& p);

/// Sizes positive, directions not zero, coefficients not negative, every number finite and every length at
/// most max_length, keyframes in order, and no jump where a path repeats: it would throw what it
/// touches.
Result<void> validate(const Collider& collider);

}  // namespace tensio
