#pragma once

#include <string>

#include "build/mesh.h"
#include "tensio/result.h"

namespace tensio {

/// Reads an OBJ, PLY or STL file; see parse_mesh().
Result<TriangleMesh> read_mesh_file(const std::string& path);

}  // namespace tensio
