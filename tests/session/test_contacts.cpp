#include "session/viewer.h"

namespace tensio::session {
namespace {

constexpr std::uint32_t not_checked = 0xffffffff;

/// A sheet of 0.2 kg just above a plane.
json lying_scene(const std::string& method) {
  json scene = small_scene;
  scene["body"][0]["pin"] = json::array();
  scene["body"][0]["position"] = {0, 0.002, 0};
  scene["collider"] = {{{"kind", "plane"}}};
  scene["contact"] = {{"method", method}};
  return scene;
}

double sum_of_forces(const Viewer& viewer) {
  double sum = 0;
  for (const VertexContact& contact : viewer.contacts()) sum += contact.force;
  return sum;
}

TEST(Session, FramesHaveContactForcesWhileAViewerShowsThem) {
  for (const char* method : {"planes", "project"}) {
    Viewer viewer(lying_scene(method));
    viewer.pass(1);
    EXPECT_EQ(viewer.frame().flags & 8, 0);
    const std::size_t without = viewer.bytes().size();
    viewer.tell({{"type", "show"}, {"contacts", true}});
    EXPECT_EQ(viewer.frame().flags & 8, 8);
    EXPECT_EQ(viewer.bytes().size(), without + 4 + 8 * viewer.contacts().size()) << method;
    viewer.pass(120);
    EXPECT_GT(viewer.contacts().size(), 40u) << method << ": most of the 81 vertices lie on the plane";
    EXPECT_NEAR(sum_of_forces(viewer) / (0.2 * 9.81), 1, 0.01) << method;
    EXPECT_EQ((viewer.frame().flags & 32) != 0, method == std::string("planes"));
  }
}

TEST(Session, RecordedFramesKeepTheirContacts) {
  Viewer viewer(lying_scene("planes"));
  viewer.pass(60);  // nobody looks at contacts yet
  viewer.tell({{"type", "step"}, {"count", 1}});
  viewer.tell({{"type", "show"}, {"contacts", true}});
  const double force = sum_of_forces(viewer);
  EXPECT_GT(force, 0);
  viewer.tell({{"type", "seek"}, {"frame", 0}});
  EXPECT_TRUE(viewer.contacts().empty());
  viewer.tell({{"type", "seek"}, {"frame", 61}});
  EXPECT_EQ(sum_of_forces(viewer), force);
  viewer.tell({{"type", "inspect"}, {"vertex", 40}});
  EXPECT_GT(viewer.last("vertex")["contact"].get<double>(), 0);
  EXPECT_EQ(viewer.last("vertex")["limited"], false);
}

TEST(Session, FramesTellTheLeastGapAndCountCrossingsOnRequest) {
  json scene = lying_scene("planes");
  scene["body"].push_back(scene["body"][0]);
  scene["body"][1]["position"] = {0.1, 0.006, 0.1};
  scene["contact"]["thickness"] = 0.003;
  Viewer viewer(scene);
  viewer.pass(60);
  EXPECT_NEAR(viewer.least_gap(), 3, 0.3) << "mm";
  EXPECT_EQ(viewer.crossings(), not_checked);
  viewer.tell({{"type", "set"}, {"fields", {{"verify", "frame"}}}});
  viewer.pass(1);
  EXPECT_EQ(viewer.crossings(), 0u);
  Viewer alone(lying_scene("planes"));
  alone.pass(60);
  EXPECT_EQ(alone.least_gap(), HUGE_VAL) << "only surfaces have a gap, not convex colliders";
}

TEST(Session, OffersToCountCrossingsWhereSurfacesCanCross) {
  const auto offers = [](const json& scene) {
    const json told = Viewer(scene).last("scene");
    for (const json& control : told["controls"])
      if (control["name"] == "verify") return true;
    return false;
  };
  EXPECT_TRUE(offers(lying_scene("planes")));
  EXPECT_FALSE(offers(lying_scene("project")));
}

TEST(Session, FramesMarkWhatPlanesHeldBack) {
  json scene = lying_scene("planes");
  scene["body"][0]["pin"] = {{{"edge", "back"}}, {{"edge", "front"}}};
  scene["body"].push_back(scene["body"][0]);
  scene["body"][1]["pin"] = json::array();
  scene["body"][1]["position"] = {0.1, 0.3, 0.1};
  scene["body"][1]["velocity"] = {0, -30, 0};
  scene["time"] = {{"substeps", 1}};
  Viewer viewer(scene);
  viewer.tell({{"type", "show"}, {"contacts", true}});
  std::uint32_t most = 0;
  for (int frame = 0; frame < 20; ++frame) {
    viewer.pass(1);
    std::uint32_t marked = 0;
    for (const VertexContact& contact : viewer.contacts()) {
      ASSERT_LT(contact.vertex, 162u);
      marked += contact.is_limited;
    }
    ASSERT_EQ(marked, viewer.limited());
    most = std::max(most, marked);
  }
  EXPECT_GT(most, 0u);
}

}  // namespace
}  // namespace tensio::session
