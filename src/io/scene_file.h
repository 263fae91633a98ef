#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "io/scene.h"
#include "tensio/result.h"

namespace tensio {

/// Translates TOML into the JSON document that scenes are read from. An error names line and column.
Result<nlohmann::json> parse_toml(std::string_view text);

/// Reads a scene document: TOML, or JSON when the name ends in .json. Errors begin with the path.
Result<nlohmann::json> read_document_file(const std::string& path);

/// Fetches files relative to the folder of this scene file.
SceneFiles files_beside(const std::string& scene_path);

}  // namespace tensio
