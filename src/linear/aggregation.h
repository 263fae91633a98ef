#pragma once

#include "linear/csr_matrix.h"

namespace tensio::detail {

/// Groups of neighbouring rows of a symmetric matrix; each becomes one row of the coarser matrix.
struct Aggregates {
  static constexpr std::uint32_t none = ~std::uint32_t{0};  // a row that smoothing alone serves
  std::vector<std::uint32_t> of;                            // aggregate of every row
  std::uint32_t count = 0;
};

/// Which entries bind two rows strongly: those that are negative and, in size, at least a share of the
/// largest such entry of either row. (Measured against the larger one: a soft spring never binds a vertex to
/// a stiff body.)
class Strength {
 public:
  explicit Strength(const CsrMatrix& a);
  /// Entry p of row i.
  bool is_strong(std::size_t i, std::uint32_t p) const {
    const std::uint32_t j = a_.column[p];
    return j != i && -a_.value[p] >= largest_[i] && -a_.value[p] >= largest_[j];
  }

 private:
  const CsrMatrix& a_;
  std::vector<double> largest_;  // times the share; above zero
};

/// A row and all its strong neighbours at a time, then what is left joins them: Vaněk, Mandel and Brezina
/// 1996, algorithm 5.1. Rows whose diagonal dominates (pins, great masses, short steps) stay out: smoothing
/// alone reduces their error.
Aggregates make_aggregates(const CsrMatrix& a, const Strength& strength);

}  // namespace tensio::detail
