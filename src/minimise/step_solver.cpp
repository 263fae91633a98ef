#include "minimise/step_solver.h"

#include <algorithm>
#include <utility>

namespace tensio {
namespace {

/// Whether a system has the springs and stencils of its model, not a part of them (IMEX).
bool is_whole(const System& system) {
  const Terms& terms = system.terms();
  const Model& model = *system.model;
  return (model.springs.size() == 0 || terms.spring_table == &model.springs) &&
         (model.stencils.empty() || !terms.others.empty());
}

/// Those whose Hessian turns with them.
std::vector<Stencil> turning_stencils(const System& system) {
  const Model& model = *system.model;
  std::vector<Stencil> turning;
  for (std::size_t s = 0; s < model.springs.size(); ++s)
    if (const auto [a, b] = model.springs.ends[s]; a != b)
      turning.push_back({.vertex = {a, b, a, a},
                         .coefficient = {1, -1},
                         .rest_length = model.springs.rest_length[s],
                         .weight = model.springs.stiffness[s]});
  for (const Stencil& stencil : model.stencils)
    if (stencil.rest_length > 0 || stencil.slack > 0) turning.push_back(stencil);
  return turning;
}

}  // namespace

/// The tables of the factor that turns, unless it has them already.
template <class Real>
bool StepSolver<Real>::analyse(const System& system) {
  TurningFactor<Real>& turning = *turning_;
  turning.s2 = 0;  // the numbers of this aim are to come
  if (turning.revision == system.matrix_revision() && matrix_.has_pattern_of(turning.pattern)) return true;
  turning.pattern = {};
  const auto plan =
      detail::ForestPlan::make(detail::make_graph(matrix_), system.pinned, detail::ForestTables<Real>::lanes);
  if (!plan) return false;
  turning.forest.build(*plan, matrix_, turning_stencils(system));
  turning.pattern = {matrix_.column_start, matrix_.row, {}};
  turning.revision = system.matrix_revision(), turning.rests = system.rests;
  return true;
}

template <class Real>
void StepSolver<Real>::turn(const StepObjective& objective, const Field<Real>& x) {
  TurningFactor<Real>& turning = *turning_;
  const System& system = objective.system();
  if (turning.s2 != s2 || turning.tau != tau || turning.fitted != fitted) {
    (void)analyse(system);  // of a pattern that had tables before
    turning.forest.set(matrix_, s2);
    turning.s2 = s2, turning.tau = tau, turning.fitted = fitted;
  }
  if (turning.rests != system.rests) turning.forest.set_rests(turning_stencils(system));
  turning.rests = system.rests;
  turning.forest.factor(x, *workers_);
}

template <class Real>
auto StepSolver<Real>::prepare(const StepObjective& objective, Workers& workers, std::size_t most_factored,
                               bool may_turn) -> Status {
  workers_ = &workers;
  const System& system = objective.system();
  const auto& pinned = system.pinned;
  const bool holds_axes = std::ranges::any_of(pinned, [](Axes p) { return p != 0 && p != all_axes; });
  matrix_ = objective.quadratic();
  if (may_turn && objective.aim().inertia > 0 && !holds_axes && is_whole(system) && analyse(system)) {
    is_current = true;
    return Status::ready;
  }
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
    const SparseMatrix matrix =
        axis == 0 ? std::exchange(matrix_, {}) : objective.quadratic(static_cast<int>(axis));
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
  if (turns()) return turning_->forest.solve(b, x, *workers_);
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
    StepSolver<Real>& added = entries_.emplace_back(turning_);
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
