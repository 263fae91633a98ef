#pragma once

#include <memory>
#include <vector>

#include "linear/global_solver.h"

namespace tensio {

/// One V-cycle of algebraic multigrid by smoothed aggregation: time and memory grow with the matrix, not with
/// its factor. A should be (nearly) an M-matrix, as M + s² L of springs is. P is symmetric positive definite
/// and the eigenvalues of P⁻¹A lie in (0, 1], as far as the estimate of the largest eigenvalue that its
/// smoother rests on is not too low.
template <class Real>
class Multigrid final : public GlobalSolver<Real> {
 public:
  using typename GlobalSolver<Real>::Status;

  /// The workers must outlive it.
  explicit Multigrid(Workers& workers);
  ~Multigrid() override;

  Status prepare(const SparseMatrix& a) override;
  void solve(const Field<Real>& b, Field<Real>& x) override;
  std::size_t bytes() const override;

  /// Rows of every level, finest first.
  std::vector<std::size_t> level_sizes() const;

 private:
  struct Hierarchy;
  std::unique_ptr<Hierarchy> hierarchy_;
};

template <class Real>
std::unique_ptr<GlobalSolver<Real>> make_multigrid(Workers& workers);

}  // namespace tensio
