#pragma once

#include <memory>

#include "linear/sparse.h"
#include "math/simd.h"

namespace tensio {

/// A = L Lᵀ of a symmetric positive definite matrix, solved for Vec3 right-hand sides. The ordering and the
/// pattern of L are kept while the pattern of A stays the same. The answer has the same bits on every
/// processor and at every SIMD level.
class Cholesky {
 public:
  Cholesky() : Cholesky(best_simd_level()) {}
  explicit Cholesky(SimdLevel level);
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
