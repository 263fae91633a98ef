#include "build/bending.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "build/material.h"
#include "build/mesh.h"
#include "build/plate.h"
#include "build/weave.h"
#include "model/elements.h"

namespace tensio {
namespace {

/// Whether the triangle runs along the edge from its first end to its second.
bool runs_along(const std::array<VertexId, 3>& triangle, const std::array<VertexId, 2>& edge) {
  for (std::size_t i = 0; i < 3; ++i)
    if (triangle[i] == edge[0] && triangle[(i + 1) % 3] == edge[1]) return true;
  return false;
}

/// D of the threads that a hinge along this edge bends.
double stiffness_across(const Model& model, const std::array<VertexId, 4>& vertex,
                        const BendingOptions& options, const Vec3& warp_direction) {
  if (!options.weft) return options.stiffness;
  const std::vector<Vec3>& x = model.rest_position;
  const auto& [a, b, c, d] = vertex;
  const Vec3 edge = normalized(x[b] - x[a]);
  const Vec3 normal = normalized(cross(x[b] - x[a], x[c] - x[a]) + cross(x[a] - x[b], x[d] - x[b]));
  const double along = dot(edge, in_plane(warp_direction, normal)), part = std::min(1.0, along * along);
  return options.stiffness * (1 - part) + *options.weft * part;
}

void add_hinge(Model& model, const std::array<VertexId, 4>& vertex, const BendingOptions& options,
               double stiffness) {
  const std::vector<Vec3>& x = model.rest_position;
  const HingeShape shape = hinge_shape({x[vertex[0]], x[vertex[1]], x[vertex[2]], x[vertex[3]]});
  if (shape.coefficient == std::array<double, 4>{}) return;
  const double weight = stiffness / shape.area;
  if (options.model == BendingModel::hinges || options.model == BendingModel::sine_hinges) {
    model.hinges.push_back(
        {.vertex = vertex,
         .rest_angle = shape.angle,
         .stiffness = weight * shape.edge * shape.edge,
         .law = options.model == BendingModel::hinges ? HingeLaw::quadratic : HingeLaw::sine,
         .coefficient = shape.coefficient});
    return;
  }
  Stencil stencil{.vertex = vertex, .weight = weight};
  Vec3 sum;
  for (std::size_t i = 0; i < 4; ++i) {
    stencil.coefficient[i] = shape.edge * shape.coefficient[i];
    sum += stencil.coefficient[i] * (x[vertex[i]] - x[vertex[0]]);
  }
  // Of a flat hinge the sum is rounding.
  const double curved = norm(sum);
  if (options.model == BendingModel::projective && curved > 1e-9 * shape.edge) stencil.rest_length = curved;
  model.stencils.push_back(stencil);
}

}  // namespace

Result<void> check(const BendingOptions& options) {
  if (auto ok = detail::check_not_negative("bending.weft", options.weft.value_or(0), "N·m"); !ok) return ok;
  if (!(std::abs(options.poisson) <= 0.99))
    return fail(fmt::format("bending.poisson is {}; it must be between -0.99 and 0.99", options.poisson));
  return detail::check_not_negative("bending.stiffness", options.stiffness, "N·m");
}

Result<void> check(const MembraneOptions& options) {
  if (!(options.poisson >= 0) || !(options.poisson <= 0.99))
    return fail(fmt::format("membrane.poisson is {}; it must be between 0 and 0.99", options.poisson));
  if (auto ok = detail::check_positive("membrane.warp", options.warp, "N/m"); !ok) return ok;
  if (auto ok = detail::check_positive("membrane.weft", options.weft, "N/m"); !ok) return ok;
  if (auto ok = detail::check_not_negative("membrane.shear", options.shear, "N/m"); !ok) return ok;
  if (!(norm(options.warp_direction) > 0) || !is_finite(options.warp_direction))
    return fail("membrane.warp_direction is zero; set a direction, like [0, 1, 0]");
  return detail::check_not_negative("membrane.young", options.young, "N/m");
}

void add_bending(Model& model, const BendingOptions& options, const Vec3& warp_direction) {
  if (options.model == BendingModel::springs) return;
  if (options.model == BendingModel::plate) return add_plates(model, options, warp_direction);
  const MeshEdges edges = unique_edges(model.triangles);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto triangles = edges.triangles_of(e);
    for (std::size_t t = 0; t + 1 < triangles.size(); ++t) {
      const auto &first = model.triangles[triangles[t]], &second = model.triangles[triangles[t + 1]];
      const std::array<VertexId, 2>& edge = edges.ends[e];
      const bool is_left = runs_along(first, edge);
      const VertexId left = opposite(is_left ? first : second, edge),
                     right = opposite(is_left ? second : first, edge);
      const std::array<VertexId, 4> vertex{edge[0], edge[1], left, right};
      const double stiffness = stiffness_across(model, vertex, options, warp_direction);
      if (left != right && stiffness > 0) add_hinge(model, vertex, options, stiffness);
    }
  }
}

void add_membranes(Model& model, const MembraneOptions& options) {
  if (options.model == MembraneModel::woven) return add_woven_triangles(model, options);
  if (options.model == MembraneModel::springs || options.young == 0) return;
  const std::vector<Vec3>& x = model.rest_position;
  for (const auto& triangle : model.triangles)
    if (auto element = make_membrane(triangle, {x[triangle[0]], x[triangle[1]], x[triangle[2]]},
                                     plane_stress(options.young, options.poisson)))
      model.membranes.push_back(*element);
}

}  // namespace tensio
