#include <Eigen/SparseCholesky>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

#include "linear/cholesky.h"
#include "support/random_system.h"

namespace tensio {
namespace {

using EigenMatrix = Eigen::SparseMatrix<double>;
using EigenFactor = Eigen::SimplicialLLT<EigenMatrix, Eigen::Lower>;

/// Unit masses and springs of random weight between the given pairs.
class SpringMatrix {
 public:
  SpringMatrix(std::uint32_t n, std::uint32_t seed) : random_(seed), builder_(n) {
    for (std::uint32_t i = 0; i < n; ++i) builder_.add_diagonal(i, random_.uniform(0.5, 1.5));
  }
  void join(std::uint32_t a, std::uint32_t b) {
    if (a != b) builder_.add_difference(a, b, random_.uniform(0.1, 10));
  }
  Random& random() { return random_; }
  SparseBuilder& builder() { return builder_; }
  SparseMatrix build() const { return builder_.build(); }

 private:
  Random random_;
  SparseBuilder builder_;
};

/// The paper's cloth: structural, one diagonal, and bending springs over one vertex.
SparseMatrix grid(std::uint32_t side, std::uint32_t seed = 1) {
  SpringMatrix springs(side * side, seed);
  const auto join = [&](std::uint32_t r, std::uint32_t c, std::uint32_t down, std::uint32_t right) {
    if (r + down < side && c + right < side) springs.join(r * side + c, (r + down) * side + c + right);
  };
  for (std::uint32_t r = 0; r < side; ++r) {
    for (std::uint32_t c = 0; c < side; ++c) {
      join(r, c, 0, 1), join(r, c, 1, 0), join(r, c, 1, 1), join(r, c, 0, 2), join(r, c, 2, 0);
    }
  }
  springs.builder().fix(0);
  springs.builder().fix(side - 1);
  return springs.build();
}
SparseMatrix random_graph(std::uint32_t n, std::uint32_t count, std::uint32_t seed) {
  SpringMatrix springs(n, seed);
  for (std::uint32_t s = 0; s < count; ++s)
    springs.join(springs.random().below(n), springs.random().below(n));
  return springs.build();
}
SparseMatrix pieces(std::uint32_t count, std::uint32_t size) {
  SpringMatrix springs(count * size, 3);
  for (std::uint32_t p = 0; p < count; ++p)
    for (std::uint32_t s = 0; s < 2 * size; ++s)
      springs.join(p * size + springs.random().below(size), p * size + springs.random().below(size));
  return springs.build();
}
SparseMatrix diagonal(std::uint32_t n) {
  return SpringMatrix(n, 4).build();
}
SparseMatrix star(std::uint32_t n, std::uint32_t centre) {
  SpringMatrix springs(n, 5);
  for (std::uint32_t i = 0; i < n; ++i) springs.join(centre, i);
  return springs.build();
}
SparseMatrix complete(std::uint32_t n) {
  SpringMatrix springs(n, 6);
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < i; ++j) springs.join(i, j);
  return springs.build();
}
SparseMatrix path(std::uint32_t n) {
  SpringMatrix springs(n, 7);
  for (std::uint32_t i = 1; i < n; ++i) springs.join(i - 1, i);
  return springs.build();
}
/// A path whose first vertex is joined to every other.
SparseMatrix arrow(std::uint32_t n) {
  SpringMatrix springs(n, 8);
  for (std::uint32_t i = 1; i < n; ++i) springs.join(0, i), springs.join(i - 1, i);
  return springs.build();
}

EigenMatrix to_eigen(const SparseMatrix& a) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t j = 0; j < a.size(); ++j)
    for (std::uint32_t p = a.column_start[j]; p < a.column_start[j + 1]; ++p)
      entries.emplace_back(static_cast<int>(a.row[p]), static_cast<int>(j), a.value[p]);
  EigenMatrix result(static_cast<int>(a.size()), static_cast<int>(a.size()));
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

std::vector<Vec3> random_vector(std::size_t n) {
  Random random(9);
  std::vector<Vec3> result(n);
  for (Vec3& v : result) v = random.vec3(1);
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

bool same_bits(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0;
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

/// Zeros are let in where they make the solve faster; the bytes that it reads must not run away.
TEST(CholeskyPatterns, SupernodesLetInLessThanHalfAsManyZerosAsThereIsFill) {
  for (const std::uint32_t side : {81u, 160u}) {
    const SparseMatrix a = grid(side);
    const EigenFactor eigen(to_eigen(a));
    const auto reference = static_cast<double>(eigen.matrixL().nestedExpression().nonZeros());
    Cholesky cholesky;
    ASSERT_TRUE(cholesky.factor(a));
    EXPECT_LT(static_cast<double>(cholesky.nonzeros()), 1.5 * reference) << side;
  }
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

template <class Factor>
void expect_same_bits_at_every_level(const SparseMatrix& a) {
  std::vector<Vec3> expected;
  for (const SimdLevel level : {SimdLevel::scalar, SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
    if (level > best_simd_level()) continue;
    Factor cholesky(level);
    ASSERT_TRUE(cholesky.factor(a));
    std::vector<Vec3> x = random_vector(a.size());
    cholesky.solve(x);
    if (level == SimdLevel::scalar) expected = x;
    EXPECT_TRUE(same_bits(x, expected)) << static_cast<int>(level);
  }
}

TEST(CholeskyPatterns, AllInstructionSetsGiveTheSameBitsInDoublePrecision) {
  for (const SparseMatrix& a :
       {grid(33), random_graph(500, 2000, 1), complete(61), star(700, 3), path(1000)}) {
    expect_same_bits_at_every_level<Cholesky>(a);
  }
}

TEST(CholeskyPatterns, FloatSolvesToItsPrecision) {
  const SparseMatrix a = grid(40);
  std::vector<Vec3> x = random_vector(a.size()), b(a.size());
  multiply(a, x, b);
  FloatCholesky cholesky(best_simd_level(), Storage::f32);
  ASSERT_TRUE(cholesky.factor(a));
  cholesky.solve(b);
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) worst = std::max(worst, norm(b[i] - x[i]));
  EXPECT_LT(worst, 1e-4);
  EXPECT_GT(worst, 1e-9);
}

TEST(CholeskyPatterns, DissectedGraphsAreSolved) {
  EXPECT_LT(difference_to_eigen(grid(160)), 1e-12);
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
