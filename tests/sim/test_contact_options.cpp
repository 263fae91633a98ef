// What single bodies and colliders say about contact.

#include "support/contact_cases.h"

namespace tensio {
namespace {

Model named(Model model, const char* name) {
  for (Part& part : model.parts) part.name = name;
  return model;
}

/// A sheet that falls onto another, which is pinned all over.
tensio::Setup two_sheets() {
  tensio::Setup setup{.model = named(make_sheet(5, 0.1, {0, 0.01, 0}), "upper")};
  Model lower = named(make_sheet(5, 0.2, {0.003, 0, 0.002}), "lower");
  for (VertexId v = 0; v < lower.vertex_count(); ++v) lower.pins.push_back({v, lower.rest_position[v], {}});
  setup.model.append(lower);
  setup.contact = all_contact(2e-3, 0.3);
  setup.frame_time = 0.01;
  return setup;
}

double height_of_first(const Simulation& simulation, std::size_t vertices) {
  return mass_middle(simulation.model(), simulation.state().x, 0, vertices).y;
}

TEST(ContactOptions, TwoBodiesKeepTheMeanOfTheirThicknesses) {
  for (const auto& [upper, lower, kept] :
       {std::tuple{0.006, 0.004, 0.005}, std::tuple{0.001, 0.003, 0.002}}) {
    tensio::Setup setup = two_sheets();
    setup.model.parts[0].thickness = upper;
    setup.model.parts[1].thickness = lower;
    setup.damping.ether = 0.01;
    Simulation simulation = make_simulation(std::move(setup));
    EXPECT_EQ(run(simulation, 150).crossings, 0u);
    EXPECT_NEAR(height_of_first(simulation, 25) / kept, 1, 0.02);
  }
}

TEST(ContactOptions, ABodyHasItsOwnFriction) {
  // On a slope of tan α = 0.4 the sheet slides where √(μ₁ μ₂) is less.
  const Mat3 turn = rotation({0, 0, 1}, std::atan(0.4));
  const Vec3 up = turn * Vec3{0, 1, 0}, down = turn * Vec3{-1, 0, 0};
  for (const auto& [own, slides] : {std::pair{0.2, true}, std::pair{0.8, false}}) {
    tensio::Setup setup{.model = make_sheet(4, 0.06, 1e-3 * up, turn, 1000)};
    setup.contact = all_contact(2e-3, slides ? 0.8 : 0.2);
    setup.model.parts[0].friction = own;
    setup.colliders = {{Plane{{}, up}, 0.5, 0, {}}};
    setup.frame_time = 0.005;
    Simulation simulation = make_simulation(std::move(setup));
    run(simulation, 100);
    const double slid = dot(mass_middle(simulation.model(), simulation.state().x), down);
    EXPECT_EQ(slid > 0.01, slides) << own << ": " << slid;
  }
}

TEST(ContactOptions, WhatIgnoresEachOtherPassesAndIsNoCrossing) {
  tensio::Setup setup = two_sheets();
  setup.colliders = {{Plane{{0, -0.05, 0}, {0, 1, 0}}, 0.3, 0, {}, 0, {}, "floor"}};
  for (const bool ignores : {false, true}) {
    if (ignores) setup.contact.ignore = {{"lower", "upper"}};
    Simulation simulation = make_simulation(setup);
    EXPECT_EQ(run(simulation, 30).crossings, 0u);
    if (ignores)
      EXPECT_NEAR(height_of_first(simulation, 25), -0.05 + 1e-3, 2e-4) << "lies on the floor";
    else
      EXPECT_GT(height_of_first(simulation, 25), 1e-3) << "lies on the other sheet";
  }
  setup.contact.ignore.push_back({"floor", "upper"});
  Simulation simulation = make_simulation(setup);
  run(simulation, 30);
  EXPECT_LT(height_of_first(simulation, 25), -0.2) << "falls through the floor too";
}

TEST(ContactOptions, CutsAndSnapshotsKeepWhatABodySays) {
  tensio::Setup setup{.model = named(make_sheet(9, 0.1, {0, 3e-3, 0}), "cut")};
  setup.contact = all_contact(2e-3, 0.3);
  setup.model.parts[0].thickness = 6e-3;
  setup.colliders = {{Plane{}, 0.3, 0, {}}};
  setup.frame_time = 0.01;
  setup.damping.ether = 0.01;
  Simulation simulation = make_simulation(std::move(setup));
  simulation.request(Cut{{.eye = {0, 50, 0}, .directions = {{-0.2, -50, 0.001}, {0.2, -50, 0.001}}}});
  run(simulation, 50);
  ASSERT_GT(simulation.model().vertex_count(), 81u) << "the cut made copies";
  const Snapshot moment = simulation.snapshot();
  run(simulation, 50);
  ASSERT_TRUE(simulation.restore(moment));
  run(simulation, 50);
  for (const Vec3& x : simulation.state().x) EXPECT_NEAR(x.y, 3e-3, 3e-4);
}

TEST(ContactOptions, AMeshWithOneSideLetsPassFromBehindOnly) {
  for (const int sides : {1, 2})
    for (const double direction : {1.0, -1.0}) {
      tensio::Setup setup{.model = make_sheet(4, 0.1, {0.01, direction * 0.02, 0.02})};
      setup.gravity = {0, -5 * direction, 0};
      Mesh mesh = square_mesh(1, {}, Mat3::identity());
      mesh.sides = sides;
      setup.colliders = {{mesh, 0.3, 0, {}}};
      setup.contact = all_contact();
      setup.contact.verify = VerifyContact::off;
      setup.frame_time = 0.01;
      Simulation simulation = make_simulation(std::move(setup));
      run(simulation, 40);
      const double left = direction * mass_middle(simulation.model(), simulation.state().x).y;
      const bool comes_from_behind = direction < 0;
      if (sides == 1 && comes_from_behind)
        EXPECT_LT(left, -0.1) << "passes";
      else
        EXPECT_GT(left, 0) << sides << " sides, from " << direction;
    }
}

/// A ball of triangles.
Mesh ball_mesh(double radius) {
  const Outline ball = outline(Sphere{{}, radius}, 3);
  return make_mesh(ball.points, ball.triangles);
}

TEST(ContactOptions, ABallWithOneSideHoldsWhatFallsOnIt) {
  tensio::Setup setup{.model = make_sheet(11, 0.5, {0.01, 0.16, 0.02})};
  Mesh ball = ball_mesh(0.15);
  ball.sides = 1;
  setup.colliders = {{ball, 0.5, 0, {}}};
  setup.contact = all_contact();
  setup.frame_time = 1.0 / 30;
  setup.substeps = 5;
  Simulation simulation = make_simulation(std::move(setup));
  EXPECT_EQ(run(simulation, 20).crossings, 0u);
  EXPECT_GT(simulation.state().x[60].y, 0.14) << "the middle still lies on it";
}

/// A free sheet between two pinned ones that close in on it.
tensio::Setup press(WhenForced when) {
  tensio::Setup setup{.model = make_sheet(3, 0.05)};
  for (const double side : {-1.0, 1.0}) {
    Mesh mesh = square_mesh(0.3, {0.01, 0.005 * side, 0.013}, Mat3::identity());
    setup.colliders.push_back(
        {mesh,
         0.3,
         0,
         {.keys = {{0, {}}, {0.1, {0, -0.010 * side, 0}}, {0.3, {0, -0.010 * side, 0}}, {0.4, {}}}}});
  }
  setup.gravity = {};
  setup.contact = all_contact();
  setup.contact.verify = VerifyContact::off;
  setup.contact.when_forced = when;
  setup.frame_time = 0.005;
  return setup;
}

TEST(ContactOptions, ObstaclesThatPressLagOrPass) {
  Simulation lags = make_simulation(press(WhenForced::lag));
  const ContactReport lagged = run(lags, 50);
  EXPECT_GT(lagged.forced, 0u);
  EXPECT_GT(lagged.lag, 4e-3);
  EXPECT_EQ(lagged.passing, 0u);

  Simulation passes = make_simulation(press(WhenForced::pass));
  const ContactReport passed = run(passes, 30);
  EXPECT_GT(passed.passing, 0u);
  EXPECT_LT(run(passes, 20).lag, 1e-12) << "where their paths lead";
  run(passes, 40);
  EXPECT_EQ(run(passes, 1).passing, 0u) << "apart again";
}

TEST(ContactOptions, ForcesOnBodiesAndCollidersBalanceTheWeight) {
  tensio::Setup setup{.model = named(make_sheet(5, 0.1, {0, 3.1e-3, 0}), "upper")};
  setup.model.append(named(make_sheet(5, 0.2, {0.003, 1.05e-3, 0.002}), "lower"));
  setup.contact = all_contact();
  setup.colliders = {{square_mesh(1, {}, Mat3::identity()), 0.3, 0, {}},
                     {Plane{{0, -1, 0}, {0, 1, 0}}, 0.3, 0, {}}};
  setup.frame_time = 0.01;
  setup.damping.ether = 0.01;
  Simulation simulation = make_simulation(std::move(setup));
  run(simulation, 200);
  const Forces forces = simulation.forces();
  const std::vector<Vec3> on = contact_on_parts(simulation.model(), forces);
  const double weight = 0.05 * fall;
  ASSERT_EQ(on.size(), 2u);
  EXPECT_NEAR(on[0].y / weight, 1, 0.02);
  EXPECT_NEAR(on[1].y / weight, 1, 0.02) << "carries the other too, on the ground";
  ASSERT_EQ(forces.contact_colliders.size(), 2u);
  EXPECT_NEAR(forces.contact_colliders[0].y / weight, -2, 0.04);
  EXPECT_EQ(forces.contact_colliders[1], Vec3{}) << "touches nothing";
}

}  // namespace
}  // namespace tensio
