// Every built-in scene whose surfaces meet: nothing passes through anything, however it is computed.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>

#include "math/bounds.h"
#include "support/contact_cases.h"
#include "support/scenes.h"

namespace tensio {
namespace {

const std::string scenes = TENSIO_SOURCE_DIR "/scenes";

/// The scenes with `contact.method = "planes"`, by name.
std::vector<std::string> contact_scenes() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(scenes)) {
    if (entry.path().extension() != ".toml") continue;
    const auto document = read_document_file(entry.path().string());
    if (document && document->value("/contact/method"_json_pointer, "") == "planes")
      names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

/// Whether scenes end as their descriptions say.
void check_end(const std::string& name, const Simulation& simulation) {
  const Bounds bounds = bounds_of(simulation.state().x);
  if (name == "ring") {  // all of the silk is above the ring
    EXPECT_GT(bounds.low.y, 0.36);
  }
  if (name == "gathers") {
    EXPECT_LT(bounds.high.x - bounds.low.x, 0.3 * 1.5);
  }
  if (name == "scissors") {  // what was cut off lies on the floor, the rest hangs
    EXPECT_LT(bounds.low.y, 0.02);
    EXPECT_GT(bounds.high.y, 1);
  }
}

using Case = std::tuple<std::string, Precision>;

/// Runs a scene with one thread, counting crossings in every step, and with two: these give the same states,
/// so that one count is for both.
void check_scene(const Case& which, int frames) {
  const auto& [name, precision] = which;
  int last = 0;
  const auto make = [&, name = name, precision = precision](int threads, VerifyContact verify) {
    Scene scene = read_shipped(scenes, name);
    last = scene.frames;
    scene.setup.minimise.precision = precision;
    scene.setup.minimise.threads = threads;
    scene.setup.contact.verify = verify;
    return make_simulation(std::move(scene.setup));
  };
  Simulation one = make(1, VerifyContact::substep), two = make(2, VerifyContact::off);
  for (int frame = 1; frame <= frames; ++frame) {
    const FrameReport report = one.advance_frame();
    ASSERT_TRUE(is_usable(report.status)) << "frame " << frame;
    if (report.contact.crossings)
      ASSERT_EQ(report.contact.crossings, 0u) << "frame " << frame;
    else  // ropes alone: those that are always apart passed nowhere through each other
      ASSERT_GT(report.contact.least_gap, 0.5 * one.setup().contact.thickness) << "frame " << frame;
    EXPECT_TRUE(report.edits.refused.empty()) << "frame " << frame;
    EXPECT_EQ(report.edits.missed, 0u) << "frame " << frame;
    (void)two.advance_frame();
    ASSERT_EQ(state_hash(one.state()), state_hash(two.state())) << "frame " << frame;
    if (frame == last) check_end(name, one);
  }
}

class ContactScenes : public ::testing::TestWithParam<Case> {};
class ContactScenesToTheEnd : public ContactScenes {};

TEST_P(ContactScenes, KeepSurfacesApart) {
  check_scene(GetParam(), 4);
}

TEST_P(ContactScenesToTheEnd, KeepSurfacesApart) {
  if (!std::getenv("TENSIO_LONG_TESTS")) GTEST_SKIP() << "takes minutes; see scripts/test --long";
  check_scene(GetParam(), 300);
}

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  const auto& [scene, precision] = info.param;
  std::string name = scene + (precision == Precision::mixed ? "_mixed" : "_double");
  std::ranges::replace(name, '-', '_');
  return name;
}

const auto cases = ::testing::Combine(::testing::ValuesIn(contact_scenes()),
                                      ::testing::Values(Precision::double_, Precision::mixed));
INSTANTIATE_TEST_SUITE_P(Short, ContactScenes, cases, name_of);
INSTANTIATE_TEST_SUITE_P(Long, ContactScenesToTheEnd, cases, name_of);

TEST(ContactScenesByMethod, AreFound) {
  EXPECT_GE(contact_scenes().size(), 16u);
}

}  // namespace
}  // namespace tensio
