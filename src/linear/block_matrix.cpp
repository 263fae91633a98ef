#include "linear/block_matrix.h"

#include <algorithm>

namespace tensio {

BlockMatrix::BlockMatrix(std::size_t n, const std::vector<Pair>& pairs) {
  std::vector<Pair> entries;  // (row, column)
  entries.reserve(n + 2 * pairs.size());
  for (std::uint32_t i = 0; i < n; ++i) entries.push_back({i, i});
  for (const auto [i, j] : pairs) entries.push_back({i, j}), entries.push_back({j, i});
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());

  row_start_.assign(n + 1, 0);
  diagonal_.resize(n);
  column_.reserve(entries.size());
  for (const auto [i, j] : entries) {
    if (i == j) diagonal_[i] = static_cast<std::uint32_t>(column_.size());
    ++row_start_[i + 1];
    column_.push_back(j);
  }
  for (std::size_t i = 0; i < n; ++i) row_start_[i + 1] += row_start_[i];
  block_.resize(column_.size());
}

void BlockMatrix::set_zero() {
  std::fill(block_.begin(), block_.end(), Mat3{});
}

std::uint32_t BlockMatrix::slot(std::uint32_t row, std::uint32_t column) const {
  const auto begin = column_.begin() + row_start_[row], end = column_.begin() + row_start_[row + 1];
  return static_cast<std::uint32_t>(std::lower_bound(begin, end, column) - column_.begin());
}

void BlockMatrix::add_difference(std::uint32_t i, std::uint32_t j, const Mat3& block) {
  const Mat3 negative = -1.0 * block;
  block_[diagonal_[i]] += block;
  block_[diagonal_[j]] += block;
  block_[slot(i, j)] += negative;
  block_[slot(j, i)] += negative;
}

void BlockMatrix::add_pair(std::uint32_t i, std::uint32_t j, const Mat3& block) {
  block_[slot(i, j)] += block;
  block_[slot(j, i)] += transposed(block);
}

void BlockMatrix::fix(std::uint32_t i, unsigned axes) {
  for (std::uint32_t p = row_start_[i]; p < row_start_[i + 1]; ++p) {
    Mat3 &row = block_[p], &column = block_[slot(column_[p], i)];
    for (int axis = 0; axis < 3; ++axis) {
      if (!(axes >> axis & 1)) continue;
      for (int k = 0; k < 3; ++k) row(axis, k) = column(k, axis) = 0;
      if (column_[p] == i) row(axis, axis) = 1;
    }
  }
}

void BlockMatrix::multiply(std::span<const Vec3> x, std::span<Vec3> y) const {
  for (std::size_t i = 0; i < size(); ++i) {
    Vec3 sum;
    for (std::uint32_t p = row_start_[i]; p < row_start_[i + 1]; ++p) sum += block_[p] * x[column_[p]];
    y[i] = sum;
  }
}

}  // namespace tensio
