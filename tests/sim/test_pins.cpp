// Pins of single coordinates, pins that come and go, starts at rest, and the forces that simulations report.

#include <gtest/gtest.h>

#include "support/random_system.h"
#include "tensio/build.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

constexpr double g = 9.81;

Simulation make(Setup setup) {
  auto simulation = Simulation::make(std::move(setup));
  EXPECT_TRUE(simulation) << simulation.error().message;
  return std::move(*simulation);
}

/// A cloth whose back edge slides along a rail in x, one corner of which is held.
Setup curtain() {
  auto cloth = make_grid({.columns = 9, .rows = 9, .width = 1, .depth = 1, .mass = 0.2});
  tensio::Setup setup{.model = std::move(*cloth)};
  setup.model.pins.push_back({0, setup.model.rest_position[0]});
  for (VertexId i = 1; i < 9; ++i) setup.model.pins.push_back({i, setup.model.rest_position[i], {}, 6});
  setup.velocity.assign(81, {});
  Random random(3);
  for (std::size_t i = 9; i < 81; ++i) setup.velocity[i] = random.vec3(0.5) + Vec3{-2, 0, 0};
  return setup;
}

TEST(SlidingPins, AreExactAndTheSameForEveryMethod) {
  tensio::Setup setup = curtain();
  setup.frame_time = 1.0 / 120;
  setup.minimise = {.method = Method::newton, .iterations = 100, .tolerance = 1e-13};
  Simulation reference = make(setup);
  for (int frame = 0; frame < 5; ++frame) ASSERT_TRUE(is_usable(reference.advance_frame().status));
  double slid = 0;
  for (VertexId i = 1; i < 9; ++i)
    slid = std::max(slid, std::abs(reference.state().x[i].x - setup.model.rest_position[i].x));
  EXPECT_GT(slid, 1e-3);
  for (const Method method : all_methods()) {
    SCOPED_TRACE(method_facts(method).name);
    setup.minimise = {.method = method, .iterations = 4000, .tolerance = 1e-11};
    if (is_position_based(method)) {
      const auto refused = Simulation::make(setup);
      ASSERT_FALSE(refused);
      EXPECT_NE(refused.error().message.find("cannot hold single coordinates"), std::string::npos);
      continue;
    }
    Simulation simulation = make(setup);
    for (int frame = 0; frame < 5; ++frame) ASSERT_TRUE(is_usable(simulation.advance_frame().status));
    for (std::size_t i = 0; i < 81; ++i)
      EXPECT_LT(norm(simulation.state().x[i] - reference.state().x[i]), 1e-6) << i;
    for (VertexId i = 1; i < 9; ++i) {
      EXPECT_EQ(simulation.state().x[i].y, setup.model.rest_position[i].y);
      EXPECT_EQ(simulation.state().x[i].z, setup.model.rest_position[i].z);
    }
  }
}

TEST(SlidingPins, HoldInMixedPrecisionOnThreadsUnderContactDragAndAStrainLimit) {
  for (const Precision precision : {Precision::double_, Precision::mixed})
    for (const Scheme scheme : {Scheme::implicit_euler, Scheme::bdf2, Scheme::velocity_verlet}) {
      tensio::Setup setup = curtain();
      setup.minimise.precision = precision;
      setup.minimise.threads = 2;
      setup.scheme = scheme;
      setup.substeps = is_implicit(scheme) ? 2 : 50;
      setup.damping.rigid = 0.1;
      setup.strain_limit.limit = 0.01;
      setup.colliders.push_back({.shape = Sphere{{0.2, 0, -0.5}, 0.1}});
      Simulation simulation = make(setup);
      simulation.track_energy(true);
      std::size_t touched = 0;
      for (int frame = 0; frame < 10; ++frame) {
        const FrameReport report = simulation.advance_frame();
        ASSERT_TRUE(is_usable(report.status));
        touched += report.contact.touched;
      }
      EXPECT_GT(touched, 0u);
      for (VertexId i = 1; i < 9; ++i) {
        EXPECT_EQ(simulation.state().x[i].y, setup.model.rest_position[i].y);
        EXPECT_EQ(simulation.state().x[i].z, setup.model.rest_position[i].z);
        EXPECT_EQ(simulation.state().v[i].y, 0);
      }
    }
}

