#include "linear/prolongation.h"

#include <algorithm>

namespace tensio::detail {
namespace {

/// ω times the bound of the eigenvalues. The theory asks for 4/3; this contracts best on cloth.
constexpr double smoothing = 1.5;
/// More entries a row of P than this are those of a graph in which everything is near everything.
constexpr std::size_t most_row_entries = 6;

CsrMatrix make_plain(const Aggregates& aggregates) {
  CsrMatrix t{.columns = aggregates.count, .start = {0}, .column = {}, .value = {}};
  t.start.reserve(aggregates.of.size() + 1);
  for (const std::uint32_t aggregate : aggregates.of) {
    if (aggregate != Aggregates::none) t.column.push_back(aggregate);
    t.start.push_back(static_cast<std::uint32_t>(t.column.size()));
  }
  t.value.assign(t.column.size(), 1.0);
  return t;
}

/// I − ω D⁻¹ Aˢ
CsrMatrix make_smoothing(const CsrMatrix& a, const Strength& strength, double omega) {
  CsrMatrix s{.columns = a.columns, .start = {0}, .column = {}, .value = {}};
  s.start.reserve(a.rows() + 1);
  s.column.reserve(a.nonzeros());
  s.value.reserve(a.nonzeros());
  for (std::uint32_t i = 0; i < a.rows(); ++i) {
    double diagonal = 0, strong = 0;
    for (std::uint32_t p = a.start[i]; p < a.start[i + 1]; ++p) {
      const bool is_strong = strength.is_strong(i, p);
      (is_strong ? strong : diagonal) += a.value[p];
    }
    // Without dominance smoothing could roughen.
    const double over = omega / std::max(diagonal, -strong);
    for (std::uint32_t p = a.start[i]; p < a.start[i + 1]; ++p) {
      const bool is_diagonal = a.column[p] == i;
      if (!is_diagonal && (strong == 0 || !strength.is_strong(i, p))) continue;
      s.column.push_back(a.column[p]);
      s.value.push_back(!is_diagonal ? -over * a.value[p] : strong == 0 ? 1.0 : 1 - over * diagonal);
    }
    s.start.push_back(static_cast<std::uint32_t>(s.column.size()));
  }
  return s;
}

CsrMatrix make_coarse(const CsrMatrix& a, const CsrMatrix& p, Workers& workers) {
  return multiply(transpose(p), multiply(a, p, workers), workers);
}

}  // namespace

Coarsening make_coarsening(const CsrMatrix& a, double largest, Workers& workers) {
  const Strength strength(a);
  const Aggregates aggregates = make_aggregates(a, strength);
  if (aggregates.count == 0) return {};
  CsrMatrix plain = make_plain(aggregates);
  CsrMatrix smooth = multiply(make_smoothing(a, strength, smoothing / largest), plain, workers);
  if (smooth.nonzeros() <= most_row_entries * a.rows()) {
    CsrMatrix coarse = make_coarse(a, smooth, workers);
    if (coarse.nonzeros() <= a.nonzeros()) return {std::move(smooth), std::move(coarse)};
  }
  CsrMatrix coarse = make_coarse(a, plain, workers);
  return {std::move(plain), std::move(coarse)};
}

}  // namespace tensio::detail
