#pragma once

#include <array>
#include <variant>
#include <vector>

#include "tensio/export.h"
#include "tensio/model.h"

namespace tensio TENSIO_API {

/// A half-space, solid on the side away from the normal.
struct Plane {
  Vec3 point;            // m
  Vec3 normal{0, 1, 0};  // any length but zero

  friend bool operator==(const Plane&, const Plane&) = default;
};
struct Sphere {
  Vec3 center;        // m
  double radius = 1;  // m

  friend bool operator==(const Sphere&, const Sphere&) = default;
};
/// All center + turn · (a, b, c) with |a|, |b|, |c| at most half_extent.
struct Box {
  Vec3 center;                      // m
  Vec3 half_extent{0.5, 0.5, 0.5};  // m
  Mat3 turn = Mat3::identity();     // a rotation

  friend bool operator==(const Box& p, const Box& q) {
    return p.center == q.center && p.half_extent == q.half_extent && p.turn.a == q.turn.a;
  }
};
/// All points within the radius of the segment from a to b; a sphere when a = b.
struct Capsule {
  Vec3 a, b;            // m
  double radius = 0.5;  // m

  friend bool operator==(const Capsule&, const Capsule&) = default;
};
/// Every shape is convex; contact relies on it.
using Shape = std::variant<Plane, Sphere, Box, Capsule>;

/// A rigid obstacle that vertices cannot enter.
struct Collider {
  Shape shape;
  double friction = 0.3;  // Coulomb's μ, ≥ 0. 0: ice; 0.3: cotton on wood; 1: rubber
  double thickness = 0;   // m, gap kept between surface and vertices, ≥ 0. Raise it where edges of a coarse
                          // mesh show through
  Path path{};            // scripted motion; see also Simulation::move_collider
};

/// Signed distance to the surface (negative inside) and the outward unit normal at the closest surface point.
/// Where several points are closest (a sphere's centre, a capsule's axis) it is always the same one.
struct SurfacePoint {
  double distance = 0;  // m
  Vec3 normal{0, 1, 0};
};
SurfacePoint closest_surface(const Shape& shape, const Vec3& p);

/// The surface of a shape as triangles, to draw it. Edges of boxes are a little rounded.
struct Outline {
  std::vector<Vec3> points{};                        // m
  std::vector<Vec3> normals{};                       // outwards, unit length; one per point
  std::vector<std::array<VertexId, 3>> triangles{};  // counter-clockwise seen from outside
};
/// Triangulates a shape, with `pieces` edges along an eighth of a circle; a plane has no outline. Sizes shrink by
/// the gap (m), at most by half, so that cloth lying on the shape stays visible.
Outline outline(const Shape& shape, int pieces = 8, double gap = 0);

/// Checks that sizes are positive, directions not zero, coefficients not negative, every number finite, every
/// length at most max_length, keyframes in order, and that a repeating path does not jump.
Result<void> validate(const Collider& collider);

}  // namespace tensio
