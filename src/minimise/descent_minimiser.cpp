#include "minimise/descent_minimiser.h"

namespace tensio {

template <class Real>
SolveReport DescentMinimiser<Real>::minimise(const StepObjective& objective, std::span<Vec3> x) {
  const auto begin = [&](StepSolver<Real>& step, detail::Progress& progress) {
    return descent_.begin(objective, step, progress, x);
  };
  return iterate(objective, x, begin, [&] { descent_.get(x); });
}

template <class Real>
SolveReport DescentMinimiser<Real>::resume(const StepObjective& objective, std::span<const VertexId> changed,
                                           std::span<const VertexId> watched, std::span<Vec3> x) {
  const auto begin = [&](StepSolver<Real>& step, detail::Progress& progress) {
    return descent_.resume(objective, step, progress, changed);
  };
  return iterate(objective, x, begin, [&] { descent_.get(watched, x); });
}

/// Iterates after begin(step, progress), which tells whether that has ended already, and before get().
template <class Real>
template <class Begin, class Get>
SolveReport DescentMinimiser<Real>::iterate(const StepObjective& objective, Positions x, const Begin& begin,
                                            const Get& get) {
  detail::Progress progress(options_);
  StepSolver<Real>& step = cache_.find(objective);
  if (!prepare(step, objective, progress)) return progress.finish(objective.value(x));
  if (!begin(step, progress)) method_->run(descent_);
  get();
  return progress.finish(descent_.value);
}

/// Unless that is done already. False, with that status, when the matrix cannot be factored.
template <class Real>
bool DescentMinimiser<Real>::prepare(StepSolver<Real>& step, const StepObjective& objective,
                                     detail::Progress& progress) {
  using Status = typename StepSolver<Real>::Status;
  if (step.is_current) return true;
  const Stopwatch clock;
  const Status status = step.prepare(objective, workers_, options_.most_factored, method_->may_turn());
  if (status == Status::too_large) progress.stop(SolveStatus::too_large);
  if (status == Status::not_positive_definite) progress.stop(SolveStatus::not_positive_definite);
  progress.report().factorisations = 1;
  progress.report().factor_seconds = clock.seconds();
  return step.is_current;
}

template class DescentMinimiser<double>;
template class DescentMinimiser<float>;

}  // namespace tensio
