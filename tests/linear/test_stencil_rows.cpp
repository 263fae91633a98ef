#include <gtest/gtest.h>

#include "linear/stencil_rows.h"
#include "support/random_system.h"

namespace tensio::detail {
namespace {

/// Rows of random entries, each repeated so many times along the diagonal.
CsrMatrix random_runs(std::uint32_t rows, std::uint32_t columns, std::uint32_t run, std::uint32_t seed) {
  Random random(seed);
  CsrMatrix m{.columns = columns, .start = {0}, .column = {}, .value = {}};
  std::vector<std::pair<std::uint32_t, double>> entries;
  for (std::uint32_t i = 0; i < rows; ++i) {
    if (i % run == 0) {
      entries.resize(random.below(8));
      for (auto& [column, value] : entries) {
        column = random.below(columns - std::min(columns - 1, run));
        value = random.uniform(-1, 1);
      }
    }
    for (const auto& [column, value] : entries) {
      m.column.push_back(column + i % run);
      m.value.push_back(value);
    }
    m.start.push_back(static_cast<std::uint32_t>(m.column.size()));
  }
  return m;
}

/// Each number by itself, in the order of the entries.
template <class Real>
std::vector<Real> expected_sum(const CsrMatrix& m, const std::vector<double>& s, const std::vector<double>& t,
                               const RowSum<Real>& sum) {
  std::vector<Real> y(4 * m.rows());
  for (std::size_t i = 0; i < y.size(); ++i) {
    Real product = 0;
    for (std::uint32_t p = m.start[i / 4]; p < m.start[i / 4 + 1]; ++p)
      product += static_cast<Real>(s[i / 4] * m.value[p] * t[m.column[p]]) * sum.v[4 * m.column[p] + i % 4];
    y[i] = sum.product * product + sum.first * sum.u[i] + sum.second * sum.w[i];
  }
  return y;
}

template <class Real>
void expect_same_bits(const CsrMatrix& m) {
  Random random(9);
  const auto fill = [&](auto& v) {
    for (auto& x : v) x = static_cast<std::remove_reference_t<decltype(x)>>(random.uniform(-1, 1));
  };
  const std::vector<double> s(m.rows(), 0.7), t(m.columns, 1.3);
  std::vector<Real> v(4 * m.columns), u(4 * m.rows()), w(4 * m.rows()), y(4 * m.rows());
  fill(v), fill(u), fill(w);
  const RowSum<Real> sum{Real(-0.3), v.data(), Real(0.9), u.data(), Real(1.7), w.data()};
  const std::vector<Real> expected = expected_sum(m, s, t, sum);
  Workers workers(2);
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
    if (level > best_simd_level()) continue;
    StencilRows<Real>(m, s, t, level).compute(sum, y.data(), workers);
    EXPECT_EQ(y, expected) << "level " << static_cast<int>(level);
  }
}

TEST(StencilRows, HasTheBitsOfAPlainProductAtEveryLevel) {
  for (const std::uint32_t run : {1u, 2u, 5u, 16u, 17u, 100u, 3000u})
    for (const std::uint32_t rows : {1u, 7u, 1024u, 5000u}) {
      const CsrMatrix m = random_runs(rows, 4000, run, run + rows);
      expect_same_bits<double>(m);
      expect_same_bits<float>(m);
    }
}

TEST(StencilRows, SharesEqualStencils) {
  const std::vector<double> ones(6000, 1.0);
  const auto bytes = [&](std::uint32_t run) {
    return StencilRows<float>(random_runs(2000, 6000, run, 1), ones, ones).bytes();
  };
  EXPECT_LT(20 * bytes(1000), bytes(1));
}

}  // namespace
}  // namespace tensio::detail
