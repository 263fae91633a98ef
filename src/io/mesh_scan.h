#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "build/mesh.h"
#include "tensio/result.h"

namespace tensio::detail {

/// Reads a text line by line; lines end with \n, \r\n or \r.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : text_(text) {}

  /// Moves to the next line; returns false after the last one.
  bool next();
  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }        // number of this line, from 1
  std::size_t end_offset() const { return position_; }  // byte at which the next line starts

 private:
  std::string_view text_, line_;
  std::size_t position_ = 0, number_ = 0;
};

/// Removes the first word from the front of a text and returns it; empty if there is none.
std::string_view take_word(std::string_view& text);

/// Converts a whole word to a finite number, if it is one.
std::optional<double> to_number(std::string_view word);
std::optional<std::int64_t> to_integer(std::string_view word);

/// Removes three numbers from the front of a text, if it starts with them.
std::optional<Vec3> take_point(std::string_view& text);

std::string lower_case(std::string_view text);

/// Quotes a piece of the input for an error: shortened, without control characters.
std::string quoted(std::string_view word);

/// Checks that a mesh is neither empty nor too large.
Result<TriangleMesh> checked(TriangleMesh mesh, std::string_view name);

}  // namespace tensio::detail
