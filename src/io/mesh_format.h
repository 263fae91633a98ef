#pragma once

#include <span>
#include <string>
#include <string_view>

#include "build/mesh.h"
#include "model/seen.h"

namespace tensio {

/// A format of mesh files. Each row stands beside its parser and writer, in mesh_*.cpp.
struct MeshFormat {
  std::string_view name;  // in lower case: the extension of its files, and the word of --format
  std::string_view doc;   // how a written frame holds bodies and ropes
  /// Parses a mesh from memory. Errors start with `name` (of the file) and the line or byte. The result has
  /// finite points, valid indices, at least one triangle and at most max_vertices points. Polygons are split
  /// into fans from their first corner, which is correct for convex ones.
  Result<TriangleMesh> (*parse)(std::string_view bytes, std::string_view name);
  /// Returns one frame as the contents of a file; null: the format is only read. Points are seen_points() and
  /// finite.
  std::string (*write)(Positions points, const Seen& seen) = nullptr;
};
extern const MeshFormat obj_format, ply_format, stl_format;

/// All formats; the first is the default of --format.
std::span<const MeshFormat* const> mesh_formats();
/// Returns the format that the extension of a file name stands for; null if none.
const MeshFormat* mesh_format_of(std::string_view file);
/// ".obj, .ply or .stl"
std::string mesh_extensions();

/// Parses any of them, detected by the first bytes or else by the extension of the name.
Result<TriangleMesh> parse_mesh(std::string_view bytes, std::string_view name);

}  // namespace tensio
