#include "linear/aggregation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tensio::detail {
namespace {

constexpr double strong_share = 0.1;
/// A row stays out when the sum of its off-diagonal entries is at most this share of the diagonal.
constexpr double dominated_share = 0.25;

std::vector<std::uint8_t> find_dominated(const CsrMatrix& a) {
  std::vector<std::uint8_t> is_dominated(a.rows());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    double diagonal = 0, others = 0;
    for (std::uint32_t p = a.start[i]; p < a.start[i + 1]; ++p)
      (a.column[p] == i ? diagonal : others) += std::abs(a.value[p]);
    is_dominated[i] = others <= dominated_share * diagonal;
  }
  return is_dominated;
}

class Aggregation {
 public:
  Aggregation(const CsrMatrix& a, const Strength& strength)
      : a_(a), strength_(strength), is_dominated_(find_dominated(a)) {
    result_.of.assign(a.rows(), Aggregates::none);
  }

  Aggregates make() {
    const auto n = static_cast<std::uint32_t>(a_.rows());
    for (std::uint32_t i = 0; i < n; ++i)
      if (is_open(i) && has_only_open_neighbours(i)) found(i);
    const std::vector<std::uint32_t> first = result_.of;
    for (std::uint32_t i = 0; i < n; ++i)
      if (is_open(i)) join(i, first, true);
    for (std::uint32_t i = 0; i < n; ++i)
      if (is_open(i) && has_open_neighbour(i)) found(i);
    for (std::uint32_t i = 0; i < n; ++i)
      if (is_open(i)) join(i, result_.of, false);
    return std::move(result_);
  }

 private:
  bool is_open(std::uint32_t i) const { return result_.of[i] == Aggregates::none && !is_dominated_[i]; }

  bool has_only_open_neighbours(std::uint32_t i) const {
    bool has_any = false;
    for (std::uint32_t p = a_.start[i]; p < a_.start[i + 1]; ++p) {
      if (!strength_.is_strong(i, p) || is_dominated_[a_.column[p]]) continue;
      if (!is_open(a_.column[p])) return false;
      has_any = true;
    }
    return has_any;
  }

  bool has_open_neighbour(std::uint32_t i) const {
    for (std::uint32_t p = a_.start[i]; p < a_.start[i + 1]; ++p)
      if (strength_.is_strong(i, p) && is_open(a_.column[p])) return true;
    return false;
  }

  /// A new aggregate of i and its open strong neighbours.
  void found(std::uint32_t i) {
    for (std::uint32_t p = a_.start[i]; p < a_.start[i + 1]; ++p)
      if (strength_.is_strong(i, p) && is_open(a_.column[p])) result_.of[a_.column[p]] = result_.count;
    result_.of[i] = result_.count++;
  }

  /// i joins the aggregate, among those given, that it has the largest entry with.
  void join(std::uint32_t i, const std::vector<std::uint32_t>& aggregate, bool only_strong) {
    double largest = 0;
    for (std::uint32_t p = a_.start[i]; p < a_.start[i + 1]; ++p) {
      const std::uint32_t j = a_.column[p];
      if (j == i || aggregate[j] == Aggregates::none || -a_.value[p] <= largest) continue;
      if (only_strong && !strength_.is_strong(i, p)) continue;
      largest = -a_.value[p];
      result_.of[i] = aggregate[j];
    }
  }

  const CsrMatrix& a_;
  const Strength& strength_;
  std::vector<std::uint8_t> is_dominated_;
  Aggregates result_;
};

}  // namespace

Strength::Strength(const CsrMatrix& a) : a_(a), largest_(a.rows()) {
  for (std::size_t i = 0; i < a.rows(); ++i) {
    double largest = 0;
    for (std::uint32_t p = a.start[i]; p < a.start[i + 1]; ++p)
      if (a.column[p] != i) largest = std::max(largest, -a.value[p]);
    largest_[i] = std::max(strong_share * largest, std::numeric_limits<double>::min());
  }
}

Aggregates make_aggregates(const CsrMatrix& a, const Strength& strength) {
  return Aggregation(a, strength).make();
}

}  // namespace tensio::detail
