#include "io/scene_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <toml++/toml.h>

#include "io/mesh_file.h"
#include "io/read_file.h"
#include "io/scene_document.h"

namespace tensio {

namespace {

using nlohmann::json;

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
    return fail(fmt::format("line {}: the document is nested more than {} levels deep; flatten it",
                            node.source().begin.line, max_document_depth));
  if (const auto* table = node.as_table()) return table_to_json(*table, depth);
  if (const auto* array = node.as_array()) return array_to_json(*array, depth);
  if (const auto* value = node.as_integer()) return json(value->get());
  if (const auto* value = node.as_floating_point()) return json(value->get());
  if (const auto* value = node.as_boolean()) return json(value->get());
  if (const auto* value = node.as_string()) return json(value->get());
  return fail(fmt::format("line {}, column {}: dates and times are not supported; put it in quotes",
                          node.source().begin.line, node.source().begin.column));
}

bool is_digit(std::string_view line, std::size_t i) {
  return i < line.size() && std::isdigit(static_cast<unsigned char>(line[i]));
}

/// Returns whether the dot at `i` belongs to a number like 12.5, not to a key like a.b.c or 1.2.3.
bool is_decimal_point(std::string_view line, std::size_t i) {
  if (i == 0 || !is_digit(line, i - 1) || !is_digit(line, i + 1)) return false;
  std::size_t begin = i - 1, end = i + 1;
  while (begin > 0 && is_digit(line, begin - 1)) --begin;
  while (is_digit(line, end)) ++end;
  return (begin == 0 || line[begin - 1] != '.') && (end == line.size() || line[end] != '.');
}

/// Returns the end of the string that starts at `i`. An unclosed string ends with its line, or with the text.
std::size_t end_of_string(std::string_view text, std::size_t i) {
  const char quote = text[i];
  const auto quotes_at = [&](std::size_t at) {  // at most five can end a string
    const std::string_view run = text.substr(at, 5);
    return std::min(run.find_first_not_of(quote), run.size());
  };
  const bool has_lines = quotes_at(i) >= 3;
  for (i += has_lines ? 3 : 1; i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (!has_lines && (text[i] == quote || text[i] == '\n')) {
      return text[i] == quote ? i + 1 : i;
    } else if (has_lines && text[i] == quote) {
      // One or two quotes of its own may precede the closing three.
      const std::size_t count = quotes_at(i);
      if (count >= 3) return i + count;
      i += count - 1;
    }
  }
  return text.size();
}

/// Limits the dots of dotted keys. Each one nests a table, which the parser frees recursively, so a long key
/// would overflow the stack. The parser itself limits only brackets.
Result<void> check_dots(std::string_view text) {
  std::size_t line = 1;
  int dots = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    if (text[i] == '#')
      i = std::min(text.find('\n', i), text.size());
    else if (text[i] == '"' || text[i] == '\'')
      i = end_of_string(text, i);
    else
      dots += text[i] == '.' && !is_decimal_point(text, i), ++i;
    if (const auto lines = std::count(text.begin() + begin, text.begin() + i, '\n'); lines > 0)
      line += static_cast<std::size_t>(lines), dots = 0;
    if (dots > max_dots_per_line)
      return fail(fmt::format(
          "line {} has more than {} dots outside numbers, strings and comments; use fewer nested tables",
          line, max_dots_per_line));
  }
  return {};
}

}  // namespace

Result<json> parse_toml(std::string_view text) {
  if (text.size() > max_document_bytes)
    return fail(fmt::format("the document has {} bytes; the limit is {}", text.size(), max_document_bytes));
  if (auto ok = check_dots(text); !ok) return fail(ok.error());
  // The packaged parser throws; no exception leaves this function.
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
  const auto text = read_file(path, max_document_bytes);
  if (!text) return fail(text.error());
  auto document = path.ends_with(".json") ? parse_json(*text) : parse_toml(*text);
  if (!document) return fail(path + ": " + document.error().message);
  return document;
}

namespace {

Result<Scene> change_and_read(Result<json> document, const SceneChanges& changes, const SceneFiles& files,
                              const SceneLimits& limits) {
  if (!document) return fail(document.error());
  for (const std::string& change : changes)
    if (auto ok = set_field(*document, change); !ok) return fail(ok.error());
  return read_scene(*document, files, limits);
}

}  // namespace

Result<Scene> parse_scene(std::string_view text, const SceneFiles& files, const SceneChanges& changes,
                          const SceneLimits& limits) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string_view::npos && text[first] == '{';
  return change_and_read(is_json ? parse_json(text) : parse_toml(text), changes, files, limits);
}

Result<Scene> read_scene_file(const std::string& path, const SceneChanges& changes) {
  auto scene = change_and_read(read_document_file(path), changes, files_beside(path), {});
  if (!scene)
    return scene.error().message.starts_with(path) ? fail(scene.error())
                                                   : fail(path + ": " + scene.error().message);
  if (scene->name.empty()) scene->name = std::filesystem::path(path).stem().string();
  return scene;
}

SceneFiles files_beside(const std::string& scene_path) {
  const std::filesystem::path folder = std::filesystem::path(scene_path).parent_path();
  return [folder](const std::string& name) { return read_file((folder / name).string(), max_mesh_bytes); };
}

}  // namespace tensio
