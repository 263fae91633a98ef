#include "minimise/nonlinear_cg.h"

#include <algorithm>

namespace tensio {

SolveReport NonlinearCg::minimise(const StepObjective& objective, std::span<Vec3> x) {
  detail::Progress progress(options_, objective);
  StepMatrix& step = cache_.find(objective);
  if (!progress.factor(step)) return progress.finish(x);
  const auto noise = objective.rounding(x, step.matrix);
  for (auto* column : {&g_, &g_before_, &z_, &p_, &trial_}) column->resize(x.size());

  double value = objective.value(x), zg_before = 0;
  bool restart = true;
  for (int iteration = 0;; ++iteration) {
    objective.gradient(x, g_);
    if (progress.visit(iteration, x, g_, noise.gradient)) return progress.finish(x);
    std::copy(g_.begin(), g_.end(), z_.begin());
    step.factor.solve(z_);

    const double zg = dot(z_, g_);
    const double beta = restart ? 0 : std::max(0.0, (zg - dot(z_, g_before_)) / zg_before);
    for (std::size_t i = 0; i < x.size(); ++i) p_[i] = beta * p_[i] - z_[i];
    double slope = dot(g_, p_);
    if (!(slope < 0)) {
      for (std::size_t i = 0; i < x.size(); ++i) p_[i] = -z_[i];
      slope = -zg;
    }
    const double curvature = objective.curvature(x, p_, HessianForm::projected);
    const double alpha = curvature > 0 ? -slope / curvature : 1;
    for (std::size_t i = 0; i < x.size(); ++i) trial_[i] = x[i] + alpha * p_[i];
    double trial_value = objective.value(trial_);
    restart = !(trial_value <= value + noise.value);
    if (restart) {
      for (std::size_t i = 0; i < x.size(); ++i) trial_[i] = x[i] - z_[i];
      trial_value = objective.value(trial_);
    }
    std::copy(trial_.begin(), trial_.end(), x.begin());
    value = trial_value;
    zg_before = zg;
    std::swap(g_, g_before_);
  }
}

}  // namespace tensio
