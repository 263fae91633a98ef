#include "io/mesh_format.h"

#include <fmt/format.h>

#include "io/mesh_scan.h"
#include "io/tet_parse.h"

namespace tensio {

std::span<const MeshFormat* const> mesh_formats() {
  static constexpr const MeshFormat* formats[] = {&obj_format, &ply_format, &stl_format};
  return formats;
}

const MeshFormat* mesh_format_of(std::string_view file) {
  const std::string extension = detail::lower_case(file.substr(file.rfind('.') + 1));
  for (const MeshFormat* format : mesh_formats())
    if (format->name == extension && extension.size() < file.size()) return format;
  return nullptr;
}

std::string mesh_extensions() {
  std::string list;
  for (const MeshFormat* format : mesh_formats())
    list += fmt::format("{}.{}",
                        list.empty()                      ? ""
                        : format == mesh_formats().back() ? " or "
                                                          : ", ",
                        format->name);
  return list;
}

Result<TriangleMesh> parse_mesh(std::string_view bytes, std::string_view name) {
  if (bytes.empty()) return fail(fmt::format("{} is empty", name));
  if (bytes.starts_with("ply\n") || bytes.starts_with("ply\r")) return ply_format.parse(bytes, name);
  if (const MeshFormat* format = mesh_format_of(name)) return format->parse(bytes, name);
  if (bytes.starts_with("solid")) return stl_format.parse(bytes, name);
  if (is_tet_file(name))
    return fail(fmt::format("{} contains tetrahedra; use it in a body of kind \"tetrahedra\"", name));
  return fail(fmt::format("{} is not a supported mesh; use an {} file", name, mesh_extensions()));
}

}  // namespace tensio
