#include <cmath>
#include <gtest/gtest.h>

#include "build/chain.h"
#include "sim/measure.h"
#include "sim/step_limits.h"
#include "support/chains.h"
#include "tensio/cloth.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

constexpr Method all_methods[] = {Method::local_global,       Method::ncg,       Method::lbfgs,
                                  Method::anderson,           Method::chebyshev, Method::nesterov,
                                  Method::newton_cg,          Method::automatic, Method::newton,
                                  Method::local_global_newton};

/// A cloth of n×n vertices held at its two back corners.
tensio::Setup swinging_cloth(std::size_t n) {
  auto grid = make_grid({.columns = n, .rows = n, .width = 1, .depth = 1, .mass = 0.3});
  EXPECT_TRUE(grid);
  tensio::Setup setup{.model = std::move(*grid), .frame_time = 0.033};
  for (const VertexId v : {VertexId{0}, static_cast<VertexId>(n - 1)})
    setup.model.pins.push_back({v, setup.model.rest_position[v], {}});
  return setup;
}

Simulation run(const tensio::Setup& setup, int frames) {
  auto simulation = Simulation::make(setup);
  EXPECT_TRUE(simulation);
  for (int i = 0; i < frames; ++i) EXPECT_TRUE(is_usable(simulation->advance_frame().status));
  return std::move(*simulation);
}

TEST(Simulation, RepeatsItselfToTheLastBit) {
  tensio::Setup setup = swinging_cloth(15);
  setup.damping = {.ether = 0.9, .point = 1e-4};
  for (const Method method : all_methods) {
    setup.minimise.method = method;
    EXPECT_EQ(state_hash(run(setup, 10).state()), state_hash(run(setup, 10).state()));
  }
}

TEST(Simulation, PinsHoldExactlyAlsoWhileTheyMove) {
  tensio::Setup setup = swinging_cloth(12);
  setup.model.pins[1].path = {.keys = {{0, {0, 0, 0}}, {0.5, {-0.3, 0.2, 0.1}}, {1, {0, 0, 0}}},
                              .smooth = true};
  setup.substeps = 3;
  auto simulation = Simulation::make(setup);
  ASSERT_TRUE(simulation);
  for (int i = 0; i < 40; ++i) {
    (void)simulation->advance_frame();
    const State& state = simulation->state();
    EXPECT_EQ(state.x[setup.model.pins[0].vertex], setup.model.pins[0].position);
    const Pin& moving = setup.model.pins[1];
    EXPECT_EQ(state.x[moving.vertex], moving.position + moving.path.offset(state.time));
  }
}

TEST(Simulation, EveryFrameCountsItsOwnSteps) {
  for (const Scheme scheme : {Scheme::implicit_euler, Scheme::velocity_verlet, Scheme::rk4}) {
    auto simulation = Simulation::make(
        {.model = *make_chain({.segments = 3}), .scheme = scheme, .frame_time = 0.01, .substeps = 10});
    ASSERT_TRUE(simulation);
    for (int frame = 0; frame < 4; ++frame) EXPECT_EQ(simulation->advance_frame().steps, 10);
  }
}

TEST(Simulation, EtherDragDoesNotDependOnSubsteps) {
  tensio::Setup setup;
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.velocity = {{1, 0, 0}};
  setup.gravity = {};
  setup.damping.ether = 0.5;
  setup.frame_time = 0.1;
  for (const int substeps : {1, 7, 100}) {
    setup.substeps = substeps;
    EXPECT_NEAR(run(setup, 10).state().v[0].x, 0.5, 1e-12) << substeps;  // what is left after one second
  }
}

TEST(Simulation, OneNewtonIterationFromTheCurrentPositionsIsBaraffAndWitkins) {
  // One mass on a spring: (m − h² ∂f/∂x) Δv = h (f₀ + h ∂f/∂x v₀), Baraff and Witkin 1998, eq. 16.
  const double m = 0.7, k = 300, rest = 1, h = 0.02;
  tensio::Setup setup;
  setup.gravity = {};
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.model.add_vertex({1.3, 0, 0}, m);
  setup.model.pins.push_back({0, {0, 0, 0}, {}});
  setup.model.springs.add(0, 1, SpringFamily::structural, rest, k);
  setup.velocity = {{0, 0, 0}, {0.4, -0.9, 0}};
  setup.frame_time = h;
  setup.minimise = {.method = Method::newton, .iterations = 1, .start = Start::current};
  const Simulation simulation = run(setup, 1);
  const double along = -k, across = -k * (1 - rest / 1.3), force = -k * (1.3 - rest);
  const double dvx = h * (force + h * along * 0.4) / (m - h * h * along);
  const double dvy = h * (h * across * -0.9) / (m - h * h * across);
  EXPECT_NEAR(simulation.state().v[1].x, 0.4 + dvx, 1e-12);
  EXPECT_NEAR(simulation.state().v[1].y, -0.9 + dvy, 1e-12);
}

