#include "build/weave.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tensio {
namespace {

/// C₁₁ and C₂₂, N/m.
struct Moduli {
  double weft, warp;
};
Moduli moduli(const MembraneOptions& o) {
  const double half = 0.5 * (1 + std::sqrt(1 + 4 * (o.shear / o.warp) * (o.shear / o.weft)));
  return {half * o.weft, half * o.warp};
}

Result<void> too_stiff(const MembraneOptions& o) {
  return fail(
      fmt::format("membrane.shear is {} N/m, too much for a warp of {} and a weft of {} N/m; lower it",
                  o.shear, o.warp, o.weft));
}

}  // namespace

Vec3 in_plane(const Vec3& direction, const Vec3& normal) {
  constexpr double least = 0.1;  // of the sine of the angle to the normal
  for (const Vec3& axis : {normalized(direction), Vec3{0, 0, 1}, Vec3{1, 0, 0}}) {
    const Vec3 projected = axis - dot(axis, normal) * normal;
    if (norm(projected) > least) return normalized(projected);
  }
  return {0, 1, 0};
}

Result<WeaveSprings> weave_springs(const MembraneOptions& o, double dx, double dz) {
  const Moduli c = moduli(o);
  const double ratio = dx / dz, diagonal = dx * dx + dz * dz;
  const WeaveSprings springs{.weft = (c.weft - o.shear * ratio * ratio) / ratio,
                             .warp = (c.warp - o.shear / (ratio * ratio)) * ratio,
                             .diagonal = o.shear * diagonal / (2 * dx * dz)};
  if (springs.weft < 0 || springs.warp < 0) return fail(too_stiff(o).error());
  return springs;
}

bool add_woven_grid(Model& model, VertexId first, std::size_t columns, std::size_t rows,
                    const MembraneOptions& options, double damping) {
  const auto vertex = [&](std::size_t column, std::size_t row) {
    return first + static_cast<VertexId>(row * columns + column);
  };
  const auto length = [&](VertexId a, VertexId b) {
    return norm(model.rest_position[a] - model.rest_position[b]);
  };
  const double dx = length(first, vertex(1, 0)), dz = length(first, vertex(0, 1));
  const auto k = weave_springs(options, dx, dz);
  if (!k) return false;
  const double diagonal = std::sqrt(dx * dx + dz * dz);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column + 1 < columns; ++column) {
      const double share = row == 0 || row + 1 == rows ? 0.5 : 1;
      model.springs.add(vertex(column, row), vertex(column + 1, row), SpringFamily::structural, dx,
                        share * k->weft, damping);
    }
  for (std::size_t row = 0; row + 1 < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      const double share = column == 0 || column + 1 == columns ? 0.5 : 1;
      model.springs.add(vertex(column, row), vertex(column, row + 1), SpringFamily::structural, dz,
                        share * k->warp, damping);
    }
  if (k->diagonal == 0) return true;
  for (const std::size_t turn : {std::size_t{0}, std::size_t{1}})
    for (std::size_t row = 0; row + 1 < rows; ++row)
      for (std::size_t column = 0; column + 1 < columns; ++column)
        model.springs.add(vertex(column + turn, row), vertex(column + 1 - turn, row + 1), SpringFamily::shear,
                          diagonal, k->diagonal, damping);
  return true;
}

Result<void> check_woven_triangles(const MembraneOptions& o) {
  const Moduli c = moduli(o);
  return c.weft < o.shear || c.warp < o.shear ? too_stiff(o) : Result<void>{};
}

void add_woven_triangles(Model& model, const MembraneOptions& o) {
  const Moduli c = moduli(o);
  const std::vector<Vec3>& x = model.rest_position;
  for (const auto& [i, j, k] : model.triangles) {
    const Vec3 doubled = cross(x[j] - x[i], x[k] - x[i]);
    const double area = 0.5 * norm(doubled);
    const double longest = std::max({norm(x[j] - x[i]), norm(x[k] - x[j]), norm(x[i] - x[k])});
    if (!(area > 1e-12 * longest * longest)) continue;
    const Vec3 normal = normalized(doubled), warp = in_plane(o.warp_direction, normal);
    const Vec3 weft = cross(warp, normal);
    const auto add = [&](const Vec3& thread, double tension) {
      if (!(tension > 0)) return;
      // The slope along the thread of the function that is 1 at a corner and 0 at the others.
      const double at_j = dot(thread, cross(normal, x[i] - x[k])) / (2 * area);
      const double at_k = dot(thread, cross(normal, x[j] - x[i])) / (2 * area);
      model.stencils.push_back({.vertex = {i, j, k, i},
                                .coefficient = {-at_j - at_k, at_j, at_k, 0},
                                .rest_length = 1,
                                .weight = tension * area});
    };
    add(warp, c.warp - o.shear);
    add(weft, c.weft - o.shear);
    add(normalized(warp + weft), 2 * o.shear);
    add(normalized(warp - weft), 2 * o.shear);
  }
}

}  // namespace tensio
