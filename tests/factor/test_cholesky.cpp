#include <gtest/gtest.h>

#include "factor/cholesky.h"
#include "support/random_system.h"

namespace tensio {
namespace {

/// Mass 1 + springs of a random graph, every third vertex pinned.
SparseMatrix random_matrix(std::uint32_t n, std::uint32_t seed, double weight_scale = 1) {
  Random random(seed);
  SparseBuilder builder(n);
  for (std::uint32_t i = 0; i < n; ++i) builder.add_diagonal(i, 1);
  for (std::uint32_t s = 0; s < 4 * n; ++s) {
    const std::uint32_t a = random.below(n), b = random.below(n);
    const double weight = weight_scale * random.uniform(0, 10);
    if (a != b) builder.add_difference(a, b, weight);
  }
  for (std::uint32_t i = 0; i < n; i += 3) builder.fix(i);
  return builder.build();
}

TEST(SparseBuilder, SumsDuplicatesAndKeepsTheDiagonalFirst) {
  SparseBuilder builder(3);
  builder.add_difference(2, 0, 1.5);
  builder.add_difference(0, 2, 0.5);
  const SparseMatrix a = builder.build();
  EXPECT_EQ(a.column_start, (std::vector<std::uint32_t>{0, 2, 3, 4}));
  EXPECT_EQ(a.row, (std::vector<std::uint32_t>{0, 2, 1, 2}));
  EXPECT_EQ(a.value, (std::vector<double>{2, -2, 0, 2}));
  EXPECT_EQ(a.nonzeros(), 5u);
}

TEST(SparseBuilder, FixingARowKeepsThePattern) {
  const auto make = [](bool fixed) {
    SparseBuilder builder(3);
    builder.add_difference(0, 1, 1);
    builder.add_difference(1, 2, 1);
    if (fixed) builder.fix(1);
    return builder.build();
  };
  EXPECT_TRUE(make(false).has_pattern_of(make(true)));
  EXPECT_EQ(make(true).value, (std::vector<double>{1, 0, 1, 0, 1}));
}

TEST(Cholesky, SolvesThreeRightHandSidesAtOnce) {
  for (const std::uint32_t n : {1u, 2u, 17u, 300u}) {
    const SparseMatrix a = random_matrix(n, n);
    Random random(5);
    std::vector<Vec3> x(n), b(n);
    for (Vec3& p : x) p = random.vec3(1);
    multiply(a, x, b);
    Cholesky cholesky;
    ASSERT_TRUE(cholesky.factor(a));
    cholesky.solve(b);
    for (std::uint32_t i = 0; i < n; ++i) EXPECT_LT(norm(b[i] - x[i]), 1e-12);
  }
}

TEST(Cholesky, RefactorsNewValuesInTheOldPatternAndNewPatterns) {
  Cholesky cholesky;
  for (const auto& [n, seed, scale] : {std::tuple{50u, 1u, 1.0}, {50u, 1u, 100.0}, {80u, 2u, 1.0}}) {
    const SparseMatrix a = random_matrix(n, seed, scale);
    ASSERT_TRUE(cholesky.factor(a));
    std::vector<Vec3> x(n, Vec3{1, 2, 3}), b(n);
    multiply(a, x, b);
    cholesky.solve(b);
    for (const Vec3& p : b) EXPECT_LT(norm(p - Vec3{1, 2, 3}), 1e-12);
  }
}

TEST(Cholesky, RefusesAMatrixThatIsNotPositiveDefinite) {
  SparseBuilder builder(2);
  builder.add_difference(0, 1, 1);  // a free spring: singular
  builder.add_diagonal(0, -0.5);
  Cholesky cholesky;
  EXPECT_FALSE(cholesky.factor(builder.build()));
}

}  // namespace
}  // namespace tensio
