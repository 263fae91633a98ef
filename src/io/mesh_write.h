#pragma once

#include <array>
#include <span>
#include <string>

#include "model/model.h"

namespace tensio {

// Points and triangles as the contents of a file. Points must be finite, indices valid.

/// Wavefront OBJ, nine significant digits.
std::string obj_text(Positions points, std::span<const std::array<VertexId, 3>> triangles);

/// PLY, binary little endian, coordinates as floats.
std::string ply_bytes(Positions points, std::span<const std::array<VertexId, 3>> triangles);

}  // namespace tensio
