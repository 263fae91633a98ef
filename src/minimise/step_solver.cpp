#include "minimise/step_solver.h"

#include <algorithm>

namespace tensio {

template <class Real>
auto StepSolver<Real>::prepare(const StepObjective& objective, Workers& workers, std::size_t most_factored)
    -> Status {
  const auto& pinned = objective.system().pinned;
  Status worst = Status::ready;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto are_alike = [&](std::size_t other) {
      return std::ranges::all_of(pinned, [&](Axes p) {
        return has_axis(p, static_cast<int>(axis)) == has_axis(p, static_cast<int>(other));
      });
    };
    std::size_t& first = solver_of_[axis] = 0;
    while (first < axis && !are_alike(first)) ++first;
    if (first < axis) continue;
    const SparseMatrix matrix = objective.quadratic(static_cast<int>(axis));
    auto& [solver, is_large] = axes_[axis];
    if (!solver || is_large != (matrix.size() > most_factored)) {
      solver = make_global_solver<Real>(matrix, workers, most_factored);
      is_large = matrix.size() > most_factored;
    }
    worst = std::max(worst, solver->prepare(matrix));
  }
  is_current = worst == Status::ready;
  return worst;
}

template <class Real>
void StepSolver<Real>::solve(const Field<Real>& b, Field<Real>& x) {
  if (solver_of_ == std::array<std::size_t, 3>{}) return axes_[0].solver->solve(b, x);
  if (found_.size() != b.size()) found_.resize(b.size()), all_.resize(b.size());
  for (std::size_t first = 0; first < 3; ++first) {
    if (solver_of_[first] != first) continue;
    axes_[first].solver->solve(b, found_);
    for (std::size_t axis = first; axis < 3; ++axis)
      if (solver_of_[axis] == first)
        std::copy_n(found_.component(static_cast<int>(axis)), found_.stride(),
                    all_.component(static_cast<int>(axis)));
  }
  x = all_;
}

template <class Real>
StepSolver<Real>& StepSolverCache<Real>::find(const StepObjective& objective) {
  const StepAim& aim = objective.aim();
  const std::uint64_t revision = objective.system().matrix_revision();
  const double fitted = objective.system().fitted;
  const auto entry = std::ranges::find_if(entries_, [&](const StepSolver<Real>& e) {
    return e.inertia == aim.inertia && e.s2 == aim.s2 && e.tau == aim.tau && e.fitted == fitted;
  });
  if (entry != entries_.end()) {
    std::rotate(entry, entry + 1, entries_.end());
  } else {
    if (entries_.size() == capacity) entries_.erase(entries_.begin());
    StepSolver<Real>& added = entries_.emplace_back();
    added.inertia = aim.inertia, added.s2 = aim.s2, added.tau = aim.tau;
    added.fitted = fitted, added.revision = revision;
  }
  StepSolver<Real>& found = entries_.back();
  if (found.revision != revision) found.is_current = false;
  found.revision = revision;
  return found;
}

template class StepSolver<double>;
template class StepSolver<float>;
template class StepSolverCache<double>;
template class StepSolverCache<float>;

}  // namespace tensio
