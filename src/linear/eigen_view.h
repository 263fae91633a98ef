#pragma once

#include <Eigen/SparseCore>

#include "linear/block_matrix.h"

namespace tensio::detail {

/// The 3n×3n scalar matrix of a BlockMatrix, for Eigen's solvers: only the lower triangle, or all of it. The
/// pattern is kept while the matrix keeps its number of blocks and rows.
class EigenView {
 public:
  explicit EigenView(bool lower_only) : lower_only_(lower_only) {}
  /// Copies the values; true when the pattern is new.
  bool update(const BlockMatrix& a);
  const Eigen::SparseMatrix<double>& matrix() const { return matrix_; }

 private:
  bool lower_only_;
  Eigen::SparseMatrix<double> matrix_;
  std::vector<std::uint32_t> row_start_, column_;
};

using EigenVector = Eigen::Matrix<double, Eigen::Dynamic, 1>;
inline Eigen::Map<const EigenVector> as_eigen(std::span<const Vec3> x) {
  return {&x.data()->x, static_cast<Eigen::Index>(3 * x.size())};
}
inline Eigen::Map<EigenVector> as_eigen(std::span<Vec3> x) {
  return {&x.data()->x, static_cast<Eigen::Index>(3 * x.size())};
}

}  // namespace tensio::detail