TEST(Simulation, MomentumOfAFreeClothIsConserved) {
  tensio::Setup setup = swinging_cloth(10);
  setup.model.pins.clear();
  setup.gravity = {};
  setup.velocity.resize(100);
  for (std::size_t i = 0; i < 100; ++i)
    setup.velocity[i] = {std::sin(0.3 * static_cast<double>(i)), 0.1, 0.5};
  const auto momentum = [&](const State& state) {
    Vec3 sum;
    for (std::size_t i = 0; i < state.v.size(); ++i) sum += setup.model.mass[i] * state.v[i];
    return sum;
  };
  State start = make_state(setup.model);
  start.v = setup.velocity;
  EXPECT_LT(norm(momentum(run(setup, 50).state()) - momentum(start)), 1e-13);
}

TEST(Simulation, ImplicitEulerNeverGainsEnergy) {
  tensio::Setup setup = swinging_cloth(10);
  setup.minimise = {.method = Method::newton, .iterations = 50, .tolerance = 1e-10};
  auto simulation = Simulation::make(setup);
  ASSERT_TRUE(simulation);
  double before = measure_energy(setup, simulation->state()).total();
  for (int i = 0; i < 60; ++i) {
    (void)simulation->advance_frame();
    const double now = measure_energy(setup, simulation->state()).total();
    EXPECT_LE(now, before + 1e-9);
    before = now;
  }
}

TEST(Simulation, SpringDampersTakeEnergyButNotMomentum) {
  tensio::Setup setup;
  setup.gravity = {};
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.model.add_vertex({1.5, 0, 0}, 2);
  setup.model.springs.add(0, 1, SpringFamily::structural, 1, 100, 5);
  setup.velocity = {{0, 1, 0}, {0, -0.5, 0}};
  setup.frame_time = 0.001;
  setup.minimise = {.iterations = 100, .tolerance = 1e-12};
  const Simulation damped = run(setup, 3000);
  setup.model.springs.damping[0] = 0;
  const Simulation undamped = run(setup, 3000);
  // what swings along the spring is gone, what turns remains: no rate of length left
  const auto rate = [](const State& s) { return dot(normalized(s.x[1] - s.x[0]), s.v[1] - s.v[0]); };
  EXPECT_LT(std::abs(rate(damped.state())), 1e-2);
  EXPECT_GT(measure_energy(setup, undamped.state()).total(), measure_energy(setup, damped.state()).total());
  EXPECT_GT(norm(damped.state().v[1] - damped.state().v[0]), 0.5);
  EXPECT_LT(norm(damped.state().v[0] + 2 * damped.state().v[1]),
            1e-11);  // 3000 steps, each with a rounding or two
}

TEST(Simulation, SoftAttachmentsYieldByForceOverStiffness) {
  tensio::Setup setup;
  setup.model.add_vertex({0, 0, 0}, 2);
  setup.model.attachments.push_back({0, {0, 0, 0}, 400, {}});
  FrameReport report;
  const auto simulation = settle(setup, report);
  ASSERT_TRUE(simulation);
  EXPECT_NEAR(simulation->state().x[0].y, -2 * 9.81 / 400, 1e-14);
}

TEST(Simulation, AStepThatFailsKeepsTheLastGoodState) {
  tensio::Setup setup = swinging_cloth(5);
  setup.velocity.assign(25, {0, 1e200, 0});  // the objective overflows
  auto simulation = Simulation::make(setup);
  ASSERT_TRUE(simulation);
  const auto before = state_hash(simulation->state());
  const FrameReport report = simulation->advance_frame();
  EXPECT_FALSE(is_usable(report.status));
  EXPECT_EQ(state_hash(simulation->state()), before);
  EXPECT_EQ(simulation->frame(), 0);
}

