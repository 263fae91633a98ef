#include "io/mesh_parse.h"

#include <fmt/format.h>

#include "io/mesh_scan.h"
#include "io/tet_parse.h"

namespace tensio {

Result<TriangleMesh> parse_mesh(std::string_view bytes, std::string_view name) {
  if (bytes.empty()) return fail(fmt::format("{} is empty", name));
  if (bytes.starts_with("ply\n") || bytes.starts_with("ply\r")) return parse_ply(bytes, name);
  const std::string lower = detail::lower_case(name);
  if (lower.ends_with(".obj")) return parse_obj(bytes, name);
  if (lower.ends_with(".ply")) return parse_ply(bytes, name);
  if (lower.ends_with(".stl") || bytes.starts_with("solid")) return parse_stl(bytes, name);
  if (is_tet_file(name))
    return fail(fmt::format("{} contains tetrahedra; use it in a body of kind \"tetrahedra\"", name));
  return fail(fmt::format("{} is not a supported mesh; use an .obj, .ply or .stl file", name));
}

}  // namespace tensio
