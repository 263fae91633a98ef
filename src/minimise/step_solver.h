#pragma once

#include <memory>
#include <vector>

#include "energy/objective.h"
#include "linear/global_solver.h"

namespace tensio {

/// What solves with the constant matrix M + s² L + (s²/τ) D of a step.
template <class Real>
struct StepSolver {
  double inertia = 0, s2 = 0, tau = 0, fitted = 0;
  std::uint64_t revision = 0;
  std::unique_ptr<GlobalSolver<Real>> solver{};
  bool is_large = false;    // the solver was chosen for more than MinimiseOptions::most_factored
  bool is_current = false;  // it is prepared for this revision
};

/// Keeps one solver per distinct aim, so that a scheme that alternates between steps prepares each only once.
/// A new revision of the system prepares the same solver again, which keeps what it can. One cache serves one
/// System.
template <class Real>
class StepSolverCache {
 public:
  StepSolver<Real>& find(const StepObjective& objective);

 private:
  static constexpr std::size_t capacity = 8;
  std::vector<StepSolver<Real>> entries_;  // the latest used last
};

}  // namespace tensio
