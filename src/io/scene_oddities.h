#pragma once

#include <string>
#include <vector>

#include "io/scene_spec.h"

namespace tensio {

/// A sentence for each thing that a scene gives and that does nothing in it, or not what it says. A field
/// that has its default counts as not given.
std::vector<std::string> find_oddities(const SceneSpec& spec, const Model& model);

}  // namespace tensio