TEST(SlidingPins, LetABlockSlideDownToWhereItHangs) {
  // A mass on a vertical rail hangs at rest below its spring, which starts at an angle.
  tensio::Setup setup;
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.model.add_vertex({3, 0, 0}, 2);
  setup.model.springs.add(0, 1, SpringFamily::structural, 3, 50);
  setup.model.pins = {{0, {0, 0, 0}}, {1, {3, 0, 0}, {}, 5}};
  setup.starts_at_rest = true;
  Simulation simulation = make(setup);
  const double y = simulation.state().x[1].y, length = std::hypot(3.0, y);
  EXPECT_EQ(simulation.state().x[1].x, 3);
  EXPECT_NEAR(50 * (length - 3) * -y / length, 2 * g, 1e-9);
  // The rail carries what the spring pulls across it, the pin all of the spring.
  const Forces forces = simulation.forces();
  EXPECT_NEAR(forces.tension[0], 50 * (length - 3), 1e-9);
  EXPECT_NEAR(forces.reaction[1].x, forces.tension[0] * 3 / length, 1e-9);
  EXPECT_EQ(forces.reaction[1].y, 0);
  EXPECT_NEAR(forces.reaction[0].y, 1 * g + 2 * g, 1e-9);
}

TEST(SlidingPins, AreRefusedWhenTheyHoldNothing) {
  tensio::Setup setup = curtain();
  setup.model.pins[1].axes = 0;
  const auto refused = Simulation::make(setup);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("holds no coordinate"), std::string::npos)
      << refused.error().message;
}

TEST(SlidingPins, DoNotHoldAPieceForStaticEquilibriumUnlessInEveryDirection) {
  tensio::Setup setup = curtain();
  setup.model.pins.erase(setup.model.pins.begin());
  setup.scheme = Scheme::static_equilibrium;
  EXPECT_FALSE(Simulation::make(setup));
  setup.model.pins[0].axes = 7;
  EXPECT_TRUE(Simulation::make(setup));
}

TEST(Schedule, TakesPlaceOnceAtTheStepItNamesHoweverTheTimeIsDivided) {
  tensio::Setup setup;
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.model.pins.push_back({0, {0, 0, 0}});
  setup.schedule = {{0.25, UnpinVertex{0}}};
  setup.frame_time = 0.1;
  setup.substeps = 4;
  setup.scheme = Scheme::velocity_verlet;
  Simulation whole = make(setup);
  for (int frame = 0; frame < 5; ++frame) (void)whole.advance_frame();
  EXPECT_NEAR(whole.state().x[0].y, -g / 2 * 0.25 * 0.25, 1e-12);
  Simulation divided = make(setup);
  for (int call = 0; call < 50; ++call) (void)divided.advance(0.01);
  EXPECT_EQ(state_hash(whole.state()), state_hash(divided.state()));

  // Going back before it and forth again, it takes place again.
  Simulation returned = make(setup);
  (void)returned.advance_frame();
  const Snapshot early = returned.snapshot();
  for (int frame = 1; frame < 5; ++frame) (void)returned.advance_frame();
  const Snapshot late = returned.snapshot();
  ASSERT_TRUE(returned.restore(early));
  EXPECT_EQ(returned.model().pins.size(), 1u);
  for (int frame = 1; frame < 5; ++frame) (void)returned.advance_frame();
  EXPECT_EQ(state_hash(whole.state()), state_hash(returned.state()));
  ASSERT_TRUE(returned.restore(late));
  EXPECT_TRUE(returned.model().pins.empty());
}

TEST(SlidingPins, LeaveStartPositionsAloneWhereTheyDoNotHold) {
  tensio::Setup setup = curtain();
  setup.position = setup.model.rest_position;
  setup.position[3] += Vec3{0.01, 0.5, 0};
  Simulation simulation = make(setup);
  EXPECT_EQ(simulation.state().x[3].x, setup.position[3].x);
  EXPECT_EQ(simulation.state().x[3].y, setup.model.rest_position[3].y);
}

TEST(Schedule, RunsInTheOrderOfTimeAndRefusesPinsThatHoldNothing) {
  tensio::Setup setup;
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.frame_time = 0.1;
  // Both within one step, listed the other way around: caught and released again.
  setup.schedule = {{0.17, UnpinVertex{0}}, {0.12, PinVertex{0}}};
  Simulation simulation = make(setup);
  for (int frame = 0; frame < 4; ++frame) (void)simulation.advance_frame();
  EXPECT_TRUE(simulation.model().pins.empty());
  setup.schedule = {{0.1, PinVertex{0, {}, 0}}};
  EXPECT_FALSE(Simulation::make(setup));
  simulation.request(PinVertex{0, {}, 8});
  EXPECT_EQ(simulation.advance_frame().edits.refused.size(), 1u);
}

