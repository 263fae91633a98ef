#pragma once

#include <string>
#include <vector>

#include "tensio/result.h"

namespace tensio {

/// Proven settings, as changes to a scene document (set_field).
struct ScenePreset {
  const char* name;
  const char* doc;                   // one line
  std::vector<std::string> changes;  // field=value
};
const std::vector<ScenePreset>& scene_presets();
Result<const ScenePreset*> find_preset(const std::string& name);

}  // namespace tensio
