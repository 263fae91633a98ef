#pragma once

#include <memory>
#include <vector>

#include "energy/objective.h"
#include "linear/block_forest.h"
#include "linear/global_solver.h"

namespace tensio {

/// A factor that turns with the positions, for one aim at a time: those of a system share its tables.
template <class Real>
struct TurningFactor {
  BlockForest<Real> forest;
  SparseMatrix pattern;                   // of the matrix that its tables are for
  double s2 = 0, tau = 0, fitted = 0;     // of the aim that it has the numbers of
  std::uint64_t revision = 0, rests = 0;  // that its tables and rest lengths are of
};

/// What solves with the constant matrix M + s² L + (s²/τ) D of a step: one matrix for all coordinates, or one
/// each where pins hold single ones.
template <class Real>
class StepSolver {
 public:
  using Status = typename GlobalSolver<Real>::Status;

  explicit StepSolver(std::shared_ptr<TurningFactor<Real>> turning) : turning_(std::move(turning)) {}

  double inertia = 0, s2 = 0, tau = 0, fitted = 0;
  std::uint64_t revision = 0;  // of the matrix
  bool is_current = false;     // it is prepared for this revision

  /// Above `most_factored` vertices with multigrid. `may_turn`: the matrix may be another in every step,
  /// where that is cheap (see turn). The workers must outlive it.
  Status prepare(const StepObjective& objective, Workers& workers, std::size_t most_factored, bool may_turn);
  /// Whether springs and stencils are to count with their projected Hessian: before the first solve, and
  /// whenever it is to be that at other positions.
  bool turns() const { return !matrix_.column_start.empty(); }
  void turn(const StepObjective& objective, const Field<Real>& x);
  /// x ← P⁻¹ b; b and x may be the same.
  void solve(const Field<Real>& b, Field<Real>& x);

 private:
  bool analyse(const System& system);

  struct Axis {
    std::unique_ptr<GlobalSolver<Real>> solver{};
    bool is_large = false;  // the solver was chosen for more than `most_factored`
  };
  std::array<Axis, 3> axes_;
  std::array<std::size_t, 3> solver_of_{};  // of each coordinate: the first one that has the same pins
  Field<Real> found_, all_;
  Workers* workers_ = nullptr;
  std::shared_ptr<TurningFactor<Real>> turning_;
  SparseMatrix matrix_;  // the constant one, where the factor turns
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
  std::shared_ptr<TurningFactor<Real>> turning_ = std::make_shared<TurningFactor<Real>>();
};

}  // namespace tensio
