#include "minimise/local_global.h"

namespace tensio {

SolveReport LocalGlobal::minimise(const StepObjective& objective, std::span<Vec3> x) {
  detail::Progress progress(options_, objective);
  StepMatrix& step = cache_.find(objective);
  if (!progress.factor(step)) return progress.finish(x);
  const double noise = objective.rounding(x, step.matrix).gradient;
  g_.resize(x.size());
  for (int iteration = 0;; ++iteration) {
    objective.gradient(x, g_);
    if (progress.visit(iteration, x, g_, noise)) return progress.finish(x);
    step.factor.solve(g_);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] -= g_[i];
  }
}

}  // namespace tensio
