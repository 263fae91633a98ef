#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "build/tetrahedra.h"
#include "tensio/result.h"

namespace tensio {

// Tetrahedral meshes from memory. `name` (of the file) begins every error. What they return has finite
// points, valid indices, at least one tetrahedron and at most max_vertices points.

/// Gmsh's format, ASCII, of versions 2.2 and 4.1: the tetrahedra (of those of higher order the corners);
/// everything else is ignored.
Result<TetMesh> parse_msh(std::string_view text, std::string_view name);

/// TetGen's pair of files. Vertices count from what the first of them is called, 0 or 1.
Result<TetMesh> parse_tetgen(std::string_view nodes, std::string_view elements, std::string_view name);

/// Whether the name ends like one of these formats: .msh, .node or .ele.
bool is_tet_file(std::string_view name);

/// Any of them; of a .node or .ele file the other is fetched too. `where`, if not empty, begins every error
/// of the parsers.
Result<TetMesh> parse_tets(const std::string& name,
                           const std::function<Result<std::string>(const std::string&)>& files,
                           const std::string& where = "");

}  // namespace tensio
