#include "lab/frame_problem.h"

namespace tensio {

FrameProblem make_problem(const Setup& setup, const State& state) {
  FrameProblem problem{
      make_system(setup.model, setup.gravity, setup.damping.ether, setup.damping.point), {}, {}};
  const double h = setup.frame_time / setup.substeps;
  begin_step(*make_scheme(setup.scheme), problem.system, state, h, state.time + h, setup.minimise.start,
             problem.aim, problem.start);
  return problem;
}

}  // namespace tensio
