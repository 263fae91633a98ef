#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tensio/vec3.h"

namespace tensio {

/// A symmetric matrix of 3×3 blocks in compressed rows, both triangles stored, columns rising within a row:
/// Newton's Hessian. The pattern is fixed at construction.
class BlockMatrix {
 public:
  using Pair = std::array<std::uint32_t, 2>;

  BlockMatrix() = default;
  /// A block on the diagonal of each of n rows, and one at (i, j) and (j, i) for every pair.
  BlockMatrix(std::size_t n, const std::vector<Pair>& pairs);

  std::size_t size() const { return row_start_.empty() ? 0 : row_start_.size() - 1; }
  std::size_t blocks() const { return column_.size(); }
  void set_zero();
  void add_diagonal(std::uint32_t i, const Mat3& block) { block_[diagonal_[i]] += block; }
  void add_diagonal(std::uint32_t i, double value) { add_diagonal(i, Mat3::identity(value)); }
  /// [B, −B; −B, B] at rows and columns i, j: the Hessian of a function of x_i − x_j. B is symmetric.
  void add_difference(std::uint32_t i, std::uint32_t j, const Mat3& block);
  /// A block at (i, j), i ≠ j, and its transpose at (j, i).
  void add_pair(std::uint32_t i, std::uint32_t j, const Mat3& block);
  /// Makes the rows and columns of these coordinates of i those of the identity; a bit each, 1 x, 2 y, 4 z.
  void fix(std::uint32_t i, unsigned axes);

  const Mat3& diagonal(std::size_t i) const { return block_[diagonal_[i]]; }
  /// y = A x
  void multiply(std::span<const Vec3> x, std::span<Vec3> y) const;

  std::span<const std::uint32_t> row_start() const { return row_start_; }
  std::span<const std::uint32_t> column() const { return column_; }
  std::span<const Mat3> block() const { return block_; }

 private:
  std::uint32_t slot(std::uint32_t row, std::uint32_t column) const;

  std::vector<std::uint32_t> row_start_, column_, diagonal_;
  std::vector<Mat3> block_;
};

}  // namespace tensio
