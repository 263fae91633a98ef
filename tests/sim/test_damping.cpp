// Damping takes energy, and only that: not momentum, not a fall or a spin where it claims so, not the place
// of rest.

#include <cmath>
#include <gtest/gtest.h>

#include "integrate/rigid_motion.h"
#include "sim/measure.h"
#include "support/chains.h"
#include "support/random_system.h"
#include "tensio/cloth.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

struct NamedDamping {
  const char* name;
  Damping damping;
  double spring = 0;          // k_d of every spring
  bool leaves_rigid = false;  // a fall and a spin
};
const NamedDamping dampings[] = {
    {"ether", {.ether = 0.01}},
    {"point", {.point = 0.05}},
    {"mass", {.rayleigh_mass = 3}},
    {"dampers", {}, 0.3, true},
    {"stiffness", {.rayleigh_stiffness = 0.01}, 0, true},
    {"rigid", {.rigid = 0.01}, 0, true},
    {"budget", {.energy_budget = true}, 0, true},
};

constexpr Scheme dynamic_schemes[] = {Scheme::explicit_euler,
                                      Scheme::midpoint,
                                      Scheme::heun,
                                      Scheme::rk4,
                                      Scheme::bogacki_shampine,
                                      Scheme::dormand_prince,
                                      Scheme::symplectic_euler,
                                      Scheme::leapfrog,
                                      Scheme::velocity_verlet,
                                      Scheme::position_verlet,
                                      Scheme::implicit_euler,
                                      Scheme::implicit_midpoint,
                                      Scheme::newmark,
                                      Scheme::bdf2,
                                      Scheme::tr_bdf2};

tensio::Setup make_setup(Model model, const NamedDamping& named, Scheme scheme) {
  tensio::Setup setup{.model = std::move(model)};
  std::ranges::fill(setup.model.springs.damping, named.spring);
  setup.damping = named.damping;
  setup.scheme = scheme;
  setup.minimise = {
      .method = Method::newton, .iterations = 60, .tolerance = 1e-13, .hessian = HessianForm::exact};
  return setup;
}

Model make_cloth(std::size_t n, bool is_held) {
  auto grid = make_grid({.columns = n, .rows = n, .width = 1, .depth = 1, .mass = 0.5});
  EXPECT_TRUE(grid);
  if (is_held)
    for (const std::size_t v : {std::size_t{0}, n - 1})
      grid->pins.push_back({static_cast<VertexId>(v), grid->rest_position[v], {}});
  return std::move(*grid);
}

Simulation run(const tensio::Setup& setup, int frames) {
  auto simulation = Simulation::make(setup);
  EXPECT_TRUE(simulation);
  for (int i = 0; i < frames; ++i) EXPECT_TRUE(is_usable(simulation->advance_frame().status));
  return std::move(*simulation);
}

TEST(Damping, DoesNotMoveTheEquilibrium) {
  // Pinned all around and sagging: one equilibrium.
  Model model = make_cloth(5, false);
  for (VertexId v = 0; v < 25; ++v)
    if (v < 5 || v >= 20 || v % 5 == 0 || v % 5 == 4)
      model.pins.push_back({v, 1.2 * model.rest_position[v], {}});
  std::ranges::fill(model.springs.stiffness, 50);
  FrameReport report;
  const auto at_rest = settle(make_setup(model, dampings[0], Scheme::static_equilibrium), report);
  ASSERT_TRUE(at_rest);
  for (const NamedDamping& named : dampings) {
    tensio::Setup setup = make_setup(model, named, Scheme::implicit_euler);
    const Simulation simulation = run(setup, 600);
    for (std::size_t i = 0; i < model.vertex_count(); ++i)
      EXPECT_LT(norm(simulation.state().x[i] - at_rest->state().x[i]), 1e-6) << named.name;
  }
}

TEST(Damping, F1_WhatClaimsToLeavesTheFallAlone) {
  // 100 steps of 0.01 s: as far as without damping, by every scheme, to the last digits.
  for (const NamedDamping& named : dampings) {
    if (!named.leaves_rigid) continue;
    for (const Scheme scheme : dynamic_schemes) {
      const auto fall = [&](const NamedDamping& damping) {
        tensio::Setup setup = make_setup(make_cloth(4, false), damping, scheme);
        setup.frame_time = 0.01;
        return run(setup, 100).state();
      };
      const State damped = fall(named), free = fall({"none", {}});
      for (std::size_t i = 0; i < free.x.size(); ++i)
        EXPECT_NEAR(damped.x[i].y, free.x[i].y, 1e-11) << named.name << ", " << scheme_facts(scheme).name;
    }
  }
}

