#include <set>

#include "session/viewer.h"
#include "support/random_system.h"

namespace tensio::session {
namespace {

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

TEST(Session, NoTwoTopologiesOfASessionHaveTheSameRevision) {
  Viewer viewer;
  std::set<std::uint32_t> seen{viewer.topology().revision};
  const auto is_new = [&](int lane) { return seen.insert(viewer.topology(lane).revision).second; };
  viewer.tell({{"type", "load"}, {"document", small_scene}});
  EXPECT_TRUE(is_new(0));
  viewer.tell({{"type", "reset"}});
  EXPECT_TRUE(is_new(0));
  viewer.tell({{"type", "pin"}, {"ray", down_at(0.5, 0.5)}});
  EXPECT_TRUE(is_new(0));
  viewer.tell({{"type", "compare"}, {"on", true}});
  EXPECT_TRUE(is_new(0));
  EXPECT_TRUE(is_new(1));
}

TEST(Session, EveryFrameTellsTheIteratesOfItsLastStep) {
  Viewer viewer;  // nothing in it needs single steps
  viewer.pass(2);
  EXPECT_GT(tensio::detail::read_unsigned(std::string_view(viewer.bytes()).substr(32, 4),
                                          tensio::detail::ByteOrder::little),
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

TEST(Session, TheEmbeddedSurfaceTouchesAndItsCellsDoNot) {
  Viewer viewer(json::parse(R"({
    "body": [{"kind": "lattice", "shape": "ellipsoid", "resolution": 4, "position": [0, 0.5, 0]}],
    "collider": [{"kind": "plane"}]
  })"));
  const std::uint32_t vertices = viewer.last("scene")["vertices"];
  viewer.tell({{"type", "show"}, {"contacts", true}});
  viewer.pass(1);
  const std::vector<VertexContact> touching = viewer.contacts();
  ASSERT_FALSE(touching.empty());
  for (const VertexContact& contact : touching) EXPECT_GE(contact.vertex, vertices);
}

TEST(Session, ACutBodyShowsItsCells) {
  Viewer viewer(json::parse(R"({
    "gravity": [0, 0, 0],
    "body": [{"kind": "lattice", "shape": "ellipsoid", "resolution": 6, "size": [1, 0.3, 1]}]
  })"));
  const std::uint32_t vertices = viewer.last("scene")["vertices"];
  EXPECT_GT(viewer.frame().vertices, vertices + 1000);
  viewer.tell({{"type", "cut"}, {"eye", {0, 5, 0}}, {"directions", {{-1, -5, 0.01}, {1, -5, 0.02}}}});
  EXPECT_TRUE(viewer.last("error").is_null());
  EXPECT_LT(viewer.frame().vertices, vertices + 1000) << "the skin is gone";
  EXPECT_GT(viewer.frame().vertices, vertices);
  viewer.pass(2);
}

TEST(Session, ABallIsSlowedDownByTheMassOfAnEmbeddedBody) {
  const auto way_of_ball = [](double mass) {
    Viewer viewer(
        {{"gravity", {0, 0, 0}},
         {"body", {{{"kind", "lattice"}, {"shape", "ellipsoid"}, {"resolution", 5}, {"mass", mass}}}}});
    viewer.tell({{"type", "throw"}, {"ray", {0, 1.5, 0, 0, -1, 0}}, {"speed", 3}, {"radius", 0.2}});
    viewer.pass(40);
    return -viewer.offset(0).y;
  };
  EXPECT_GT(way_of_ball(0.01), 1.9) << "of 2 m, where nothing hinders it";
  EXPECT_LT(way_of_ball(50), 1.2);
}

}  // namespace
}  // namespace tensio::session
