#pragma once

#include "io/scene_spec.h"

namespace tensio {

/// Builds one body: its springs, placed, with pins, attachments and forces. `path` names it in errors,
/// `budget` is how many vertices the scene may still have.
struct BuiltBody {
  Model model;
  std::vector<Vec3> velocity;  // m/s
  std::vector<std::string> warnings;
};
Result<BuiltBody> build_body(const BodySpec& spec, const std::string& path, std::size_t budget,
                             const SceneFiles& files);

}  // namespace tensio
