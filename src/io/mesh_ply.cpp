#include "io/mesh_ply.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include "io/bytes.h"
#include "io/mesh_format.h"
#include "io/mesh_scan.h"

namespace tensio {
namespace {

using detail::PlyElement;
using detail::PlyFormat;
using detail::PlyHeader;
using detail::PlyProperty;
using detail::PlyType;

/// Reads the values after the header one by one, in any format.
class PlyBody {
 public:
  PlyBody(std::string_view bytes, const PlyHeader& header)
      : rest_(bytes.substr(header.body_begin)), size_(bytes.size()), format_(header.format) {}

  /// Returns whether the remaining bytes could hold `count` values.
  bool may_hold(std::uint64_t count, std::size_t bytes_each) const {
    return bytes_each == 0 || count <= rest_.size() / bytes_each;
  }
  /// Returns the smallest size of a row in bytes (a list may be empty).
  std::size_t smallest_row(const PlyElement& element) const {
    std::size_t bytes = 0;
    for (const PlyProperty& property : element.properties)
      bytes += smallest(property.is_list() ? property.count_type : property.type);
    return bytes;
  }
  std::size_t smallest(PlyType type) const { return format_ == PlyFormat::ascii ? 1 : size_of(type); }

  /// Reads the next value; empty at the end of the file or if a word is not a number. May not be finite.
  std::optional<double> next(PlyType type) {
    if (format_ == PlyFormat::ascii) {
      const std::string_view word = detail::take_word(rest_);
      if (const auto number = detail::to_number(word)) return number;
      const std::string lower = detail::lower_case(word);
      if (lower.find("nan") != std::string::npos || lower.find("inf") != std::string::npos) return NAN;
      return {};
    }
    const std::size_t size = size_of(type);
    if (rest_.size() < size) return {};
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return decode(bytes, type);
  }

  std::size_t offset() const { return size_ - rest_.size(); }

 private:
  double decode(std::string_view bytes, PlyType type) const {
    const auto order = format_ == PlyFormat::binary_big ? detail::ByteOrder::big : detail::ByteOrder::little;
    if (type == PlyType::float32) return detail::read_float(bytes, order);
    if (type == PlyType::float64) return detail::read_double(bytes, order);
    const auto value = static_cast<double>(detail::read_unsigned(bytes, order));
    const bool is_signed = type == PlyType::int8 || type == PlyType::int16 || type == PlyType::int32;
    const double range = std::ldexp(1.0, 8 * static_cast<int>(bytes.size()));
    return is_signed && value >= range / 2 ? value - range : value;
  }

  std::string_view rest_;
  std::size_t size_;
  PlyFormat format_;
};

class PlyParser {
 public:
  PlyParser(std::string_view bytes, std::string_view name, const PlyHeader& header)
      : bytes_(bytes), name_(name), header_(header), body_(bytes, header) {}

  Result<TriangleMesh> parse() {
    if (auto ok = check_header(); !ok) return fail(ok.error().message);
    for (const PlyElement& element : header_.elements)
      if (auto ok = read_element(element); !ok) return fail(ok.error().message);
    return detail::checked(std::move(mesh_), name_);
  }

 private:
  const PlyElement* find(std::string_view element) const {
    for (const PlyElement& candidate : header_.elements)
      if (candidate.name == element) return &candidate;
    return nullptr;
  }

  static bool is_corner_list(const PlyProperty& property) {
    return property.is_list() && (property.name == "vertex_indices" || property.name == "vertex_index");
  }

  Result<void> check_header() {
    const PlyElement* const vertex = find("vertex");
    const PlyElement* const face = find("face");
    if (!vertex || !face)
      return fail(fmt::format("the header of {} declares no {}; a mesh needs vertices and faces", name_,
                              vertex ? "element face" : "element vertex"));
    for (const char* axis : {"x", "y", "z"})
      if (std::none_of(vertex->properties.begin(), vertex->properties.end(),
                       [&](const PlyProperty& p) { return !p.is_list() && p.name == axis; }))
        return fail(fmt::format("the vertices of {} have no property {}", name_, axis));
    if (std::none_of(face->properties.begin(), face->properties.end(), is_corner_list))
      return fail(fmt::format("the faces of {} have no list property vertex_indices", name_));
    if (vertex->count > max_vertices)
      return fail(
          fmt::format("{} declares {} vertices; the limit is {}", name_, vertex->count, max_vertices));
    vertex_count_ = vertex->count;
    return {};
  }

  Result<void> read_element(const PlyElement& element) {
    if (element.properties.empty()) return {};
    if (!body_.may_hold(element.count, body_.smallest_row(element)))
      return error(fmt::format("{} rows of {} do not fit into the rest of the file; it is truncated",
                               element.count, detail::quoted(element.name)));
    for (std::uint64_t row = 0; row < element.count; ++row)
      if (auto ok = read_row(element); !ok) return ok;
    return {};
  }

  Result<void> read_row(const PlyElement& element) {
    const bool is_vertex = element.name == "vertex", is_face = element.name == "face";
    Vec3 point;
    for (const PlyProperty& property : element.properties) {
      if (property.is_list()) {
        if (auto ok = read_list(property, is_face && is_corner_list(property)); !ok) return ok;
        continue;
      }
      const auto value = body_.next(property.type);
      if (!value) return error_value(property);
      if (property.name == "x") point.x = *value;
      if (property.name == "y") point.y = *value;
      if (property.name == "z") point.z = *value;
    }
    if (!is_vertex) return {};
    if (!is_finite(point)) return error(fmt::format("vertex {} is not finite", mesh_.points.size()));
    mesh_.points.push_back(point);
    return {};
  }

