#include <cmath>
#include <gtest/gtest.h>

#include "build/grid.h"
#include "integrate/air.h"
#include "sim/simulation.h"

namespace tensio {
namespace {

/// 1 m × 1 m, level; every part of it has the mass of its area, and falls alike.
Model sheet(double mass = 0.3) {
  return *make_grid(
      {.columns = 5, .rows = 5, .width = 1, .depth = 1, .mass = mass, .lumping = Lumping::area});
}
Vec3 momentum(const Model& model, const State& state) {
  Vec3 sum;
  for (std::size_t i = 0; i < model.vertex_count(); ++i) sum += model.mass[i] * state.v[i];
  return sum;
}

/// How a sheet of terminal velocity 5 m/s moves in its first second.
struct Fall {
  double speed, height;
};
Fall fall(int steps) {
  constexpr double mass = 0.3, g = 9.81, terminal = 5;  // m g = ½ ρ C A u²
  constexpr double density = 2 * mass * g / (AirDrag::plate_coefficient * terminal * terminal);
  auto simulation = Simulation::make(
      {.model = sheet(mass), .air = {.density = density}, .frame_time = 1.0, .substeps = steps});
  EXPECT_TRUE(simulation && is_usable(simulation->advance_frame().status));
  const State& state = simulation->state();
  return {-momentum(simulation->model(), state).y / mass,
          simulation->model().rest_position[12].y - state.x[12].y};
}

// v = u tanh(g t/u), y = u²/g ln cosh(g t/u); implicit Euler is of first order.
TEST(Air, AFallingSheetReachesItsTerminalVelocityWithTheOrderOfTheScheme) {
  constexpr Fall exact{4.80621075274, 3.2834403089};
  const Fall coarse = fall(500), fine = fall(1000);
  EXPECT_NEAR(fine.speed, exact.speed, 2e-3 * exact.speed);
  EXPECT_NEAR(fine.height, exact.height, 2e-3 * exact.height);
  EXPECT_NEAR((coarse.height - exact.height) / (fine.height - exact.height), 2, 0.1);
}

TEST(Air, NeverThrowsALightClothBackHoweverLongTheStep) {
  const Model model = sheet(1e-3);
  const AirDrag drag(model, {.density = 1.2, .wind = {0, 30, 0}});
  State state = make_state(model);
  for (int step = 0; step < 5; ++step) {
    drag.apply(0.5, state);
    for (const Vec3& v : state.v) {
      EXPECT_GT(v.y, 0);
      EXPECT_LE(v.y, 30 * (1 + 1e-12));
    }
  }
}

TEST(Air, PushesAcrossAndNotAlongASheet) {
  const Model model = sheet();
  State along = make_state(model), askew = along;
  AirDrag(model, {.density = 1.2, .wind = {8, 0, 0}}).apply(0.01, along);
  EXPECT_EQ(norm(momentum(model, along)), 0);
  AirDrag(model, {.density = 1.2, .wind = {8, 1, 0}}).apply(0.01, askew);
  EXPECT_GT(momentum(model, askew).y, 0) << "lift";
}

TEST(Air, LeavesPinsAlone) {
  Model model = sheet();
  model.pins.push_back({7, model.rest_position[7], {}});
  State state = make_state(model);
  AirDrag(model, {.density = 1.2, .wind = {0, 5, 0}}).apply(0.01, state);
  EXPECT_EQ(norm(state.v[7]), 0);
  EXPECT_GT(state.v[8].y, 0);
}

TEST(Air, GustsSwingAboutTheWindWithinTheirFraction) {
  const Air air{.density = 1.2, .wind = {0, 0, 4}, .gusts = 0.5};
  double least = 1e9, most = 0, sum = 0;
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i) {
    const Vec3 w = air.at({0.3, 1, 0.2}, 0.01 * i);
    EXPECT_EQ(w.x, 0);
    least = std::min(least, w.z), most = std::max(most, w.z), sum += w.z;
  }
  EXPECT_GE(least, 2 - 1e-12);
  EXPECT_LE(most, 6 + 1e-12);
  EXPECT_LT(least, 2.4);
  EXPECT_GT(most, 5.6);
  EXPECT_NEAR(sum / count, 4, 0.05);
}

TEST(Air, NumbersOutOfRangeAreRefused) {
  tensio::Setup setup{.model = sheet()};
  setup.air.density = -1;
  EXPECT_FALSE(Simulation::make(setup));
  setup.air = {.density = 1, .wind = {2000, 0, 0}};
  EXPECT_FALSE(Simulation::make(setup));
  setup.air = {.density = 1, .gusts = std::nan("")};
  EXPECT_FALSE(Simulation::make(setup));
}

TEST(Air, AWindInTheSceneMovesACloth) {
  tensio::Setup setup{.model = sheet(), .gravity = {}, .air = {.density = 1.2, .wind = {0, 3, 0}}};
  auto simulation = Simulation::make(setup);
  ASSERT_TRUE(simulation);
  for (int frame = 0; frame < 10; ++frame) ASSERT_TRUE(is_usable(simulation->advance_frame().status));
  EXPECT_GT(simulation->state().x[12].y, setup.model.rest_position[12].y + 0.1);
  setup.air = {};
  ASSERT_TRUE(simulation->reconfigure(setup));
  const double before = momentum(simulation->model(), simulation->state()).y;
  static_cast<void>(simulation->advance_frame());
  EXPECT_NEAR(momentum(simulation->model(), simulation->state()).y, before, 1e-6)
      << "nothing pushes any more";
}

}  // namespace
}  // namespace tensio
