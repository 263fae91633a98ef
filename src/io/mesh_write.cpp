#include "io/mesh_write.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "io/bytes.h"

namespace tensio {

std::string obj_text(Positions points, Triangles triangles, Segments segments) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const Vec3& p : points) fmt::format_to(out, "v {:.9g} {:.9g} {:.9g}\n", p.x, p.y, p.z);
  for (const auto& [a, b, c] : triangles)
    fmt::format_to(out, "f {} {} {}\n", std::size_t{a} + 1, std::size_t{b} + 1, std::size_t{c} + 1);
  for (const auto& [a, b] : segments)
    fmt::format_to(out, "l {} {}\n", std::size_t{a} + 1, std::size_t{b} + 1);
  return text;
}

std::string ply_bytes(Positions points, Triangles triangles, Segments segments) {
  std::string bytes = fmt::format(
      "ply\nformat binary_little_endian 1.0\n"
      "element vertex {}\nproperty float x\nproperty float y\nproperty float z\n"
      "element face {}\nproperty list uchar uint vertex_indices\n",
      points.size(), triangles.size());
  if (!segments.empty())
    bytes += fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n", segments.size());
  bytes += "end_header\n";
  bytes.reserve(bytes.size() + 12 * points.size() + 13 * triangles.size() + 8 * segments.size());
  for (const Vec3& p : points)
    for (const double coordinate : {p.x, p.y, p.z}) detail::append_little_float(bytes, coordinate);
  for (const auto& triangle : triangles) {
    bytes += '\3';
    for (const VertexId v : triangle) detail::append_little(bytes, v);
  }
  for (const auto& segment : segments)
    for (const VertexId v : segment) detail::append_little(bytes, v);
  return bytes;
}

std::vector<std::array<VertexId, 2>> strand_segments(const Model& model) {
  std::vector<bool> is_strand(model.vertex_count(), false);
  for (const Part& part : model.parts)
    if (part.triangle_begin == part.triangle_end)
      std::fill(is_strand.begin() + static_cast<std::ptrdiff_t>(part.vertex_begin),
                is_strand.begin() + static_cast<std::ptrdiff_t>(part.vertex_end), true);
  std::vector<std::array<VertexId, 2>> segments;
  for (std::size_t s = 0; s < model.springs.size(); ++s)
    if (model.springs.family[s] == SpringFamily::structural && is_strand[model.springs.ends[s][0]])
      segments.push_back(model.springs.ends[s]);
  return segments;
}

}  // namespace tensio
