#pragma once

#include <vector>

#include "integrate/implicit.h"
#include "tensio/setup.h"

namespace tensio::lab {

/// Objective of one step, with the data it refers to.
struct FrameProblem {
  System system;
  StepAim aim;
  std::vector<Vec3> start;
};

/// Returns the problem of the step after this state.
FrameProblem make_problem(const Setup& setup, const State& state);

}  // namespace tensio::lab
