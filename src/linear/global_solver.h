#pragma once

#include <memory>

#include "factor/sparse.h"
#include "math/field.h"
#include "tensio/solver.h"

namespace tensio {

/// Solves with the constant matrix A of the global step, exactly or nearly so: x = P⁻¹ b with P⁻¹ symmetric
/// and the eigenvalues of P⁻¹A between 0 and 2. Minimisers apply it to gradients only (the delta form), so P
/// decides how fast they are and never where they end.
template <class Real>
class GlobalSolver {
 public:
  enum class Status { ready, not_positive_definite, too_large };  // from good to bad

  virtual ~GlobalSolver() = default;
  /// What can be kept of the matrix before is kept: the ordering, and the factor where little has changed.
  virtual Status prepare(const SparseMatrix& a) = 0;
  /// x ← P⁻¹ b; b and x may be the same. The same bits for every number of threads. Allocates nothing.
  virtual void solve(const Field<Real>& b, Field<Real>& x) = 0;
  virtual std::size_t bytes() const = 0;  // read per solve
};

/// The solver that suits the size of the matrix and the precision: a factor up to so many vertices, multigrid
/// beyond. The workers must outlive it.
template <class Real>
std::unique_ptr<GlobalSolver<Real>> make_global_solver(const SparseMatrix& a, Workers& workers,
                                                       std::size_t most_factored = most_factored_vertices);

}  // namespace tensio
