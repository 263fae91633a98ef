#include <gtest/gtest.h>

#include "build/bending.h"
#include "energy/element_energies.h"
#include "math/simd.h"
#include "support/random_system.h"
#include "tensio/build.h"

namespace tensio {
namespace {

/// A sheet of triangles, 144 of them: groups alone.
Model sheet_of(double poisson) {
  Model model = *make_grid({.columns = 9, .rows = 10, .width = 8, .depth = 9});
  add_membranes(model, {.model = MembraneModel::corotated, .young = 30, .poisson = poisson});
  return model;
}

struct Found {
  double value = 0, exact = 0, projected = 0;
  std::vector<Vec3> gradient;

  void add(const Energy& energy, Positions x, std::span<const Vec3> p) {
    Workers alone;
    gradient.resize(x.size());
    value += energy.evaluate(x, 1, gradient, alone);
    exact += energy.curvature(x, p, HessianForm::exact);
    projected += energy.curvature(x, p, HessianForm::projected);
  }
  friend bool operator==(const Found&, const Found&) = default;
};

TEST(MembraneLanes, HaveTheSameBitsForAllInstructionsAndAgreeWithSingularValues) {
  for (const double poisson : {0.0, 0.4}) {
    const Model model = sheet_of(poisson);
    ASSERT_EQ(model.membranes.size() % 8, 0u);
    for (const double most : {0.0, 0.01, 0.3, 1.5}) {  // m, on edges of 1 m
      Random random(11);
      std::vector<Vec3> x = model.rest_position, p(x.size());
      for (Vec3& position : x) position = 0.9 * position + random.vec3(most);
      for (Vec3& direction : p) direction = random.vec3(1);
      if (most == 0.3) x[40] = x[41] + 0.5 * (x[42] - x[41]);  // lines, which are done one by one
      Found first;
      for (const SimdLevel level :
           {SimdLevel::scalar, SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
        simd_level_limit() = level;
        Found found;
        found.add(*make_energy(model.membranes), x, p);
        if (level == SimdLevel::scalar) first = found;
        EXPECT_TRUE(found == first) << static_cast<int>(level);
      }
      Found by_one;  // tables of single elements are not in lanes
      for (const Membrane& one : model.membranes) {
        const std::vector<Membrane> table{one};
        by_one.add(*make_energy(table), x, p);
      }
      EXPECT_NEAR(first.value / by_one.value, 1, 1e-12);
      EXPECT_NEAR(first.exact / by_one.exact, 1, 1e-8);
      EXPECT_NEAR(first.projected / by_one.projected, 1, 1e-8);
      EXPECT_GT(first.projected, 1.001 * first.exact);  // some are compressed
      double size = 0;
      for (const Vec3& force : by_one.gradient) size = std::max(size, norm(force));
      for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_LT(norm(first.gradient[i] - by_one.gradient[i]), 1e-10 * size);
    }
  }
}

}  // namespace
}  // namespace tensio
