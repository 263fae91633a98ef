#include <cmath>
#include <gtest/gtest.h>

#include "io/bytes.h"
#include "session/session.h"
#include "support/random_system.h"

namespace tensio {
namespace {

using nlohmann::json;

const json small_scene = json::parse(R"({
  "name": "small",
  "body": [{"kind": "grid", "vertices": [9, 9], "size": [2, 2], "mass": 0.2,
            "pin": [{"corner": "back-left"}, {"corner": "back-right"}]}]
})");

struct Header {
  int kind, lane, flags;
  std::uint32_t revision, frame, vertices, first, last;
  double time;
};

Header read_header(const std::string& bytes) {
  const auto u32 = [&](std::size_t at) {
    return static_cast<std::uint32_t>(
        detail::read_unsigned(std::string_view(bytes).substr(at, 4), detail::ByteOrder::little));
  };
  EXPECT_EQ(bytes.substr(0, 4), std::string("TNS\1"));
  Header header{bytes[4], bytes[5], bytes[6], u32(8), 0, u32(12), 0, 0, 0};
  if (header.kind == 2) {
    header.frame = u32(12);
    header.time = detail::read_double(std::string_view(bytes).substr(16, 8), detail::ByteOrder::little);
    header.vertices = u32(24);
    header.first = u32(40);
    header.last = u32(44);
  }
  return header;
}

/// A session with one viewer, and what it has been sent.
class Viewer {
 public:
  explicit Viewer(const json& scene = small_scene) {
    session_.join(1);
    tell({{"type", "load"}, {"document", scene}});
  }
  bool tell(const json& message) {
    const bool is_understood = session_.receive(1, message.dump());
    listen();
    return is_understood;
  }
  void pass(int frames) {
    for (int i = 0; i < frames; ++i) {
      session_.pass(1.0 / 60 + 1e-9);
      listen();
    }
  }
  json last(const std::string& type) const { return said_.contains(type) ? said_.at(type) : json(); }
  void forget() { said_.clear(); }
  const Header& frame(int lane = 0) const { return frames_.at(lane); }
  const std::string& bytes(int lane = 0) const { return bytes_.at(lane); }
  Vec3 position(std::size_t vertex, int lane = 0) const {
    Vec3 p;
    for (int axis = 0; axis < 3; ++axis)
      p[axis] = detail::read_float(
          std::string_view(bytes_.at(lane)).substr(92 + 12 * vertex + 4 * static_cast<std::size_t>(axis), 4),
          detail::ByteOrder::little);
    return p;
  }
  const Header& topology(int lane = 0) const { return topologies_.at(lane); }
  Session& session() { return session_; }

