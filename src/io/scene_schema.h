#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tensio {

/// The format of scene documents as a JSON Schema (draft 2020-12).
nlohmann::ordered_json scene_schema();

/// The same for people: a page of Markdown with one table per part of a document (docs/scene-format.md).
std::string scene_schema_text();

}  // namespace tensio
