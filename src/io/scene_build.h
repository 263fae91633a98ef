#pragma once

#include "io/scene_spec.h"

namespace tensio {

/// Counts the vertices of all grids and chains before any is built. Returns how many are left for meshes.
Result<std::size_t> check_sizes(const std::vector<BodySpec>& bodies);

struct BuiltBody {
  Model model;
  std::vector<Vec3> velocity;  // m/s
  std::vector<std::string> warnings;
};

/// Builds one body: its springs, placed, with pins, attachments and forces. `path` names it in errors,
/// `budget` is how many vertices a mesh may have.
Result<BuiltBody> build_body(const BodySpec& spec, const std::string& path, std::size_t budget,
                             const SceneFiles& files);

}  // namespace tensio
