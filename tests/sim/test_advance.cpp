#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "tensio/cloth.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

/// A cloth held at its two back corners, with a sphere in its way or not, in steps of 1/240 s.
tensio::Setup cloth(bool has_sphere) {
  auto grid = make_grid({.columns = 9, .rows = 9, .width = 1, .depth = 1, .mass = 0.3});
  EXPECT_TRUE(grid);
  tensio::Setup setup{.model = std::move(*grid), .frame_time = 1.0 / 60, .substeps = 4};
  for (const VertexId v : {0u, 8u}) setup.model.pins.push_back({v, setup.model.rest_position[v], {}});
  if (has_sphere) setup.colliders.push_back({.shape = Sphere{{0, -0.3, 0}, 0.2}});
  return setup;
}

Simulation make(const tensio::Setup& setup) {
  auto simulation = Simulation::make(setup);
  EXPECT_TRUE(simulation);
  return std::move(*simulation);
}

TEST(Advance, AnyFrameTimesLeadThroughTheSameStates) {
  for (const bool has_sphere : {false, true}) {
    Simulation game = make(cloth(has_sphere)), film = make(cloth(has_sphere));
    double asked = 0;
    for (int i = 0; i < 60; ++i) {
      const double seconds = i % 7 == 0 ? 0.031 : i % 3 == 0 ? 0.0007 : 1.0 / 144;
      ASSERT_TRUE(is_usable(game.advance(seconds).status));
      asked += seconds;
      ASSERT_NEAR(game.state().time + game.remainder(), asked, 1e-9);
      ASSERT_LT(game.remainder(), 1.0 / 240 + 1e-9);
    }
    (void)game.advance_frame();  // finishes the frame under way
    while (film.frame() < game.frame()) (void)film.advance_frame();
    EXPECT_GT(film.frame(), 20);
    EXPECT_EQ(state_hash(game.state()), state_hash(film.state()));
  }
}

TEST(Advance, WholeFramesOfSecondsAreWholeFrames) {
  Simulation simulation = make(cloth(false));
  for (int i = 1; i <= 200; ++i) {
    EXPECT_EQ(simulation.advance(1.0 / 60).steps, 4);
    ASSERT_EQ(simulation.frame(), i);
  }
}