struct Momenta {
  Vec3 linear, angular;
};
Momenta momenta(const Model& model, const State& state) {
  Momenta sum;
  for (std::size_t i = 0; i < state.x.size(); ++i) {
    sum.linear += model.mass[i] * state.v[i];
    sum.angular += model.mass[i] * cross(state.x[i], state.v[i]);
  }
  return sum;
}

/// A free cloth that spins, flies and flutters.
std::vector<Vec3> tumbling(const Model& model) {
  Random random(5);
  std::vector<Vec3> velocity(model.vertex_count());
  for (std::size_t i = 0; i < velocity.size(); ++i)
    velocity[i] = Vec3{0.3, -0.2, 0.5} + cross({0.5, 2, 1}, model.rest_position[i]) + random.vec3(0.5);
  return velocity;
}

TEST(Damping, WhatClaimsToKeepsMomentumAndAngularMomentumAndTakesEnergy) {
  for (const NamedDamping& named : dampings) {
    if (!named.leaves_rigid) continue;
    tensio::Setup setup = make_setup(make_cloth(5, false), named, Scheme::velocity_verlet);
    setup.gravity = {};
    setup.frame_time = 0.002;
    setup.velocity = tumbling(setup.model);
    const Simulation simulation = run(setup, 2000);
    const State& state = simulation.state();
    State start = make_state(setup.model);
    start.v = setup.velocity;
    const Momenta before = momenta(setup.model, start), after = momenta(setup.model, state);
    EXPECT_LT(norm(after.linear - before.linear), 1e-11 * norm(before.linear)) << named.name;
    EXPECT_LT(norm(after.angular - before.angular), 1e-11 * norm(before.angular)) << named.name;
    if (named.damping.energy_budget) continue;  // takes only what there should not be
    EXPECT_LT(measure_energy(setup, state).total(), 0.95 * measure_energy(setup, start).total())
        << named.name;
  }
}

