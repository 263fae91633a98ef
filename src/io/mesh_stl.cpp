#include <fmt/format.h>

#include "io/bytes.h"
#include "io/mesh_format.h"
#include "io/mesh_scan.h"

namespace tensio {
namespace {

constexpr std::size_t header_size = 84;    // 80 arbitrary bytes, then the number of triangles
constexpr std::size_t triangle_size = 50;  // normal, three corners, two arbitrary bytes

/// Appends one triangle with new corners.
void add_triangle(TriangleMesh& mesh, const std::array<Vec3, 3>& corners) {
  const auto first = static_cast<VertexId>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), corners.begin(), corners.end());
  mesh.triangles.push_back({first, first + 1, first + 2});
}

Result<TriangleMesh> parse_binary(std::string_view bytes, std::string_view name) {
  if (bytes.size() < header_size)
    return fail(fmt::format("{} ends at byte {}, inside the header of a binary STL file; it is truncated",
                            name, bytes.size()));
  const std::size_t count = detail::read_unsigned(bytes.substr(80, 4), detail::ByteOrder::little);
  const std::size_t fitting = (bytes.size() - header_size) / triangle_size;
  if (count > fitting)
    return fail(fmt::format("{} declares {} triangles, but its {} bytes hold only {}; the file is truncated",
                            name, count, bytes.size(), fitting));
  if (count > max_triangles)
    return fail(fmt::format("{} has {} triangles; the limit is {}", name, count, max_triangles));
  TriangleMesh mesh;
  mesh.points.reserve(3 * count);
  mesh.triangles.reserve(count);
  for (std::size_t t = 0; t < count; ++t) {
    const std::size_t begin = header_size + t * triangle_size + 12;
    std::array<double, 9> value{};
    for (std::size_t i = 0; i < 9; ++i)
      value[i] = detail::read_float(bytes.substr(begin + 4 * i, 4), detail::ByteOrder::little);
    const std::array<Vec3, 3> corners{Vec3{value[0], value[1], value[2]}, Vec3{value[3], value[4], value[5]},
                                      Vec3{value[6], value[7], value[8]}};
    if (!is_finite(corners))
      return fail(fmt::format("{}, byte {}: triangle {} has a corner that is not finite", name, begin, t));
    add_triangle(mesh, corners);
  }
  return mesh;
}

Result<TriangleMesh> parse_ascii(std::string_view text, std::string_view name) {
  TriangleMesh mesh;
  std::array<Vec3, 3> corners;
  std::size_t corner_count = 0;
  bool is_complete = false;
  detail::LineReader lines(text);
  const auto error = [&](const std::string& what) {
    return fail(fmt::format("{}, line {}: {}", name, lines.number(), what));
  };
  while (lines.next()) {
    std::string_view rest = lines.line();
    const std::string keyword = detail::lower_case(detail::take_word(rest));
    if (keyword == "vertex") {
      const auto point = detail::take_point(rest);
      if (!point) return error("a vertex needs three finite numbers after \"vertex\"");
      if (corner_count == 3) return error("a facet has more than three vertices");
      corners[corner_count++] = *point;
    } else if (keyword == "endloop") {
      if (corner_count != 3) return error(fmt::format("a facet has {} vertices instead of 3", corner_count));
      if (mesh.triangles.size() == max_triangles)
        return error(
            fmt::format("the file has more than {} triangles, the limit; use a coarser mesh", max_triangles));
      add_triangle(mesh, corners);
      corner_count = 0;
    } else if (keyword == "solid" || keyword == "endsolid") {
      is_complete = keyword == "endsolid";
    } else if (keyword != "facet" && keyword != "outer" && keyword != "endfacet" && !keyword.empty()) {
      return error(fmt::format("unknown keyword {} in an ascii STL file", detail::quoted(keyword)));
    }
  }
  if (!is_complete || corner_count != 0)
    return fail(
        fmt::format("{} ends at line {} without \"endsolid\"; the file is truncated", name, lines.number()));
  return mesh;
}

/// A binary header may also start with "solid", but then the size matches the count or there are zero bytes.
bool is_text(std::string_view bytes) {
  const std::string_view header = bytes.substr(0, header_size);
  std::string_view rest = header;
  if (detail::lower_case(detail::take_word(rest)) != "solid") return false;
  if (header.find('\0') != std::string_view::npos) return false;
  if (bytes.size() < header_size) return true;
  const std::uint64_t count = detail::read_unsigned(bytes.substr(80, 4), detail::ByteOrder::little);
  return bytes.size() != header_size + count * triangle_size;
}

/// Ascii or binary. Merges equal corners, as the format has no shared vertices.
Result<TriangleMesh> parse_stl(std::string_view bytes, std::string_view name) {
  if (bytes.empty()) return fail(fmt::format("{} is empty", name));
  auto mesh = is_text(bytes) ? parse_ascii(bytes, name) : parse_binary(bytes, name);
  if (!mesh) return mesh;
  weld(*mesh, 0);
  return detail::checked(std::move(*mesh), name);
}

}  // namespace

const MeshFormat stl_format{"stl", "", parse_stl};

}  // namespace tensio
