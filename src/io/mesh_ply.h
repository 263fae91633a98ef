#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/number_table.h"
#include "tensio/result.h"

namespace tensio::detail {

enum class PlyFormat { ascii, binary_little, binary_big };
enum class PlyType : std::uint8_t { none, int8, uint8, int16, uint16, int32, uint32, float32, float64 };

/// Returns the size of one value in a binary file, bytes.
constexpr std::size_t size_of(PlyType type) {
  return std::array<std::size_t, 9>{0, 1, 1, 2, 2, 4, 4, 4, 8}[static_cast<std::size_t>(type)];
}

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::none;
  PlyType count_type = PlyType::none;  // type of a list's count; none: a single value

  bool is_list() const { return count_type != PlyType::none; }
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
};

struct PlyHeader {
  PlyFormat format = PlyFormat::ascii;
  std::vector<PlyElement> elements;
  std::size_t lines = 0;       // in the header
  std::size_t body_begin = 0;  // byte after the header
};

Result<PlyHeader> parse_ply_header(std::string_view bytes, std::string_view name);

/// Reads those properties of the element `vertex` that are among `columns`.
Result<NumberTable> parse_ply_vertices(std::string_view bytes, std::string_view name,
                                       const std::vector<std::string_view>& columns);

}  // namespace tensio::detail
