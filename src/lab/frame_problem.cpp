#include "lab/frame_problem.h"

namespace tensio::lab {

FrameProblem make_problem(const Setup& setup, const State& state) {
  FrameProblem problem{make_system(setup.model, setup.gravity, setup.damping), {}, {}};
  const double h = setup.frame_time / setup.substeps;
  begin_stage(*make_implicit_scheme(setup.scheme, setup.scheme_options), 0, problem.system, state, h,
              state.time + h, setup.minimise.start, problem.aim, problem.start);
  return problem;
}

}  // namespace tensio::lab
