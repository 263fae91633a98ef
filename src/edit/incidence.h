#pragma once

#include <span>

#include "tensio/model.h"

namespace tensio::detail {

/// An edge of the mesh, or any pair of vertices, the smaller first.
using VertexPair = std::array<VertexId, 2>;
inline VertexPair pair_of(VertexId a, VertexId b) {
  return a < b ? VertexPair{a, b} : VertexPair{b, a};
}

/// The triangles and the springs at every vertex, in rising order.
class Incidence {
 public:
  Incidence(std::size_t vertices, const std::vector<std::array<VertexId, 3>>& triangles,
            const std::vector<std::array<VertexId, 2>>& springs);
  explicit Incidence(const Model& model)
      : Incidence(model.vertex_count(), model.triangles, model.springs.ends) {}

  std::span<const std::uint32_t> triangles_at(VertexId v) const { return triangles_.at(v); }
  std::span<const std::uint32_t> springs_at(VertexId v) const { return springs_.at(v); }

 private:
  struct Lists {
    std::vector<std::uint32_t> start, item;
    std::span<const std::uint32_t> at(VertexId v) const {
      return std::span(item).subspan(start[v], start[v + 1] - start[v]);
    }
  };
  template <std::size_t corners>
  static Lists make_lists(std::size_t vertices, const std::vector<std::array<VertexId, corners>>& items);

  Lists triangles_, springs_;
};

/// Whether a spring holds by itself and is no part of a surface: it is not for bending, and has an end where
/// no triangle is, or is structural and no edge of a triangle, as in a twig with leaves.
bool is_rope(const Springs& springs, std::uint32_t spring, const Incidence& at,
             const std::vector<std::array<VertexId, 3>>& triangles);

/// Whether v is a corner of the triangle.
inline bool has_corner(const std::array<VertexId, 3>& triangle, VertexId v) {
  return triangle[0] == v || triangle[1] == v || triangle[2] == v;
}

}  // namespace tensio::detail
