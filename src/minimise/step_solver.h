#pragma once

#include <memory>
#include <vector>

#include "energy/objective.h"
#include "linear/global_solver.h"

namespace tensio {

/// What solves with the constant matrix M + s² L + (s²/τ) D of a step: one matrix for all coordinates, or one
/// each where pins hold single ones.
template <class Real>
class StepSolver {
 public:
  using Status = typename GlobalSolver<Real>::Status;

  double inertia = 0, s2 = 0, tau = 0, fitted = 0;
  std::uint64_t revision = 0;  // of the matrix
  bool is_current = false;     // it is prepared for this revision

  /// Above `most_factored` vertices with multigrid. The workers must outlive it.
  Status prepare(const StepObjective& objective, Workers& workers, std::size_t most_factored);
  /// x ← P⁻¹ b; b and x may be the same.
  void solve(const Field<Real>& b, Field<Real>& x);

 private:
  struct Axis {
    std::unique_ptr<GlobalSolver<Real>> solver{};
    bool is_large = false;  // the solver was chosen for more than `most_factored`
  };
  std::array<Axis, 3> axes_;
  std::array<std::size_t, 3> solver_of_{};  // of each coordinate: the first one that has the same pins
  Field<Real> found_, all_;
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
