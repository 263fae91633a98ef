#include <gtest/gtest.h>

#include "energy/element_energies.h"
#include "math/simd.h"
#include "support/random_system.h"
#include "tensio/build.h"

namespace tensio {
namespace {

Model block_of(SolidModel law, double poisson) {
  LatticeOptions options;
  options.cells = {4, 3, 3};  // 216 tetrahedra: groups alone
  options.size = {4, 3, 3};
  options.solid = {.model = law, .young = 3, .poisson = poisson};
  return *make_lattice(options);
}

struct Found {
  double value = 0, curvature = 0;
  std::vector<Vec3> gradient;

  void add(const Energy& energy, Positions x, std::span<const Vec3> p) {
    Workers alone;
    gradient.resize(x.size());
    value += energy.evaluate(x, 1, gradient, alone);
    curvature += energy.curvature(x, p, HessianForm::exact);
  }
};

TEST(TetrahedronLanes, HaveTheSameBitsForAllInstructionsAndAgreeWithSingularValues) {
  for (const auto& [law, poisson] : {std::pair{SolidModel::corotated, 0.0},
                                     {SolidModel::corotated, 0.4},
                                     {SolidModel::neo_hookean, 0.4}}) {
    const Model model = block_of(law, poisson);
    ASSERT_EQ(model.tetrahedra.size() % 8, 0u);
    for (const double most : {0.05, 0.3, 1.5}) {  // m, on edges of 1 m; the last inverts some
      Random random(11);
      std::vector<Vec3> x = model.rest_position, p(x.size());
      for (Vec3& position : x) position += random.vec3(most);
      for (Vec3& direction : p) direction = random.vec3(1);
      Found first;
      for (const SimdLevel level :
           {SimdLevel::scalar, SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
        simd_level_limit() = level;
        Found found;
        found.add(*make_energy(model.tetrahedra), x, p);
        if (level == SimdLevel::scalar) first = found;
        EXPECT_EQ(found.value, first.value);
        EXPECT_EQ(found.curvature, first.curvature);
        EXPECT_EQ(found.gradient, first.gradient);
      }
      Found by_one;  // tables of single elements are not in lanes
      for (const Tetrahedron& one : model.tetrahedra) {
        const std::vector<Tetrahedron> table{one};
        by_one.add(*make_energy(table), x, p);
      }
      EXPECT_NEAR(first.value / by_one.value, 1, 1e-12);
      EXPECT_NEAR(first.curvature / by_one.curvature, 1, 1e-10);
      for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_LT(norm(first.gradient[i] - by_one.gradient[i]), 1e-12 * norm(first.gradient));
    }
  }
}

TEST(TetrahedronLanes, AreTheSecondDifferenceOfTheEnergy) {
  for (const SolidModel law : {SolidModel::corotated, SolidModel::neo_hookean}) {
    const Model model = block_of(law, 0.3);
    const auto energy = make_energy(model.tetrahedra);
    Random random(3);
    std::vector<Vec3> x = model.rest_position, p(x.size()), on = x, back = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += random.vec3(0.15), p[i] = random.vec3(1);
      on[i] = x[i] + 1e-4 * p[i], back[i] = x[i] - 1e-4 * p[i];
    }
    const double difference = (energy->value(on) - 2 * energy->value(x) + energy->value(back)) / 1e-8;
    EXPECT_NEAR(energy->curvature(x, p, HessianForm::exact) / difference, 1, 1e-5);
  }
}

}  // namespace
}  // namespace tensio