TEST(Schedule, FollowsVerticesThatACutDivides) {
  auto cloth = make_grid({.columns = 3, .rows = 3, .width = 1, .depth = 1, .mass = 0.2});
  tensio::Setup setup{.model = std::move(*cloth)};
  setup.model.pins.push_back({1, setup.model.rest_position[1]});
  setup.model.pins.push_back({4, setup.model.rest_position[4]});
  setup.model.pins.push_back({7, setup.model.rest_position[7]});
  for (const VertexId v : {1u, 4u, 7u}) setup.schedule.push_back({0.2, UnpinVertex{v}});
  setup.colliders.push_back({.shape = Plane{{0, -50, 0}}});
  Simulation simulation = make(setup);
  const Snapshot whole = simulation.snapshot();
  Cut along;
  along.stroke.eye = {0, 2, 0};
  for (const double z : {-1.0, 0.0, 1.0}) along.stroke.directions.push_back({0.01, -2, z});
  simulation.request(along);
  EXPECT_GT(simulation.advance_frame().edits.vertices_added, 0u);
  EXPECT_GT(simulation.model().pins.size(), 3u);
  for (int frame = 1; frame < 10; ++frame) (void)simulation.advance_frame();
  EXPECT_TRUE(simulation.model().pins.empty());

  // Forces of contact are forgotten with the vertices that they acted on.
  ASSERT_TRUE(simulation.restore(whole));
  EXPECT_EQ(simulation.forces().contact.size(), 9u);
}

TEST(Schedule, LetsAPinCatchWhatItMovesOnFrom) {
  tensio::Setup setup;
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.scheme = Scheme::velocity_verlet;
  setup.frame_time = 0.01;
  setup.schedule = {{0.1, PinVertex{0, {.keys = {{0, {}}, {1, {1, 0, 0}}}}}}};
  Simulation simulation = make(setup);
  for (int frame = 0; frame < 30; ++frame) (void)simulation.advance_frame();
  EXPECT_NEAR(simulation.state().x[0].x, 0.2, 1e-12);
  EXPECT_NEAR(simulation.state().x[0].y, -g / 2 * 0.01, 1e-12);
}

TEST(StartAtRest, IsThatOfTheChainAndStaysThere) {
  // S1: a chain of N springs and N equal masses is m g N (N + 1)/2k longer.
  tensio::Setup setup;
  constexpr int n = 100;
  setup.model.add_vertex({0, 0, 0}, 0.01);
  for (VertexId i = 1; i <= n; ++i) {
    setup.model.add_vertex({0.01 * i, 0, 0}, 0.01);  // level at first
    setup.model.springs.add(i - 1, i, SpringFamily::structural, 0.01, 1000);
  }
  setup.model.pins.push_back({0, {0, 0, 0}});
  setup.starts_at_rest = true;
  setup.minimise = {.method = Method::newton, .iterations = 20, .tolerance = 1e-12};
  Simulation simulation = make(setup);
  EXPECT_NEAR(simulation.state().x[n].y, -1 - 0.495405, 1e-9);
  EXPECT_NEAR(simulation.state().x[n].x, 0, 1e-9);
  EXPECT_EQ(simulation.state().time, 0);
  for (int frame = 0; frame < 5; ++frame) (void)simulation.advance_frame();
  EXPECT_NEAR(simulation.state().x[n].y, -1 - 0.495405, 1e-9);
}

