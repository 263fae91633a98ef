#pragma once

#include <array>

#include "tensio/vec3.h"

namespace tensio::detail {

/// F = U Σ Vᵀ of a matrix with three rows and d columns, d = 2 or 3. U is a rotation; V is orthogonal. With
/// d = 3, V is a rotation too, and the last singular value is negative where det F is.
template <int d>
struct SingularValues {
  using Columns = std::array<Vec3, d>;

  std::array<Vec3, 3> u;                     // columns
  std::array<double, d> sigma{};             // falling
  std::array<std::array<double, d>, d> v{};  // rows

  /// By one-sided Jacobi rotations: turning pairs of columns until all are orthogonal (Hestenes 1958). Small
  /// singular values keep their digits, which those of FᵀF would not. Where a singular value is zero the
  /// column of U completes the others.
  explicit SingularValues(const Columns& f);

  /// Uᵀ M V, as rows
  std::array<std::array<double, d>, 3> inside(const Columns& m) const;
  /// U M Vᵀ
  Columns outside(const std::array<std::array<double, d>, 3>& m) const;
};

/// The singular values of the matrix that was asked for last.
template <int d>
class KnownSingularValues {
 public:
  using Columns = typename SingularValues<d>::Columns;
  const SingularValues<d>& at(const Columns& f) {
    if (!(f == f_)) svd_ = SingularValues<d>(f_ = f);
    return svd_;
  }

 private:
  Columns f_{};
  SingularValues<d> svd_{f_};
};

/// The eigenvalues of a symmetric 3×3 matrix clamped to be at least zero, by Jacobi rotations.
Mat3 clamp_eigenvalues(const Mat3& a);

}  // namespace tensio::detail
