#include "io/scene_schema.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/scene_format.h"
#include "math/format.h"

namespace tensio {

namespace {

using Json = nlohmann::ordered_json;

void set_range(Json& schema, const Range& range) {
  if (std::isfinite(range.min)) schema[range.above_min ? "exclusiveMinimum" : "minimum"] = range.min;
  if (std::isfinite(range.max)) schema["maximum"] = range.max;
}

template <class Number>
Json number_schema(const Range& range) {
  Json schema{{"type", std::is_floating_point_v<Number> ? "number" : "integer"}};
  set_range(schema, range);
  return schema;
}

Json list_schema(Json items, std::size_t min, std::size_t max) {
  Json schema{{"type", "array"}, {"items", std::move(items)}, {"minItems", min}};
  if (max > 0) schema["maxItems"] = max;
  return schema;
}

Json vector_json(const Vec3& v) {
  return {v.x, v.y, v.z};
}

/// Visitor that writes a table's fields into an object schema. Defaults come from a fresh spec.
class SchemaWriter {
 public:
  explicit SchemaWriter(Json& object) : object_(object) {
    object_["type"] = "object";
    object_["properties"] = Json::object();
  }

  template <class Spec>
  static Json table_schema() {
    Json object;
    SchemaWriter writer(object);
    Spec spec;
    describe(writer, spec);
    if (!object.contains("unevaluatedProperties")) object["additionalProperties"] = false;
    return object;
  }

  void value(const SceneField& field, double& x) { add(field, number_schema<double>(field.range), x); }
  void value(const SceneField& field, int& x) { add(field, number_schema<int>(field.range), x); }
  void value(const SceneField& field, std::size_t& x) { add(field, number_schema<int>(field.range), x); }
  void value(const SceneField& field, bool& x) { add(field, {{"type", "boolean"}}, x); }
  void value(const SceneField& field, std::string& x) { add(field, {{"type", "string"}}, x); }
  void value(const SceneField& field, Vec3& x) { add(field, vector_schema(field), vector_json(x)); }
  void value(const SceneField& field, std::optional<Rgb>&) {
    add(field, {{"type", "string"}, {"pattern", "^#[0-9a-fA-F]{6}$"}}, nullptr);
  }
  void value(const SceneField& field, std::optional<Vec3>&) { add(field, vector_schema(field), nullptr); }
  template <class T>
  void value(const SceneField& field, std::optional<T>&) {
    add(field, number_schema<T>(field.range), nullptr);
  }
  void value(const SceneField& field, SubstepsSpec&) {
    add(field, {{"anyOf", {number_schema<int>(field.range), {{"const", "auto"}}}}}, nullptr);
  }
  void value(const SceneField& field, Rgb& x) {
    add(field, {{"type", "string"}, {"pattern", "^#[0-9a-fA-F]{6}$"}}, fmt::format("#{:06x}", x.code));
  }
  void value(const SceneField& field, std::vector<std::size_t>&) {
    add(field, list_schema(number_schema<int>(field.range), 1, 0), nullptr);
  }
  void value(const SceneField& field, std::vector<Path::Key>&) {
    add(field, list_schema(list_schema({{"type", "number"}}, 4, 4), 1, 0), nullptr);
  }
  void value(const SceneField& field, std::vector<Vec3>&) {
    add(field, list_schema(vector_schema(field), 1, 0), nullptr);
  }
  void value(const SceneField& field, std::vector<std::array<std::string, 2>>&) {
    add(field, list_schema(list_schema({{"type", "string"}}, 2, 2), 1, 0), nullptr);
  }
  void value(const SceneField& field, FormulaField&) { add(field, formula_schema(), nullptr); }
  void value(const SceneField& field, VectorFormulaField&) {
    add(field, list_schema(formula_schema(), 3, 3), nullptr);
  }
  void value(const SceneField& field, NumbersField&) {
    const Json number = number_schema<double>(field.range);
    add(field, {{"anyOf", {number, list_schema(number, 1, 0)}}}, nullptr);
  }
  void value(const SceneField& field, std::vector<SpringRow>&) {
    add(field, list_schema(list_schema(number_schema<double>({.min = 0}), 3, 4), 1, 0), nullptr);
  }
  void value(const SceneField& field, std::vector<TriangleRow>&) {
    add(field, list_schema(list_schema(number_schema<int>({.min = 0}), 3, 3), 1, 0), nullptr);
  }
  template <class T>
  void pair(const SceneField& field, T& a, T& b) {
    add(field, list_schema(number_schema<T>(field.range), 2, 2), {a, b});
  }
  void direction(const SceneField& field, Vec3& x) { add(field, vector_schema(field), vector_json(x)); }

