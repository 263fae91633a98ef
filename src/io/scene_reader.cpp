#include "io/scene_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "io/nearest_name.h"
#include "math/format.h"

namespace tensio {

namespace {

using nlohmann::json;

constexpr std::size_t max_items = 100'000;  // in a list of tables or keyframes
constexpr std::size_t max_text = 10'000;    // bytes in a string

constexpr Range any_index{0, static_cast<double>(max_vertices)};

const char* type_of(const json& found) {
  if (found.is_object()) return "a table";
  if (found.is_array()) return "a list";
  if (found.is_string()) return "a string";
  if (found.is_boolean()) return "true or false";
  if (found.is_number()) return "a number";
  return "empty";
}

/// Returns the name in a TOML header, without indices: body[0].pin → body.pin
std::string toml_name(const std::string& path) {
  std::string name;
  bool is_index = false;
  for (const char c : path) {
    if (c == '[') is_index = true;
    if (!is_index) name += c;
    if (c == ']') is_index = false;
  }
  return name;
}

std::string out_of_range(const std::string& path, const SceneField& field, const std::string& found) {
  return fmt::format("{} must be {}{}{}, not {}", path, describe(field.range), *field.unit ? " " : "",
                     field.unit, found);
}

}  // namespace

std::string SceneReader::wrong_type(const std::string& path, const std::string& wanted, const json& found) {
  const std::string size = found.is_array() ? fmt::format(" of {}", found.size()) : "";
  return fmt::format("{} must be {}, not {}{}", path.empty() ? "the scene" : path, wanted, type_of(found),
                     size);
}

const json* SceneReader::find(const SceneField& field) {
  known_.emplace_back(field.name);
  const auto found = object_.find(field.name);
  if (found != object_.end()) return error_ ? nullptr : &*found;
  if (field.required) check(fail(fmt::format("{} is missing; add it", path_of(field))));
  return nullptr;
}

void SceneReader::check(Result<void> result) {
  if (!result && !error_) error_ = result.error();
}

Result<void> SceneReader::finish() const {
  if (complete_)
    for (const auto& [key, unused] : object_.items()) {
      if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
      const std::string near = nearest_name(key, known_);
      return fail(fmt::format("unknown field {}{}{}; {}", path_, path_.empty() ? "" : ".", key.substr(0, 80),
                              near.empty() ? fmt::format("known fields: {}", joined(known_, ", "))
                                           : fmt::format("did you mean \"{}\"?", near)));
    }
  if (error_) return fail(*error_);
  return {};
}

Result<std::size_t> SceneReader::index_of_word(const json& found, const std::string& path,
                                               const std::vector<std::string>& words) {
  const std::string list = fmt::format("\"{}\"", joined(words, "\", \""));
  if (!found.is_string()) return fail(wrong_type(path, "one of " + list, found));
  const std::string& word = found.get_ref<const std::string&>();
  const auto at = std::find(words.begin(), words.end(), word);
  if (at != words.end()) return static_cast<std::size_t>(at - words.begin());
  const std::string near = nearest_name(word, words);
  return fail(
      fmt::format("{}: unknown value \"{}\"; {}", path, word.substr(0, 80),
                  near.empty() ? "choose one of " + list : fmt::format("did you mean \"{}\"?", near)));
}

Result<void> SceneReader::check_list(const json& found, const std::string& path, const SceneField& field) {
  if (found.is_object())
    return fail(wrong_type(path, "a list of tables", found) + fmt::format("; write [[{}]]", toml_name(path)));
  if (!found.is_array()) return fail(wrong_type(path, "a list of tables", found));
  if (found.size() > max_items)
    return fail(fmt::format("{} has {} items; the limit is {}", path, found.size(), max_items));
  if (found.empty() && field.required) return fail(fmt::format("{} is empty; add at least one", path));
  return {};
}

void SceneReader::exactly_one_of(const std::vector<std::string>& names, std::string& given) {
  std::vector<std::string> found;
  for (const std::string& name : names)
    if (object_.contains(name)) found.push_back(name);
  const std::string list = joined(names, ", ");
  if (found.size() == 1)
    given = found[0];
  else if (found.empty())
    check(fail(fmt::format("{} selects no vertices; set one of {}", path_, list)));
  else
    check(fail(fmt::format("{} has both {} and {}; set only one of {}", path_, found[0], found[1], list)));
}

void SceneReader::direction(const SceneField& field, Vec3& value) {
  const SceneField bounded{.name = field.name, .range = {-1e6, 1e6}};
  const json* found = find(bounded);
  if (!found) return;
  const auto ok = parse(*found, path_of(field), bounded, value);
  if (ok && !(norm(value) > 1e-9))
    return check(fail(fmt::format("{} is zero; set a direction, like [0, 1, 0]", path_of(field))));
  check(ok);
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                double& value) {
  if (!found.is_number()) return fail(wrong_type(path, "a number", found));
  const double number = found.get<double>();
  if (!std::isfinite(number)) return fail(fmt::format("{} must be a finite number, not {}", path, number));
  if (!field.range.contains(number)) return fail(out_of_range(path, field, fmt::format("{}", number)));
  value = number;
  return {};
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                std::size_t& value) {
  double number = 0;
  if (auto ok = parse(found, path, field, number); !ok) return ok;
  if (number != std::floor(number))
    return fail(fmt::format("{} must be a whole number, not {}", path, number));
  value = static_cast<std::size_t>(number);
  return {};
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                int& value) {
  std::size_t number = 0;
  auto ok = parse(found, path, field, number);
  if (ok) value = static_cast<int>(number);
  return ok;
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                SubstepsSpec& value) {
  if (found == "auto") return value.is_automatic = true, Result<void>{};
  if (!found.is_number()) return fail(wrong_type(path, "a number or \"auto\"", found));
  return parse(found, path, field, value.count.emplace());
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField&, bool& value) {
  if (!found.is_boolean()) return fail(wrong_type(path, "true or false", found));
  value = found.get<bool>();
  return {};
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField&,
                                std::string& value) {
  if (!found.is_string()) return fail(wrong_type(path, "a string", found));
  value = found.get<std::string>();
  if (value.size() > max_text)
    return fail(fmt::format("{} has {} bytes; the limit is {}", path, value.size(), max_text));
  return {};
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                Vec3& value) {
  if (!found.is_array() || found.size() != 3)
    return fail(wrong_type(path, "a list of three numbers [x, y, z]", found));
  double* const components[3] = {&value.x, &value.y, &value.z};
  for (std::size_t i = 0; i < 3; ++i)
    if (auto ok = parse(found[i], fmt::format("{}[{}]", path, i), field, *components[i]); !ok) return ok;
  return {};
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField&, Rgb& value) {
  if (!found.is_string()) return fail(wrong_type(path, "a colour like \"#c83c32\"", found));
  const std::string& text = found.get_ref<const std::string&>();
  if (text.size() != 7 || text[0] != '#' ||
      text.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string::npos)
    return fail(fmt::format("{} must be a colour like \"#c83c32\", not \"{}\"", path, text.substr(0, 80)));
  value.code = static_cast<std::uint32_t>(std::strtoul(text.c_str() + 1, nullptr, 16));
  return {};
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                std::vector<std::size_t>& values) {
  if (!found.is_array()) return fail(wrong_type(path, "a list of whole numbers", found));
  if (found.empty()) return fail(fmt::format("{} is empty; list at least one vertex", path));
  values.resize(found.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    if (auto ok = parse(found[i], fmt::format("{}[{}]", path, i), field, values[i]); !ok) return ok;
  return {};
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField&,
                                std::vector<Path::Key>& keys) {
  if (!found.is_array()) return fail(wrong_type(path, "a list of keyframes [time, x, y, z]", found));
  if (found.empty()) return fail(fmt::format("{} is empty; add a keyframe [time, x, y, z]", path));
  if (found.size() > max_items)
    return fail(fmt::format("{} has {} keyframes; the limit is {}", path, found.size(), max_items));
  const SceneField time{.unit = "s", .range = {-far_away, far_away}}, offset{.unit = "m", .range = any_place};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const json& row = found[i];
    const std::string at = fmt::format("{}[{}]", path, i);
    if (!row.is_array() || row.size() != 4)
      return fail(wrong_type(at, "a keyframe of four numbers [time, x, y, z]", row));
    Path::Key key;
    double* const numbers[4] = {&key.time, &key.offset.x, &key.offset.y, &key.offset.z};
    for (std::size_t j = 0; j < 4; ++j)
      if (auto ok = parse(row[j], fmt::format("{}[{}]", at, j), j == 0 ? time : offset, *numbers[j]); !ok)
        return ok;
    if (i > 0 && !(key.time > keys.back().time))
      return fail(fmt::format(
          "{} is at {} s, not after the previous keyframe; sort the keyframes by time, without repeats", at,
          key.time));
    keys.push_back(key);
  }
  return {};
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                FormulaField& value) {
  if (found.is_string()) {
    if (auto ok = parse(found, path, field, value.text); !ok) return ok;
    return value.text.empty() ? Result<void>(fail(path + " is empty; write a formula, or leave it out"))
                              : Result<void>{};
  }
  if (!found.is_number()) return fail(wrong_type(path, "a formula in quotes or a number", found));
  double number = 0;
  if (auto ok = parse(found, path, {}, number); !ok) return ok;
  value.text = fmt::format("{}", number);
  return {};
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                VectorFormulaField& value) {
  if (!found.is_array() || found.size() != 3)
    return fail(wrong_type(path, "a list of three formulas, like [\"x\", \"0\", \"z\"]", found));
  for (std::size_t i = 0; i < 3; ++i) {
    FormulaField formula;
    if (auto ok = parse(found[i], fmt::format("{}[{}]", path, i), field, formula); !ok) return ok;
    value.text[i] = std::move(formula.text);
  }
  value.is_given = true;
  return {};
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                NumbersField& value) {
  if (found.is_number()) {
    value.values.resize(1);
    return parse(found, path, field, value.values[0]);
  }
  if (!found.is_array()) return fail(wrong_type(path, "a number or a list of numbers", found));
  return parse_rows(found, path, field, "numbers", value.values);
}

/// Reads a list whose items are of one kind.
template <class Row>
Result<void> SceneReader::parse_rows(const json& found, const std::string& path, const SceneField& field,
                                     const char* rows, std::vector<Row>& values) {
  if (!found.is_array()) return fail(wrong_type(path, fmt::format("a list of {}", rows), found));
  if (found.empty()) return fail(fmt::format("{} is empty; list at least one, or leave it out", path));
  if (found.size() > max_items)
    return fail(fmt::format("{} has {} items; the limit is {}", path, found.size(), max_items));
  values.resize(found.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    if (auto ok = parse(found[i], fmt::format("{}[{}]", path, i), field, values[i]); !ok) return ok;
  return {};
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                std::array<std::string, 2>& value) {
  if (!found.is_array() || found.size() != 2) return fail(wrong_type(path, "a list of two names", found));
  for (std::size_t i = 0; i < 2; ++i)
    if (auto ok = parse(found[i], fmt::format("{}[{}]", path, i), field, value[i]); !ok) return ok;
  return {};
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                std::vector<std::array<std::string, 2>>& values) {
  return parse_rows(found, path, field, "pairs of names", values);
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                std::vector<Vec3>& values) {
  return parse_rows(found, path, field, "points [x, y, z]", values);
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                std::vector<SpringRow>& values) {
  return parse_rows(found, path, field, "springs [a, b, stiffness]", values);
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField& field,
                                std::vector<TriangleRow>& values) {
  return parse_rows(found, path, field, "triangles [a, b, c]", values);
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField&,
                                SpringRow& value) {
  if (!found.is_array() || (found.size() != 3 && found.size() != 4))
    return fail(wrong_type(path, "a spring [a, b, stiffness] or [a, b, stiffness, rest length]", found));
  const SceneField fields[] = {{.range = any_index},
                               {.range = any_index},
                               {.unit = "N/m", .range = any_stiffness},
                               {.unit = "m", .range = any_length}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string place = fmt::format("{}[{}]", path, i);
    std::size_t vertex = 0;
    if (auto ok = i < 2 ? parse(found[i], place, fields[i], vertex)
                        : parse(found[i], place, fields[i], value.values[i]);
        !ok)
      return ok;
    if (i < 2) value.values[i] = static_cast<double>(vertex);
  }
  value.has_rest = found.size() == 4;
  return {};
}

Result<void> SceneReader::parse(const json& found, const std::string& path, const SceneField&,
                                TriangleRow& value) {
  if (!found.is_array() || found.size() != 3) return fail(wrong_type(path, "a triangle [a, b, c]", found));
  for (std::size_t i = 0; i < 3; ++i)
    if (auto ok = parse(found[i], fmt::format("{}[{}]", path, i), {.range = any_index}, value.corners[i]);
        !ok)
      return ok;
  return {};
}

}  // namespace tensio