  Result<void> read_list(const PlyProperty& property, bool is_corners) {
    const auto count = body_.next(property.count_type);
    if (!count) return error_value(property);
    if (!(*count >= 0 && *count <= 4294967295.0 && *count == std::floor(*count)) ||
        !body_.may_hold(static_cast<std::uint64_t>(*count), body_.smallest(property.type)))
      return error(fmt::format("a list {} of {} values does not fit into the rest of the file",
                               detail::quoted(property.name), *count));
    const auto size = static_cast<std::uint64_t>(*count);
    if (is_corners && size < 3)
      return error(fmt::format("the face has {} vertices; it needs at least 3", size));
    VertexId first = 0, previous = 0;
    for (std::uint64_t i = 0; i < size; ++i) {
      const auto value = body_.next(property.type);
      if (!value) return error_value(property);
      if (!is_corners) continue;
      if (!(*value >= 0 && *value < static_cast<double>(vertex_count_) && *value == std::floor(*value)))
        return error(fmt::format("the face uses vertex {}, but there are only {}, numbered from 0", *value,
                                 vertex_count_));
      const auto corner = static_cast<VertexId>(*value);
      if (i == 0) first = corner;
      if (i >= 2) mesh_.triangles.push_back({first, previous, corner});
      previous = corner;
    }
    return {};
  }

  Failure error_value(const PlyProperty& property) const {
    return error(fmt::format("the value of {} is not a number, or the file is truncated there",
                             detail::quoted(property.name)));
  }

  /// Reports the line of a text file, or the byte of a binary file.
  Failure error(const std::string& what) const {
    const std::string_view before = bytes_.substr(0, body_.offset());
    if (header_.format != PlyFormat::ascii)
      return fail(fmt::format("{}, byte {}: {}", name_, before.size(), what));
    detail::LineReader lines(before);
    while (lines.next()) continue;
    return fail(fmt::format("{}, line {}: {}", name_, lines.number(), what));
  }

  std::string_view bytes_, name_;
  const PlyHeader& header_;
  PlyBody body_;
  std::uint64_t vertex_count_ = 0;
  TriangleMesh mesh_;
};

/// Reads properties of the vertices, and skips what comes before.
class PlyTableParser {
 public:
  PlyTableParser(std::string_view bytes, std::string_view name, const PlyHeader& header)
      : name_(name), header_(header), body_(bytes, header) {}

  Result<NumberTable> parse(const std::vector<std::string_view>& columns) {
    for (const PlyElement& element : header_.elements) {
      const bool is_vertex = element.name == "vertex";
      if (!body_.may_hold(element.count, std::max<std::size_t>(body_.smallest_row(element), 1)))
        return fail(fmt::format("{} is truncated; export it again", name_));
      std::vector<std::size_t> column_of;  // of each property
      for (const PlyProperty& property : element.properties) {
        const bool is_wanted = is_vertex && !property.is_list() && !table_.find(property.name) &&
                               std::find(columns.begin(), columns.end(), property.name) != columns.end();
        column_of.push_back(is_wanted ? table_.columns.size() : none);
        if (!is_wanted) continue;
        table_.columns.push_back(property.name);
        table_.values.emplace_back();
      }
      for (std::uint64_t row = 0; row < element.count; ++row)
        for (std::size_t i = 0; i < element.properties.size(); ++i)
          if (auto ok = read(element.properties[i], column_of[i], row); !ok) return fail(ok.error());
      if (is_vertex) return std::move(table_);
    }
    return fail(fmt::format("the header of {} declares no element vertex; add it", name_));
  }

 private:
  static constexpr std::size_t none = SIZE_MAX;

  Result<void> read(const PlyProperty& property, std::size_t column, std::uint64_t row) {
    auto value = body_.next(property.is_list() ? property.count_type : property.type);
    if (value && property.is_list()) {
      if (!(*value >= 0 && *value <= 4294967295.0) ||
          !body_.may_hold(static_cast<std::uint64_t>(*value), body_.smallest(property.type)))
        value.reset();
      else
        for (auto left = static_cast<std::uint64_t>(*value); left > 0 && value; --left)
          value = body_.next(property.type);
    }
    if (!value || (column != none && !std::isfinite(*value)))
      return fail(fmt::format("{}: {} of row {} is not a finite number, or the file is truncated there",
                              name_, detail::quoted(property.name), row));
    if (column != none) table_.values[column].push_back(*value);
    return {};
  }

  std::string_view name_;
  const PlyHeader& header_;
  PlyBody body_;
  NumberTable table_;
};

/// PLY 1.0, ascii or binary of either byte order: x, y, z of `vertex` and vertex_indices (or vertex_index) of
/// `face`, of any numeric type. Skips everything else.
Result<TriangleMesh> parse_ply(std::string_view bytes, std::string_view name) {
  if (bytes.empty()) return fail(fmt::format("{} is empty", name));
  const auto header = detail::parse_ply_header(bytes, name);
  if (!header) return fail(header.error().message);
  return PlyParser(bytes, name, *header).parse();
}

/// Binary, little endian, coordinates as floats; the element edge (vertex1, vertex2) only where there are
/// any.
std::string write_ply(Positions points, const Seen& seen) {
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

}  // namespace

Result<NumberTable> detail::parse_ply_vertices(std::string_view bytes, std::string_view name,
                                               const std::vector<std::string_view>& columns) {
  const auto header = parse_ply_header(bytes, name);
  if (!header) return fail(header.error());
  return PlyTableParser(bytes, name, *header).parse(columns);
}

const MeshFormat ply_format{"ply", "binary, ropes as the element `edge`", parse_ply, write_ply};

}  // namespace tensio
