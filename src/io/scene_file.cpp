#include "io/scene_file.h"

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <toml++/toml.h>

#include "io/scene_document.h"

namespace tensio {

namespace {

using nlohmann::json;

constexpr std::size_t max_mesh_bytes = std::size_t{1} << 30;
constexpr int max_dots_per_line = 48;

Result<json> to_json(const toml::node& node, int depth);

Result<json> table_to_json(const toml::table& table, int depth) {
  json object = json::object();
  for (const auto& [key, value] : table) {
    auto converted = to_json(value, depth + 1);
    if (!converted) return converted;
    object[std::string(key.str())] = std::move(*converted);
  }
  return object;
}

Result<json> array_to_json(const toml::array& array, int depth) {
  json list = json::array();
  for (const toml::node& value : array) {
    auto converted = to_json(value, depth + 1);
    if (!converted) return converted;
    list.push_back(std::move(*converted));
  }
  return list;
}

Result<json> to_json(const toml::node& node, int depth) {
  if (depth > max_document_depth)
    return fail(fmt::format("line {}: the document is nested more than {} deep", node.source().begin.line,
                            max_document_depth));
  if (const auto* table = node.as_table()) return table_to_json(*table, depth);
  if (const auto* array = node.as_array()) return array_to_json(*array, depth);
  if (const auto* value = node.as_integer()) return json(value->get());
  if (const auto* value = node.as_floating_point()) return json(value->get());
  if (const auto* value = node.as_boolean()) return json(value->get());
  if (const auto* value = node.as_string()) return json(value->get());
  return fail(fmt::format("line {}, column {}: scenes use no dates and times; put it into quotes",
                          node.source().begin.line, node.source().begin.column));
}

bool is_digit(std::string_view line, std::size_t i) {
  return i < line.size() && std::isdigit(static_cast<unsigned char>(line[i]));
}

/// Whether the dot at `i` is that of a number like 12.5, not one of a key like a.b.c or 1.2.3.
bool is_decimal_point(std::string_view line, std::size_t i) {
  if (i == 0 || !is_digit(line, i - 1) || !is_digit(line, i + 1)) return false;
  std::size_t begin = i - 1, end = i + 1;
  while (begin > 0 && is_digit(line, begin - 1)) --begin;
  while (is_digit(line, end)) ++end;
  return (begin == 0 || line[begin - 1] != '.') && (end == line.size() || line[end] != '.');
}

/// Every dot of a dotted key nests one table deeper, and the parser frees nested tables recursively: a long
/// enough key would overflow the stack. The parser itself limits only brackets.
Result<void> check_dots(std::string_view text) {
  std::size_t line = 1;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view row = text.substr(0, end);
    int dots = 0;
    for (std::size_t i = 0; i < row.size(); ++i) dots += row[i] == '.' && !is_decimal_point(row, i);
    if (dots > max_dots_per_line)
      return fail(fmt::format("line {} has {} dots besides those of numbers; at most {} are read", line, dots,
                              max_dots_per_line));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line;
  }
  return {};
}

}  // namespace

Result<json> parse_toml(std::string_view text) {
  if (text.size() > max_document_bytes)
    return fail(
        fmt::format("the document has {} bytes; at most {} are read", text.size(), max_document_bytes));
  if (auto ok = check_dots(text); !ok) return tl::unexpected(ok.error());
  // The packaged parser reports by exceptions; they end here.
  try {
    const toml::table table = toml::parse(text);
    return to_json(table, 0);
  } catch (const toml::parse_error& error) {
    std::string reason(error.description());
    for (char& c : reason)
      if (c == '\n') c = ' ';
    return fail(fmt::format("line {}, column {}: {}", error.source().begin.line, error.source().begin.column,
                            reason));
  }
}

Result<json> read_document_file(const std::string& path) {
  const auto text = read_bytes_file(path, max_document_bytes);
  if (!text) return tl::unexpected(text.error());
  auto document = path.ends_with(".json") ? parse_json(*text) : parse_toml(*text);
  if (!document) return fail(path + ": " + document.error().message);
  return document;
}

SceneFiles files_beside(const std::string& scene_path) {
  const std::filesystem::path folder = std::filesystem::path(scene_path).parent_path();
  return
      [folder](const std::string& name) { return read_bytes_file((folder / name).string(), max_mesh_bytes); };
}

Result<std::string> read_bytes_file(const std::string& path, std::size_t max_bytes) {
  std::error_code problem;
  if (std::filesystem::is_directory(path, problem)) return fail(path + " is a folder, not a file");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) return fail(fmt::format("{} cannot be opened: {}", path, std::strerror(errno)));
  std::string bytes;
  char chunk[1 << 16];
  for (std::size_t got = 0; (got = std::fread(chunk, 1, sizeof chunk, file.get())) > 0;) {
    bytes.append(chunk, got);
    if (bytes.size() > max_bytes)
      return fail(fmt::format("{} is larger than {} MB, the most that is read", path, max_bytes >> 20));
  }
  if (std::ferror(file.get())) return fail(path + " cannot be read to its end");
  return bytes;
}

}  // namespace tensio
