#include "linear/sparse.h"

#include <algorithm>

namespace tensio {

void multiply(const SparseMatrix& a, std::span<const Vec3> x, std::span<Vec3> y) {
  std::fill(y.begin(), y.end(), Vec3{});
  for (std::size_t j = 0; j < a.size(); ++j) {
    Vec3 sum = a.diagonal(j) * x[j];
    for (std::uint32_t p = a.column_start[j] + 1; p < a.column_start[j + 1]; ++p) {
      const std::uint32_t i = a.row[p];
      y[i] += a.value[p] * x[j];
      sum += a.value[p] * x[i];
    }
    y[j] += sum;
  }
}

void SparseBuilder::add_difference(std::uint32_t i, std::uint32_t j, double weight) {
  diagonal_[i] += weight;
  diagonal_[j] += weight;
  below_.push_back({std::min(i, j), std::max(i, j), -weight});
}

void SparseBuilder::fix(std::size_t i) {
  fixed_.push_back(static_cast<std::uint32_t>(i));
}

SparseMatrix SparseBuilder::build() const {
  const std::size_t n = diagonal_.size();
  std::vector<std::uint8_t> fixed(n, 0);
  for (const std::uint32_t i : fixed_) fixed[i] = 1;

  // Bucket the entries by column; the order of insertion is kept, so sums do not depend on the sorting
  // algorithm.
  std::vector<std::size_t> bucket_start(n + 1, 0);
  for (const Entry& entry : below_) ++bucket_start[entry.column + 1];
  for (std::size_t j = 0; j < n; ++j) bucket_start[j + 1] += bucket_start[j];
  std::vector<Entry> sorted(below_.size());
  std::vector<std::size_t> next(bucket_start.begin(), bucket_start.end() - 1);
  for (const Entry& entry : below_) sorted[next[entry.column]++] = entry;

  SparseMatrix a;
  a.column_start.reserve(n + 1);
  a.row.reserve(n + below_.size());
  a.value.reserve(n + below_.size());
  a.column_start.push_back(0);
  for (std::size_t j = 0; j < n; ++j) {
    const auto begin = sorted.begin() + static_cast<std::ptrdiff_t>(bucket_start[j]);
    const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(bucket_start[j + 1]);
    std::stable_sort(begin, end, [](const Entry& p, const Entry& q) { return p.row < q.row; });
    a.row.push_back(static_cast<std::uint32_t>(j));
    a.value.push_back(fixed[j] ? 1.0 : diagonal_[j]);
    for (auto entry = begin; entry != end; ++entry) {
      const double value = fixed[j] || fixed[entry->row] ? 0.0 : entry->value;
      if (a.row.back() == entry->row) {
        a.value.back() += value;
      } else {
        a.row.push_back(entry->row);
        a.value.push_back(value);
      }
    }
    a.column_start.push_back(static_cast<std::uint32_t>(a.row.size()));
  }
  return a;
}

}  // namespace tensio
