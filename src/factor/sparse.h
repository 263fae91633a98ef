#pragma once

#include <cstdint>
#include <vector>

#include "tensio/vec3.h"

namespace tensio {

/// A symmetric n×n matrix with scalar entries in compressed columns: the lower triangle, diagonal first in
/// each column. It multiplies vectors whose entries are Vec3: x, y and z are three right-hand sides of one
/// system.
struct SparseMatrix {
  std::vector<std::uint32_t> column_start;  // n + 1
  std::vector<std::uint32_t> row;
  std::vector<double> value;

  std::size_t size() const { return column_start.empty() ? 0 : column_start.size() - 1; }
  /// Entries of the whole symmetric matrix, both triangles.
  std::size_t nonzeros() const { return 2 * row.size() - size(); }
  double diagonal(std::size_t i) const { return value[column_start[i]]; }
  bool has_pattern_of(const SparseMatrix& other) const {
    return column_start == other.column_start && row == other.row;
  }
};

/// y = A x
void multiply(const SparseMatrix& a, std::span<const Vec3> x, std::span<Vec3> y);

/// Sums contributions into a symmetric matrix. Every diagonal entry exists, off-diagonal ones where something
/// was added.
class SparseBuilder {
 public:
  explicit SparseBuilder(std::size_t size) : diagonal_(size, 0.0) {}

  void add_diagonal(std::size_t i, double value) { diagonal_[i] += value; }
  /// weight · (x_i − x_j)²: the matrix weight · A Aᵀ of one spring (Liu et al. 2013, eq. 12).
  void add_difference(std::uint32_t i, std::uint32_t j, double weight);
  /// Makes row and column i those of the identity: a pin, kept in the same pattern.
  void fix(std::size_t i);

  SparseMatrix build() const;

 private:
  struct Entry {
    std::uint32_t column, row;
    double value;
  };
  /// The entries below the diagonal by column, then row; equal ones in the order of their addition, so that
  /// sums have the same bits whatever sorts them. Column j ends before place column_end[j].
  std::vector<std::uint32_t> order_by_column(std::vector<std::uint32_t>& column_end) const;

  std::vector<double> diagonal_;
  std::vector<Entry> below_;  // strictly lower triangle
  std::vector<std::uint32_t> fixed_;
};

}  // namespace tensio
