#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "build/tetrahedra.h"
#include "tensio/result.h"

namespace tensio {

// Parse tetrahedral meshes from memory. Errors start with `name` (of the file). The result has finite points,
// valid indices, at least one tetrahedron and at most max_vertices points.

/// Parses Gmsh's ASCII format, versions 2.2 and 4.1: tetrahedra, or the corners of higher-order ones. Ignores
/// everything else.
Result<TetMesh> parse_msh(std::string_view text, std::string_view name);

/// Parses TetGen's pair of files. Vertices are numbered from 0 or 1.
Result<TetMesh> parse_tetgen(std::string_view nodes, std::string_view elements, std::string_view name);

/// Returns whether the name ends in .msh, .node or .ele.
bool is_tet_file(std::string_view name);

/// Parses any of them, and fetches the second file of a TetGen pair. Parser errors start with `where`.
Result<TetMesh> parse_tets(const std::string& name,
                           const std::function<Result<std::string>(const std::string&)>& files,
                           const std::string& where = "");

}  // namespace tensio
