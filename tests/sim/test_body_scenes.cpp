// The scenes of bodies and materials, some of which local/global cannot take.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/scene_file.h"
#include "sim/measure.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

class BodyScenes : public ::testing::TestWithParam<const char*> {};

TEST_P(BodyScenes, RunWithoutFailingOrStretchingBeyondReason) {
  const std::string path = std::string(TENSIO_SOURCE_DIR "/scenes/") + GetParam() + ".toml";
  const auto document = read_document_file(path);
  ASSERT_TRUE(document) << document.error().message;
  auto scene = read_scene(*document, files_beside(path));
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_TRUE(scene->warnings.empty());
  auto simulation = Simulation::make(std::move(scene->setup));
  ASSERT_TRUE(simulation) << simulation.error().message;
  for (int frame = 0; frame < 3; ++frame) ASSERT_TRUE(is_usable(simulation->advance_frame().status));
  EXPECT_TRUE(is_finite(simulation->state().x));
  const Strain strain = measure_strain(simulation->model(), simulation->state().x);
  // A soft body is squashed where it touches, single short edges of its surface by much.
  EXPECT_LT(strain.max, simulation->model().tetrahedra.empty() ? 0.3 : 0.9);
  EXPECT_LT(strain.mean, 0.06);
}

INSTANTIATE_TEST_SUITE_P(All, BodyScenes,
                         ::testing::Values("jelly", "hair", "balloon", "gusts", "stiffness", "dents", "toy",
                                           "pudding", "willow", "bridge", "denim-and-silk", "garment"));

}  // namespace
}  // namespace tensio