TEST(Simulation, AStepThatFailsInMidFrameUndoesTheFrame) {
  // The anchor stands still in the first substep and is so far off in the second that the gradient overflows.
  tensio::Setup setup;
  setup.gravity = {};
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.model.attachments.push_back(
      {0, {0, 0, 0}, 1e150, {.keys = {{0, {}}, {0.012, {}}, {0.0125, {1e9, 0, 0}}}}});
  setup.frame_time = 0.04;
  setup.substeps = 4;
  auto simulation = Simulation::make(setup);
  ASSERT_TRUE(simulation);
  const auto before = state_hash(simulation->state());
  EXPECT_EQ(simulation->advance_frame().status, SolveStatus::diverged);
  EXPECT_EQ(state_hash(simulation->state()), before);
  EXPECT_EQ(simulation->frame(), 0);
}

TEST(Simulation, StaticRefusesAPieceThatNothingHolds) {
  tensio::Setup setup = swinging_cloth(4);
  setup.scheme = Scheme::static_equilibrium;
  EXPECT_TRUE(Simulation::make(setup));
  setup.model.add_vertex({5, 5, 5}, 1);
  const auto refused = Simulation::make(setup);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("vertex 16"), std::string::npos);
}

TEST(Simulation, StaticRefusesColliders) {
  tensio::Setup setup = swinging_cloth(4);
  setup.scheme = Scheme::static_equilibrium;
  setup.colliders.push_back({.shape = Sphere{{0, -1, 0}, 0.3}});
  const auto refused = Simulation::make(setup);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("does not support colliders"), std::string::npos);
}

TEST(Simulation, RunsWhatHasNothingLeftToSolveByEveryMethod) {
  tensio::Setup falling;
  falling.model.add_vertex({0, 0, 0}, 1);
  tensio::Setup at_rest = swinging_cloth(5);
  at_rest.gravity = {};
  tensio::Setup held = swinging_cloth(3);
  held.model.pins.clear();
  for (VertexId v = 0; v < 9; ++v) held.model.pins.push_back({v, held.model.rest_position[v]});
  for (tensio::Setup* setup : {&falling, &at_rest, &held}) {
    for (const Method method : all_methods) {
      setup->minimise.method = method;
      run(*setup, 20);
    }
  }
}

TEST(Simulation, AttachmentsFollowTheirPaths) {
  tensio::Setup setup;
  setup.gravity = {};
  setup.model.add_vertex({0, 0, 0}, 1e-6);
  setup.model.attachments.push_back({0, {0, 0, 0}, 100, {.keys = {{0, {0, 0, 0}}, {1, {3, 0, 0}}}}});
  setup.frame_time = 0.1;
  const Simulation simulation = run(setup, 10);
  EXPECT_NEAR(simulation.state().x[0].x, 3, 1e-4);  // dragged along at 3 m/s, a light mass lags little
}

TEST(Simulation, PinsAndCollidersCanBeLedByHand) {
  tensio::Setup setup = swinging_cloth(8);
  setup.colliders.push_back({.shape = Sphere{{0, -3, 0}, 0.2}});
  setup.substeps = 3;
  auto simulation = Simulation::make(setup);
  ASSERT_TRUE(simulation);
  const VertexId led = setup.model.pins[0].vertex;
  for (int frame = 1; frame <= 20; ++frame) {
    const Vec3 target = setup.model.pins[0].position + Vec3{0.01 * frame, 0.02 * frame, 0};
    ASSERT_TRUE(simulation->move_pin(led, target));
    ASSERT_TRUE(simulation->move_collider(0, {0, 0.1 * frame, 0}));
    ASSERT_TRUE(is_usable(simulation->advance_frame().status));
    EXPECT_LT(norm(simulation->state().x[led] - target), 1e-15);
  }
  // the sphere came up to y = −1 and pushed what hung in its way
  for (const Vec3& x : simulation->state().x) EXPECT_GE(norm(x - Vec3{0, -1, 0}), 0.2 - 1e-9);
  EXPECT_FALSE(simulation->move_pin(led + 1, {}));
  EXPECT_FALSE(simulation->move_pin(led, {NAN, 0, 0}));
  EXPECT_FALSE(simulation->move_collider(1, {}));
}

TEST(Simulation, ContinuesFromAnyState) {
  const tensio::Setup setup = swinging_cloth(6);
  Simulation first = run(setup, 5);
  const State kept = first.state();
  for (int i = 0; i < 3; ++i) (void)first.advance_frame();
  const State later = first.state();
  ASSERT_TRUE(first.set_state(kept));
  for (int i = 0; i < 3; ++i) (void)first.advance_frame();
  EXPECT_EQ(first.state().x, later.x);
  State wrong = kept;
  wrong.x.pop_back();
  EXPECT_FALSE(first.set_state(wrong));
  wrong = kept;
  wrong.v[3].x = NAN;
  EXPECT_FALSE(first.set_state(wrong));
}

