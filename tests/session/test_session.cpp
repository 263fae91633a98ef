#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "session/viewer.h"

namespace tensio::session {
namespace {

/// What the panel shows of a setting; null if nothing.
json control(const Viewer& viewer, const std::string& name) {
  const json scene = viewer.last("scene");
  for (const json& each : scene["controls"])
    if (each["name"] == name) return each;
  return {};
}

TEST(Session, ShowsASceneAndLetsItMove) {
  Viewer viewer;
  EXPECT_EQ(viewer.last("scene")["name"], "small");
  EXPECT_EQ(viewer.topology().vertices, 81u);
  EXPECT_EQ(viewer.frame().frame, 0u);
  viewer.pass(30);
  EXPECT_EQ(viewer.frame().frame, 30u);
  EXPECT_NEAR(viewer.frame().time, 0.5, 1e-12);
  EXPECT_LT(viewer.position(80).y, -0.3);
}

TEST(Session, PausesStepsBackSeeksAndResets) {
  Viewer viewer;
  viewer.pass(20);
  viewer.tell({{"type", "play"}, {"playing", false}});
  viewer.pass(5);
  EXPECT_EQ(viewer.frame().frame, 20u);
  const Vec3 there = viewer.position(80);
  viewer.tell({{"type", "step"}, {"count", 1}});
  EXPECT_EQ(viewer.frame().frame, 21u);
  const Vec3 next = viewer.position(80);
  viewer.tell({{"type", "step"}, {"count", -1}});
  EXPECT_EQ(viewer.frame().frame, 20u);
  EXPECT_EQ(viewer.position(80), there);
  viewer.tell({{"type", "seek"}, {"frame", 3}});
  EXPECT_EQ(viewer.frame().frame, 3u);
  EXPECT_EQ(viewer.frame().last, 21u);
  viewer.tell({{"type", "seek"}, {"frame", 1e9}});
  EXPECT_EQ(viewer.frame().frame, 21u);
  EXPECT_EQ(viewer.position(80), next);
  viewer.tell({{"type", "reset"}});
  EXPECT_EQ(viewer.frame().frame, 0u);
}

TEST(Session, SlowMotionTakesItsTime) {
  Viewer viewer;
  viewer.tell({{"type", "play"}, {"speed", 0.25}});
  viewer.pass(40);
  EXPECT_NEAR(viewer.frame().frame, 10u, 1);
}

TEST(Session, GrabbedPointsFollowTheHandAndAreLetGoOf) {
  for (const bool hard : {false, true}) {
    Viewer viewer;
    viewer.tell(
        {{"type", "grab"}, {"hand", 2}, {"ray", down_at(0.5, 0.5)}, {"stiffness", 2000}, {"hard", hard}});
    ASSERT_EQ(viewer.last("grabbed")["hand"], 2);
    const auto vertex = viewer.last("grabbed")["vertex"].get<std::size_t>();
    viewer.tell({{"type", "drag"}, {"hand", 2}, {"target", {0.5, 0.4, 0.5}}});
    viewer.pass(60);
    EXPECT_NEAR(viewer.position(vertex).y, 0.4, 0.05);
    viewer.tell({{"type", "release"}, {"hand", 2}});
    viewer.pass(60);
    EXPECT_LT(viewer.position(vertex).y, 0.2);
    EXPECT_TRUE(viewer.last("error").is_null());
  }
  Viewer viewer;
  viewer.tell({{"type", "grab"}, {"ray", down_at(3, 3)}});
  EXPECT_FALSE(viewer.last("missed").is_null());
}

TEST(Session, AHandThatGrabsAgainLetsGoOfWhatItHeld) {
  for (const bool hard : {false, true}) {
    Viewer viewer;
    viewer.tell({{"type", "grab"}, {"ray", down_at(0.5, 0.5)}, {"hard", true}});
    const auto first = viewer.last("grabbed")["vertex"].get<std::size_t>();
    viewer.tell({{"type", "grab"}, {"ray", down_at(0.8, 0.8)}, {"hard", hard}});
    ASSERT_NE(viewer.last("grabbed")["vertex"], first);
    viewer.tell({{"type", "inspect"}, {"vertex", first}});
    EXPECT_EQ(viewer.last("vertex")["pinned"], false);
    viewer.tell({{"type", "release"}});
    viewer.tell({{"type", "inspect"}, {"vertex", viewer.last("grabbed")["vertex"]}});
    EXPECT_EQ(viewer.last("vertex")["pinned"], false);
  }
}

TEST(Session, HandsOfAViewerThatLeavesLetGo) {
  Viewer viewer;
  viewer.tell({{"type", "grab"}, {"ray", down_at(0.5, 0.5)}, {"stiffness", 2000}});
  viewer.session().leave(2);
  viewer.pass(60);
  EXPECT_GT(viewer.position(60).y, -0.2);  // still held
  viewer.session().leave(1);
  viewer.pass(60);
  EXPECT_LT(viewer.position(60).y, -0.3);
}

TEST(Session, CutsPinsRemovesAndUndoesByGoingBack) {
  Viewer viewer;
  viewer.tell({{"type", "play"}, {"playing", false}});
  viewer.tell({{"type", "cut"}, {"eye", {0, 5, 0}}, {"directions", {{-1.5, -5, 0.03}, {1.5, -5, 0.03}}}});
  EXPECT_EQ(viewer.topology().vertices, 90u);
  viewer.tell({{"type", "pin"}, {"ray", down_at(0.75, 0.75)}});
  viewer.tell({{"type", "remove"}, {"ray", down_at(0, 0.5)}});
  viewer.tell({{"type", "step"}});
  EXPECT_EQ(viewer.frame().vertices, 90u);
  viewer.tell({{"type", "step"}, {"count", -1}});
  EXPECT_EQ(viewer.frame().vertices, 81u);
}

TEST(Session, SwitchesSolversInMotionAndRefusesNonsenseWithASentence) {
  Viewer viewer;
  viewer.pass(3);
  viewer.tell({{"type", "set"},
               {"fields",
                {{"scheme", "bdf2"},
                 {"method", "lbfgs"},
                 {"iterations", 5},
                 {"substeps", 2},
                 {"ether", 0.5},
                 {"precision", "mixed"},
                 {"bend", 3.0}}}});
  const json settings = viewer.last("settings")["settings"][0];
  EXPECT_EQ(settings["scheme"], "bdf2");
  EXPECT_EQ(settings["method"], "lbfgs");
  EXPECT_EQ(settings["bend"], 3.0);
  viewer.pass(5);
  EXPECT_EQ(viewer.frame().frame, 8u);
  for (const json& fields : {json{{"scheme", "nonsense"}}, json{{"ether", 7}}, json{{"bend", -1}},
                             json{{"method", "newton"}}}) {  // Newton in mixed precision
    viewer.forget();
    EXPECT_TRUE(viewer.tell({{"type", "set"}, {"fields", fields}}));
    EXPECT_FALSE(viewer.last("error").is_null()) << fields;
    EXPECT_EQ(viewer.last("settings")["settings"][0]["method"], "lbfgs");
  }
}

TEST(Settings, AreReadBackAsTheyWereWritten) {
  Live live;
  const json before = read_settings(live);
  json changed = before;
  for (auto& [name, value] : changed.items()) {
    if (value.is_number()) value = 2;
    if (value.is_array()) value = {1, 2, 3};
  }
  changed["fabric"] = "denim";
  changed["method"] = "newton";
  ASSERT_TRUE(write_settings(changed, live));
  EXPECT_EQ(read_settings(live), changed);
  for (const auto& [name, value] : before.items()) {
    const auto refused = write_settings({{name, json::object()}}, live);
    ASSERT_FALSE(refused) << name;
    EXPECT_NE(refused.error().message.find(name), std::string::npos);
  }
}

TEST(Settings, ThePageHasTheirTypes) {
  std::stringstream page;
  page << std::ifstream(TENSIO_SOURCE_DIR "/web/src/generated.ts").rdbuf();
  EXPECT_EQ(page.str(), typescript()) << "run: tensio schema --typescript > web/src/generated.ts";
}

TEST(Session, ChangesTheFabricInMotionAndKeepsItOverAReset) {
  Viewer viewer;
  viewer.pass(5);
  EXPECT_EQ(control(viewer, "fabric")["choices"][1]["name"], "silk");
  EXPECT_EQ(viewer.last("scene")["settings"][0]["fabric"], "");
  const auto mass = [&] {
    viewer.tell({{"type", "inspect"}, {"vertex", 40}});
    return viewer.last("vertex")["mass"].get<double>();
  };
  viewer.tell({{"type", "set"}, {"fields", {{"fabric", "denim"}, {"structural", 2}}}});
  EXPECT_EQ(viewer.last("settings")["settings"][0]["fabric"], "denim");
  EXPECT_EQ(viewer.last("settings")["settings"][0]["structural"], 2.0);
  EXPECT_NEAR(mass(), 0.324 / 16, 1e-9);
  viewer.pass(5);
  viewer.tell({{"type", "reset"}});
  EXPECT_NEAR(mass(), 0.324 / 16, 1e-9);
  viewer.tell({{"type", "set"}, {"fields", {{"fabric", "denmi"}}}});
  EXPECT_NE(viewer.last("error")["message"].get<std::string>().find("denmi"), std::string::npos);
  viewer.tell({{"type", "set"}, {"fields", {{"fabric", ""}}}});
  viewer.tell({{"type", "reset"}});
  EXPECT_NEAR(mass(), 0.2 / 81, 1e-9) << "the scene's own";
}

TEST(Session, GoingBackBringsBackTheMaterialOfThen) {
  Viewer viewer;
  viewer.pass(10);
  viewer.tell({{"type", "set"}, {"fields", {{"fabric", "denim"}, {"shear", 3}}}});
  viewer.pass(10);
  viewer.tell({{"type", "seek"}, {"frame", 5}});
  EXPECT_EQ(viewer.last("settings")["settings"][0]["fabric"], "");
  EXPECT_EQ(viewer.last("settings")["settings"][0]["shear"], 1.0);
  viewer.tell({{"type", "play"}, {"playing", true}});
  viewer.pass(10);
  EXPECT_EQ(viewer.last("settings")["settings"][0]["fabric"], "denim");
  EXPECT_EQ(viewer.last("settings")["settings"][0]["shear"], 3.0);
}

TEST(Lane, AChangeOfFabricLeavesOtherBodiesAlone) {
  json document = small_scene;
  document["body"].push_back(
      {{"kind", "chain"}, {"segments", 3}, {"stiffness", 100}, {"start", {3, 0, 0}}, {"end", {3, 0, 1}}});
  const auto scene = read_scene(document, [](const std::string&) -> Result<std::string> { return fail(""); });
  ASSERT_TRUE(scene);
  auto lane = Lane::make(*scene);
  ASSERT_TRUE(lane);
  ASSERT_TRUE(lane->set({{"structural", 3}}));
  const auto of_chain = [&] {
    const Springs& springs = lane->simulation().model().springs;
    double sum = 0;
    for (std::size_t s = 0; s < springs.size(); ++s)
      sum += springs.ends[s][0] >= 81 ? springs.stiffness[s] : 0;
    return sum;
  };
  EXPECT_NEAR(of_chain(), 900, 1e-9);
  for (const char* fabric : {"denim", "silk", "wool"}) ASSERT_TRUE(lane->set({{"fabric", fabric}}));
  EXPECT_NEAR(of_chain(), 900, 1e-9);
  ASSERT_TRUE(lane->set({{"structural", 1}}));
  EXPECT_NEAR(of_chain(), 300, 1e-9);
}

TEST(Session, OffersNoFabricWhereNothingIsASheet) {
  Viewer viewer(json::parse(R"({"body": [{"kind": "lattice", "resolution": 2}]})"));
  EXPECT_TRUE(control(viewer, "fabric").is_null());
  EXPECT_FALSE(control(viewer, "method").is_null());
}

TEST(Session, ComparesTwoSolversOnOneScene) {
  Viewer viewer;
  viewer.pass(10);
  viewer.tell({{"type", "compare"}, {"on", true}});
  EXPECT_EQ(viewer.frame(1).frame, 0u);
  viewer.tell({{"type", "set"}, {"lane", 1}, {"fields", {{"method", "local-global"}, {"iterations", 1}}}});
  viewer.pass(30);
  EXPECT_EQ(viewer.frame(0).frame, 30u);
  EXPECT_EQ(viewer.frame(1).frame, 30u);
  EXPECT_TRUE(viewer.frame(0).flags & 4);
  EXPECT_GT(norm(viewer.position(80, 0) - viewer.position(80, 1)), 1e-4);
  viewer.tell({{"type", "compare"}, {"on", false}});
  viewer.pass(1);
  EXPECT_FALSE(viewer.frame(0).flags & 4);
}

TEST(Session, ABrokenSceneIsAnErrorAndTheOldOneGoesOn) {
  Viewer viewer;
  viewer.pass(5);
  viewer.tell({{"type", "load"}, {"document", {{"body", {{{"kind", "gird"}}}}}}});
  EXPECT_NE(viewer.last("error")["message"].get<std::string>().find("gird"), std::string::npos);
  viewer.pass(5);
  EXPECT_EQ(viewer.frame().frame, 10u);
}

TEST(Session, ThrowsABallThatPushesTheCloth) {
  Viewer viewer;
  viewer.tell({{"type", "throw"}, {"ray", {0, -1, 0, 0, 1, 0}}, {"speed", 8}, {"radius", 0.3}});
  EXPECT_EQ(viewer.last("colliders")["colliders"].size(), 1u);
  double highest = -1;
  for (int frame = 0; frame < 40; ++frame) {
    viewer.pass(1);
    highest = std::max(highest, viewer.position(40).y);
  }
  EXPECT_GT(highest, 0.1);
  const double free_flight = -1 + 8 * 8 / (2 * 9.81) + 0.3;  // m, the top of the ball
  EXPECT_LT(highest, free_flight - 1) << "the cloth slows the ball down";
  viewer.pass(600);
  EXPECT_EQ(viewer.last("colliders")["colliders"].size(), 0u);
}

TEST(Session, TellsTheNumbersOfAVertex) {
  Viewer viewer;
  viewer.tell({{"type", "inspect"}, {"ray", down_at(-0.99, -0.99)}});
  EXPECT_EQ(viewer.last("vertex")["vertex"], 0);
  EXPECT_EQ(viewer.last("vertex")["pinned"], true);
}

TEST(Session, StrainIsSentWhenItIsWanted) {
  Viewer viewer;
  const std::size_t plain = viewer.bytes().size();
  viewer.tell({{"type", "show"}, {"strain", true}});
  EXPECT_EQ(viewer.bytes().size(), plain + 4 * 81);
}

TEST(Session, TheWindBlowsAndStops) {
  Viewer viewer;
  const auto set = [&](json fields) { viewer.tell({{"type", "set"}, {"lane", 0}, {"fields", fields}}); };
  set({{"gravity", {0, 0, 0}}, {"air", 1.2}, {"wind", {0, 4, 0}}, {"gusts", 0.5}});
  EXPECT_EQ(viewer.last("settings")["settings"][0]["wind"], json({0, 4, 0}));
  const double before = viewer.position(40).y;
  viewer.pass(20);
  EXPECT_GT(viewer.position(40).y, before + 0.05);
  set({{"wind", {0, 5000, 0}}});
  EXPECT_NE(viewer.last("error")["message"].get<std::string>().find("wind"), std::string::npos);
}

TEST(Session, AMeshOfBytesHangsByItsHighestVertices) {
  // "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
  const json mesh{{"base64", "diAwIDAgMAp2IDEgMCAwCnYgMCAxIDAKZiAxIDIgMwo="}};
  const json scene{{"body", {{{"kind", "mesh"}, {"file", "a.obj"}}}}};
  Viewer viewer;
  viewer.tell(
      {{"type", "load"}, {"document", scene}, {"files", {{"a.obj", mesh}}}, {"name", "a"}, {"hang", true}});
  EXPECT_EQ(viewer.last("scene")["name"], "a");
  viewer.pass(10);
  EXPECT_EQ(viewer.position(2).y, 1);
  EXPECT_LT(viewer.position(0).y, 0);
  viewer.tell({{"type", "load"}, {"document", scene}, {"files", {{"a.obj", {{"base64", "?"}}}}}});
  EXPECT_NE(viewer.last("error")["message"].get<std::string>().find("base64"), std::string::npos);
}

TEST(Session, FindsAMeshByItsPathByTheEndOfItOrByItsName) {
  const json scene{{"body", {{{"kind", "mesh"}, {"file", "meshes/a.obj"}}}}};
  const char* triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const char* square = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 4 3\n";
  const auto vertices = [&](const json& files) -> int {
    Viewer viewer;
    viewer.tell({{"type", "load"}, {"document", scene}, {"files", files}});
    return viewer.last("error").is_null() ? viewer.last("scene")["vertices"].get<int>() : 0;
  };
  EXPECT_EQ(vertices({{"meshes/a.obj", square}, {"my/meshes/a.obj", triangle}, {"a.obj", triangle}}), 4);
  EXPECT_EQ(vertices({{"my/meshes/a.obj", square}, {"other/a.obj", triangle}}), 4);
  EXPECT_EQ(vertices({{"a.obj", square}, {"b.obj", triangle}}), 4);
  EXPECT_EQ(vertices({{"other/a.obj", square}}), 4);
  EXPECT_EQ(vertices({{"aa.obj", square}}), 0);
}

TEST(Session, AFlatMeshHangsByTwoCornersOfItsLongSide) {
  std::string mesh;
  for (int z = 0; z < 6; ++z)
    for (int x = 0; x < 4; ++x) mesh += fmt::format("v {} 0 {}\n", 0.1 * x, 0.1 * z);
  for (int z = 0; z < 5; ++z)
    for (int x = 1; x < 4; ++x) {
      const int corner = 4 * z + x;
      mesh += fmt::format("f {} {} {} {}\n", corner, corner + 4, corner + 5, corner + 1);
    }
  Viewer viewer;
  viewer.tell({{"type", "load"},
               {"document", {{"body", {{{"kind", "mesh"}, {"file", "a.obj"}}}}}},
               {"files", {{"a.obj", mesh}}},
               {"hang", true}});
  viewer.pass(30);
  EXPECT_EQ(viewer.position(0).y, 0);
  EXPECT_EQ(viewer.position(20).y, 0);
  EXPECT_LT(viewer.position(23).y, -0.1);
}

TEST(Session, AVertexIsAskedForByItsNumber) {
  Viewer viewer;
  viewer.tell({{"type", "compare"}, {"on", true}});
  viewer.tell({{"type", "inspect"}, {"lane", 1}, {"vertex", 5}});
  EXPECT_EQ(viewer.last("vertex")["vertex"], 5);
  EXPECT_EQ(viewer.last("vertex")["lane"], 1);
  viewer.forget();
  viewer.tell({{"type", "inspect"}, {"vertex", 81}});
  viewer.tell({{"type", "inspect"}, {"vertex", -1}});
  EXPECT_TRUE(viewer.last("vertex").is_null());
}

TEST(Session, ADraggedColliderPushesTheCloth) {
  json scene = small_scene;
  scene["gravity"] = {0, 0, 0};
  scene["collider"] = {{{"kind", "sphere"}, {"center", {0, -1, 0}}, {"radius", 0.4}}};
  Viewer viewer(scene);
  for (int frame = 1; frame <= 30; ++frame) {
    viewer.tell({{"type", "collider"}, {"index", 0}, {"offset", {0, frame / 30.0, 0}}});
    viewer.pass(1);
  }
  EXPECT_GT(viewer.position(40).y, 0.3);
  viewer.tell({{"type", "collider"}, {"index", 7}, {"offset", {0, 0, 0}}});
  EXPECT_FALSE(viewer.last("error").is_null());
}

}  // namespace
}  // namespace tensio::session
