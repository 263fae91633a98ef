#pragma once

#include <memory>

#include "linear/block_matrix.h"
#include "tensio/solver.h"

namespace tensio {

struct [[nodiscard]] LinearReport {
  int iterations = 0;
  double residual = 0;    // |b − A x| / |b|; 0 for direct methods
  bool diverged = false;  // the residual has grown without bound: x is worthless
};

/// Solves A x = b for Newton's symmetric matrix.
class LinearSolver {
 public:
  virtual ~LinearSolver() = default;
  /// Takes the matrix (which must outlive the solves). False: not positive definite, or singular, as far as
  /// the method can tell.
  [[nodiscard]] virtual bool prepare(const BlockMatrix& a) = 0;
  virtual LinearReport solve(std::span<const Vec3> b, std::span<Vec3> x) = 0;
  /// Whether the last matrix was refused because its factor would not fit into memory.
  virtual bool is_too_large() const { return false; }
};

std::unique_ptr<LinearSolver> make_linear_solver(const LinearOptions& options);

namespace detail {
/// Null if the method is of the other kind.
std::unique_ptr<LinearSolver> make_direct_solver(LinearMethod method);
std::unique_ptr<LinearSolver> make_iterative_solver(const LinearOptions& options);
}  // namespace detail

}  // namespace tensio
