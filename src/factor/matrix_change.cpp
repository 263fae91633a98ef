#include "factor/matrix_change.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace tensio::detail {
namespace {

/// Do columns [from, to) have the same entries, bit for bit?
bool are_same(const SparseMatrix& a, const SparseMatrix& b, std::size_t from, std::size_t to) {
  const std::uint32_t* a_start = a.column_start.data();
  const std::uint32_t* b_start = b.column_start.data();
  const std::uint32_t shift = b_start[from] - a_start[from];
  std::uint32_t other = 0;
  for (std::size_t j = from; j <= to; ++j) other |= (b_start[j] - a_start[j]) ^ shift;
  if (other != 0) return false;
  const std::size_t p = a_start[from], q = b_start[from], count = a_start[to] - p;
  return count == 0 || (std::memcmp(&a.row[p], &b.row[q], count * sizeof(a.row[0])) == 0 &&
                        std::memcmp(&a.value[p], &b.value[q], count * sizeof(a.value[0])) == 0);
}

void compare_column(const SparseMatrix& before, const SparseMatrix& after, std::uint32_t j,
                    std::vector<EntryChange>& changes) {
  std::uint32_t p = before.column_start[j], q = after.column_start[j];
  const std::uint32_t p_end = before.column_start[j + 1], q_end = after.column_start[j + 1];
  while (p < p_end || q < q_end) {
    const bool was = q == q_end || (p < p_end && before.row[p] <= after.row[q]);
    const bool is = p == p_end || (q < q_end && after.row[q] <= before.row[p]);
    const std::uint32_t row = was ? before.row[p] : after.row[q];
    const double old_value = was ? before.value[p++] : 0, new_value = is ? after.value[q++] : 0;
    if (old_value != new_value) changes.push_back({j, row, old_value, new_value});
  }
}

}  // namespace

std::optional<std::vector<EntryChange>> find_changes(const SparseMatrix& before, const SparseMatrix& after,
                                                     std::size_t most) {
  constexpr std::size_t chunk = 64;  // columns that are compared in one go
  const std::size_t n = before.size();
  if (after.size() < n) return {};
  std::vector<EntryChange> changes;
  for (std::size_t from = 0; from < n; from += chunk) {
    const std::size_t to = std::min(from + chunk, n);
    if (are_same(before, after, from, to)) continue;
    for (std::size_t j = from; j < to; ++j)
      compare_column(before, after, static_cast<std::uint32_t>(j), changes);
    if (changes.size() > most) return {};
  }
  for (std::size_t j = n; j < after.size(); ++j) {
    for (std::uint32_t q = after.column_start[j]; q < after.column_start[j + 1]; ++q)
      changes.push_back({static_cast<std::uint32_t>(j), after.row[q], 0, after.value[q]});
    if (changes.size() > most) return {};
  }
  return changes;
}

namespace {

using Column = std::vector<std::pair<std::uint32_t, double>>;
using Diagonals = std::map<std::uint32_t, SymmetricChange::Diagonal>;

/// Is it rounding alone? A diagonal is a sum over some ten springs.
bool is_nothing(double value, double size) {
  return std::abs(value) <= 16 * std::numeric_limits<double>::epsilon() * size;
}

/// How many changes of rank one it takes to write the column as springs, less those of its rows' diagonals
/// that it saves.
int count_springs(const Diagonals& diagonal, std::uint32_t j, const Column& below) {
  int count = 0;
  double left = 0, size = 0;
  if (const auto d = diagonal.find(j); d != diagonal.end()) left = d->second.value, size = d->second.size;
  for (const auto& [row, value] : below) {
    ++count;
    left += value, size += std::abs(value);
    const auto d = diagonal.find(row);
    const bool was = d != diagonal.end() && !is_nothing(d->second.value, d->second.size);
    const bool is = d == diagonal.end() || !is_nothing(d->second.value + value, d->second.size);
    count += is - was;
  }
  return count + !is_nothing(left, size);
}

void add_springs(Diagonals& diagonal, std::uint32_t j, const Column& below, std::vector<RankOne>& result) {
  for (const auto& [row, value] : below) {
    result.push_back({-value, {{j, 1.0}, {row, -1.0}}});
    for (const std::uint32_t end : {j, row}) {
      SymmetricChange::Diagonal& d = diagonal[end];
      d.value += value;
      d.size += std::abs(value);
    }
  }
}

void add_column(Diagonals& diagonal, std::uint32_t j, const Column& below, std::vector<RankOne>& result) {
  double square = 0;
  for (const auto& [row, value] : below) square += value * value;
  double d = 0;
  if (const auto at = diagonal.find(j); at != diagonal.end()) d = at->second.value, diagonal.erase(at);
  const double root = std::sqrt(d * d / 4 + square);
  const double outer = d < 0 ? d / 2 - root : d / 2 + root;  // without cancellation
  for (const double lambda : {outer, -square / outer}) {
    RankOne change{lambda / (lambda * lambda + square), {{j, lambda}}};
    change.w.insert(change.w.end(), below.begin(), below.end());
    result.push_back(std::move(change));
  }
}

}  // namespace

void SymmetricChange::add_diagonal(std::uint32_t i, double value, double size) {
  Diagonal& d = diagonal[i];
  d.value += value;
  d.size += size;
}

void SymmetricChange::add_below(std::uint32_t column, std::uint32_t row, double value) {
  Column& entries = below[column];
  entries.insert(std::ranges::lower_bound(entries, row, {}, &Column::value_type::first), {row, value});
}

std::vector<RankOne> split(SymmetricChange change) {
  std::vector<RankOne> result;
  for (const auto& [j, below] : change.below) {
    if (count_springs(change.diagonal, j, below) <= 2)
      add_springs(change.diagonal, j, below, result);
    else
      add_column(change.diagonal, j, below, result);
  }
  for (const auto& [i, d] : change.diagonal)
    if (!is_nothing(d.value, d.size)) result.push_back({d.value, {{i, 1.0}}});
  std::ranges::stable_partition(result, [](const RankOne& change_) { return change_.sigma > 0; });
  return result;
}

}  // namespace tensio::detail