  template <class E>
  void choice(const SceneField& field, E& x, const Choices<E>& choices) {
    Json schema{{"type", "string"}, {"enum", Json::array()}, {"x-enum-docs", Json::array()}};
    for (const Choice<E>& choice : choices) {
      schema["enum"].push_back(choice.name);
      schema["x-enum-docs"].push_back(choice.doc);
    }
    const char* name = choice_name(choices, x);
    add(field, std::move(schema), *name ? Json(name) : Json());
  }
  template <class Spec>
  void table(const SceneField& field, Spec&) {
    add(field, table_schema<Spec>(), nullptr);
  }
  template <class Spec>
  void list(const SceneField& field, std::vector<Spec>&) {
    add(field, list_schema(table_schema<Spec>(), field.required ? 1 : 0, 0), nullptr);
  }
  template <class... Specs>
  void kind(const SceneField& field, std::variant<Specs...>&) {
    add({.name = field.name, .doc = field.doc, .required = true},
        {{"type", "string"},
         {"enum", {scene_kind<Specs>.name...}},
         {"x-enum-docs", {scene_kind<Specs>.doc...}}},
        nullptr);
    // Each alternative adds its fields to the common ones; fields that neither declares are refused.
    object_["unevaluatedProperties"] = false;
    object_["oneOf"] = Json::array();
    (object_["oneOf"].push_back(alternative<Specs>(field.name, scene_kind<Specs>.name)), ...);
  }
  void exactly_one_of(const std::vector<std::string>& names, std::string&) {
    object_["oneOf"] = Json::array();
    for (const std::string& name : names) object_["oneOf"].push_back({{"required", {name}}});
  }

 private:
  Json& object_;

  static Json formula_schema() { return {{"anyOf", {{{"type", "string"}}, {{"type", "number"}}}}}; }
  static Json vector_schema(const SceneField& field) {
    return list_schema(number_schema<double>(field.range), 3, 3);
  }

  template <class Spec>
  static Json alternative(const char* tag, const std::string& word) {
    Json object = table_schema<Spec>();
    object.erase("additionalProperties");
    object["properties"][tag] = {{"const", word}};
    object["title"] = word;
    return object;
  }