TEST(Damping, RigidRotationIsLeftAlone) {
  // A wheel that turns without strain: what is not rigid about it is zero.
  for (const NamedDamping& named : dampings) {
    if (!named.leaves_rigid) continue;
    tensio::Setup setup = make_setup(make_cloth(4, false), named, Scheme::rk4);
    setup.gravity = {};
    setup.frame_time = 1e-3;
    std::ranges::fill(setup.model.springs.stiffness, 20'000);
    if (named.damping.rayleigh_stiffness > 0) setup.damping.rayleigh_stiffness = 1e-5;
    setup.velocity.resize(setup.model.vertex_count());
    for (std::size_t i = 0; i < setup.velocity.size(); ++i)
      setup.velocity[i] = cross({0, 0.5, 0}, setup.model.rest_position[i]);
    State start = make_state(setup.model);
    start.v = setup.velocity;
    const double before = measure_energy(setup, start).kinetic;
    EXPECT_NEAR(measure_energy(setup, run(setup, 1000).state()).kinetic, before, 1e-3 * before) << named.name;
  }
}

TEST(Damping, RayleighHasItsClosedForms) {
  // A unit mass on a spring, k = 100: x'' + c x' + 100 x = 0, c = a + 100 b.
  Model model;
  model.add_vertex({}, 1);
  model.add_vertex({1, 0, 0}, 1);
  model.pins.push_back({0, {}, {}});
  model.springs.add(0, 1, SpringFamily::structural, 0.9, 100);
  for (const auto& [a, b] : {std::pair{0.8, 0.0}, std::pair{0.0, 0.005}, std::pair{0.4, 0.002}}) {
    const NamedDamping named{"rayleigh", {.rayleigh_mass = a, .rayleigh_stiffness = b}};
    tensio::Setup setup = make_setup(model, named, Scheme::rk4);
    setup.gravity = {};
    setup.frame_time = 0.01;
    const double c = a + 100 * b, omega = std::sqrt(100 - c * c / 4), t = 2;
    const double exact =
        0.1 * std::exp(-c * t / 2) * (std::cos(omega * t) + c / (2 * omega) * std::sin(omega * t));
    EXPECT_NEAR(run(setup, 200).state().x[1].x - 0.9, exact, 1e-6) << a << " " << b;
  }
}

TEST(Damping, RigidDragHasItsClosedForm) {
  // Two masses that fly apart without a force: their relative velocity is what the drag leaves of it.
  Model model;
  model.add_vertex({0, 0, 0}, 1);
  model.add_vertex({1, 0, 0}, 3);
  model.springs.add(0, 1, SpringFamily::structural, 1, 1e-9);
  tensio::Setup setup = make_setup(model, {"rigid", {.rigid = 0.2}}, Scheme::velocity_verlet);
  setup.gravity = {};
  setup.frame_time = 0.01;
  setup.velocity = {{-3, 1, 0}, {1, 1, 0}};
  const State state = run(setup, 100).state();
  EXPECT_NEAR(state.v[0].x, -3 * 0.2, 1e-6);
  EXPECT_NEAR(state.v[1].x, 1 * 0.2, 1e-6);
  EXPECT_NEAR(state.v[0].y, 1, 1e-12);
}

TEST(EnergyBudget, HoldsWhatWouldBlowUp) {
  // Explicit Euler gains energy at every step. The budget takes it back, and nothing from the momenta.
  const NamedDamping budget{"budget", {.energy_budget = true}};
  for (const Scheme scheme : {Scheme::explicit_euler, Scheme::heun}) {
    tensio::Setup setup = make_setup(make_cloth(5, false), budget, scheme);
    setup.gravity = {};
    setup.frame_time = 0.0005;
    setup.velocity = tumbling(setup.model);
    State start = make_state(setup.model);
    start.v = setup.velocity;
    const double before = measure_energy(setup, start).total();
    auto simulation = Simulation::make(setup);
    for (int i = 0; i < 2000; ++i) {
      ASSERT_TRUE(is_usable(simulation->advance_frame().status));
      ASSERT_LE(measure_energy(setup, simulation->state()).total(), before * (1 + 1e-12)) << i;
    }
    const Momenta a = momenta(setup.model, start), b = momenta(setup.model, simulation->state());
    EXPECT_LT(norm(a.linear - b.linear), 1e-11 * norm(a.linear));
    setup.damping.energy_budget = false;
    EXPECT_GT(measure_energy(setup, run(setup, 2000).state()).total(), before) << scheme_facts(scheme).name;
  }
}

TEST(EnergyBudget, CountsTheWorkOfPinsAndAnchors) {
  // A chain that is swung by a pin, or by an attachment, gains energy; the budget must let it.
  for (const bool by_pin : {true, false}) {
    Model model = hanging_chain(6, 200, 0.1, 0.1, 0.2);
    const Path path{.keys = {{0, {}}, {0.5, {0.5, 0.2, 0}}, {1, {0, 0, 0.3}}, {1.5, {}}}, .smooth = true};
    if (by_pin) {
      model.pins[0].path = path;
    } else {
      model.pins.clear();
      model.attachments.push_back({0, {}, 500, path});
    }
    const auto final_state = [&](bool has_budget) {
      tensio::Setup setup =
          make_setup(model, {"budget", {.energy_budget = has_budget}}, Scheme::velocity_verlet);
      setup.frame_time = 0.0005;
      return run(setup, 4000).state();
    };
    const State with = final_state(true), without = final_state(false);
    // Verlet's energy swings by a little, of which the budget takes the peaks.
    for (std::size_t i = 0; i < with.x.size(); ++i) EXPECT_LT(norm(with.x[i] - without.x[i]), 0.01) << by_pin;
  }
}

TEST(EnergyBudget, LetsContactDoItsWork) {
  tensio::Setup setup =
      make_setup(make_cloth(6, false), {"budget", {.energy_budget = true}}, Scheme::implicit_euler);
  setup.colliders.push_back({.shape = Plane{{0, -0.5, 0}, {0, 1, 0}},
                             .path = {.keys = {{0.5, {}}, {1, {0, 1, 0}}}, .smooth = true}});
  setup.substeps = 5;
  const State state = run(setup, 45).state();
  for (const Vec3& x : state.x) EXPECT_GE(x.y, 0.5 - 1e-9);  // lifted by a metre
}

TEST(RigidMotion, OfAnythingSmallHasNoTrouble) {
  // One mass, two, a line, two in one place: the fit is what conserves momenta, and finite.
  for (const int n : {1, 2, 5}) {
    Model model;
    for (int i = 0; i < n; ++i) model.add_vertex({0.1 * i, 0.2 * i, 0}, 1 + i);
    for (int i = 1; i < n; ++i) model.springs.add(i - 1, i, SpringFamily::structural, 0.1, 1);
    if (n == 2) model.rest_position[1] = model.rest_position[0];
    RigidMotions motions(model, RigidMotions::Held::move);
    std::vector<Vec3> v;
    Random random(n);
    for (int i = 0; i < n; ++i) v.push_back(random.vec3(1));
    motions.fit(model.rest_position, v);
    State before{.x = model.rest_position, .v = v}, after = before;
    for (int i = 0; i < n; ++i) after.v[i] = motions.velocity(i, after.x[i]);
    const Momenta a = momenta(model, before), b = momenta(model, after);
    EXPECT_LT(norm(a.linear - b.linear), 1e-13);
    EXPECT_LT(norm(a.angular - b.angular), 1e-12) << n;
  }
}

}  // namespace
}  // namespace tensio
