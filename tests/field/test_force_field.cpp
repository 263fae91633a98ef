// Accelerations on fields: those of the energies themselves, in the same bits everywhere.

#include <gtest/gtest.h>

#include "field/force_field.h"
#include "field/objective_case.h"
#include "support/random_system.h"

namespace tensio {
namespace {

/// A hub with more springs than the kernel's table would hold beside others.
Model make_wheel() {
  Model model;
  Random random(4);
  model.add_vertex({}, 5);
  for (VertexId i = 1; i < 600; ++i) {
    model.add_vertex(random.vec3(1), random.uniform(0.1, 1));
    model.springs.add(0, i, SpringFamily::structural, 0.7, random.uniform(10, 1000), 0.1);
  }
  return model;
}

std::vector<Model> make_models() {
  std::vector<Model> models = {make_wheel()};
  for (std::uint32_t seed = 1; seed < 60; ++seed) {
    Random random(seed);
    models.push_back(random_model(random));
    if (seed % 2 == 0) models.back().attachments.push_back({0, random.vec3(1), 40, {}});
    if (seed % 3 == 0) models.back().attachments.push_back({0, random.vec3(1), 70, {}});
  }
  return models;
}

/// M⁻¹ (−∂E/∂x − ∂R/∂v), as the energies say.
std::vector<Vec3> accelerations(System& system, Positions x, std::span<const Vec3> v) {
  std::vector<Vec3> a(x.size());
  for (const auto& energy : system.energies) energy->add_gradient(x, -1, a);
  for (auto& dissipation : system.dissipations) {
    dissipation->freeze(x);
    dissipation->add_gradient(v, -1, a);
  }
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = system.pinned[i] ? Vec3{} : a[i] / system.model->mass[i];
  return a;
}

template <class Real>
std::vector<Vec3> field_accelerations(System& system, const State& state, SimdLevel level, int threads,
                                      const Vec3& origin) {
  Workers workers(threads);
  ForceField<Real> forces(workers, level);
  forces.begin(system, origin);
  MotionFields<Real> motion;
  motion.resize(state.x.size());
  motion.set_positions(state.x, origin);
  motion.set_velocities(state.v);
  Field<Real> a;
  forces.accelerate(motion, 0, a);
  std::vector<Vec3> result(state.x.size());
  a.get(result);
  return result;
}

TEST(ForceField, AcceleratesAsTheEnergiesSay) {
  for (const Model& model : make_models()) {
    System system = make_system(model, {0, -9.81, 0}, {.point = 0.3, .rayleigh_stiffness = 0.001});
    State state = make_state(model);
    Random random(7);
    for (Vec3& v : state.v) v = random.vec3(2);
    const auto expected = accelerations(system, state.x, state.v);
    const auto exact = field_accelerations<double>(system, state, SimdLevel::baseline, 1, {});
    const auto single = field_accelerations<float>(system, state, best_simd_level(), 1, {0.1, 0.2, -0.3});
    double size = 1;
    for (const Vec3& a : expected) size = std::max(size, norm(a));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_LT(norm(exact[i] - expected[i]), 1e-13 * size);
      EXPECT_LT(norm(single[i] - expected[i]), 3e-5 * size);
    }
  }
}

TEST(ForceField, HasTheSameBitsForEveryInstructionSetAndNumberOfThreads) {
  for (const Model& model : make_models()) {
    System system = make_system(model, {0, -9.81, 0}, {.point = 0.3, .rayleigh_stiffness = 0.001});
    State state = make_state(model);
    Random random(7);
    for (Vec3& v : state.v) v = random.vec3(2);
    const auto expected = field_accelerations<double>(system, state, SimdLevel::scalar, 1, {});
    for (const SimdLevel level : {SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512}) {
      if (level > best_simd_level()) continue;
      EXPECT_EQ(field_accelerations<double>(system, state, level, 3, {}), expected);
    }
  }
}

TEST(ForceField, KnowsWhetherVelocitiesAndTimeCount) {
  Model model = make_wheel();
  const auto forces_of = [&](const Damping& damping) {
    System system = make_system(model, {}, damping);
    Workers workers;
    ForceField<double> forces(workers);
    forces.begin(system, {});
    return std::pair{forces.is_of_positions(), forces.is_of_velocities()};
  };
  EXPECT_EQ(forces_of({}), std::pair(false, true));  // dampers
  std::ranges::fill(model.springs.damping, 0.0);
  EXPECT_FALSE(forces_of({}).second);
  EXPECT_TRUE(forces_of({.point = 1}).second);
  model = {};
  model.add_vertex({}, 1);
  EXPECT_EQ(forces_of({}), std::pair(true, false));
  model.attachments.push_back({0, {}, 1, {}});
  EXPECT_EQ(forces_of({}), std::pair(false, false));
}

TEST(Terms, AreSortedAgainWhenAnEnergyJoins) {
  Random random(14);
  Case c(random_model(random), random, 0.1);
  EXPECT_NE(c.system.terms().springs, nullptr);
  EXPECT_TRUE(c.system.terms().others.empty());
  EXPECT_EQ(&c.system.terms(), &c.system.terms());
  c.system.energies.push_back(std::make_unique<Quartic>());
  ASSERT_EQ(c.system.terms().others.size(), 1u);
  EXPECT_EQ(c.system.terms().others[0], c.system.energies.back().get());
}

}  // namespace
}  // namespace tensio
