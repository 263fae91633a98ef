#pragma once

#include "io/scene_spec.h"

namespace tensio {

/// Counts the vertices and triangles of all grids and chains before building them, and subtracts them from
/// `left`.
Result<void> spend_sizes(const std::vector<BodySpec>& bodies, SceneLimits& left);

struct BuiltBody {
  Model model;
  std::vector<Vec3> velocity;  // m/s
  std::vector<std::string> warnings;
};

/// Builds and places one body with its pins, attachments and forces. `path` names it in errors. Subtracts the
/// resources that spend_sizes() did not count from `left`.
Result<BuiltBody> build_body(const BodySpec& spec, const std::string& path, const SceneFiles& files,
                             SceneLimits& left);

}  // namespace tensio
