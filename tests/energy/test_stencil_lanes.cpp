#include <gtest/gtest.h>

#include "energy/element_energies.h"
#include "math/simd.h"
#include "support/random_system.h"

namespace tensio {
namespace {

constexpr VertexId vertices = 30;

/// Stencils of every kind: threads of triangles, three and four together, curved bending and bounds of
/// springs, alone, of so many triangles.
std::vector<Stencil> stencils_of(std::size_t triangles, Random& random) {
  std::vector<Stencil> table;
  const auto vertex = [&] { return static_cast<VertexId>(random.below(vertices)); };
  for (std::size_t t = 0; t < triangles; ++t) {
    const VertexId a = vertex();
    const std::array<VertexId, 4> corners{a, (a + 3) % vertices, (a + 7) % vertices, a};
    for (std::size_t thread = 0; thread < 3 + t % 2; ++thread) {
      const double b = random.uniform(-2, 2), c = random.uniform(-2, 2);
      const double slack = thread == 2 ? random.uniform(0.1, 2) : 0;
      table.push_back({corners, {-b - c, b, c, 0}, random.uniform(0.2, 2), random.uniform(1, 9), slack});
    }
    const VertexId d = vertex();
    table.push_back({{d, (d + 1) % vertices, (d + 2) % vertices, (d + 4) % vertices},
                     {1, -2, 0.5, 0.5},
                     random.uniform(0.1, 1),
                     random.uniform(1, 9)});
    table.push_back({{d, (d + 5) % vertices, d, d}, {1, -1, 0, 0}, t % 3 ? 0.5 : 0, random.uniform(1, 9), 1});
  }
  return table;
}

struct Found {
  double value = 0, exact = 0, projected = 0;
  std::vector<Vec3> gradient = std::vector<Vec3>(vertices);

  void add(const std::vector<Stencil>& table, Positions x, std::span<const Vec3> p, int threads = 1) {
    std::vector<std::unique_ptr<Energy>> energies;
    add_energies(table, energies);
    Workers workers(threads);
    for (const auto& energy : energies) {
      const double alone = energy->value(x, workers), sum = energy->evaluate(x, 1, gradient, workers);
      EXPECT_EQ(alone, sum);
      value += sum;
      exact += energy->curvature(x, p, HessianForm::exact, workers);
      projected += energy->curvature(x, p, HessianForm::projected, workers);
    }
  }
  friend bool operator==(const Found&, const Found&) = default;
};

struct Moment {
  std::vector<Vec3> x = std::vector<Vec3>(vertices), p = x;
  explicit Moment(Random& random) {
    for (Vec3& position : x) position = random.vec3(1);
    for (Vec3& direction : p) direction = random.vec3(1);
  }
};

TEST(StencilLanes, HaveTheSameBitsForAllInstructionsAndThreadsAndAgreeWithTheScalarTwin) {
  Random random(5);
  for (const std::size_t triangles : {9, 100, 700}) {
    const std::vector<Stencil> table = stencils_of(triangles, random);
    const Moment at(random);
    Found first;
    for (const SimdLevel level :
         {SimdLevel::scalar, SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
      simd_level_limit() = level;
      Found found;
      found.add(table, at.x, at.p);
      if (level == SimdLevel::scalar) first = found;
      EXPECT_TRUE(found == first) << static_cast<int>(level);
    }
    Found shared;
    shared.add(table, at.x, at.p, 3);
    EXPECT_TRUE(shared == first);
    Found by_one;  // tables of less than eight are not in lanes
    for (const Stencil& one : table) by_one.add({one}, at.x, at.p);
    EXPECT_NEAR(first.value / by_one.value, 1, 1e-12);
    EXPECT_NEAR(first.exact / by_one.exact, 1, 1e-11);
    EXPECT_NEAR(first.projected / by_one.projected, 1, 1e-12);
    EXPECT_GT(first.projected, 1.01 * first.exact);  // some are compressed
    double size = 0;
    for (const Vec3& force : first.gradient) size = std::max(size, norm(force));
    for (std::size_t i = 0; i < vertices; ++i)
      EXPECT_LT(norm(first.gradient[i] - by_one.gradient[i]), 1e-12 * size);
  }
}

TEST(StencilLanes, ExertNothingWhereSumsAreZero) {
  std::vector<Stencil> table;
  for (VertexId i = 0; i < 8; ++i) table.push_back({{i, i + 1, i, i}, {1, -1, 0, 0}, 0.5, 2});
  const std::vector<Vec3> x(vertices, Vec3{1, 2, 3}), p(vertices, Vec3{1, 0, 0});
  Found found;
  found.add(table, x, p);
  EXPECT_NEAR(found.value, 8 * 0.25, 1e-12);  // ½ w r²
  for (const Vec3& force : found.gradient) EXPECT_EQ(norm(force), 0);
  EXPECT_EQ(found.exact, 0);
  EXPECT_EQ(found.projected, 0);
}

}  // namespace
}  // namespace tensio
