#include "io/scene_document.h"

#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "math/format.h"

namespace tensio {

namespace {

using nlohmann::json;

/// Builds the document event by event. nlohmann's own builder needs exceptions to report the place of an
/// error, and does not limit the depth.
class DocumentBuilder : public nlohmann::json_sax<json> {
 public:
  json document;
  std::string problem;
  std::size_t position = 0;  // byte of the syntax error, 0: none

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (open_.back()->contains(name)) {
      problem = fmt::format("the key \"{}\" appears twice in one object", name);
      return false;
    }
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception&) override {
    position = at;
    return false;
  }

 private:
  std::vector<json*> open_;  // containers around the next value, outermost first
  std::string key_;

  json* place(json value) {
    if (open_.empty()) return document = std::move(value), &document;
    json& parent = *open_.back();
    if (parent.is_array()) return parent.push_back(std::move(value)), &parent.back();
    return &(parent[key_] = std::move(value));
  }
  bool add(json value) { return place(std::move(value)) != nullptr; }
  bool open(json container) {
    if (open_.size() >= static_cast<std::size_t>(max_document_depth)) {
      problem = fmt::format("the document is nested more than {} deep", max_document_depth);
      return false;
    }
    open_.push_back(place(std::move(container)));
    return true;
  }
  bool close() { return open_.pop_back(), true; }
};

std::string line_and_column(std::string_view text, std::size_t position) {
  std::size_t line = 1, column = 1;
  for (std::size_t i = 0; i + 1 < position && i < text.size(); ++i)
    text[i] == '\n' ? (++line, column = 1) : ++column;
  return fmt::format("line {}, column {}", line, column);
}

/// "body[0].mass" and "body.0.mass" → body, 0, mass
std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> parts(1);
  for (const char c : path) {
    if (c == '.' || c == '[')
      parts.emplace_back();
    else if (c != ']')
      parts.back() += c;
  }
  return parts;
}

bool is_index(const std::string& part) {
  return !part.empty() && part.size() <= 6 && part.find_first_not_of("0123456789") == std::string::npos;
}

/// "there is only body 0"
std::string what_there_is(const std::string& name, std::size_t count) {
  if (count == 0) return fmt::format("there is no {} yet; the first is {} 0", name, name);
  if (count == 1) return fmt::format("there is only {} 0", name);
  return fmt::format("there are only {} 0 to {}", name, count - 1);
}

}  // namespace

Result<json> parse_json(std::string_view text) {
  if (text.size() > max_document_bytes)
    return fail(fmt::format("the document has {} bytes; the limit is {}", text.size(), max_document_bytes));
  DocumentBuilder builder;
  if (json::sax_parse(text, &builder)) return std::move(builder.document);
  if (!builder.problem.empty()) return fail(builder.problem);
  return fail(fmt::format("{}: invalid JSON; check commas, quotes, brackets and the size of numbers",
                          line_and_column(text, builder.position)));
}

Result<void> set_field(json& document, std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0)
    return fail(fmt::format("\"{}\" is not of the form field=value, like time.substeps=2", assignment));
  const std::string_view path = assignment.substr(0, equals), text = assignment.substr(equals + 1);
  const std::vector<std::string> parts = split_path(path);
  if (parts.size() > static_cast<std::size_t>(max_document_depth))
    return fail(fmt::format("the field path has more than {} parts; shorten it", max_document_depth));

  json* place = &document;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string& part = parts[i];
    if (part.empty()) return fail(fmt::format("\"{}\" has an empty part; write it like body.0.mass", path));
    if (place->is_null()) *place = is_index(part) ? json::array() : json::object();
    if (place->is_object()) {
      place = &(*place)[part];
    } else if (place->is_array()) {
      if (part == "*") {
        for (std::size_t item = 0; item < place->size(); ++item) {
          std::vector<std::string> each = parts;
          each[i] = std::to_string(item);
          if (auto ok = set_field(document, joined(each, ".") + std::string(assignment.substr(equals))); !ok)
            return ok;
        }
        return {};
      }
      if (!is_index(part))
        return fail(
            fmt::format("\"{}\" needs an index in place of \"{}\", because the field is a list", path, part));
      const std::size_t index = std::strtoul(part.c_str(), nullptr, 10), size = place->size();
      // Only the first item may grow field by field, so that a wrong index is an error.
      const bool may_add = index == size && (size == 0 || i + 1 == parts.size());
      if (index >= size && !may_add)
        return fail(fmt::format("\"{}\" asks for {} {}, but {}", path, i == 0 ? "item" : parts[i - 1], index,
                                what_there_is(i == 0 ? "item" : parts[i - 1], size)));
      if (index == size) place->push_back(nullptr);
      place = &(*place)[index];
    } else {
      return fail(fmt::format("\"{}\" continues past a plain value; remove \"{}\"", path, part));
    }
  }
  auto literal = parse_json(text);
  *place = literal ? std::move(*literal) : json(std::string(text));
  return {};
}

}  // namespace tensio
