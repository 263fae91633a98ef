#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "io/scene_format.h"
#include "io/scene_formula.h"
#include "tensio/result.h"

namespace tensio {

/// Visitor that fills one table's fields from a document. After the first problem it only collects field
/// names, so that finish() reports a misspelt name rather than its consequences.
class SceneReader {
 public:
  SceneReader(const nlohmann::json& object, std::string path) : object_(object), path_(std::move(path)) {}

  template <class Spec>
  static Result<void> read(const nlohmann::json& document, const std::string& path, Spec& spec) {
    if (!document.is_object()) return fail(wrong_type(path, "a table", document));
    SceneReader reader(document, path);
    describe(reader, spec);
    return reader.finish();
  }

  template <class T>
  void value(const SceneField& field, T& value) {
    if (const nlohmann::json* found = find(field)) check(parse(*found, path_of(field), field, value));
  }
  template <class T>
  void value(const SceneField& field, std::optional<T>& value) {
    if (const nlohmann::json* found = find(field))
      check(parse(*found, path_of(field), field, value.emplace()));
  }
  template <class T>
  void pair(const SceneField& field, T& a, T& b) {
    const nlohmann::json* found = find(field);
    if (!found) return;
    const std::string path = path_of(field);
    if (!found->is_array() || found->size() != 2)
      return check(fail(wrong_type(path, "a list of two numbers", *found)));
    check(parse((*found)[0], path + "[0]", field, a));
    check(parse((*found)[1], path + "[1]", field, b));
  }
  void direction(const SceneField& field, Vec3& value);

  template <class E>
  void choice(const SceneField& field, E& value, const Choices<E>& choices) {
    const nlohmann::json* found = find(field);
    if (!found) return;
    std::vector<std::string> words;
    for (const Choice<E>& choice : choices) words.push_back(choice.name);
    const auto index = index_of_word(*found, path_of(field), words);
    if (!index) return check(fail(index.error()));
    value = choices[*index].value;
  }

  template <class Spec>
  void table(const SceneField& field, Spec& spec) {
    if (const nlohmann::json* found = find(field)) check(read(*found, path_of(field), spec));
  }

  template <class Spec>
  void list(const SceneField& field, std::vector<Spec>& items) {
    const nlohmann::json* found = find(field);
    if (!found) return;
    if (auto ok = check_list(*found, path_of(field), field); !ok) return check(ok);
    for (std::size_t i = 0; i < found->size(); ++i)
      check(read((*found)[i], path_of(field) + "[" + std::to_string(i) + "]", items.emplace_back()));
  }

  template <class... Specs>
  void kind(const SceneField& field, std::variant<Specs...>& variant) {
    const nlohmann::json* found = find({.name = field.name, .required = true});
    if (!found) return complete_ = false, void();
    const auto index = index_of_word(*found, path_of(field), {scene_kind<Specs>.name...});
    if (!index) return complete_ = false, check(fail(index.error()));
    std::size_t i = 0;
    ((i++ == *index ? describe(*this, variant.template emplace<Specs>()) : void()), ...);
  }

  void exactly_one_of(const std::vector<std::string>& names, std::string& given);

 private:
  const nlohmann::json& object_;
  std::string path_;  // path of the table, "" for the document
  std::vector<std::string> known_;
  std::optional<Error> error_;
  bool complete_ = true;  // known_ lists all fields

  std::string path_of(const SceneField& field) const {
    return path_.empty() ? field.name : path_ + "." + field.name;
  }
  const nlohmann::json* find(const SceneField& field);
  void check(Result<void> result);
  Result<void> finish() const;

  static std::string wrong_type(const std::string& path, const std::string& wanted,
                                const nlohmann::json& found);
  static Result<std::size_t> index_of_word(const nlohmann::json& found, const std::string& path,
                                           const std::vector<std::string>& words);
  static Result<void> check_list(const nlohmann::json& found, const std::string& path,
                                 const SceneField& field);

  using Json = nlohmann::json;
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            double& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field, int& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            std::size_t& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            SubstepsSpec& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field, bool& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            std::string& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field, Vec3& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field, Rgb& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            std::vector<std::size_t>& values);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            std::vector<Path::Key>& keys);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            FormulaField& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            VectorFormulaField& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            NumbersField& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            std::vector<Vec3>& values);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            std::array<std::string, 2>& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            std::vector<std::array<std::string, 2>>& values);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            SpringRow& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            std::vector<SpringRow>& values);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            TriangleRow& value);
  static Result<void> parse(const Json& found, const std::string& path, const SceneField& field,
                            std::vector<TriangleRow>& values);
  template <class Row>
  static Result<void> parse_rows(const Json& found, const std::string& path, const SceneField& field,
                                 const char* rows, std::vector<Row>& values);
};

}  // namespace tensio