  void add(const SceneField& field, Json schema, const Json& initial) {
    Json full{{"description", field.doc}};
    full.update(schema);
    if (*field.unit) full["x-unit"] = field.unit;
    if (!field.required && !initial.is_null() && initial != "") full["default"] = initial;
    object_["properties"][field.name] = std::move(full);
    if (field.required) object_["required"].push_back(field.name);
  }
};

std::string code(const Json& value) {
  return fmt::format("`{}`", value.dump());
}

/// "number ≥ 0", "list of 3 numbers", "table", …
std::string type_text(const Json& field) {
  if (field.contains("anyOf"))
    return type_text(field["anyOf"][0]) + " or " +
           (field["anyOf"][1].contains("const") ? field["anyOf"][1]["const"].dump()
                                                : type_text(field["anyOf"][1]));
  const std::string type = field.value("type", "");
  if (type == "object") return "table";
  if (type == "array") {
    const Json& items = field["items"];
    const std::string item = items.value("type", "");
    if (item == "object") return "list of tables";
    if (item == "array") {
      const std::string least = items["minItems"].dump(), most = items["maxItems"].dump();
      const Json& of = items["items"]["type"];
      const char* const kind = of == "integer" ? "whole numbers" : of == "string" ? "strings" : "numbers";
      return fmt::format("list of lists of {} {}", least == most ? least : least + " or " + most, kind);
    }
    const std::string numbers = item == "integer"         ? "whole numbers"
                                : items.contains("anyOf") ? "strings or numbers"
                                                          : "numbers";
    return field.contains("maxItems") ? fmt::format("list of {} {}", field["maxItems"].dump(), numbers)
                                      : "list of " + numbers;
  }
  if (field.contains("enum")) return "word";
  if (type == "boolean") return "true or false";
  if (type == "integer") return "whole number";
  return type;
}

std::string range_text(const Json& field) {
  const Json& numbers = field.contains("items")   ? field["items"]
                        : field.contains("anyOf") ? field["anyOf"][0]
                                                  : field;
  if (numbers.value("type", "") == "array") return "";
  Range range;
  range.above_min = numbers.contains("exclusiveMinimum");
  range.min = numbers.value(range.above_min ? "exclusiveMinimum" : "minimum", range.min);
  range.max = numbers.value("maximum", range.max);
  return std::isfinite(range.min) || std::isfinite(range.max) ? describe(range) : "";
}

std::string doc_text(const Json& field) {
  std::string text = field.value("description", "");
  if (!field.contains("x-enum-docs")) return text;
  for (std::size_t i = 0; i < field["enum"].size(); ++i)
    text += fmt::format("<br>{}: {}", code(field["enum"][i]), field["x-enum-docs"][i].get<std::string>());
  return text;
}

void write_rows(std::string& page, const Json& object) {
  page += "| field | type | unit | default | allowed | meaning |\n|---|---|---|---|---|---|\n";
  const Json required = object.value("required", Json::array());
  for (const auto& [name, field] : object["properties"].items()) {
    if (field.contains("const")) continue;
    const bool is_required = std::find(required.begin(), required.end(), name) != required.end();
    page +=
        fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", name, type_text(field), field.value("x-unit", ""),
                    is_required                 ? "*required*"
                    : field.contains("default") ? code(field["default"])
                                                : "",
                    range_text(field), doc_text(field));
  }
}

/// A table that only bodies, or colliders, of these kinds have.
struct KindTable {
  std::string name;
  Json table;
  std::vector<std::string> kinds;
};
std::vector<KindTable> tables_by_kind(const Json& object) {
  std::vector<KindTable> tables;
  for (const Json& alternative : object.value("oneOf", Json::array())) {
    if (!alternative.contains("title")) continue;
    const std::string kind = code(alternative["title"]);
    for (const auto& [name, field] : alternative["properties"].items()) {
      if (field.value("type", "") != "object") continue;
      const auto same = std::ranges::find_if(tables, [&, &key = name, &value = field](const KindTable& t) {
        return t.name == key && t.table == value;
      });
      if (same != tables.end())
        same->kinds.push_back(kind);
      else
        tables.push_back({name, field, {kind}});
    }
  }
  return tables;
}

void write_section(std::string& page, const std::string& heading, const std::string& path,
                   const Json& object) {
  page += fmt::format("\n## {}\n\n", heading);
  if (object.contains("description")) page += object["description"].get<std::string>() + "\n\n";
  write_rows(page, object);
  const auto write_children = [&](const Json& parent) {
    for (const auto& [name, field] : parent["properties"].items()) {
      const std::string child = path.empty() ? name : path + "." + name;
      if (field.value("type", "") == "object") write_section(page, "[" + child + "]", child, field);
      if (field.value("type", "") == "array" && field["items"].value("type", "") == "object") {
        Json item = field["items"];
        item["description"] = field["description"];
        write_section(page, "[[" + child + "]]", child, item);
      }
    }
  };
  for (const Json& alternative : object.value("oneOf", Json::array())) {
    if (!alternative.contains("title")) {
      page += "\nSet exactly one of the fields that select vertices.\n";
      break;
    }
    page += fmt::format("\nAdditional fields with `kind = {}`:\n\n", alternative["title"].dump());
    write_rows(page, alternative);
  }
  write_children(object);
  for (const auto& [name, table, kinds] : tables_by_kind(object)) {
    Json described = table;
    described["description"] =
        fmt::format("For `kind` = {}. {}", joined(kinds, ", "), table.value("description", ""));
    write_section(page, "[" + path + "." + name + "]", path + "." + name, described);
  }
}

}  // namespace

Json scene_schema() {
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"title", "tensio scene"},
              {"description", "A scene document. All units are SI; y points up."}};
  schema.update(SchemaWriter::table_schema<SceneSpec>());
  return schema;
}

std::string scene_schema_text() {
  std::string page =
      "# The scene format\n\n"
      "This page is generated by `tensio schema --text`. A scene is a TOML file, or a JSON file with the "
      "same\n"
      "fields. Units are SI, and y points up. Fields that are not listed here, and numbers outside their "
      "range,\n"
      "are errors. To change a field for one run: `tensio run SCENE --set body.0.mass=2`.\n";
  Json schema = scene_schema();
  schema.erase("description");
  write_section(page, "The document", "", schema);
  return page;
}

}  // namespace tensio
