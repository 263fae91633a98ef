#include "io/mesh_write.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "io/bytes.h"

namespace tensio {
namespace {

/// A name as a file of lines can hold it.
std::string on_one_line(std::string name) {
  std::ranges::replace_if(
      name, [](unsigned char c) { return c < ' '; }, '_');
  return name;
}

}  // namespace

std::string obj_text(Positions points, const Seen& seen) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const Vec3& p : points) fmt::format_to(out, "v {:.9g} {:.9g} {:.9g}\n", p.x, p.y, p.z);
  for (const SeenBody& body : seen.bodies) {
    if (!body.name.empty()) fmt::format_to(out, "o {}\n", on_one_line(body.name));
    for (std::size_t t = body.triangle_begin; t < body.triangle_end; ++t) {
      const auto [a, b, c] = seen.triangles[t];
      fmt::format_to(out, "f {} {} {}\n", std::size_t{a} + 1, std::size_t{b} + 1, std::size_t{c} + 1);
    }
    for (std::size_t s = body.segment_begin; s < body.segment_end; ++s) {
      const auto [a, b] = seen.segments[s];
      fmt::format_to(out, "l {} {}\n", std::size_t{a} + 1, std::size_t{b} + 1);
    }
  }
  return text;
}

std::string ply_bytes(Positions points, const Seen& seen) {
  std::string bytes = fmt::format(
      "ply\nformat binary_little_endian 1.0\n"
      "element vertex {}\nproperty float x\nproperty float y\nproperty float z\n"
      "element face {}\nproperty list uchar uint vertex_indices\n",
      points.size(), seen.triangles.size());
  if (!seen.segments.empty())
    bytes +=
        fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n", seen.segments.size());
  bytes += "end_header\n";
  bytes.reserve(bytes.size() + 12 * points.size() + 13 * seen.triangles.size() + 8 * seen.segments.size());
  for (const Vec3& p : points)
    for (const double coordinate : {p.x, p.y, p.z}) detail::append_little_float(bytes, coordinate);
  for (const auto& triangle : seen.triangles) {
    bytes += '\3';
    for (const VertexId v : triangle) detail::append_little(bytes, v);
  }
  for (const auto& segment : seen.segments)
    for (const VertexId v : segment) detail::append_little(bytes, v);
  return bytes;
}

}  // namespace tensio
