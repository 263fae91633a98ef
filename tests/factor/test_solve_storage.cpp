#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "factor/cholesky.h"
#include "factor/multifrontal.h"
#include "factor/ordering.h"
#include "factor/spring_matrices.h"

namespace tensio {
namespace {

constexpr SimdLevel all_levels[] = {SimdLevel::scalar, SimdLevel::baseline, SimdLevel::avx2,
                                    SimdLevel::avx512};

/// Shapes of every kind: odd sizes, single vertices, disconnected pieces, chains, dense and random graphs.
std::vector<SparseMatrix> shapes() {
  std::vector<SparseMatrix> result = {grid(33),       grid(40),       random_graph(500, 2000, 1),
                                      complete(61),   star(700, 3),   path(1000),
                                      pieces(30, 23), pieces(500, 2), arrow(300),
                                      diagonal(1),    diagonal(37),   complete(2)};
  for (std::uint32_t n = 1; n < 40; n += 3) result.push_back(random_graph(n, 2 * n, n));
  return result;
}

template <class Real>
Field<Real> random_field(std::size_t n) {
  Field<Real> field(n);
  field.set(random_vector(n));
  return field;
}

template <class Real>
std::vector<Vec3> to_vectors(const Field<Real>& field) {
  std::vector<Vec3> result(field.size());
  field.get(result);
  return result;
}

double distance(std::span<const Vec3> a, std::span<const Vec3> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += norm(a[i] - b[i]) * norm(a[i] - b[i]);
  return std::sqrt(sum);
}

/// |x − P⁻¹ A x| / |x| of a random x
double contraction(const SparseMatrix& a, FloatCholesky& cholesky) {
  const std::vector<Vec3> x = random_vector(a.size());
  std::vector<Vec3> b(a.size());
  multiply(a, x, b);
  cholesky.solve(b);
  return distance(b, x) / distance(x, std::vector<Vec3>(x.size()));
}

TEST(SolveStorage, ErrorsAreThoseOfTheStorage) {
  for (const SparseMatrix& a : shapes()) {
    for (const auto& [storage, most] :
         {std::pair{Storage::f32, 1e-5}, {Storage::f16, 2e-2}, {Storage::bf16, 2e-1}}) {
      FloatCholesky cholesky(best_simd_level(), storage);
      ASSERT_TRUE(cholesky.factor(a));
      EXPECT_EQ(cholesky.storage(), storage);
      EXPECT_LT(contraction(a, cholesky), most) << a.size();
    }
  }
}

TEST(SolveStorage, LowerPrecisionReadsFewerBytesAndErrsMore) {
  const SparseMatrix a = grid(40);
  FloatCholesky single(best_simd_level(), Storage::f32), half(best_simd_level(), Storage::f16),
      bfloat(best_simd_level(), Storage::bf16);
  Cholesky full;
  ASSERT_TRUE(single.factor(a) && half.factor(a) && bfloat.factor(a) && full.factor(a));
  EXPECT_EQ(full.bytes_read(), 2 * single.bytes_read());
  EXPECT_EQ(single.bytes_read(), 2 * half.bytes_read());
  EXPECT_GE(half.bytes_read(), 2 * half.nonzeros() * 2 - 2 * 2 * a.size());
  const double errors[] = {contraction(a, single), contraction(a, half), contraction(a, bfloat)};
  EXPECT_LT(10 * errors[0], errors[1]);
  EXPECT_LT(2 * errors[1], errors[2]);
}

TEST(SolveStorage, EveryLevelSolvesAsTheScalarTwinDoes) {
  for (const SparseMatrix& a : shapes()) {
    for (const Storage storage : {Storage::f32, Storage::f16, Storage::bf16}) {
      std::vector<Vec3> expected;
      for (const SimdLevel level : all_levels) {
        if (level > best_simd_level()) continue;
        FloatCholesky cholesky(level, storage);
        ASSERT_TRUE(cholesky.factor(a));
        std::vector<Vec3> x = random_vector(a.size());
        cholesky.solve(x);
        if (level == SimdLevel::scalar) expected = x;
        EXPECT_LT(distance(x, expected), 1e-4 * (1 + distance(expected, std::vector<Vec3>(x.size()))))
            << static_cast<int>(level);
      }
    }
  }
}

template <class Real>
void expect_same_bits_for_threads(const SparseMatrix& a, std::optional<Storage> storage, SimdLevel level) {
  const Field<Real> b = random_field<Real>(a.size());
  std::vector<Vec3> expected;
  for (const int threads : {1, 2, 3, 4, 8}) {
    Workers workers(threads);
    BasicCholesky<Real> cholesky(level, storage);
    ASSERT_TRUE(cholesky.factor(a, workers));
    Field<Real> x(a.size());
    for (int repeat = 0; repeat < 3; ++repeat) {
      cholesky.solve(b, x, workers);
      if (expected.empty()) expected = to_vectors(x);
      EXPECT_TRUE(same_bits(to_vectors(x), expected)) << threads << " threads";
    }
  }
}

TEST(SolveThreads, AnyNumberGivesTheSameBits) {
  for (const SparseMatrix& a : {grid(81), random_graph(3000, 4500, 2), complete(400), pieces(300, 40),
                                path(20'000), star(3000, 7), diagonal(1)}) {
    expect_same_bits_for_threads<double>(a, {}, best_simd_level());
    expect_same_bits_for_threads<float>(a, Storage::f32, best_simd_level());
    expect_same_bits_for_threads<float>(a, Storage::f16, best_simd_level());
    expect_same_bits_for_threads<float>(a, Storage::bf16, SimdLevel::baseline);
  }
}

TEST(SolveThreads, TasksAreEnoughForEightThreads) {
  Workers serial;
  const detail::Graph graph = detail::make_graph(grid(200));
  const detail::Supernodes nodes =
      detail::make_supernodes(graph, detail::make_fill_reducing_order(graph, serial));
  const detail::SolvePlan plan = detail::make_solve_plan(nodes);
  EXPECT_GE(plan.tasks.size(), 16u);
  std::vector<int> seen(nodes.size(), 0);
  for (const auto& tree : plan.subtrees)
    for (std::uint32_t s = tree.begin; s < tree.end; ++s) ++seen[s];
  for (const std::uint32_t s : plan.crown) ++seen[s];
  for (const int count : seen) EXPECT_EQ(count, 1);
}

TEST(SolveStorage, RightHandSideAndAnswerMayBeTheSameField) {
  const SparseMatrix a = grid(20);
  Workers workers;
  FloatCholesky cholesky;
  ASSERT_TRUE(cholesky.factor(a, workers));
  Field<float> b = random_field<float>(a.size()), x;
  cholesky.solve(b, x, workers);
  cholesky.solve(b, b, workers);
  EXPECT_TRUE(same_bits(to_vectors(b), to_vectors(x)));
}

TEST(SolveStorage, PaddingOfTheAnswerStaysZero) {
  for (std::uint32_t n = 1; n < 35; ++n) {
    Workers workers;
    BasicCholesky<double> cholesky;
    ASSERT_TRUE(cholesky.factor(random_graph(n, 3 * n, n), workers));
    Field<double> x = random_field<double>(n);
    cholesky.solve(x, x, workers);
    for (int axis = 0; axis < 3; ++axis)
      for (std::size_t i = n; i < x.stride(); ++i) EXPECT_EQ(x.component(axis)[i], 0);
  }
}

TEST(SolveStorage, PinsHoldExactlyInEveryStorage) {
  for (const Storage storage : {Storage::f32, Storage::f16, Storage::bf16}) {
    const SparseMatrix a = grid(30);
    FloatCholesky cholesky(best_simd_level(), storage);
    ASSERT_TRUE(cholesky.factor(a));
    std::vector<Vec3> x(a.size(), Vec3{1, 2, 3});
    x[0] = {7, 8, 9};
    cholesky.solve(x);
    EXPECT_EQ(norm(x[0] - Vec3{7, 8, 9}), 0);
  }
}

/// Units so small or large that neither the matrix nor its inverse fits into half precision.
TEST(SolveStorage, HalfPrecisionTakesAnyUnits) {
  for (const double unit : {1e-12, 1e-6, 1e6, 1e12}) {
    SparseMatrix a = grid(20);
    for (double& value : a.value) value *= unit;
    FloatCholesky cholesky(best_simd_level(), Storage::f16);
    ASSERT_TRUE(cholesky.factor(a));
    EXPECT_EQ(cholesky.storage(), Storage::f16) << unit;
    EXPECT_LT(contraction(a, cholesky), 2e-2) << unit;
  }
}

TEST(SolveStorage, HalfPrecisionGivesWayWhereItsRangeEnds) {
  SpringMatrix springs(3, 1);
  springs.builder().add_difference(0, 1, 1e7);  // almost rigid: the inverse of the scaled matrix is huge
  springs.builder().add_difference(1, 2, 1e7);
  const SparseMatrix a = springs.build();
  FloatCholesky cholesky(best_simd_level(), Storage::f16);
  ASSERT_TRUE(cholesky.factor(a));
  EXPECT_EQ(cholesky.storage(), Storage::f32);
}

TEST(SolveStorage, LargeMatricesGetHalfPrecisionOnlyWhereItIsGoodEnough) {
  if (best_simd_level() < SimdLevel::avx2) GTEST_SKIP() << "no conversion of halves";
  SparseMatrix a = grid(150);
  FloatCholesky cholesky;
  ASSERT_TRUE(cholesky.factor(a));
  EXPECT_EQ(cholesky.storage(), Storage::f16);
  EXPECT_LT(contraction(a, cholesky), 0.05);
  std::vector<double> springs(a.size(), 0);
  for (std::size_t j = 0; j < a.size(); ++j)
    for (std::uint32_t p = a.column_start[j] + 1; p < a.column_start[j + 1]; ++p)
      springs[j] -= a.value[p], springs[a.row[p]] -= a.value[p];
  for (std::size_t j = 0; j < a.size(); ++j)
    if (springs[j] > 0) a.value[a.column_start[j]] = springs[j] + 1e-5;  // next to no mass: almost singular
  ASSERT_TRUE(cholesky.factor(a));
  EXPECT_EQ(cholesky.storage(), Storage::f32);
}

TEST(SolveStorage, DenormalsAreFlushedAndTheModeIsRestored) {
  const SparseMatrix a = diagonal(5);
  FloatCholesky cholesky;
  ASSERT_TRUE(cholesky.factor(a));
  std::vector<Vec3> x(5, Vec3{1e-40, 1, 1e-40});
  cholesky.solve(x);
#if defined(__x86_64__)
  EXPECT_EQ(x[0].x, 0);
#endif
  volatile float small = std::numeric_limits<float>::min();
  EXPECT_GT(small / 4, 0);
}

template <class Real>
void expect_unpacking_returns_what_was_set(Storage storage, double tolerance) {
  const SparseMatrix a = grid(25);
  Workers serial;
  const detail::Graph graph = detail::make_graph(a);
  const detail::Supernodes nodes =
      detail::make_supernodes(graph, detail::make_fill_reducing_order(graph, serial));
  detail::SolveFactor<Real> factor;
  factor.resize(nodes, storage);
  factor.set_scale(nodes, a);
  Random random(3);
  for (std::size_t s = 0; s < nodes.size(); ++s) {
    const std::size_t width = nodes.width(s), height = nodes.height(s), stride = width + height + 1;
    std::vector<double> from(stride * width), to(stride * width);
    for (double& value : from) value = random.uniform(-1, 1);
    ASSERT_TRUE(factor.set(nodes, s, from.data() + height, from.data(), stride));
    factor.unpack(nodes, s, to.data() + height, to.data(), stride);
    for (std::size_t j = 0; j < width; ++j)
      for (std::size_t i = 0; i + 1 < stride; ++i)
        EXPECT_NEAR(to[i + j * stride], from[i + j * stride], tolerance);
  }
}

TEST(SolveStorage, UnpackingReturnsWhatWasSet) {
  expect_unpacking_returns_what_was_set<double>(Storage::f64, 0);
  expect_unpacking_returns_what_was_set<float>(Storage::f32, 1e-7);
  expect_unpacking_returns_what_was_set<float>(Storage::f16, 5e-4);
  expect_unpacking_returns_what_was_set<float>(Storage::bf16, 4e-3);
}

}  // namespace
}  // namespace tensio
