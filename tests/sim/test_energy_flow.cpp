#include <cmath>
#include <gtest/gtest.h>

#include "sim/energy_watch.h"
#include "tensio/cloth.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

/// Runs for a second, accounts for energy and checks that they add up.
EnergyFlow flow_of(Setup setup, double seconds = 1) {
  auto simulation = Simulation::make(std::move(setup));
  EXPECT_TRUE(simulation) << simulation.error().message;
  const auto energy = [&] {  // without pinned vertices
    double sum = simulation->energy().total();
    for (const Pin& pin : simulation->model().pins) {
      const Vec3 v = simulation->state().v[pin.vertex];
      sum -= 0.5 * simulation->model().mass[pin.vertex] * dot(v, v);
    }
    return sum;
  };
  simulation->track_energy(true);
  const double start = energy();
  while (simulation->state().time < seconds - 1e-9)
    EXPECT_TRUE(is_usable(simulation->advance_frame().status));
  const EnergyFlow flow = simulation->energy_flow();
  EXPECT_NEAR(flow.total(), energy() - start, 1e-9 * (1 + std::abs(start)));
  return flow;
}

Setup hanging(Scheme scheme) {
  tensio::Setup setup{.scheme = scheme, .frame_time = 0.002};
  setup.minimise = {.method = Method::newton, .iterations = 30, .tolerance = 1e-12};
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.model.add_vertex({0, -1.0981, 0}, 1);  // in balance
  setup.model.springs.add(0, 1, SpringFamily::structural, 1, 100);
  setup.model.pins.push_back({0, {}});
  return setup;
}

TEST(EnergyFlow, OfAPinThatLiftsAMassIsItsWeightTimesTheHeight) {
  for (const Scheme scheme : {Scheme::implicit_midpoint, Scheme::bdf2, Scheme::velocity_verlet}) {
    tensio::Setup setup = hanging(scheme);
    setup.model.pins[0].path = {.keys = {{0, {}}, {1, {0, 0.5, 0}}}, .smooth = true};
    const EnergyFlow flow = flow_of(setup, 3);
    // Both masses are lifted; the pinned one is lifted by the pin alone.
    EXPECT_NEAR(flow.pins, 2 * 9.81 * 0.5, 0.05) << scheme_facts(scheme).name;
    EXPECT_NEAR(flow.numerical, 0, 0.02) << scheme_facts(scheme).name;
  }
}

TEST(EnergyFlow, OfDampersIsWhatAVibrationLoses) {
  for (const int kind : {0, 1, 2, 3}) {
    tensio::Setup setup = hanging(Scheme::implicit_midpoint);
    setup.gravity = {};
    setup.model.rest_position[1] = {0, -1.1, 0};
    if (kind == 0) setup.damping.point = 4;
    if (kind == 1) setup.damping.rayleigh_stiffness = 0.04;
    if (kind == 2) setup.model.springs.damping[0] = 4;
    if (kind == 3) setup.damping.ether = 0.02;
    const EnergyFlow flow = flow_of(setup, 4);
    EXPECT_NEAR(flow.damping, -0.5 * 100 * 0.01, 2e-3) << kind;
    EXPECT_NEAR(flow.numerical, 0, 2e-3) << kind;
  }
}

TEST(EnergyFlow, OfAWindIsWhatItGives) {
  tensio::Setup setup{.gravity = {}, .scheme = Scheme::implicit_midpoint, .frame_time = 0.002};
  setup.minimise = {.method = Method::newton, .iterations = 30, .tolerance = 1e-12};
  for (const Vec3& x : {Vec3{0, 0, 0}, Vec3{0, 0, 1}, Vec3{1, 0, 0}}) setup.model.add_vertex(x, 0.1);
  setup.model.triangles.push_back({0, 1, 2});
  setup.damping.air = {.density = 1.2, .drag = 1, .friction = 0, .wind = {0, 4, 0}};
  const double u = 4 / (1 + 0.5 * 1.2 * 0.5 / 0.3 * 4 * 1);  // after a second; area ½ m², mass 0.3 kg
  const EnergyFlow flow = flow_of(setup);
  EXPECT_NEAR(flow.air, 0.5 * 0.3 * (4 - u) * (4 - u), 1e-3);
  EXPECT_NEAR(flow.numerical, 0, 1e-3);
}

