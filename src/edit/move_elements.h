#pragma once

#include "edit/carriers.h"

namespace tensio::detail {

/// Takes bending, elements, clusters and pressures of the model to where the triangles that carry them went,
/// before the triangles themselves are moved:
/// - an element on a triangle goes with it;
/// - what lies on two triangles that share an edge needs both of them, and the edge whole;
/// - what lies on no triangles (ropes, tetrahedra, clusters) goes when one of its vertices was parted or a
///   spring between two of them is broken;
/// - what bounds a spring goes with it;
/// - a surface that was opened holds no pressure any longer.
/// How many are gone.
std::size_t move_elements(Model& model, const PartedMesh& mesh, std::span<const VertexId> parted);

}  // namespace tensio::detail