TEST(Advance, TimesThatAreNotPositiveAdvanceNothing) {
  Simulation simulation = make(cloth(false));
  const auto start = state_hash(simulation.state());
  for (const double seconds :
       {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(simulation.advance(seconds).steps, 0);
    EXPECT_EQ(simulation.remainder(), 0);
  }
  EXPECT_EQ(state_hash(simulation.state()), start);
}

TEST(Advance, MovedPinsAndCollidersArriveWithTheCall) {
  Simulation simulation = make(cloth(true));
  ASSERT_TRUE(simulation.move_pin(0, {-0.4, 0.1, -0.5}));
  ASSERT_TRUE(simulation.move_collider(0, {0, 0.05, 0}));
  EXPECT_EQ(simulation.advance(0.001).steps, 0);  // too short for a step: nothing moves yet
  EXPECT_EQ(simulation.state().x[0], simulation.model().rest_position[0]);
  (void)simulation.advance(2.5 / 240);
  const auto expect_at = [](const Vec3& place, const Vec3& wanted) {
    EXPECT_LT(norm(place - wanted), 1e-12);
  };
  expect_at(simulation.state().x[0], {-0.4, 0.1, -0.5});
  expect_at(simulation.setup().colliders[0].path.offset(simulation.state().time), {0, 0.05, 0});
  (void)simulation.advance(0.1);  // across frames; they stay
  expect_at(simulation.state().x[0], {-0.4, 0.1, -0.5});
  ASSERT_TRUE(simulation.move_pin(0, {-0.5, 0, -0.5}));
  (void)simulation.advance(0.1);
  expect_at(simulation.state().x[0], {-0.5, 0, -0.5});
}

TEST(Advance, OtherStepsWithinAFrameCountOnFromThere) {
  Simulation simulation = make(cloth(false));
  (void)simulation.advance(1.0 / 240);
  tensio::Setup changed = simulation.setup();
  changed.substeps = 3;
  ASSERT_TRUE(simulation.reconfigure(changed));
  (void)simulation.advance_frame();
  EXPECT_NEAR(simulation.state().time, 1.0 / 240 + 1.0 / 60, 1e-15);
  EXPECT_EQ(simulation.frame(), 1);
}

TEST(Advance, GoingBackWithinAFrameRepeatsTheSameBits) {
  Simulation simulation = make(cloth(true));
  (void)simulation.advance(0.05 + 1.0 / 240);
  const Snapshot moment = simulation.snapshot();
  (void)simulation.advance_frame();
  const auto first = state_hash(simulation.state());
  simulation.restore(moment);
  (void)simulation.advance_frame();
  EXPECT_EQ(state_hash(simulation.state()), first);
}

TEST(Advance, AMomentOfAnotherSimulationIsRefused) {
  Simulation simulation = make(cloth(false)), other = make(cloth(false));
  (void)other.advance_frame();
  const Snapshot moment = other.snapshot();
  const auto before = state_hash(simulation.state());
  EXPECT_FALSE(simulation.restore(moment));
  EXPECT_EQ(state_hash(simulation.state()), before);
  Simulation moved = std::move(other);
  EXPECT_TRUE(moved.restore(moment));
}

TEST(Advance, GoingBackAcrossAChangeOfStepsGoesOnInTime) {
  for (const int substeps : {2, 40}) {
    Simulation simulation = make(cloth(false));
    (void)simulation.advance(3.0 / 240);  // within a frame of four steps
    const Snapshot moment = simulation.snapshot();
    const double then = simulation.state().time;
    tensio::Setup changed = simulation.setup();
    changed.substeps = substeps;
    ASSERT_TRUE(simulation.reconfigure(changed));
    simulation.restore(moment);
    EXPECT_EQ(simulation.advance_frame().steps, substeps);
    EXPECT_NEAR(simulation.state().time, then + 1.0 / 60, 1e-15);
  }
}

TEST(Advance, TearsOnceAFrameHoweverTheTimeIsDivided) {
  tensio::Setup setup = cloth(false);
  setup.model.pins.push_back({80, setup.model.rest_position[80] + Vec3{0.3, 0, 0.3}, {}});
  setup.tear_strain = 0.3;
  Simulation film = make(setup), game = make(setup), leap = make(setup);
  for (int i = 0; i < 12; ++i) (void)film.advance_frame();
  for (int i = 0; i < 48; ++i) (void)game.advance(1.0 / 240);
  (void)leap.advance(12.0 / 60);
  EXPECT_GT(film.model().vertex_count(), 81u);
  EXPECT_EQ(state_hash(game.state()), state_hash(film.state()));
  EXPECT_EQ(state_hash(leap.state()), state_hash(film.state()));
}

TEST(Advance, AMoveDiesWithItsPin) {
  Simulation simulation = make(cloth(false));
  ASSERT_TRUE(simulation.move_pin(0, {-0.4, 0.1, -0.5}));
  simulation.request(UnpinVertex{0});
  simulation.request(PinVertex{0});
  (void)simulation.advance_frame();
  EXPECT_EQ(simulation.state().x[0], simulation.model().rest_position[0]);
}

TEST(Advance, ALongPauseIsNotOwedForEver) {
  Simulation simulation = make(cloth(false));
  EXPECT_EQ(simulation.advance(500).steps, max_substeps);
  EXPECT_EQ(simulation.remainder(), 0);
}

TEST(Grab, PositionBasedMethodsRefuseHands) {
  tensio::Setup setup = cloth(false);
  setup.minimise.method = Method::xpbd;
  Simulation simulation = make(setup);
  simulation.request(GrabPoint{{1, {{40, 40, 40}, {1, 0, 0}}, 100, {0, 1, 0}}});
  EXPECT_EQ(simulation.apply_edits().refused.size(), 1u);
  EXPECT_TRUE(simulation.reconfigure(setup));
}

TEST(RenderSurface, HasUnitNormalsAndChangesItsRevisionWithTheTopologyOnly) {
  Simulation simulation = make(cloth(false));
  const RenderSurface flat = simulation.render_surface();
  ASSERT_EQ(flat.positions.size(), 3u * 81);
  ASSERT_EQ(flat.triangles.size(), 3u * 128);
  for (std::size_t i = 0; i < 81; ++i) EXPECT_FLOAT_EQ(flat.normals[3 * i + 1], 1);  // looks along +y
  const auto revision = flat.revision;
  (void)simulation.advance(0.2);
  const RenderSurface swung = simulation.render_surface();
  EXPECT_EQ(swung.revision, revision);
  for (std::size_t i = 0; i < 81; ++i) {
    const Vec3 n{swung.normals[3 * i], swung.normals[3 * i + 1], swung.normals[3 * i + 2]};
    EXPECT_NEAR(norm(n), 1, 1e-6);
    EXPECT_FLOAT_EQ(swung.positions[3 * i + 1], static_cast<float>(simulation.state().x[i].y));
  }
  simulation.request(PinVertex{44});
  (void)simulation.advance(0.02);
  EXPECT_EQ(simulation.render_surface().revision, revision);
  simulation.request(RemoveVertex{40});
  (void)simulation.advance(0.02);
  const RenderSurface holed = simulation.render_surface();
  EXPECT_GT(holed.revision, revision);
  EXPECT_LT(holed.triangles.size(), flat.triangles.size());
}

TEST(Pick, ARayHitsTheClothWhereItIs) {
  Simulation simulation = make(cloth(false));
  const auto hit = simulation.pick({.origin = {0.1, 1, 0.1}, .direction = {0, -2, 0}});
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->distance, 1, 1e-12);
  EXPECT_LT(norm(hit->position - Vec3{0.1, 0, 0.1}), 1e-12);
  EXPECT_FALSE(simulation.pick({.origin = {3, 1, 0}, .direction = {0, -1, 0}}));
}

TEST(ReportText, SaysWhatHappened) {
  tensio::Setup setup = cloth(true);
  setup.strain_limit.limit = 0;
  Simulation simulation = make(setup);
  simulation.request(RemoveVertex{40});
  simulation.request(RemoveVertex{4000});
  const FrameReport first = simulation.advance_frame();
  EXPECT_NE(summary(first).find("iteration-limit, 4 steps, 40 iterations"), std::string::npos)
      << summary(first);
  EXPECT_NE(summary(first).find("1 edit refused"), std::string::npos) << summary(first);
  const std::string text = full_text(first);
  for (const char* name : {"status", "objective", "edits", "refused", "strain limit", "time"})
    EXPECT_NE(text.find(name), std::string::npos) << text;
  EXPECT_EQ(text.find("contact"), std::string::npos) << "nothing touches yet\n" << text;
  EXPECT_EQ(text.back(), '\n');
  EXPECT_EQ(summary(first).find('\n'), std::string::npos);
}

}  // namespace
}  // namespace tensio
