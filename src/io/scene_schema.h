#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tensio {

/// Returns the format of scene documents as a JSON Schema (draft 2020-12).
nlohmann::ordered_json scene_schema();

/// Returns the same as Markdown, with one table per part of a document (docs/scene-format.md).
std::string scene_schema_text();

}  // namespace tensio
