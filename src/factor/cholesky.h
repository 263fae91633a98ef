#pragma once

#include <memory>
#include <optional>

#include "factor/solve_kernels.h"
#include "factor/sparse.h"
#include "math/field.h"

namespace tensio {

/// A factor with more entries is refused. Most of them are kept twice: some 16 GiB in double precision.
inline constexpr std::size_t max_factor_entries = std::size_t{1} << 30;

/// What became of a factor when its matrix changed.
struct UpdateReport {
  enum class Way {
    unchanged,   // the matrix is the same
    updated,     // along the paths of what has changed
    refactored,  // anew, in the old ordering, with new vertices beside their neighbours
    reordered,   // anew, from the ordering on
    failed,      // not positive definite, or too large: nothing can be solved
  };
  Way way = Way::failed;
  std::size_t rank = 0;      // of the change, where it was updated
  std::size_t bordered = 0;  // rows beside the factor: appended vertices and springs that had no room in it
};

/// A = L Lᵀ of a symmetric positive definite matrix, solved for three right-hand sides. The ordering and the
/// pattern of L are kept while the pattern of A stays the same. A is factored in double precision, the factor
/// kept in `Storage` and solved with in the precision of Real. Every number of threads gives the same bits,
/// and in double precision every processor and SIMD level does.
template <class Real>
class BasicCholesky {
 public:
  BasicCholesky() : BasicCholesky(best_simd_level()) {}
  /// Without a storage the one that suits the size and the processor is taken, half precision only if P⁻¹A is
  /// near to the identity. When a number does not fit into f16, f32 is taken.
  explicit BasicCholesky(SimdLevel level, std::optional<Storage> storage = {});
  BasicCholesky(BasicCholesky&&) noexcept;
  BasicCholesky& operator=(BasicCholesky&&) noexcept;
  ~BasicCholesky();

  /// False when the matrix is not positive definite, or its factor has more than max_factor_entries
  /// (`nonzeros` tells); then nothing can be solved.
  [[nodiscard]] bool factor(const SparseMatrix& a, Workers& workers);
  [[nodiscard]] bool factor(const SparseMatrix& a);
  /// The same, from what there is: `a` is compared with the matrix before, and the factor is changed where a
  /// few springs, masses or pins have changed or vertices were appended; see factor/path_update.h and
  /// factor/border.h. Otherwise it is made anew, in the old ordering until a quarter of the vertices are new.
  /// Equal to a fresh factor up to rounding: 1e-10 in double precision.
  UpdateReport update(const SparseMatrix& a, Workers& workers);
  UpdateReport update(const SparseMatrix& a);
  /// x ← A⁻¹ b; b and x may be the same. Allocates nothing.
  void solve(const Field<Real>& b, Field<Real>& x, Workers& workers);
  /// b ← A⁻¹ b
  void solve(std::span<Vec3> b);
  /// Entries of L, and the zeros that are kept among them.
  std::size_t nonzeros() const;
  /// How the factor is kept, how large it is, and what a solve reads of it: M of each supernode twice.
  Storage storage() const;
  std::size_t bytes_kept() const;
  std::size_t bytes_read() const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

using Cholesky = BasicCholesky<double>;
/// Answers are good to about 1e-7 (f32), 5e-4 (f16) or 4e-3 (bf16) times the condition of A.
using FloatCholesky = BasicCholesky<float>;

}  // namespace tensio
