#pragma once

#include <array>
#include <span>

#include "tensio/elements.h"

namespace tensio {

/// A point of a skin of whose weight less than this is free of pins moves with these.
inline constexpr double least_free_weight = 0.1;

/// A view of points that follow vertices, as those of skins do. Forces on them act on the vertices.
struct Carried {
  std::size_t first = 0;  // number of the first such point
  std::span<const SkinPoint> points{};

  bool empty() const { return points.empty(); }
  /// What carries a point; null for one that goes its own way.
  const SkinPoint* find(std::size_t point) const {
    return point - first < points.size() ? &points[point - first] : nullptr;
  }
  /// Puts displacements or velocities `a` of these points where the vertices lead them.
  void follow(std::span<const VertexId> which, std::span<Vec3> a) const {
    if (empty()) return;
    for (const VertexId p : which)
      if (const SkinPoint* carrier = find(p)) a[p] = carrier->of(a);
  }
  /// The same for all of them.
  void follow(std::span<Vec3> a) const {
    for (std::size_t i = 0; i < points.size(); ++i) a[first + i] = points[i].of(a);
  }
  /// Calls visit(vertex, weight) for the point itself, or for all that carries it.
  template <class Visit>
  void for_each(VertexId point, const Visit& visit) const {
    const SkinPoint* carrier = find(point);
    if (!carrier) return visit(point, 1.0);
    for (std::size_t i = 0; i < carrier->vertex.size(); ++i)
      if (carrier->weight[i] != 0) visit(carrier->vertex[i], carrier->weight[i]);
  }
  /// Gives a point this impulse, unless it is led; `a` are displacements or velocities.
  void push(VertexId point, const Vec3& impulse, std::span<const Vec3> inverse_mass,
            std::span<Vec3> a) const {
    const auto give = [&](VertexId p, double weight) {
      const Vec3& m = inverse_mass[p];
      a[p] += weight * Vec3{m.x * impulse.x, m.y * impulse.y, m.z * impulse.z};
    };
    if (inverse_mass[point] != Vec3{}) for_each(point, give);
  }
};

}  // namespace tensio
