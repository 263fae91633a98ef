// The scenes of bodies and materials, some of which local/global cannot take.

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

#include "sim/measure.h"
#include "support/contact_cases.h"
#include "support/scenes.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

Simulation load(const std::string& name) {
  return make_simulation(read_shipped(TENSIO_SOURCE_DIR "/scenes", name).setup);
}

class BodyScenes : public ::testing::TestWithParam<const char*> {};

TEST_P(BodyScenes, RunWithoutFailingOrStretchingBeyondReason) {
  Simulation simulation = load(GetParam());
  for (int frame = 0; frame < 3; ++frame) ASSERT_TRUE(is_usable(simulation.advance_frame().status));
  EXPECT_TRUE(is_finite(simulation.state().x));
  const Strain strain = measure_strain(simulation.model(), simulation.state().x);
  // A soft body is squashed where it touches, single short edges of its surface by much.
  EXPECT_LT(strain.max, simulation.model().tetrahedra.empty() ? 0.3 : 0.9);
  EXPECT_LT(strain.mean, 0.06);
}

INSTANTIATE_TEST_SUITE_P(All, BodyScenes,
                         ::testing::Values("jelly", "hair", "balloon", "gusts", "stiffness", "dents", "toy",
                                           "pudding", "willow", "bridge", "denim-and-silk", "garment", "knot",
                                           "bowline", "walk", "bowl", "braids", "towel", "ring", "gathers",
                                           "scissors"));

/// Wrung by four turns after 3 s, and by eight after 6 s.
TEST(BodyScenes, TheWrungTowelStretchesByLessThanHalfAndPlanesSeldomHoldItBack) {
  Simulation towel = load("towel");
  std::size_t most_limited = 0;
  const auto run_to = [&](double time) {
    while (towel.state().time < time - 1e-3) {
      const FrameReport report = towel.advance_frame();
      ASSERT_TRUE(is_usable(report.status));
      most_limited = std::max(most_limited, report.contact.limited);
      ASSERT_LT(measure_strain(towel.model(), towel.state().x).max, 0.5) << towel.state().time;
    }
  };
  run_to(3);
  EXPECT_LE(most_limited, towel.model().vertex_count() / 20);
  if (std::getenv("TENSIO_LONG_TESTS")) run_to(6.3);
}

/// Tight after 4 s, it bears 6 N. Ropes that are always more than half their thickness apart passed nowhere
/// through each other; so the linking number, of each closed between its ends, stays 0.
TEST(BodyScenes, TheReefKnotSlipsByLessThanItsRopeIsThickInFiveSeconds) {
  Simulation knot = load("knot");
  const double thickness = knot.setup().contact.thickness;
  const std::size_t other = knot.model().parts[1].vertex_begin;
  const auto linked = [&] {
    const Positions x = knot.state().x;
    return linking_number(x.first(other), x.subspan(other));
  };
  EXPECT_GT(run(knot, 130).least_gap, 0.5 * thickness);
  EXPECT_NEAR(linked(), 0, 1e-6);
  const std::vector<Vec3> before = knot.state().x;
  EXPECT_GT(run(knot, 150).least_gap, 0.5 * thickness);
  EXPECT_NEAR(linked(), 0, 1e-6);
  const auto apart = [&](Positions x) { return norm(x[other] - x[0]); };
  EXPECT_LT(apart(knot.state().x) - apart(before), thickness);
}

/// Tight after 4 s, it bears 8 N. What slips through the knot lengthens both sides of its loop, so that the
/// load sinks by half of it. A rope whose parts are always more than half its thickness apart passed nowhere
/// through itself.
TEST(BodyScenes, TheBowlineSlipsByLessThanItsRopeIsThickInFiveSeconds) {
  Simulation rope = load("bowline");
  const double thickness = rope.setup().contact.thickness;
  EXPECT_GT(run(rope, 135).least_gap, 0.5 * thickness);
  const double before = rope.state().x[0].y;
  EXPECT_GT(run(rope, 150).least_gap, 0.5 * thickness);
  EXPECT_LT(2 * (before - rope.state().x[0].y), thickness);
}

}  // namespace
}  // namespace tensio
