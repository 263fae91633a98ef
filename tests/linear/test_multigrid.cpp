#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "linear/multigrid.h"
#include "support/random_system.h"

namespace tensio {
namespace {

/// M + s² L of a square cloth with structural, shear and bending springs, as a grid has them.
SparseBuilder cloth(std::uint32_t side, double mass, double s2 = 1) {
  SparseBuilder builder(side * side);
  for (std::size_t i = 0; i < side * side; ++i) builder.add_diagonal(i, mass);
  const auto add = [&](std::uint32_t columns, std::uint32_t rows, double stiffness) {
    for (std::uint32_t r = 0; r + rows < side; ++r)
      for (std::uint32_t c = 0; c + columns < side; ++c)
        builder.add_difference(r * side + c, (r + rows) * side + c + columns, s2 * stiffness);
  };
  add(1, 0, 1000), add(0, 1, 1000), add(1, 1, 200), add(2, 0, 2), add(0, 2, 2);
  return builder;
}

SparseMatrix pinned_cloth(std::uint32_t side, double mass, double s2 = 1) {
  SparseBuilder builder = cloth(side, mass, s2);
  builder.fix(0);
  builder.fix(side - 1);
  return builder.build();
}

/// Four springs a vertex between random ends, of stiffness e^±spread.
SparseMatrix random_graph(std::uint32_t n, std::uint32_t seed, double mass, double spread) {
  Random random(seed);
  SparseBuilder builder(n);
  for (std::uint32_t i = 0; i < n; ++i) builder.add_diagonal(i, mass);
  for (std::uint32_t s = 0; s < 4 * n; ++s) {
    const std::uint32_t a = random.below(n), b = random.below(n);
    const double stiffness = std::exp(random.uniform(-spread, spread));
    if (a != b) builder.add_difference(a, b, stiffness);
  }
  for (std::uint32_t i = 0; i < n; i += 100) builder.fix(i);
  return builder.build();
}

template <class Real>
Field<Real> random_field(std::size_t n, std::uint32_t seed) {
  Random random(seed);
  std::vector<Vec3> values(n);
  for (Vec3& v : values) v = random.vec3(1);
  Field<Real> field(n);
  field.set(values);
  return field;
}

template <class Real>
std::vector<Vec3> to_vectors(const Field<Real>& field) {
  std::vector<Vec3> values(field.size());
  field.get(values);
  return values;
}

double dot(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
  return sum;
}

/// A multigrid solver that has been prepared for a matrix, and what its operator does in double precision.
template <class Real>
class Prepared {
 public:
  explicit Prepared(const SparseMatrix& a, int threads = 1) : a_(a), workers_(threads), solver_(workers_) {
    EXPECT_EQ(solver_.prepare(a), GlobalSolver<Real>::Status::ready);
  }

  std::vector<Vec3> solve(const std::vector<Vec3>& b) {
    Field<Real> field(b.size());
    field.set(b);
    solver_.solve(field, field);
    return to_vectors(field);
  }
  std::vector<Vec3> times_matrix(const std::vector<Vec3>& x) const {
    std::vector<Vec3> y(x.size());
    multiply(a_, x, y);
    return y;
  }
  double energy(const std::vector<Vec3>& x) const { return dot(x, times_matrix(x)); }

  /// The norm of I − P⁻¹A in the norm of A, by power iteration; each step is checked not to raise it.
  double contraction(int iterations = 30) {
    std::vector<Vec3> e = to_vectors(random_field<double>(a_.size(), 3));
    double before = energy(e), factor = 0;
    for (int k = 0; k < iterations; ++k) {
      const std::vector<Vec3> correction = solve(times_matrix(e));
      for (std::size_t i = 0; i < e.size(); ++i) e[i] -= correction[i];
      const double after = energy(e);
      factor = std::sqrt(after / before);
      EXPECT_LT(factor, 1) << "step " << k;
      for (Vec3& v : e) v = v / std::sqrt(after);
      before = 1;
    }
    return factor;
  }
  /// The largest eigenvalue of P⁻¹A.
  double largest_eigenvalue() {
    std::vector<Vec3> v = to_vectors(random_field<double>(a_.size(), 4));
    double factor = 0;
    for (int k = 0; k < 30; ++k) {
      const double before = energy(v);
      v = solve(times_matrix(v));
      const double after = energy(v);
      factor = std::sqrt(after / before);
      for (Vec3& x : v) x = x / std::sqrt(after);
    }
    return factor;
  }

  Multigrid<Real>& solver() { return solver_; }