TEST(StartAtRest, KeepsVelocitiesAndFindsTheRestOfClothAndOfWhatLiesOnAFloor) {
  tensio::Setup hanging = curtain();
  hanging.starts_at_rest = true;
  Simulation cloth = make(hanging);
  EXPECT_EQ(norm(cloth.state().v[40] - hanging.velocity[40]), 0);
  double largest = 0;  // of the gradient, N
  tensio::Setup still = hanging;
  still.velocity.clear();
  still.minimise = {.method = Method::newton, .iterations = 50, .tolerance = 1e-12};
  Simulation waiting = make(still);
  const std::vector<Vec3> rest = waiting.state().x;
  for (int frame = 0; frame < 10; ++frame) (void)waiting.advance_frame();
  for (std::size_t i = 0; i < rest.size(); ++i)
    largest = std::max(largest, norm(waiting.state().x[i] - rest[i]));
  EXPECT_LT(largest, 1e-7);

  auto sheet = make_grid({.columns = 9, .rows = 9, .width = 1, .depth = 1, .mass = 0.2});
  tensio::Setup lying{.model = std::move(*sheet), .starts_at_rest = true};
  for (Vec3& x : lying.model.rest_position) x.y += 0.2;
  lying.colliders.push_back({.shape = Plane{}});
  lying.substeps = 5;
  Simulation down = make(lying);
  for (const Vec3& x : down.state().x) EXPECT_NEAR(x.y, lying.colliders[0].thickness, 1e-3);
}

TEST(StartAtRest, IsRefusedWhereThereIsNone) {
  tensio::Setup setup;
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.starts_at_rest = true;
  const auto refused = Simulation::make(setup);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("start at rest: "), std::string::npos) << refused.error().message;
}

TEST(Forces, OfContactCarryTheWeight) {
  for (const Scheme scheme :
       {Scheme::implicit_euler, Scheme::bdf2, Scheme::implicit_midpoint, Scheme::velocity_verlet}) {
    tensio::Setup setup;
    setup.model.add_vertex({0, 0.001, 0}, 3);
    setup.colliders.push_back({.shape = Plane{}, .friction = 0, .thickness = 0.001});
    setup.scheme = scheme;
    setup.substeps = 4;
    Simulation simulation = make(setup);
    for (int frame = 0; frame < 20; ++frame) (void)simulation.advance_frame();
    EXPECT_NEAR(simulation.forces().contact[0].y, 3 * g, 1e-9) << scheme_facts(scheme).name;
  }
}

TEST(Forces, OfAPinAcceleratesWhatItMoves) {
  // A pin moved by ½ a t², in straight pieces of a step: its reaction is m a and the weight.
  tensio::Setup setup;
  setup.model.add_vertex({0, 0, 0}, 2);
  setup.frame_time = 0.01;
  Path path;
  for (int i = 0; i <= 20; ++i) path.keys.push_back({0.01 * i, {0.5 * 3 * 1e-4 * i * i, 0, 0}});
  setup.model.pins.push_back({0, {}, path});
  Simulation simulation = make(setup);
  for (int frame = 0; frame < 10; ++frame) (void)simulation.advance_frame();
  EXPECT_NEAR(simulation.forces().reaction[0].x, 2 * 3, 1e-6);
  EXPECT_NEAR(simulation.forces().reaction[0].y, 2 * g, 1e-9);
}

TEST(Forces, OfAPinThatIsMovedEvenlyAreItsWeight) {
  tensio::Setup setup;
  setup.model.add_vertex({0, 0, 0}, 0.1);
  setup.model.pins.push_back({0, {}});
  Simulation simulation = make(setup);
  for (int frame = 1; frame <= 5; ++frame) {
    simulation.move_pin(0, {frame / 30.0, 0, 0});
    (void)simulation.advance_frame();
  }
  EXPECT_NEAR(simulation.forces().reaction[0].x, 0, 1e-9);
  EXPECT_NEAR(simulation.forces().reaction[0].y, 0.1 * g, 1e-9);
}

TEST(Pushes, ChangeTheEnergyAsTheirWorkSays) {
  tensio::Setup setup;
  setup.model.add_vertex({0, 0, 0}, 2);
  setup.gravity = {};
  setup.scheme = Scheme::implicit_midpoint;
  setup.frame_time = 0.001;
  setup.minimise = {.method = Method::newton, .iterations = 20, .tolerance = 1e-14};
  setup.model.pushes.push_back({0, {.keys = {{0, {}}, {1, {4, 0, 0}}}}});
  Simulation simulation = make(setup);
  simulation.track_energy(true);
  for (int frame = 0; frame < 500; ++frame) (void)simulation.advance_frame();
  EXPECT_NEAR(simulation.state().v[0].x, 0.25, 1e-6);  // ∫ 4 t/2 dt
  const EnergyFlow flow = simulation.energy_flow();
  EXPECT_NEAR(flow.numerical, 0, 1e-7);
  EXPECT_NEAR(flow.total(), simulation.energy().total(), 1e-12);
}

}  // namespace
}  // namespace tensio