TEST(Simulation, StartsWhereTheSetupSaysExceptForPins) {
  tensio::Setup setup = swinging_cloth(8);
  for (const Vec3& rest : setup.model.rest_position) setup.position.push_back(1.5 * rest + Vec3{0, 1, 0});
  setup.model.pins[1].path = {.keys = {{0, {0, 0, 0.25}}}};
  setup.velocity.assign(setup.model.vertex_count(), {1, 2, 3});
  const auto simulation = Simulation::make(setup);
  ASSERT_TRUE(simulation);
  EXPECT_EQ(simulation->state().x[20], setup.position[20]);
  EXPECT_EQ(simulation->state().x[0], setup.model.rest_position[0]);
  EXPECT_EQ(simulation->state().x[7], setup.model.rest_position[7] + Vec3(0, 0, 0.25));
  EXPECT_EQ(simulation->state().v[20], Vec3(1, 2, 3));
  EXPECT_GT(simulation->energy().elastic, 1);  // stretched by half: the rest lengths are those of the model
}

TEST(Simulation, StartPositionsAreThoseThatStabilityLooksAt) {
  // Springs in line add their stiffnesses up; at an angle they do not.
  tensio::Setup setup{.gravity = {}};
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.model.add_vertex({1, 0, 0}, 1);
  setup.model.add_vertex({0, 1, 0}, 1);
  for (const VertexId v : {0u, 2u}) setup.model.pins.push_back({v, setup.model.rest_position[v], {}});
  setup.model.springs.add(0, 1, SpringFamily::structural, 1, 100);
  setup.model.springs.add(2, 1, SpringFamily::structural, 1, 100);
  const double apart = summarise_stability(setup).omega;
  setup.position = {{0, 0, 0}, {0, 0.5, 0}, {0, 1, 0}};  // both springs in line
  EXPECT_NEAR(summarise_stability(setup).omega, std::sqrt(200.0), 0.1);
  EXPECT_LT(apart, std::sqrt(180.0));
}

TEST(Simulation, StaticIsWhereDampedMotionComesToRest) {
  tensio::Setup setup = swinging_cloth(8);
  setup.minimise = {
      .method = Method::newton, .iterations = 300, .tolerance = 1e-11, .hessian = HessianForm::exact};
  FrameReport report;
  const auto at_rest = settle(setup, report);
  ASSERT_TRUE(at_rest);
  EXPECT_EQ(report.status, SolveStatus::converged);
  setup.damping.ether = 1e-3;
  const Simulation moving = run(setup, 1500);
  const double static_energy = measure_energy(setup, at_rest->state()).total();
  EXPECT_NEAR(measure_energy(setup, moving.state()).total(), static_energy, 1e-4 * std::abs(static_energy));
}

TEST(Simulation, AdaptiveStepsArriveAtEveryFrame) {
  for (const Scheme scheme : {Scheme::dormand_prince, Scheme::velocity_verlet, Scheme::implicit_euler}) {
    tensio::Setup setup = swinging_cloth(6);
    setup.scheme = scheme;
    setup.adaptive = {.is_on = true, .tolerance = 1e-5, .max_stretch = 0.01};
    setup.substeps = 2;
    auto simulation = Simulation::make(setup);
    ASSERT_TRUE(simulation);
    for (int frame = 1; frame <= 10; ++frame) {
      const FrameReport report = simulation->advance_frame();
      ASSERT_TRUE(is_usable(report.status));
      EXPECT_GE(report.steps, 2);
      EXPECT_EQ(simulation->state().time, frame * setup.frame_time);
    }
    // What no step can reach fails, and the frame is undone.
    setup.adaptive.max_steps = 1;
    setup.adaptive.tolerance = 1e-15;
    setup.adaptive.max_stretch = 1e-9;
    auto hopeless = Simulation::make(setup);
    const std::uint64_t before = state_hash(hopeless->state());
    EXPECT_FALSE(is_usable(hopeless->advance_frame().status));
    EXPECT_EQ(state_hash(hopeless->state()), before);
  }
}

