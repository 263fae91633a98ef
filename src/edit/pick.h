#pragma once

#include <optional>

#include "model/model.h"

namespace tensio {

struct Ray {
  Vec3 origin;     // m
  Vec3 direction;  // of any length but zero
};

struct Hit {
  BodyPoint point;
  Vec3 position;        // m
  double distance = 0;  // m, from the ray's origin

  /// The vertex that the point is nearest to.
  VertexId vertex() const;
};

/// The first triangle that the ray meets, from either side. Where it meets none, the nearest spring that is
/// part of no triangle (a rope), if the ray passes beside it within the fraction `spread` of the way to it.
std::optional<Hit> pick(const Model& model, Positions x, const Ray& ray, double spread);

}  // namespace tensio
