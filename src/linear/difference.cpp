#include "linear/difference.h"

#include <algorithm>
#include <cstring>

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

}  // namespace tensio::detail
