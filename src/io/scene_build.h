#pragma once

#include "io/scene_spec.h"

namespace tensio {

/// Counts the vertices and triangles of all grids and chains before any is built, and takes them off `left`.
Result<void> spend_sizes(const std::vector<BodySpec>& bodies, SceneLimits& left);

struct BuiltBody {
  Model model;
  std::vector<Vec3> velocity;  // m/s
  std::vector<std::string> warnings;
};

/// Builds one body: its springs, placed, with pins, attachments and forces. `path` names it in errors. What
/// it needs besides the sizes that are spent already is taken off `left`.
Result<BuiltBody> build_body(const BodySpec& spec, const std::string& path, const SceneFiles& files,
                             SceneLimits& left);

}  // namespace tensio
