#pragma once

#include <string>

#include "build/grid.h"
#include "math/result.h"
#include "model/model.h"

namespace tensio {

/// Points and triangles, as a mesh file gives them.
struct TriangleMesh {
  std::vector<Vec3> points;  // m
  std::vector<std::array<VertexId, 3>> triangles;
};

/// An edge of a mesh with the triangles that share it (the neighbouring-triangle list).
struct MeshEdge {
  std::array<VertexId, 2> ends;  // ends[0] < ends[1]
  std::vector<std::uint32_t>
      triangles;  // one on the boundary, two inside, more where the mesh is not a manifold
};

/// Unique edges, found by sorting the triples (lower end, upper end, triangle), in that order.
std::vector<MeshEdge> unique_edges(const std::vector<std::array<VertexId, 3>>& triangles);

struct MeshOptions {
  FamilyStiffness stiffness{
      .structural = 80, .shear = 0, .bend = 20};  // N/m; bend: across each interior edge
  double spring_damping = 0;                      // N·s/m
  double mass = 1;                                // kg, in all
  Lumping lumping = Lumping::uniform;
  double weld_distance =
      -1;               // m; vertices closer than this become one (0: exact duplicates); negative: no welding
  bool strict = false;  // refuse what is otherwise accepted with a warning
};

/// A model, and what was odd about the mesh: one sentence with a count per kind of oddity.
struct MeshModel {
  Model model;
  std::vector<std::string> warnings;
};

/// Springs on unique edges (structural) and across each interior edge between the two opposite vertices
/// (bend). Degenerate triangles (repeated corner or zero area), duplicate triangles, non-manifold edges and
/// isolated vertices are accepted with a warning, or refused when strict. Empty meshes, bad indices and
/// non-finite points are refused.
Result<MeshModel> make_mesh_model(TriangleMesh mesh, const MeshOptions& options);

}  // namespace tensio
