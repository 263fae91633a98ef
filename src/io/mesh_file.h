#pragma once

#include <string>

#include "build/mesh.h"
#include "math/result.h"

namespace tensio {

/// Larger mesh files are refused.
inline constexpr std::size_t max_mesh_bytes = std::size_t{1} << 30;

/// Reads an OBJ, PLY or STL file; see parse_mesh().
Result<TriangleMesh> read_mesh_file(const std::string& path);

}  // namespace tensio
