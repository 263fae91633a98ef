#pragma once

#include "io/scene_spec.h"

namespace tensio {

/// Takes the vertices and triangles that all bodies ask for off `left`, before any is built.
Result<void> reserve_bodies(const std::vector<BodySpec>& bodies, const SceneFiles& files, SceneLimits& left);

struct BuiltBody {
  Model model;
  std::vector<Vec3> position;  // m at the start; empty: the rest position
  std::vector<Vec3> velocity;  // m/s
  std::vector<std::string> warnings;

  const std::vector<Vec3>& start() const { return position.empty() ? model.rest_position : position; }
};

/// Builds and places one body with its pins, attachments and forces. `path` names it in errors. Subtracts the
/// resources that spend_sizes() did not count from `left`.
Result<BuiltBody> build_body(const BodySpec& spec, const std::string& path, const SceneFiles& files,
                             SceneLimits& left);

}  // namespace tensio