 private:
  const SparseMatrix& a_;
  Workers workers_;
  Multigrid<Real> solver_;
};

TEST(SparseBuilder, SumsLongColumnsInTheOrderOfTheirAddition) {
  constexpr std::uint32_t n = 200;
  Random random(1);
  SparseBuilder builder(n);
  std::vector<double> expected(n, 0.0);
  for (int s = 0; s < 1000; ++s) {
    const std::uint32_t i = 1 + random.below(n - 1);
    const double weight = std::exp(random.uniform(-30, 30));
    builder.add_difference(s % 2 ? i : 0, s % 2 ? 0 : i, weight);
    expected[i] -= weight;
  }
  const SparseMatrix a = builder.build();
  for (std::uint32_t p = 1; p < a.column_start[1]; ++p) {
    EXPECT_LT(a.row[p - 1], a.row[p]);
    EXPECT_EQ(a.value[p], expected[a.row[p]]);
  }
}

template <class Real>
class MultigridIn : public testing::Test {};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(MultigridIn, Precisions);

TYPED_TEST(MultigridIn, IsSymmetric) {
  const double tolerance = std::is_same_v<TypeParam, double> ? 1e-12 : 1e-4;
  for (const SparseMatrix& a : {pinned_cloth(100, 1e-3), random_graph(3000, 1, 1e-3, 2)}) {
    Prepared<TypeParam> multigrid(a);
    const auto u = to_vectors(random_field<TypeParam>(a.size(), 1));
    const auto v = to_vectors(random_field<TypeParam>(a.size(), 2));
    const auto pu = multigrid.solve(u), pv = multigrid.solve(v);
    EXPECT_NEAR(dot(u, pv), dot(v, pu), tolerance * std::sqrt(dot(u, pu) * dot(v, pv)));
  }
}

TYPED_TEST(MultigridIn, ContractsTheErrorOfACloth) {
  for (const double mass : {1e3, 1.0, 1e-3, 0.0}) {
    const SparseMatrix a = pinned_cloth(110, mass);
    Prepared<TypeParam> multigrid(a);
    EXPECT_EQ(multigrid.solver().level_sizes().size(), mass > 1 ? 2u : 3u);
    EXPECT_LT(multigrid.contraction(), 0.35) << "mass " << mass;
  }
}

TYPED_TEST(MultigridIn, HasNoEigenvalueAboveOne) {
  const double tolerance = std::is_same_v<TypeParam, double> ? 1e-12 : 1e-5;
  for (const SparseMatrix& a :
       {pinned_cloth(110, 1e-3), random_graph(4000, 1, 1e-3, 2), pinned_cloth(40, 1e6)}) {
    Prepared<TypeParam> multigrid(a);
    EXPECT_LT(multigrid.largest_eigenvalue(), 1 + tolerance);
  }
}

TYPED_TEST(MultigridIn, NeedsNoCoarseLevelWhenTheMassDominates) {
  const SparseMatrix a = pinned_cloth(50, 1, 1e-5);
  Prepared<TypeParam> multigrid(a);
  EXPECT_EQ(multigrid.solver().level_sizes(), std::vector<std::size_t>{2500});
  EXPECT_LT(multigrid.contraction(), 0.1);
}

TYPED_TEST(MultigridIn, ContractsTheErrorOfRandomGraphs) {
  for (const std::uint32_t seed : {1u, 2u, 3u})
    for (const double mass : {1.0, 1e-4}) {
      const SparseMatrix a = random_graph(3000, seed, mass, 2);
      EXPECT_LT(Prepared<TypeParam>(a).contraction(), 0.6) << "seed " << seed << ", mass " << mass;
    }
}

TYPED_TEST(MultigridIn, HasTheSameBitsForEveryNumberOfThreads) {
  const SparseMatrix a = pinned_cloth(110, 1e-3);
  const auto b = to_vectors(random_field<TypeParam>(a.size(), 7));
  const auto expected = Prepared<TypeParam>(a, 1).solve(b);
  for (const int threads : {2, 3, 4, 8}) {
    Prepared<TypeParam> multigrid(a, threads);
    for (int repetition = 0; repetition < 3; ++repetition)
      EXPECT_TRUE(std::ranges::equal(multigrid.solve(b), expected)) << threads << " threads";
  }
}

TYPED_TEST(MultigridIn, KeepsPinsWhereTheyAre) {
  SparseBuilder builder = cloth(60, 1e-3);
  for (std::size_t i = 0; i < 3600; i += 7) builder.fix(i);
  const SparseMatrix a = builder.build();
  auto b = to_vectors(random_field<TypeParam>(a.size(), 7));
  for (std::size_t i = 0; i < 3600; i += 7) b[i] = {};
  const auto x = Prepared<TypeParam>(a).solve(b);
  for (std::size_t i = 0; i < 3600; i += 7) EXPECT_EQ(x[i], Vec3{});
  EXPECT_LT(Prepared<TypeParam>(a).contraction(), 0.35);
}

TYPED_TEST(MultigridIn, SolvesDisconnectedPieces) {
  // Two cloths, a chain and vertices of their own, some of them pinned.
  constexpr std::uint32_t side = 40, chain = 2 * side * side, alone = chain + 500, n = alone + 50;
  SparseBuilder builder(n);
  for (std::uint32_t i = 0; i < n; ++i) builder.add_diagonal(i, 1e-3);
  for (const std::uint32_t first : {0u, side * side})
    for (std::uint32_t i = 0; i < side * side; ++i) {
      if (i % side + 1 < side) builder.add_difference(first + i, first + i + 1, 100);
      if (i + side < side * side) builder.add_difference(first + i, first + i + side, 100);
    }
  for (std::uint32_t i = chain; i + 1 < alone; ++i) builder.add_difference(i, i + 1, 1000);
  builder.fix(0);
  builder.fix(n - 1);
  const SparseMatrix a = builder.build();
  EXPECT_LT(Prepared<TypeParam>(a).contraction(), 0.5);
}

TYPED_TEST(MultigridIn, SolvesSmallMatricesExactly) {
  for (const std::uint32_t n : {1u, 2u, 17u, 300u}) {
    const SparseMatrix a = random_graph(n, n, 1, 1);
    Prepared<TypeParam> multigrid(a);
    const auto x = to_vectors(random_field<TypeParam>(n, 5));
    const auto solved = multigrid.solve(multigrid.times_matrix(x));
    for (std::uint32_t i = 0; i < n; ++i) EXPECT_LT(norm(solved[i] - x[i]), 1e-4);
  }
}

TYPED_TEST(MultigridIn, RefusesAMatrixThatIsNotPositiveDefinite) {
  for (const std::uint32_t side : {3u, 50u}) {
    SparseBuilder builder = cloth(side, 1);
    builder.add_diagonal(side + 1, -1e6);
    Workers workers;
    EXPECT_EQ(Multigrid<TypeParam>(workers).prepare(builder.build()),
              GlobalSolver<TypeParam>::Status::not_positive_definite);
  }
}

TYPED_TEST(MultigridIn, PreparesAgainForOtherMatrices) {
  Workers workers;
  Multigrid<TypeParam> used(workers);
  for (const SparseMatrix& a : {pinned_cloth(60, 1e-3), pinned_cloth(60, 1e6), pinned_cloth(60, 1),
                                pinned_cloth(3, 1), random_graph(2000, 1, 1, 1)}) {
    ASSERT_EQ(used.prepare(a), GlobalSolver<TypeParam>::Status::ready);
    const auto b = random_field<TypeParam>(a.size(), 7);
    Field<TypeParam> x(a.size());
    used.solve(b, x);
    EXPECT_TRUE(std::ranges::equal(to_vectors(x), Prepared<TypeParam>(a).solve(to_vectors(b))));
  }
}

TEST(Multigrid, ConvergesForStiffnessOfAllSizes) {
  // A stiff body beside soft ones, and springs from 1e-9 to 1e9 N/m in one tangle.
  SparseBuilder builder = cloth(60, 1e-3);
  for (std::uint32_t i = 1000; i + 61 < 2000; ++i) builder.add_difference(i, i + 61, 1e9);
  builder.fix(0);
  const SparseMatrix beside = builder.build(), tangle = random_graph(3000, 1, 1e-3, 20);
  EXPECT_LT(Prepared<double>(beside).contraction(), 0.8);
  EXPECT_LT(Prepared<double>(tangle).contraction(), 0.95);
}

TEST(Multigrid, ServesAStarWhoseHubTouchesAll) {
  constexpr std::uint32_t n = 5000;
  SparseBuilder builder(n);
  for (std::uint32_t i = 0; i < n; ++i) builder.add_diagonal(i, 1e-6);
  for (std::uint32_t i = 1; i < n; ++i) builder.add_difference(0, i, 1);
  const SparseMatrix a = builder.build();
  EXPECT_LT(Prepared<double>(a).contraction(), 0.5);
}

}  // namespace
}  // namespace tensio
