#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "build/mesh.h"
#include "tensio/result.h"

namespace tensio::detail {

/// Goes through a text line by line; a line ends with \n, \r\n or \r.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : text_(text) {}

  /// Moves to the next line; false after the last.
  bool next();
  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }        // of this line, from 1
  std::size_t end_offset() const { return position_; }  // byte where the next line begins

 private:
  std::string_view text_, line_;
  std::size_t position_ = 0, number_ = 0;
};

/// Takes the first word between blanks off the front of a text; empty when there is none.
std::string_view take_word(std::string_view& text);

/// The whole word as a number, or nothing. Finite numbers only.
std::optional<double> to_number(std::string_view word);
std::optional<std::int64_t> to_integer(std::string_view word);

/// Three numbers off the front of a text, or nothing.
std::optional<Vec3> take_point(std::string_view& text);

std::string lower_case(std::string_view text);

/// A piece of the input, fit to be shown in an error: short, and without control characters.
std::string quoted(std::string_view word);

/// The last look at a mesh that has been read: not empty, not too large.
Result<TriangleMesh> checked(TriangleMesh mesh, std::string_view name);

}  // namespace tensio::detail
