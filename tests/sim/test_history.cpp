// What corrects a step, contact, a strain limit or drag, changes the motion of what it corrects and of
// nothing else, with every scheme: those that carry a past go on from one that fits.

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "tensio/simulation.h"

namespace tensio {
namespace {

constexpr double g = 9.81;  // m/s²

std::vector<Scheme> dynamic_schemes() {
  std::vector<Scheme> schemes;
  for (const Scheme scheme : all_schemes())
    if (scheme != Scheme::static_equilibrium) schemes.push_back(scheme);
  return schemes;
}

tensio::Setup make_setup(Model model, Scheme scheme, double h) {
  tensio::Setup setup{.model = std::move(model), .scheme = scheme, .frame_time = h};
  setup.minimise = {
      .method = Method::newton, .iterations = 50, .tolerance = 1e-14, .hessian = HessianForm::exact};
  return setup;
}

Simulation run(tensio::Setup setup, double seconds) {
  const int frames = static_cast<int>(std::lround(seconds / setup.frame_time));
  auto simulation = Simulation::make(std::move(setup));
  EXPECT_TRUE(simulation);
  for (int i = 0; i < frames; ++i) EXPECT_TRUE(is_usable(simulation->advance_frame().status));
  return std::move(*simulation);
}

constexpr VertexId falling = 0, bob = 2, block = 3, weight = 5;

/// Bodies that do not know of each other: a mass that falls, a pendulum, a block and a weight on a soft
/// spring.
Model make_bodies() {
  Model model;
  model.add_vertex({-20, 0, 0}, 1);
  model.add_vertex({20, 0, 0}, 1);
  model.add_vertex({21, 0, 0}, 1);
  model.add_vertex({0, 0, 0}, 1);
  model.add_vertex({5, 5, 0}, 1);
  model.add_vertex({5, 4, 0}, 1);
  model.springs.add(1, bob, SpringFamily::structural, 1, 1000);
  model.springs.add(4, weight, SpringFamily::structural, 1, 10);
  for (const VertexId pin : {1, 4}) model.pins.push_back({pin, model.rest_position[pin], {}});
  return model;
}

TEST(History, OfDistantBodiesIsLeftAloneByContactAndStrainLimits) {
  for (const Scheme scheme : dynamic_schemes()) {
    tensio::Setup setup = make_setup(make_bodies(), scheme, 0.005);
    const State alone = run(setup, 1).state();
    tensio::Setup touching = setup, limited = setup;
    touching.colliders = {{Box{{0, -1, 0}, {1, 1, 1}, Mat3::identity()}, 0.5, 0, {}}};
    limited.strain_limit.limit = 0.1;
    for (const tensio::Setup& disturbed : {touching, limited}) {
      const State state = run(disturbed, 1).state();
      for (const VertexId i : {falling, bob}) {
        EXPECT_LT(norm(state.x[i] - alone.x[i]), 1e-9) << scheme_facts(scheme).name << " " << i;
        EXPECT_LT(norm(state.v[i] - alone.v[i]), 1e-9) << scheme_facts(scheme).name << " " << i;
      }
    }
    // And there was something to notice.
    EXPECT_GT(norm(run(touching, 1).state().x[block] - alone.x[block]), 1);
    EXPECT_GT(norm(run(limited, 1).state().x[weight] - alone.x[weight]), 0.1);
  }
}

TEST(History, OfAVertexThatRestedOnAFloorLetsItFallFreely) {
  for (const Scheme scheme : dynamic_schemes()) {
    Model model;
    model.add_vertex({0, 0, 0}, 1);
    tensio::Setup setup = make_setup(std::move(model), scheme, 0.01);
    setup.colliders = {{Plane{}, 0.5, 0, {}}};
    Simulation simulation = run(std::move(setup), 0.5);
    ASSERT_LT(norm(simulation.state().x[0]), 1e-12) << scheme_facts(scheme).name;
    simulation.remove_collider(0);
    for (int i = 0; i < 100; ++i) (void)simulation.advance_frame();
    // Position Verlet rests half a step after it was kicked, at first order like the Euler schemes.
    const bool is_exact = scheme_facts(scheme).order > 1 && scheme != Scheme::position_verlet;
    EXPECT_NEAR(simulation.state().x[0].y, -g / 2, is_exact ? 1e-9 : 0.051 * g / 2)
        << scheme_facts(scheme).name;
  }
}

TEST(History, FollowsFrictionSoThatASlideHasItsClosedForm) {
  // Down an incline just above the angle at which the block would hold, and thrown along it: x = v₀ t + ½ a
  // t².
  const double angle = 27 * std::numbers::pi / 180, friction = 0.5, h = 0.01;
  const Vec3 normal{-std::sin(angle), std::cos(angle), 0}, down{-std::cos(angle), -std::sin(angle), 0};
  const double a = g * (std::sin(angle) - friction * std::cos(angle));
  for (const Scheme scheme : dynamic_schemes())
    for (const double v0 : {0.0, 1.0}) {
      Model model;
      model.add_vertex({0, 0, 0}, 1);
      tensio::Setup setup = make_setup(std::move(model), scheme, h);
      setup.velocity = {v0 * down};
      setup.colliders = {{Plane{{}, normal}, friction, 0, {}}};
      const double way = dot(run(std::move(setup), 1).state().x[0], down);
      // The first step of BDF2 is implicit Euler's.
      const double error = scheme_facts(scheme).order == 1 ? 2 * g * h
                           : scheme == Scheme::bdf2        ? g * h * h
                                                           : 1e-9;
      EXPECT_NEAR(way, v0 + a / 2, error) << scheme_facts(scheme).name << " from " << v0 << " m/s";
    }
}

TEST(History, FollowsEtherSoThatItTakesWhatItSays) {
  for (const Scheme scheme : dynamic_schemes())
    for (const double h : {0.05, 0.01}) {
      Model model;
      model.add_vertex({0, 0, 0}, 1);
      tensio::Setup setup = make_setup(std::move(model), scheme, h);
      setup.gravity = {};
      setup.velocity = {{1, 2, 3}};
      setup.damping.ether = 0.3;
      const State state = run(std::move(setup), 1).state();
      EXPECT_NEAR(norm(state.v[0] - Vec3{0.3, 0.6, 0.9}), 0, 1e-9) << scheme_facts(scheme).name << " " << h;
      EXPECT_NEAR(state.x[0].x, 0.7 / -std::log(0.3), h) << scheme_facts(scheme).name << " " << h;
    }
}

TEST(History, FollowsRigidDragSoThatItTakesWhatItSays) {
  // Two masses that fly apart without a force: their relative velocity is what the drag leaves of it.
  for (const Scheme scheme : dynamic_schemes())
    for (const double h : {0.05, 0.01}) {
      Model model;
      model.add_vertex({0, 0, 0}, 1);
      model.add_vertex({1, 0, 0}, 3);
      model.springs.add(0, 1, SpringFamily::structural, 1, 1e-12);
      tensio::Setup setup = make_setup(std::move(model), scheme, h);
      setup.gravity = {};
      setup.damping.rigid = 0.1;
      setup.velocity = {{-3, 1, 0}, {1, 1, 0}};
      const State state = run(std::move(setup), 1).state();
      EXPECT_NEAR(norm(state.v[0] - Vec3{-0.3, 1, 0}), 0, 1e-9) << scheme_facts(scheme).name << " " << h;
      EXPECT_NEAR(norm(state.v[1] - Vec3{0.1, 1, 0}), 0, 1e-9) << scheme_facts(scheme).name << " " << h;
    }
}

}  // namespace
}  // namespace tensio
