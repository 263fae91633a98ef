#include "linear/csr_matrix.h"

#include <algorithm>

namespace tensio::detail {
namespace {

void sum_up(AlignedVector<std::uint32_t>& start) {
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
}

/// A row under construction: entries in any order, those of one column summed.
class SparseRow {
 public:
  struct Entry {
    std::uint32_t column;
    double value;
  };

  explicit SparseRow(std::uint32_t columns) : place_(columns, nowhere) {}

  void add(std::uint32_t column, double value) {
    if (place_[column] == nowhere) {
      place_[column] = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({column, value});
    } else {
      entries_[place_[column]].value += value;
    }
  }
  /// Appends the entries by ascending column, and starts anew.
  void move_to(std::vector<Entry>& rows) {
    for (const Entry& entry : entries_) place_[entry.column] = nowhere;
    std::ranges::sort(entries_, {}, &Entry::column);
    rows.insert(rows.end(), entries_.begin(), entries_.end());
    entries_.clear();
  }

 private:
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
  std::vector<std::uint32_t> place_;
  std::vector<Entry> entries_;
};

}  // namespace

CsrMatrix make_rows(const SparseMatrix& a) {
  const std::size_t n = a.size();
  CsrMatrix rows{.columns = static_cast<std::uint32_t>(n), .start = {}, .column = {}, .value = {}};
  rows.start.assign(n + 1, 1);
  rows.start[0] = 0;
  const auto for_each_below = [&](const auto& visit) {
    for (std::uint32_t j = 0; j < n; ++j)
      for (std::uint32_t p = a.column_start[j] + 1; p < a.column_start[j + 1]; ++p)
        if (a.value[p] != 0) visit(a.row[p], j, a.value[p]);
  };
  for_each_below([&](std::uint32_t i, std::uint32_t j, double) { ++rows.start[i + 1], ++rows.start[j + 1]; });
  sum_up(rows.start);
  rows.column.resize(rows.start[n]);
  rows.value.resize(rows.start[n]);

  // Column j is visited after all columns left of it, so a row fills from left to right.
  std::vector<std::uint32_t> next(rows.start.begin(), rows.start.end() - 1);
  const auto put = [&](std::uint32_t i, std::uint32_t j, double value) {
    rows.column[next[i]] = j;
    rows.value[next[i]++] = value;
  };
  for (std::uint32_t j = 0; j < n; ++j) {
    put(j, j, a.diagonal(j));
    for (std::uint32_t p = a.column_start[j] + 1; p < a.column_start[j + 1]; ++p) {
      if (a.value[p] == 0) continue;
      put(j, a.row[p], a.value[p]);
      put(a.row[p], j, a.value[p]);
    }
  }
  return rows;
}

SparseMatrix make_lower_triangle(const CsrMatrix& a) {
  SparseMatrix lower;
  lower.column_start.push_back(0);
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::uint32_t p = a.start[i]; p < a.start[i + 1]; ++p)
      if (a.column[p] >= i) {
        lower.row.push_back(a.column[p]);
        lower.value.push_back(a.value[p]);
      }
    lower.column_start.push_back(static_cast<std::uint32_t>(lower.row.size()));
  }
  return lower;
}

std::vector<double> diagonal_of(const CsrMatrix& a) {
  std::vector<double> diagonal(a.rows(), 0.0);
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::uint32_t p = a.start[i]; p < a.start[i + 1]; ++p)
      if (a.column[p] == i) diagonal[i] = a.value[p];
  return diagonal;
}

CsrMatrix transpose(const CsrMatrix& a) {
  CsrMatrix t{.columns = static_cast<std::uint32_t>(a.rows()), .start = {}, .column = {}, .value = {}};
  t.start.assign(a.columns + 1, 0);
  for (const std::uint32_t j : a.column) ++t.start[j + 1];
  sum_up(t.start);
  t.column.resize(a.nonzeros());
  t.value.resize(a.nonzeros());
  std::vector<std::uint32_t> next(t.start.begin(), t.start.end() - 1);
  for (std::uint32_t i = 0; i < a.rows(); ++i)
    for (std::uint32_t p = a.start[i]; p < a.start[i + 1]; ++p) {
      const std::uint32_t place = next[a.column[p]]++;
      t.column[place] = i;
      t.value[place] = a.value[p];
    }
  return t;
}

CsrMatrix multiply(const CsrMatrix& a, const CsrMatrix& b, Workers& workers) {
  constexpr std::size_t most_parts = 16;
  const std::size_t n = a.rows(), part_rows = n / most_parts + 1;
  CsrMatrix product{.columns = b.columns, .start = {}, .column = {}, .value = {}};
  product.start.assign(n + 1, 0);
  std::vector<SparseRow::Entry> part[most_parts];
  workers.share(most_parts, [&](std::size_t k) {
    SparseRow sum(b.columns);
    for (std::size_t i = k * part_rows; i < std::min(n, (k + 1) * part_rows); ++i) {
      const std::size_t before = part[k].size();
      for (std::uint32_t p = a.start[i]; p < a.start[i + 1]; ++p)
        for (std::uint32_t q = b.start[a.column[p]]; q < b.start[a.column[p] + 1]; ++q)
          sum.add(b.column[q], a.value[p] * b.value[q]);
      sum.move_to(part[k]);
      product.start[i + 1] = static_cast<std::uint32_t>(part[k].size() - before);
    }
  });
  sum_up(product.start);
  product.column.resize(product.start[n]);
  product.value.resize(product.start[n]);
  workers.share(most_parts, [&](std::size_t k) {
    std::size_t place = product.start[std::min(n, k * part_rows)];
    for (const SparseRow::Entry& entry : part[k]) {
      product.column[place] = entry.column;
      product.value[place++] = entry.value;
    }
  });
  return product;
}

}  // namespace tensio::detail
