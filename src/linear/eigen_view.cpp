#include "linear/eigen_view.h"

#include <algorithm>

namespace tensio::detail {

bool EigenView::update(const BlockMatrix& a) {
  const bool is_new =
      !std::ranges::equal(a.row_start(), row_start_) || !std::ranges::equal(a.column(), column_);
  if (is_new) {
    row_start_.assign(a.row_start().begin(), a.row_start().end());
    column_.assign(a.column().begin(), a.column().end());
    const auto n = static_cast<Eigen::Index>(3 * a.size());
    matrix_.resize(n, n);
    const auto entries =
        static_cast<Eigen::Index>(lower_only_ ? (9 * a.blocks() + 3 * a.size()) / 2 : 9 * a.blocks());
    matrix_.resizeNonZeros(entries);
  }
  // The matrix is symmetric, so its row r read from column r on is column r of the lower triangle, already
  // sorted.
  int* start = matrix_.outerIndexPtr();
  int* inner = matrix_.innerIndexPtr();
  double* value = matrix_.valuePtr();
  int p = 0;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    for (int r = 0; r < 3; ++r) {
      const int scalar_row = static_cast<int>(3 * i) + r;
      start[scalar_row] = p;
      for (std::uint32_t q = row_start_[i]; q < row_start_[i + 1]; ++q) {
        for (int c = 0; c < 3; ++c) {
          const int scalar_column = static_cast<int>(3 * column_[q]) + c;
          if (lower_only_ && scalar_column < scalar_row) continue;
          inner[p] = scalar_column;
          value[p++] = a.block()[q](r, c);
        }
      }
    }
  }
  start[3 * a.size()] = p;
  return is_new;
}

}  // namespace tensio::detail
