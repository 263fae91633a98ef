#include <Eigen/SparseCholesky>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>

#include "factor/cholesky.h"
#include "factor/elimination_tree.h"
#include "factor/ordering.h"
#include "factor/spring_matrices.h"

namespace tensio {
namespace {

using EigenMatrix = Eigen::SparseMatrix<double>;
using EigenFactor = Eigen::SimplicialLLT<EigenMatrix, Eigen::Lower>;

EigenMatrix to_eigen(const SparseMatrix& a) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t j = 0; j < a.size(); ++j)
    for (std::uint32_t p = a.column_start[j]; p < a.column_start[j + 1]; ++p)
      entries.emplace_back(static_cast<int>(a.row[p]), static_cast<int>(j), a.value[p]);
  EigenMatrix result(static_cast<int>(a.size()), static_cast<int>(a.size()));
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

/// max |x − x_Eigen|, the right-hand sides being of order 1
double difference_to_eigen(const SparseMatrix& a) {
  std::vector<Vec3> b = random_vector(a.size());
  Eigen::MatrixX3d right(a.size(), 3);
  for (std::size_t i = 0; i < b.size(); ++i)
    right.row(static_cast<Eigen::Index>(i)) << b[i].x, b[i].y, b[i].z;
  const Eigen::MatrixX3d expected = EigenFactor(to_eigen(a)).solve(right);
  Cholesky cholesky;
  if (!cholesky.factor(a)) return std::numeric_limits<double>::infinity();
  cholesky.solve(b);
  double worst = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const auto e = expected.row(static_cast<Eigen::Index>(i));
    const double d = norm(b[i] - Vec3{e[0], e[1], e[2]});
    worst = d > worst || std::isnan(d) ? d : worst;
  }
  return worst;
}

TEST(CholeskyPatterns, SolveAsEigenDoes) {
  EXPECT_LT(difference_to_eigen(grid(9)), 1e-12);
  EXPECT_LT(difference_to_eigen(grid(40)), 1e-12);
  EXPECT_LT(difference_to_eigen(grid(81)), 1e-12);
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const std::uint32_t n = 1 + seed * 11;
    EXPECT_LT(difference_to_eigen(random_graph(n, seed % 7 * n / 2, seed)), 1e-12) << n;
  }
  EXPECT_LT(difference_to_eigen(pieces(30, 23)), 1e-12);
  EXPECT_LT(difference_to_eigen(pieces(500, 2)), 1e-12);
  EXPECT_LT(difference_to_eigen(diagonal(1)), 1e-12);
  EXPECT_LT(difference_to_eigen(diagonal(1000)), 1e-12);
  EXPECT_LT(difference_to_eigen(complete(2)), 1e-12);
  EXPECT_LT(difference_to_eigen(complete(60)), 1e-12);
}

