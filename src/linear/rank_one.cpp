#include "linear/rank_one.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tensio::detail {
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
