#include <gtest/gtest.h>

#include "energy/point_energy.h"
#include "field/field_objective.h"
#include "field/objective_case.h"
#include "support/random_system.h"

namespace tensio {
namespace {

/// Loads of a few vertices change after an evaluation: value and gradient, corrected, are those of an
/// objective that began with them, and so is what is evaluated elsewhere then.
template <class Real>
void expect_follows_loads(double tolerance) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    Case c(random_model(random), random, seed % 3 == 0 ? 0.4 : 0, seed % 4 == 0);
    std::vector<Vec3> load(c.x.size());
    for (Vec3& force : load) force = random.vec3(1);
    c.system.energies.push_back(std::make_unique<AppliedLoad>(load));
    ++c.system.revision;
    const StepObjective objective(c.system, c.aim);
    Workers workers;
    FieldObjective<Real> kept(workers), fresh(workers);
    kept.begin(objective);
    Field<Real> x, other, g, expected;
    x.set(c.x, kept.origin());
    other.set(c.aim.y, kept.origin());
    double value = kept.gradient(x, g).value;
    std::vector<VertexId> changed;
    for (VertexId v = 0; v < c.x.size(); v += 1 + seed % 3) changed.push_back(v), load[v] = random.vec3(20);
    value += kept.change_loads(objective, changed, x, g);
    fresh.begin(objective);
    const auto at = fresh.gradient(x, expected);
    const double size = std::abs(at.value) + std::sqrt(at.gradient_square) + 1;
    EXPECT_NEAR(value, at.value, tolerance * size) << seed;
    EXPECT_NEAR(kept.value(other), fresh.value(other), tolerance * size) << seed;
    for (int axis = 0; axis < 3; ++axis)
      for (std::size_t i = 0; i < g.size(); ++i)
        ASSERT_NEAR(g.component(axis)[i], expected.component(axis)[i], tolerance * size) << seed << ": " << i;
  }
}

TEST(FieldObjective, FollowsLoadsThatChangeWithinAStep) {
  expect_follows_loads<double>(1e-13);
  expect_follows_loads<float>(2e-6);
}

}  // namespace
}  // namespace tensio
