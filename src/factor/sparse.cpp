#include "factor/sparse.h"

#include <algorithm>
#include <utility>

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

std::vector<std::uint32_t> SparseBuilder::order_by_column(std::vector<std::uint32_t>& column_end) const {
  column_end.assign(diagonal_.size(), 0);
  for (const Entry& entry : below_) ++column_end[entry.column];
  std::uint32_t sum = 0;
  for (std::uint32_t& end : column_end) sum += std::exchange(end, sum);
  std::vector<std::uint32_t> order(below_.size());
  for (std::uint32_t e = 0; e < below_.size(); ++e) order[column_end[below_[e].column]++] = e;

  const auto is_above = [&](std::uint32_t p, std::uint32_t q) { return below_[p].row < below_[q].row; };
  constexpr std::ptrdiff_t few = 32;
  auto begin = order.begin();
  for (const std::uint32_t column : column_end) {
    const auto end = order.begin() + column;
    if (end - begin > few) {
      std::stable_sort(begin, end, is_above);
    } else {
      for (auto next = begin; next < end; ++next)
        std::rotate(std::upper_bound(begin, next, *next, is_above), next, next + 1);
    }
    begin = end;
  }
  return order;
}

SparseMatrix SparseBuilder::build() const {
  const std::size_t n = diagonal_.size();
  std::vector<std::uint8_t> fixed(n, 0);
  for (const std::uint32_t i : fixed_) fixed[i] = 1;
  std::vector<std::uint32_t> column_end;
  const std::vector<std::uint32_t> order = order_by_column(column_end);

  SparseMatrix a;
  a.column_start.reserve(n + 1);
  a.row.reserve(n + below_.size());
  a.value.reserve(n + below_.size());
  a.column_start.push_back(0);
  std::uint32_t next = 0;
  for (std::size_t j = 0; j < n; ++j) {
    a.row.push_back(static_cast<std::uint32_t>(j));
    a.value.push_back(fixed[j] ? 1.0 : diagonal_[j]);
    for (; next < column_end[j]; ++next) {
      const Entry& entry = below_[order[next]];
      const double value = fixed[j] || fixed[entry.row] ? 0.0 : entry.value;
      if (a.row.back() == entry.row) {
        a.value.back() += value;
      } else {
        a.row.push_back(entry.row);
        a.value.push_back(value);
      }
    }
    a.column_start.push_back(static_cast<std::uint32_t>(a.row.size()));
  }
  return a;
}

}  // namespace tensio