TEST(CholeskyPatterns, HostileOnesStayCheap) {
  const auto check = [](const char* name, const SparseMatrix& a, std::size_t most_entries) {
    EXPECT_LT(difference_to_eigen(a), 1e-12) << name;
    Cholesky cholesky;
    ASSERT_TRUE(cholesky.factor(a));
    EXPECT_LE(cholesky.nonzeros(), most_entries) << name;
  };
  check("star, centre first", star(5000, 0), 100'000);
  check("star, centre last", star(5000, 4999), 100'000);
  check("path", path(100'000), 2'000'000);
  check("arrow", arrow(20'000), 500'000);
  check("complete", complete(300), 300 * 301 / 2);
}

/// Entries of L for our ordering, and for Eigen's minimum degree.
std::pair<double, double> fills(const SparseMatrix& a) {
  Workers serial;
  const detail::Graph graph = detail::make_graph(a);
  const auto tree = detail::make_elimination_tree(graph, detail::make_fill_reducing_order(graph, serial));
  const EigenFactor eigen(to_eigen(a));
  return {std::accumulate(tree.count.begin(), tree.count.end(), 0.0),
          static_cast<double>(eigen.matrixL().nestedExpression().nonZeros())};
}

TEST(CholeskyPatterns, FillIsNotMuchAboveMinimumDegree) {
  const auto [ours, reference] = fills(grid(81));
  EXPECT_LT(ours, 1.05 * reference);
}

TEST(CholeskyPatterns, SupernodesKeepFewZeros) {
  const SparseMatrix a = grid(81);
  Cholesky cholesky;
  ASSERT_TRUE(cholesky.factor(a));
  EXPECT_LT(static_cast<double>(cholesky.nonzeros()), 1.4 * fills(a).first);
}

TEST(CholeskyPatterns, RefactoringEqualsAFreshFactorBitForBit) {
  for (const bool is_grid : {true, false}) {
    const auto make = [&](std::uint32_t seed) {
      SparseMatrix a = is_grid ? grid(30, seed) : random_graph(300, 900, 1);
      if (!is_grid)
        for (std::size_t j = 0; j < a.size(); ++j) a.value[a.column_start[j]] += seed;
      return a;
    };
    Cholesky kept, fresh;
    ASSERT_TRUE(kept.factor(make(1)));
    ASSERT_TRUE(kept.factor(make(2)));
    ASSERT_TRUE(fresh.factor(make(2)));
    std::vector<Vec3> x = random_vector(make(1).size()), y = x;
    kept.solve(x);
    fresh.solve(y);
    EXPECT_TRUE(same_bits(x, y));
  }
}

TEST(CholeskyPatterns, AllInstructionSetsGiveTheSameBits) {
  for (const SparseMatrix& a :
       {grid(33), random_graph(500, 2000, 1), complete(61), star(700, 3), path(1000)}) {
    std::vector<Vec3> expected;
    for (const SimdLevel level :
         {SimdLevel::scalar, SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
      if (level > best_simd_level()) continue;
      Cholesky cholesky(level);
      ASSERT_TRUE(cholesky.factor(a));
      std::vector<Vec3> x = random_vector(a.size());
      cholesky.solve(x);
      if (level == SimdLevel::scalar) expected = x;
      EXPECT_TRUE(same_bits(x, expected)) << static_cast<int>(level);
    }
  }
}

TEST(CholeskyPatterns, FloatSolvesToItsPrecision) {
  const SparseMatrix a = grid(40);
  std::vector<Vec3> x = random_vector(a.size()), b(a.size());
  multiply(a, x, b);
  FloatCholesky cholesky;
  ASSERT_TRUE(cholesky.factor(a));
  cholesky.solve(b);
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) worst = std::max(worst, norm(b[i] - x[i]));
  EXPECT_LT(worst, 1e-4);
  EXPECT_GT(worst, 1e-9);
}

TEST(CholeskyPatterns, DissectedGraphsFillLessThanMinimumDegree) {
  const SparseMatrix a = grid(160);
  const auto [ours, reference] = fills(a);
  EXPECT_LT(ours, reference);
  EXPECT_LT(difference_to_eigen(a), 1e-12);
}

TEST(CholeskyPatterns, OneBadEntryAnywhereIsRefused) {
  const SparseMatrix good = grid(12);
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity(), -1e6}) {
    for (std::size_t p = 0; p < good.value.size(); p += 7) {
      SparseMatrix a = good;
      a.value[p] = bad;
      Cholesky cholesky;
      EXPECT_FALSE(cholesky.factor(a)) << bad << " at " << p;
      EXPECT_TRUE(cholesky.factor(good)) << "after a failure";
    }
  }
}

TEST(CholeskyPatterns, ADenormalPivotIsRefusedRatherThanSolvedWithInfinity) {
  SparseBuilder builder(1);
  builder.add_diagonal(0, 1e-310);
  Cholesky cholesky;
  EXPECT_FALSE(cholesky.factor(builder.build()));
}

TEST(CholeskyPatterns, AnEmptyMatrixIsFactored) {
  Cholesky cholesky;
  EXPECT_TRUE(cholesky.factor(SparseBuilder(0).build()));
  cholesky.solve({});
  EXPECT_EQ(cholesky.nonzeros(), 0u);
}

}  // namespace
}  // namespace tensio
