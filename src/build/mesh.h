#pragma once

#include <span>

#include "tensio/cloth.h"

namespace tensio {

/// The edges of a mesh with the triangles that share each (the neighbouring-triangle list).
struct MeshEdges {
  std::vector<std::array<VertexId, 2>> ends;  // lower end first; rising, each edge once
  std::vector<std::uint32_t> first;           // row e of `triangles` begins at first[e]; one more at the end
  std::vector<std::uint32_t> triangles;

  std::size_t size() const { return ends.size(); }
  /// One on the boundary, two inside, more where the mesh is not a manifold.
  std::span<const std::uint32_t> triangles_of(std::size_t edge) const {
    return std::span(triangles).subspan(first[edge], first[edge + 1] - first[edge]);
  }
};

/// Found by sorting the triples (lower end, upper end, triangle). A triangle that repeats a corner
/// contributes its one true edge once.
MeshEdges unique_edges(const std::vector<std::array<VertexId, 3>>& triangles);

/// The corner of a triangle that is not on this edge.
VertexId opposite(const std::array<VertexId, 3>& triangle, const std::array<VertexId, 2>& edge);

/// Vertices within `distance` of one that comes before them become that one (0: exact duplicates); the rest
/// keep their order. Returns how many disappeared. Points must be finite, indices valid. Linear time.
std::size_t weld(TriangleMesh& mesh, double distance);

/// Leaves out points that no triangle uses.
void drop_loose_points(TriangleMesh& mesh);

}  // namespace tensio
