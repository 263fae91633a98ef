#include "minimise/step_solver.h"

#include <algorithm>

namespace tensio {

template <class Real>
StepSolver<Real>& StepSolverCache<Real>::find(const StepObjective& objective) {
  const StepAim& aim = objective.aim();
  const std::uint64_t revision = objective.system().revision;
  const double fitted = objective.system().fitted;
  const auto entry = std::ranges::find_if(entries_, [&](const StepSolver<Real>& e) {
    return e.inertia == aim.inertia && e.s2 == aim.s2 && e.tau == aim.tau && e.fitted == fitted;
  });
  if (entry != entries_.end()) {
    std::rotate(entry, entry + 1, entries_.end());
  } else {
    if (entries_.size() == capacity) entries_.erase(entries_.begin());
    entries_.push_back({aim.inertia, aim.s2, aim.tau, fitted, revision});
  }
  StepSolver<Real>& found = entries_.back();
  if (found.revision != revision) found.is_current = false;
  found.revision = revision;
  return found;
}

template class StepSolverCache<double>;
template class StepSolverCache<float>;

}  // namespace tensio
