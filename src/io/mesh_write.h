#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "tensio/model.h"

namespace tensio {

using Triangles = std::span<const std::array<VertexId, 3>>;
using Segments = std::span<const std::array<VertexId, 2>>;

// Points, triangles and segments as the contents of a file. Points must be finite, indices valid.

/// Wavefront OBJ, nine significant digits; segments are lines (l).
std::string obj_text(Positions points, Triangles triangles, Segments segments = {});

/// PLY, binary little endian, coordinates as floats; segments are the element edge (vertex1, vertex2), which
/// is left out when there are none.
std::string ply_bytes(Positions points, Triangles triangles, Segments segments = {});

/// What ropes and chains are seen by: the structural springs of the parts that have no triangles.
std::vector<std::array<VertexId, 2>> strand_segments(const Model& model);

}  // namespace tensio
