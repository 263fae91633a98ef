#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tensio/scene.h"

namespace tensio {

/// Reads and builds a scene. An error is one sentence that names the field.
Result<Scene> read_scene(const nlohmann::json& document, const SceneFiles& files,
                         const SceneLimits& limits = {});

/// Changes the fields of a document, then reads it.
Result<Scene> change_and_read(Result<nlohmann::json> document, const SceneChanges& changes,
                              const SceneFiles& files, const SceneLimits& limits);

}  // namespace tensio
