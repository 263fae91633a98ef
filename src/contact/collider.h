#pragma once

#include <string>
#include <variant>
#include <vector>

#include "math/mat3.h"
#include "math/result.h"
#include "model/model.h"

namespace tensio {

struct Plane {
  Vec3 point, normal{0, 1, 0};
};  // solid on the side away from the normal
struct Sphere {
  Vec3 center;
  double radius = 1;
};
struct Box {
  Vec3 center, half_extent{0.5, 0.5, 0.5};
  Mat3 turn = Mat3::identity();
};
struct Capsule {
  Vec3 a, b;
  double radius = 0.5;
};
using Shape = std::variant<Plane, Sphere, Box, Capsule>;

/// A rigid obstacle that the vertices cannot enter; it may move along a path.
struct Collider {
  Shape shape;
  double friction = 0.3;  // Coulomb coefficient μ
  double thickness = 0;   // m, kept between surface and vertices
  Path path;
};

/// Signed distance to the surface (negative inside) and the outward direction there.
struct SurfacePoint {
  double distance = 0;
  Vec3 normal;
};
SurfacePoint closest_surface(const Shape& shape, const Vec3& p);

Result<void> validate(const Collider& collider);

}  // namespace tensio
