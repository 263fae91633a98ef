#pragma once

#include <memory>

#include "linear/sparse.h"
#include "linear/update.h"
#include "math/simd.h"

namespace tensio {

/// A factor with more entries is refused: 8 GiB in double precision.
inline constexpr std::size_t max_factor_entries = std::size_t{1} << 30;

/// A = L Lᵀ of a symmetric positive definite matrix, solved for Vec3 right-hand sides. The ordering and the
/// pattern of L are kept while the pattern of A stays the same. The answer has the same bits on every
/// processor and at every SIMD level. A is factored in double precision; the factor is kept, and solved
/// with, in the precision of Real.
template <class Real>
class BasicCholesky {
 public:
  BasicCholesky() : BasicCholesky(best_simd_level()) {}
  explicit BasicCholesky(SimdLevel level);
  BasicCholesky(BasicCholesky&&) noexcept;
  BasicCholesky& operator=(BasicCholesky&&) noexcept;
  ~BasicCholesky();

  /// False when the matrix is not positive definite, or its factor has more than max_factor_entries
  /// (`nonzeros` tells); then nothing can be solved.
  [[nodiscard]] bool factor(const SparseMatrix& a);
  /// The same, from what there is: `a` is compared with the matrix before, and the factor is changed where a
  /// few springs, masses or pins have changed or vertices were appended; see linear/path_update.h and
  /// linear/border.h. Otherwise it is made anew, in the old ordering where that has room. Equal to a fresh
  /// factor up to rounding: 1e-10 in double precision.
  UpdateReport update(const SparseMatrix& a);
  /// b ← A⁻¹ b. Allocates nothing.
  void solve(std::span<Vec3> b);
  /// Entries of L, and the zeros that are kept among them.
  std::size_t nonzeros() const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

using Cholesky = BasicCholesky<double>;
/// Half the memory; answers are good to about 1e-7 times the condition of A.
using FloatCholesky = BasicCholesky<float>;

}  // namespace tensio