TEST(Simulation, RefusesNumbersThatMakeNoSense) {
  const auto refuses = [](auto&& spoil) {
    tensio::Setup setup = swinging_cloth(3);
    spoil(setup);
    const auto simulation = Simulation::make(std::move(setup));
    return !simulation && !simulation.error().message.empty();
  };
  EXPECT_FALSE(refuses([](auto&) {}));
  EXPECT_TRUE(refuses([](auto& s) { s.frame_time = 0; }));
  EXPECT_TRUE(refuses([](auto& s) { s.frame_time = NAN; }));
  EXPECT_TRUE(refuses([](auto& s) { s.substeps = 0; }));
  EXPECT_TRUE(refuses([](auto& s) { s.gravity.x = INFINITY; }));
  EXPECT_TRUE(refuses([](auto& s) { s.damping.ether = 1.1; }));
  EXPECT_TRUE(refuses([](auto& s) { s.damping.point = -1; }));
  EXPECT_TRUE(refuses([](auto& s) { s.minimise.iterations = 0; }));
  EXPECT_TRUE(refuses([](auto& s) { s.minimise.tolerance = -1; }));
  EXPECT_TRUE(refuses([](auto& s) { s.minimise.linear.alpha = NAN; }));
  EXPECT_TRUE(refuses([](auto& s) { s.minimise.history = 0; }));
  EXPECT_TRUE(refuses([](auto& s) { s.minimise.history = max_history + 1; }));
  EXPECT_TRUE(refuses([](auto& s) { s.minimise.threads = -1; }));
  EXPECT_TRUE(refuses([](auto& s) { s.minimise.threads = max_threads + 1; }));
  for (const Method method : {Method::newton, Method::local_global_newton})
    EXPECT_TRUE(refuses([&](auto& s) {
      s.minimise.method = method;
      s.minimise.precision = Precision::mixed;
    }));
  for (const Scheme scheme : {Scheme::position_verlet, Scheme::static_equilibrium})
    EXPECT_TRUE(refuses([&](auto& s) {
      s.scheme = scheme;
      s.adaptive.is_on = true;
    }));
  EXPECT_TRUE(refuses([](auto& s) { s.adaptive = {.is_on = true, .tolerance = 0}; }));
  EXPECT_TRUE(refuses([](auto& s) { s.adaptive = {.is_on = true, .max_stretch = NAN}; }));
  EXPECT_TRUE(refuses([](auto& s) { s.adaptive = {.is_on = true, .max_steps = 0}; }));
  EXPECT_TRUE(refuses([](auto& s) { s.velocity.resize(2); }));
  EXPECT_TRUE(refuses([](auto& s) { s.position.resize(2); }));
  EXPECT_TRUE(refuses([](auto& s) { s.position.assign(9, {0, NAN, 0}); }));
  EXPECT_TRUE(refuses([](auto& s) { s.colliders.push_back({.shape = Sphere{{}, -1}}); }));
  EXPECT_TRUE(refuses([](auto& s) { s.model = {}; }));
}

TEST(Guard, HighestFrequencyOfAFixedChainIsTheClosedForm) {
  // Case M1: ω_N = 2 √(k/m) sin(N π / 2(N+1)) of a chain fixed at both ends; N = 10, k = 1000, m = 0.1.
  tensio::Setup setup;
  for (int i = 0; i <= 11; ++i) {
    const auto v = setup.model.add_vertex({0.1 * i, 0, 0}, 0.1);
    if (i > 0) setup.model.springs.add(v - 1, v, SpringFamily::structural, 0.1, 1000);
  }
  setup.model.pins = {{0, setup.model.rest_position[0], {}}, {11, setup.model.rest_position[11], {}}};
  EXPECT_NEAR(summarise_stability(setup).omega, 197.9642884, 1e-6 * 197.9642884);
}

TEST(Measure, StrainOfAStretchedSpring) {
  Model model;
  model.add_vertex({0, 0, 0}, 1);
  model.add_vertex({1, 0, 0}, 1);
  model.add_vertex({2, 0, 0}, 1);
  model.springs.add(0, 1, SpringFamily::structural, 0.8, 1);
  model.springs.add(1, 2, SpringFamily::structural, 1, 1);
  const Strain strain = measure_strain(model, model.rest_position);
  EXPECT_NEAR(strain.max, 0.25, 1e-15);
  EXPECT_NEAR(strain.mean, 0.125, 1e-15);
}

}  // namespace
}  // namespace tensio
