#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "build/bending.h"
#include "build/material.h"
#include "math/result.h"
#include "model/model.h"

namespace tensio {

/// Points and triangles, as a mesh file gives them.
struct TriangleMesh {
  std::vector<Vec3> points;  // m
  std::vector<std::array<VertexId, 3>> triangles;
};

/// More are refused. A surface has about two triangles per vertex; this leaves room for soups.
inline constexpr std::size_t max_triangles = 4 * max_vertices;

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

/// Stiffness of each spring family, N/m; a family of stiffness 0 gets no springs. A mesh has no diagonals to
/// shear.
struct MeshStiffness {
  double structural = 80;  // along the edges
  double bend = 20;        // across each interior edge
};

/// Which vertices springs of the family "bend" join.
enum class MeshBendSprings {
  across_edges,       // those that face each other across an edge
  second_neighbours,  // all pairs two edges apart: against shear as well as bending
};

struct MeshOptions {
  MeshStiffness stiffness{};
  MeshBendSprings bend_springs = MeshBendSprings::across_edges;
  MembraneOptions membrane{};  // all but springs: no structural springs, nor for bending if woven
  BendingOptions bending{};    // all but springs: no bending springs
  StiffeningOptions stiffening{};
  StrainBoundsOptions strain_bounds{};
  double pressure = 0;        // Pa, inside a closed mesh over that outside
  double spring_damping = 0;  // N·s/m
  double mass = 1;            // kg, in all
  double area_density = 0;    // kg/m²; above 0: instead of mass
  Lumping lumping = Lumping::uniform;
  double weld_distance = -1;  // m; see weld(); negative: no welding
  bool strict = false;        // refuse what is otherwise accepted with a warning
};

/// A model, and what was odd about the mesh: one sentence with a count per kind of oddity.
struct MeshModel {
  Model model;
  std::vector<std::string> warnings;
  std::size_t welded = 0;  // vertices that were welded into another
};

/// Springs on unique edges (structural) and across each interior edge between the two opposite vertices, or
/// between all second neighbours (bend), never two between the same vertices; across an edge of more than two
/// triangles they join the opposite vertices of triangles that follow one another in the file. Degenerate
/// triangles (repeated corner or zero area) and duplicate triangles are left out; these, non-manifold edges,
/// coincident and isolated vertices are accepted with a warning, or refused when strict. Empty meshes, bad
/// indices and non-finite points are refused. One part, "mesh".
Result<MeshModel> make_mesh_model(TriangleMesh mesh, const MeshOptions& options);

}  // namespace tensio
