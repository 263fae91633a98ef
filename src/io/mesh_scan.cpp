#include "io/mesh_scan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <string>

namespace tensio::detail {

bool LineReader::next() {
  if (position_ >= text_.size()) return false;
  const std::size_t end = std::min(text_.find_first_of("\r\n", position_), text_.size());
  line_ = text_.substr(position_, end - position_);
  position_ = end;
  if (position_ < text_.size() && text_[position_] == '\r') ++position_;
  if (position_ < text_.size() && text_[position_] == '\n') ++position_;
  ++number_;
  return true;
}

std::string_view take_word(std::string_view& text) {
  constexpr std::string_view blanks = " \t\r\n\v\f";
  const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
  const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

std::optional<double> to_number(std::string_view word) {
  // strtod wants a terminated string; a number of more characters than this is not one.
  constexpr std::size_t longest = 400;
  char buffer[longest + 1];
  if (word.empty() || word.size() > longest) return {};
  word.copy(buffer, word.size());
  buffer[word.size()] = '\0';
  char* end = nullptr;
  const double value = std::strtod(buffer, &end);
  if (end != buffer + word.size() || !std::isfinite(value)) return {};
  return value;
}

std::optional<std::int64_t> to_integer(std::string_view word) {
  std::int64_t value = 0;
  const char* const end = std::to_address(word.end());
  const auto [stop, error] = std::from_chars(std::to_address(word.begin()), end, value);
  if (error != std::errc{} || stop != end) return {};
  return value;
}

std::optional<Vec3> take_point(std::string_view& text) {
  const auto x = to_number(take_word(text)), y = to_number(take_word(text)), z = to_number(take_word(text));
  if (!x || !y || !z) return {};
  return Vec3{*x, *y, *z};
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string quoted(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::string shown = "\"";
  for (const char c : word.substr(0, longest)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown + (word.size() > longest ? "…\"" : "\"");
}

Result<TriangleMesh> checked(TriangleMesh mesh, std::string_view name) {
  if (mesh.points.empty()) return fail(fmt::format("{} has no vertices; is it a mesh?", name));
  if (mesh.points.size() > max_vertices)
    return fail(fmt::format("{} has {} vertices; the limit is {}", name, mesh.points.size(), max_vertices));
  if (mesh.triangles.size() > max_triangles)
    return fail(
        fmt::format("{} has {} triangles; the limit is {}", name, mesh.triangles.size(), max_triangles));
  if (mesh.triangles.empty())
    return fail(
        fmt::format("{} has {} vertices but no faces; export its triangles too", name, mesh.points.size()));
  return mesh;
}

}  // namespace tensio::detail
