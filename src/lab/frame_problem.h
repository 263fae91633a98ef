#pragma once

#include <vector>

#include "integrate/implicit.h"
#include "tensio/setup.h"

namespace tensio::lab {

/// The objective of one step, with all that it refers to.
struct FrameProblem {
  System system;
  StepAim aim;
  std::vector<Vec3> start;
};

/// The step that would come after this state.
FrameProblem make_problem(const Setup& setup, const State& state);

}  // namespace tensio::lab