 private:
  void listen() {
    for (const Outgoing& message : session_.take()) {
      if (!message.is_binary) {
        const json content = json::parse(message.bytes);
        said_[content["type"].get<std::string>()] = content;
        continue;
      }
      const Header header = read_header(message.bytes);
      if (header.kind == 1) {
        topologies_[header.lane] = header;
      } else {
        ASSERT_EQ(header.revision, topologies_[header.lane].revision) << "a frame came before its topology";
        ASSERT_EQ(header.vertices, topologies_[header.lane].vertices);
        frames_[header.lane] = header;
        bytes_[header.lane] = message.bytes;
      }
    }
  }
  Session session_;
  std::map<std::string, json> said_;
  std::map<int, Header> frames_, topologies_;
  std::map<int, std::string> bytes_;
};

json down_at(double x, double z) {
  return json::array({x, 5, z, 0, -1, 0});
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

TEST(Session, ChangesTheFabricInMotionAndKeepsItOverAReset) {
  Viewer viewer;
  viewer.pass(5);
  EXPECT_EQ(viewer.last("scene")["choices"]["fabric"][0]["name"], "silk");
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
  EXPECT_LT(highest, 1.0) << "the cloth stops the ball";
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

TEST(Session, ContactsAreSentWhenTheyAreWanted) {
  json scene = small_scene;
  scene["body"][0]["pin"] = json::array();
  scene["collider"] = {{{"kind", "plane"}, {"point", {0, -0.05, 0}}, {"normal", {0, 1, 0}}}};
  Viewer viewer(scene);
  viewer.tell({{"type", "show"}, {"contacts", true}});
  EXPECT_EQ(viewer.frame().flags & 8, 8);
  const std::size_t free = viewer.bytes().size();
  viewer.pass(30);
  EXPECT_GT(viewer.bytes().size(), free + 4 * 40) << "most of the 81 vertices lie on the plane";
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

TEST(Session, AnotherViewersStrainStaysWhenOneStopsLooking) {
  Viewer viewer;
  viewer.session().join(2);
  viewer.tell({{"type", "show"}, {"strain", true}});
  EXPECT_TRUE(viewer.session().receive(2, R"({"type": "show", "contacts": true})"));
  viewer.pass(1);
  EXPECT_TRUE(viewer.frame().flags & 1);
  EXPECT_TRUE(viewer.frame().flags & 8);
  viewer.session().leave(1);
  viewer.pass(1);
  EXPECT_FALSE(viewer.frame().flags & 1);
}

TEST(Session, ABallThatIsThrownAgainAfterAResetIsToldAgain) {
  Viewer viewer;
  const json ball{{"type", "throw"}, {"ray", {0, 3, 3, 0, -0.7, -0.7}}};
  viewer.tell({{"type", "play"}, {"playing", false}});
  viewer.tell(ball);
  viewer.tell({{"type", "reset"}});
  viewer.forget();
  viewer.tell(ball);
  EXPECT_EQ(viewer.last("colliders")["colliders"].size(), 1u);
}

TEST(Session, WhatIsDraggedWhilePausedIsSeenAtOnce) {
  Viewer viewer;
  viewer.tell({{"type", "play"}, {"playing", false}});
  viewer.tell({{"type", "grab"}, {"hand", 0}, {"ray", down_at(0, 0)}});
  const std::string before = viewer.bytes();
  viewer.tell({{"type", "drag"}, {"hand", 0}, {"target", {0.3, 0.4, 0.5}}});
  EXPECT_NE(viewer.bytes(), before);
}

TEST(Session, NumbersItsScenesButNotResets) {
  Viewer viewer;
  const auto first = viewer.last("scene")["load"].get<int>();
  viewer.tell({{"type", "reset"}});
  EXPECT_EQ(viewer.last("scene")["load"], first);
  viewer.tell({{"type", "load"}, {"document", small_scene}});
  EXPECT_EQ(viewer.last("scene")["load"], first + 1);
}

TEST(Session, EveryFrameTellsTheIteratesOfItsLastStep) {
  Viewer viewer;  // nothing in it needs single steps
  viewer.pass(2);
  EXPECT_GT(detail::read_unsigned(std::string_view(viewer.bytes()).substr(32, 4), detail::ByteOrder::little),
            1u);
}

TEST(Session, WhatIsNoMessageIsRefused) {
  Viewer viewer;
  for (const char* text :
       {"", "{", "[]", "7", "null", "{}", R"({"type":7})", R"({"type":"format the disk"})"})
    EXPECT_FALSE(viewer.session().receive(1, text)) << text;
  EXPECT_FALSE(viewer.session().receive(1, std::string(2 << 20, ' ') + "{}"));
}

TEST(Session, SurvivesRandomMessages) {
  Viewer viewer;
  Random random(7);
  const char* types[] = {"play", "step",   "seek", "reset", "set",      "compare", "grab", "drag", "release",
                         "pin",  "remove", "cut",  "throw", "collider", "inspect", "show", "load"};
  const char* fields[] = {"ray",   "lane",   "hand",       "target",   "frame",     "fields",
                          "on",    "eye",    "directions", "index",    "offset",    "playing",
                          "speed", "radius", "count",      "document", "stiffness", "hard"};
  const auto value = [&]() -> json {
    switch (random.below(9)) {
      case 0:
        return random.uniform(-1, 3);
      case 1:
        return random.uniform(-1e9, 1e9);
      case 2:
        return random.below(2) == 0;
      case 3:
        return json::array({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
      case 4:
        return down_at(random.uniform(-1.1, 1.1), random.uniform(-1.1, 1.1));
      case 5:
        return json::array({json::array({random.uniform(-1.5, 1.5), -5, random.uniform(-1, 1)}),
                            json::array({random.uniform(-1.5, 1.5), -5, random.uniform(-1, 1)})});
      case 6:
        return json{{"method", "ncg"}, {"iterations", random.below(5)}, {"substeps", random.below(3)}};
      case 7:
        return "x";
      default:
        return json();
    }
  };
  for (int i = 0; i < 3000; ++i) {
    json message{{"type", types[random.below(17)]}};
    for (std::uint32_t f = random.below(5); f > 0; --f) message[fields[random.below(18)]] = value();
    // Half of the time with fields that fit, so that something happens.
    if (random.below(2) == 0) {
      message["ray"] = down_at(random.uniform(-1.1, 1.1), random.uniform(-1.1, 1.1));
      message["eye"] = {0, 5, 0};
      message["directions"] = {{random.uniform(-1.5, 1.5), -5, -1}, {random.uniform(-1.5, 1.5), -5, 1}};
      message["target"] = {random.uniform(-1, 1), 0.3, 0};
      message["radius"] = 0.2;
    }
    ASSERT_TRUE(viewer.tell(message)) << message;
    if (i % 3 == 0) viewer.pass(1);
    if (testing::Test::HasFatalFailure()) FAIL() << message;
    for (std::size_t v = 0; v < viewer.frame().vertices; v += 17) ASSERT_TRUE(is_finite(viewer.position(v)));
  }
}

TEST(Session, SendsTheEmbeddedSurfaceBehindTheVertices) {
  Viewer viewer(json::parse(R"({"body": [{"kind": "lattice", "shape": "ellipsoid", "resolution": 4}]})"));
  const std::uint32_t vertices = viewer.last("scene")["vertices"];
  EXPECT_EQ(viewer.last("scene")["triangles"], 2048);
  EXPECT_EQ(viewer.frame().vertices, vertices + 1026);
}

}  // namespace
}  // namespace tensio
