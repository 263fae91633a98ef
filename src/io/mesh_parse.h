#pragma once

#include <string_view>

#include "build/mesh.h"
#include "tensio/result.h"

namespace tensio {

// Parse meshes from memory. Errors start with `name` (of the file) and the line or byte. The result has
// finite points, valid indices, at least one triangle and at most max_vertices points. Polygons are split
// into fans from their first corner, which is correct for convex ones.

/// Parses Wavefront OBJ: v and f in all their forms. Ignores everything else.
Result<TriangleMesh> parse_obj(std::string_view text, std::string_view name);

/// Parses PLY 1.0, ascii or binary of either byte order: x, y, z of `vertex` and vertex_indices (or
/// vertex_index) of `face`, of any numeric type. Skips everything else.
Result<TriangleMesh> parse_ply(std::string_view bytes, std::string_view name);

/// Parses STL, ascii or binary, and merges equal corners, as the format has no shared vertices.
Result<TriangleMesh> parse_stl(std::string_view bytes, std::string_view name);

/// Parses any of the three, detected by the first bytes or else by the extension of the name.
Result<TriangleMesh> parse_mesh(std::string_view bytes, std::string_view name);

}  // namespace tensio
