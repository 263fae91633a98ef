#include <gtest/gtest.h>

#include "linear/linear_solver.h"
#include "support/random_system.h"

namespace tensio {
namespace {

constexpr LinearMethod all_methods[] = {LinearMethod::llt,      LinearMethod::ldlt,   LinearMethod::lu,
                                        LinearMethod::pcg,      LinearMethod::pcg_ic, LinearMethod::jacobi,
                                        LinearMethod::chebyshev};

/// Mass + projected spring blocks on a ring with chords; vertex 0 pinned.
BlockMatrix random_blocks(std::uint32_t n, double stiffness) {
  Random random(n);
  std::vector<BlockMatrix::Pair> pairs;
  for (std::uint32_t i = 0; i < n; ++i) pairs.push_back({i, (i + 1) % n});
  for (std::uint32_t i = 0; i + 3 < n; ++i) pairs.push_back({i, i + 3});
  BlockMatrix a(n, pairs);
  for (std::uint32_t i = 0; i < n; ++i) a.add_diagonal(i, random.uniform(0.5, 1.5));
  for (const auto [i, j] : pairs) {
    const Vec3 direction = normalized(random.vec3(1));
    const double across = random.uniform(0, 0.2);
    a.add_difference(i, j, stiffness * (Mat3::identity(across) + (1 - across) * outer(direction, direction)));
  }
  a.fix(0, 7);
  return a;
}

TEST(LinearSolver, EveryMethodSolvesAPositiveDefiniteSystem) {
  const BlockMatrix a = random_blocks(60, 5);
  Random random(3);
  std::vector<Vec3> x(60), b(60), solution(60);
  for (Vec3& p : x) p = random.vec3(1);
  a.multiply(x, b);
  for (const LinearMethod method : all_methods) {
    const auto solver = make_linear_solver({.method = method, .iterations = 5000, .tolerance = 1e-12});
    ASSERT_TRUE(solver->prepare(a));
    const LinearReport report = solver->solve(b, solution);
    EXPECT_LE(report.residual, 1e-12);
    for (std::size_t i = 0; i < x.size(); ++i)
      EXPECT_LT(norm(solution[i] - x[i]), 1e-9) << static_cast<int>(method);
  }
}

TEST(LinearSolver, SolvesAZeroRightHandSideByZero) {
  const BlockMatrix a = random_blocks(10, 1);
  const std::vector<Vec3> b(10);
  for (const LinearMethod method : all_methods) {
    std::vector<Vec3> x(10, Vec3{1, 1, 1});
    const auto solver = make_linear_solver({.method = method});
    ASSERT_TRUE(solver->prepare(a));
    (void)solver->solve(b, x);
    for (const Vec3& p : x) EXPECT_EQ(p, Vec3{});
  }
}

TEST(LinearSolver, ReportsTheResidualItReallyReached) {
  const BlockMatrix a = random_blocks(60, 500);
  std::vector<Vec3> b(60, Vec3{1, 0, 0}), x(60), ax(60);
  for (const LinearMethod method :
       {LinearMethod::pcg, LinearMethod::pcg_ic, LinearMethod::jacobi, LinearMethod::chebyshev}) {
    const auto solver = make_linear_solver({.method = method, .iterations = 20, .tolerance = 1e-14});
    ASSERT_TRUE(solver->prepare(a));
    const LinearReport report = solver->solve(b, x);
    EXPECT_EQ(report.iterations, 20);
    a.multiply(x, ax);
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += dot(b[i] - ax[i], b[i] - ax[i]);
    EXPECT_NEAR(report.residual, std::sqrt(sum) / norm(b), 1e-10);
  }
}

TEST(LinearSolver, JacobiObeysItsDamping) {
  const BlockMatrix a = random_blocks(60, 5);
  std::vector<Vec3> b(60, Vec3{1, 0, 0}), x(60);
  const auto solve = [&](double alpha) {
    const auto solver = make_linear_solver(
        {.method = LinearMethod::jacobi, .iterations = 2000, .tolerance = 1e-8, .alpha = alpha});
    EXPECT_TRUE(solver->prepare(a));
    return solver->solve(b, x);
  };
  EXPECT_LE(solve(0.2).residual, 1e-8);
  EXPECT_FALSE(solve(0.2).diverged);
  EXPECT_LT(solve(0.4).iterations, solve(0.2).iterations);
  EXPECT_TRUE(solve(3).diverged);  // far too bold
}

TEST(LinearSolver, ChebyshevNeedsFarFewerIterationsThanJacobi) {
  const BlockMatrix a = random_blocks(200, 50);
  std::vector<Vec3> b(200, Vec3{0, 1, 0}), x(200);
  const auto iterations = [&](LinearMethod method) {
    const auto solver = make_linear_solver({.method = method, .iterations = 100000, .tolerance = 1e-8});
    EXPECT_TRUE(solver->prepare(a));
    return solver->solve(b, x).iterations;
  };
  EXPECT_LT(3 * iterations(LinearMethod::chebyshev), iterations(LinearMethod::jacobi));
}

TEST(LinearSolver, FactorisationsRefuseAnIndefiniteMatrix) {
  BlockMatrix a = random_blocks(10, 1);
  a.add_diagonal(4, -100);
  for (const LinearMethod method :
       {LinearMethod::llt, LinearMethod::ldlt, LinearMethod::pcg, LinearMethod::jacobi}) {
    EXPECT_FALSE(make_linear_solver({.method = method})->prepare(a)) << static_cast<int>(method);
  }
}

TEST(LinearSolver, ConjugateGradientsStopAtNegativeCurvatureWithADescentDirection) {
  // Positive blocks on the diagonal, but an indefinite matrix: x₀ − x₁ has negative curvature.
  BlockMatrix a(2, {{0, 1}});
  a.add_diagonal(0, 2);
  a.add_diagonal(1, 2);
  a.add_difference(0, 1, Mat3::identity(-1.5));
  const std::vector<Vec3> b = {{1, 0, 0}, {-1, 0, 0}};
  std::vector<Vec3> x(2);
  const auto solver = make_linear_solver({.method = LinearMethod::pcg});
  ASSERT_TRUE(solver->prepare(a));
  (void)solver->solve(b, x);
  EXPECT_GT(dot(b, x), 0);
}

TEST(BlockMatrix, FixedRowsAreTheIdentitys) {
  const BlockMatrix a = random_blocks(10, 3);
  std::vector<Vec3> x(10), y(10);
  x[0] = {1, 2, 3};
  a.multiply(x, y);
  EXPECT_EQ(y[0], x[0]);
  for (std::size_t i = 1; i < 10; ++i) EXPECT_EQ(y[i], Vec3{});
}

}  // namespace
}  // namespace tensio
