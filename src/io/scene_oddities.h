#pragma once

#include <string>
#include <vector>

#include "io/scene_spec.h"

namespace tensio {

/// Returns one sentence per field that has no effect in this scene, or not the expected one. Fields with
/// their default value count as unset.
std::vector<std::string> find_oddities(const SceneSpec& spec, const Model& model);

}  // namespace tensio
