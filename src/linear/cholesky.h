#pragma once

#include <memory>

#include "linear/sparse.h"

namespace tensio {

/// A = L Lᵀ of a symmetric positive definite matrix, solved for Vec3 right-hand sides. The ordering and the
/// pattern of L are kept while the pattern of A stays the same.
class Cholesky {
 public:
  Cholesky();
  Cholesky(Cholesky&&) noexcept;
  Cholesky& operator=(Cholesky&&) noexcept;
  ~Cholesky();

  /// False when the matrix is not positive definite; then nothing can be solved.
  [[nodiscard]] bool factor(const SparseMatrix& a);
  /// b ← A⁻¹ b. Allocates nothing.
  void solve(std::span<Vec3> b);
  /// Entries of L.
  std::size_t nonzeros() const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

}  // namespace tensio
