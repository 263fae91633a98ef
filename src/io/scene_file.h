#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "io/scene.h"
#include "tensio/result.h"

namespace tensio {

/// Reads a scene document: JSON if the name ends in .json, otherwise TOML. Errors start with the path.
Result<nlohmann::json> read_document_file(const std::string& path);

/// Returns a reader of files relative to the folder of this scene file.
SceneFiles files_beside(const std::string& scene_path);

}  // namespace tensio
