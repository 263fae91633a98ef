#include "io/mesh_write.h"

#include <fmt/format.h>
#include <iterator>

#include "io/bytes.h"

namespace tensio {

std::string obj_text(Positions points, std::span<const std::array<VertexId, 3>> triangles) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const Vec3& p : points) fmt::format_to(out, "v {:.9g} {:.9g} {:.9g}\n", p.x, p.y, p.z);
  for (const auto& [a, b, c] : triangles)
    fmt::format_to(out, "f {} {} {}\n", std::size_t{a} + 1, std::size_t{b} + 1, std::size_t{c} + 1);
  return text;
}

std::string ply_bytes(Positions points, std::span<const std::array<VertexId, 3>> triangles) {
  std::string bytes = fmt::format(
      "ply\nformat binary_little_endian 1.0\n"
      "element vertex {}\nproperty float x\nproperty float y\nproperty float z\n"
      "element face {}\nproperty list uchar uint vertex_indices\nend_header\n",
      points.size(), triangles.size());
  bytes.reserve(bytes.size() + 12 * points.size() + 13 * triangles.size());
  for (const Vec3& p : points)
    for (const double coordinate : {p.x, p.y, p.z}) detail::append_little_float(bytes, coordinate);
  for (const auto& triangle : triangles) {
    bytes += '\3';
    for (const VertexId v : triangle) detail::append_little(bytes, v);
  }
  return bytes;
}

}  // namespace tensio
