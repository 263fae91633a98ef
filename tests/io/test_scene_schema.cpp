#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "io/scene_schema.h"

namespace tensio {
namespace {

using Json = nlohmann::ordered_json;

/// Every schema below this one, itself included.
void visit(const Json& schema, const std::string& path, const auto& check) {
  check(schema, path);
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [name, field] : properties.items()) visit(field, path + "." + name, check);
  if (schema.contains("items")) visit(schema["items"], path + "[]", check);
  for (const Json& alternative : schema.value("oneOf", Json::array())) visit(alternative, path + "|", check);
}

TEST(SceneSchema, IsADraft202012ObjectSchema) {
  const Json schema = scene_schema();
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(schema["type"], "object");
  EXPECT_EQ(schema["required"], Json::array({"body"}));
}

TEST(SceneSchema, EveryObjectRefusesUnknownFields) {
  visit(scene_schema(), "", [](const Json& schema, const std::string& path) {
    if (schema.value("type", "") != "object" || schema.contains("title")) return;
    EXPECT_TRUE(schema.contains("additionalProperties") || schema.contains("unevaluatedProperties")) << path;
  });
}

TEST(SceneSchema, EveryFieldIsDocumentedAndEveryDefaultObeysItsOwnRange) {
  visit(scene_schema(), "", [](const Json& schema, const std::string& path) {
    const Json properties = schema.value("properties", Json::object());
    for (const auto& [name, field] : properties.items()) {
      if (field.contains("const")) continue;
      const std::string where = path + "." + name;
      EXPECT_FALSE(field.value("description", "").empty()) << where;
      if (!field.contains("default")) continue;
      const Json& value = field["default"];
      if (field.contains("enum")) {
        EXPECT_NE(std::find(field["enum"].begin(), field["enum"].end(), value), field["enum"].end()) << where;
      }
      const Json& rule = field.contains("items") ? field["items"] : field;
      for (const Json& number : value.is_array() ? value : Json::array({value})) {
        if (!number.is_number()) continue;
        EXPECT_GE(number.get<double>(), rule.value("minimum", -1e300)) << where;
        EXPECT_LE(number.get<double>(), rule.value("maximum", 1e300)) << where;
      }
    }
  });
}

TEST(SceneSchema, RequiredFieldsAreDeclared) {
  visit(scene_schema(), "", [](const Json& schema, const std::string& path) {
    if (!schema.contains("properties")) return;
    for (const Json& name : schema.value("required", Json::array()))
      EXPECT_TRUE(schema["properties"].contains(name.get<std::string>())) << path << "." << name;
  });
}

TEST(SceneSchema, TheDocumentationPageIsTheGeneratedOne) {
  std::ifstream file(TENSIO_SOURCE_DIR "/docs/scene-format.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), scene_schema_text()) << "run: tensio schema --text > docs/scene-format.md";
}

}  // namespace
}  // namespace tensio