TEST(EnergyFlow, OfAnImpactIsTheMotionThatItEnds) {
  tensio::Setup setup{.scheme = Scheme::velocity_verlet, .frame_time = 0.001};
  setup.model.add_vertex({0, 0.5, 0}, 2);
  setup.colliders.push_back({.shape = Plane{}});
  EXPECT_NEAR(flow_of(setup).contact, -2 * 9.81 * 0.5, 0.05);
}

TEST(EnergyFlow, OfAHandThatLiftsAMassIsItsWeightTimesTheHeight) {
  tensio::Setup setup = hanging(Scheme::implicit_midpoint);
  setup.model = {};
  setup.model.add_vertex({0, 0, 0}, 1);
  auto simulation = Simulation::make(setup);
  ASSERT_TRUE(simulation);
  const auto at = [](double height) { return Vec3{0, height, 0}; };
  simulation->request(
      GrabPoint{{.id = 1, .point = {{0, 0, 0}, {1, 0, 0}}, .stiffness = 1000, .target = at(9.81e-3)}});
  simulation->apply_edits();
  simulation->track_energy(true);
  for (int frame = 0; frame < 2000; ++frame) {
    simulation->move_grab(1, at(9.81e-3 + 0.5 * (frame + 1) / 2000));
    ASSERT_TRUE(is_usable(simulation->advance_frame().status));
  }
  EXPECT_NEAR(simulation->energy_flow().pins, 9.81 * 0.5, 0.05);
  EXPECT_NEAR(simulation->energy_flow().edits, 0, 1e-9);
}

TEST(EnergyFlow, OfATearIsWhatTheSpringHeld) {
  tensio::Setup setup = hanging(Scheme::implicit_midpoint);
  setup.gravity = {};
  setup.model.rest_position[1] = {0, -1.5, 0};
  setup.tear_strain = 0.6;
  auto simulation = Simulation::make(setup);
  simulation->track_energy(true);
  (void)simulation->advance_frame();
  simulation->request(Tear{0.3});
  (void)simulation->advance_frame();
  EXPECT_NEAR(simulation->energy_flow().edits, -0.5 * 100 * 0.25, 0.01);
}

/// A cloth that falls, with a pin that moves and a wind.
Setup cloth(Scheme scheme) {
  auto grid = make_grid({.columns = 12, .rows = 12, .width = 1, .depth = 1, .mass = 0.3});
  tensio::Setup setup{.model = std::move(*grid), .scheme = scheme};
  for (const VertexId v : {0, 11}) setup.model.pins.push_back({v, setup.model.rest_position[v], {}});
  setup.model.pins[0].path.keys = {{0, {}}, {1, {0.2, 0.5, 0}}};
  setup.damping.air = {.density = 1.2, .wind = {0, 0, 3}};
  return setup;
}

TEST(EnergyWatch, TellsEnergyFromNothingFromWork) {
  for (const Scheme scheme :
       {Scheme::implicit_midpoint, Scheme::newmark, Scheme::bdf2, Scheme::implicit_euler}) {
    tensio::Setup setup = cloth(scheme);
    if (!std::isinf(scheme_facts(scheme).calm_limit)) setup.damping.air = {};  // which would damp it
    auto simulation = Simulation::make(setup);
    ASSERT_TRUE(simulation);
    EnergyWatch watch;
    watch.look(*simulation);
    for (int frame = 0; frame < 120; ++frame) {
      ASSERT_TRUE(is_usable(simulation->advance_frame().status));
      watch.look(*simulation);
    }
    EXPECT_EQ(watch.warning().empty(), std::isinf(scheme_facts(scheme).calm_limit))
        << scheme_facts(scheme).name << ": " << watch.warning();
  }
}

/// A watch changes nothing, also where a budget keeps accounts of its own.
TEST(EnergyWatch, DoesNotChangeTheMotion) {
  for (const bool has_budget : {false, true}) {
    tensio::Setup setup = cloth(Scheme::implicit_midpoint);
    setup.damping.energy_budget = has_budget;
    auto alone = Simulation::make(setup), watched = Simulation::make(setup);
    EnergyWatch watch;
    for (int frame = 0; frame < 40; ++frame) {
      watch.look(*watched);
      ASSERT_TRUE(is_usable(alone->advance_frame().status));
      ASSERT_TRUE(is_usable(watched->advance_frame().status));
      ASSERT_EQ(alone->state().x, watched->state().x) << frame;
    }
  }
}

}  // namespace
}  // namespace tensio
