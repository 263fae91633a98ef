#include "minimise/descent_minimiser.h"

namespace tensio {

template <class Real>
SolveReport DescentMinimiser<Real>::minimise(const StepObjective& objective, std::span<Vec3> x) {
  return iterate(objective, x, [&](StepSolver<Real>& step, detail::Progress& progress) {
    return descent_.begin(objective, step, progress, x);
  });
}

template <class Real>
SolveReport DescentMinimiser<Real>::resume(const StepObjective& objective, std::span<const VertexId> changed,
                                           std::span<Vec3> x) {
  return iterate(objective, x, [&](StepSolver<Real>& step, detail::Progress& progress) {
    return descent_.resume(objective, step, progress, changed);
  });
}

/// Iterates after begin(step, progress), which tells whether that has ended already.
template <class Real>
template <class Begin>
SolveReport DescentMinimiser<Real>::iterate(const StepObjective& objective, std::span<Vec3> x,
                                            const Begin& begin) {
  detail::Progress progress(options_);
  StepSolver<Real>& step = cache_.find(objective);
  if (!prepare(step, objective, progress)) return progress.finish(objective.value(x));
  if (!begin(step, progress)) method_->run(descent_);
  descent_.get(x);
  return progress.finish(descent_.value);
}

/// Unless that is done already. False, with that status, when the matrix cannot be factored.
template <class Real>
bool DescentMinimiser<Real>::prepare(StepSolver<Real>& step, const StepObjective& objective,
                                     detail::Progress& progress) {
  using Status = typename StepSolver<Real>::Status;
  if (step.is_current) return true;
  const Stopwatch clock;
  const Status status = step.prepare(objective, workers_, options_.most_factored);
  if (status == Status::too_large) progress.stop(SolveStatus::too_large);
  if (status == Status::not_positive_definite) progress.stop(SolveStatus::not_positive_definite);
  progress.report().factorisations = 1;
  progress.report().factor_seconds = clock.seconds();
  return step.is_current;
}

template class DescentMinimiser<double>;
template class DescentMinimiser<float>;

}  // namespace tensio
