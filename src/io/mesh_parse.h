#pragma once

#include <string_view>

#include "build/mesh.h"
#include "tensio/result.h"

namespace tensio {

// Meshes from memory. `name` (of the file) begins every error, followed by the line or the byte. What they
// return has finite points, valid indices, at least one triangle and at most max_vertices points. Polygons
// are cut into fans from their first corner, which is right for convex ones.

/// Wavefront OBJ: v and f in all their forms; everything else is ignored.
Result<TriangleMesh> parse_obj(std::string_view text, std::string_view name);

/// PLY 1.0, ascii or binary of either byte order: x, y, z of `vertex` and vertex_indices (or vertex_index) of
/// `face`, of any numeric type; everything else is skipped.
Result<TriangleMesh> parse_ply(std::string_view bytes, std::string_view name);

/// STL, ascii or binary. The format has no shared vertices: equal corners become one.
Result<TriangleMesh> parse_stl(std::string_view bytes, std::string_view name);

/// Any of the three: by the first bytes where they tell, otherwise by the extension of the name.
Result<TriangleMesh> parse_mesh(std::string_view bytes, std::string_view name);

}  // namespace tensio
