// The scenes of bodies and materials, some of which local/global cannot take.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/scene_file.h"
#include "sim/measure.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

Simulation load(const std::string& name) {
  const std::string path = TENSIO_SOURCE_DIR "/scenes/" + name + ".toml";
  const auto document = read_document_file(path);
  EXPECT_TRUE(document) << document.error().message;
  auto scene = read_scene(*document, files_beside(path));
  EXPECT_TRUE(scene) << scene.error().message;
  EXPECT_TRUE(scene->warnings.empty());
  auto simulation = Simulation::make(std::move(scene->setup));
  EXPECT_TRUE(simulation) << simulation.error().message;
  return std::move(*simulation);
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
                                           "pudding", "willow", "bridge", "denim-and-silk", "garment",
                                           "knot"));

/// Tight after 4 s, it bears 6 N.
TEST(BodyScenes, TheReefKnotSlipsByLessThanItsRopeIsThickInFiveSeconds) {
  Simulation knot = load("knot");
  const auto run = [&](int frames) {
    for (int i = 0; i < frames; ++i) ASSERT_TRUE(is_usable(knot.advance_frame().status));
  };
  run(130);
  const std::vector<Vec3> before = knot.state().x;
  run(150);
  const std::size_t other = knot.model().parts[1].vertex_begin;
  const auto apart = [&](Positions x) { return norm(x[other] - x[0]); };
  EXPECT_LT(apart(knot.state().x) - apart(before), knot.setup().contact.thickness);
}

}  // namespace
}  // namespace tensio
