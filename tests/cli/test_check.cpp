#include "cli/program.h"

namespace tensio {
namespace {

/// Two triangles; the second reaches below the first by the depth.
std::string two_triangles(double depth) {
  std::ostringstream text;
  text << "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 " << -depth << "\nv 1 1 3\nv 9 9 3\nf 1 2 3\nf 4 5 6\n";
  return text.str();
}

TEST_F(Program, FindsCrossingsInAMesh) {
  write("crossed.obj", two_triangles(1));
  const Outcome outcome = run("check crossed.obj --out places.csv");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            "crossed.obj: 2 crossings in 2 triangles\n"
            "  edge 3-4 crosses triangle 0 at (1, 1, 0) m\n"
            "  edge 1-2 crosses triangle 1 at (2, 2, 0) m\n");
  EXPECT_EQ(read(folder_ / "places.csv"),
            "frame,edge_a,edge_b,triangle,x,y,z,kind\n"
            "0,3,4,0,1,1,0,crosses\n"
            "0,1,2,1,2,2,0,crosses\n");
  const auto report = nlohmann::json::parse(run("check crossed.obj --json").out);
  EXPECT_EQ(report["crossings"], 2);
  EXPECT_EQ(report["frames"][0]["places"][0]["edge"], (nlohmann::json{3, 4}));
  EXPECT_EQ(report["frames"][0]["places"][0]["place"], (nlohmann::json{1.0, 1.0, 0.0}));
}

TEST_F(Program, ChecksCountTouchingOnlyWhereAsked) {
  write("touching.obj", two_triangles(0));
  const Outcome quiet = run("check touching.obj");
  EXPECT_EQ(quiet.code, 0);
  EXPECT_EQ(quiet.out,
            "touching.obj: no crossings and 2 touching places in 2 triangles\n"
            "  --touching lists places that only touch\n");
  const Outcome asked = run("check touching.obj --touching");
  EXPECT_EQ(asked.code, 3);
  EXPECT_NE(asked.out.find("edge 3-4 touches triangle 0 at (1, 1, 0) m"), std::string::npos) << asked.out;
  write("apart.obj", two_triangles(-0.001));
  EXPECT_EQ(run("check apart.obj --touching").out, "apart.obj: no crossings in 2 triangles\n");
}

TEST_F(Program, ChecksJoinTheCornersOfAnStl) {
  // Two triangles with a common edge: STL repeats its ends.
  write("sheet.stl",
        "solid s\n"
        "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
        "facet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\n"
        "endsolid s\n");
  const Outcome outcome = run("check sheet.stl --touching");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "sheet.stl: no crossings in 2 triangles\n");
}

const char* const two_cloths = R"(
name = "two"
frames = 3
[[body]]
kind = "grid"
vertices = [3, 3]
size = [1, 1]
position = [0, 1, 0]
[[body.pin]]
corner = "back-left"
[[body]]
kind = "grid"
vertices = [3, 3]
size = [0.9, 0.9]
position = [0.03, 1.05, 0.01]
)";

TEST_F(Program, ChecksScenesAndEveryFrameOfARun) {
  write("two.toml", two_cloths);
  EXPECT_EQ(run("check two.toml").out, "two.toml: no crossings in 16 triangles\n");
  EXPECT_EQ(run("check two.toml").code, 0);
  // The second cloth falls freely through the first, one corner of which is pinned.
  ASSERT_EQ(run("run two.toml --frames 20 --out frames").code, 0);
  const Outcome cache = run("check frames"), file = run("check frames/frames.tfc");
  EXPECT_EQ(cache.code, 3);
  EXPECT_NE(cache.out.find("in 16 triangles, 21 frames\n"), std::string::npos) << cache.out;
  EXPECT_NE(cache.out.find(" of 21 frames have some; frame "), std::string::npos) << cache.out;
  EXPECT_EQ(cache.out.substr(cache.out.find(':')), file.out.substr(file.out.find(':')));
  ASSERT_EQ(run("run two.toml --frames 20 --out meshes --format ply").code, 0);
  std::filesystem::remove(folder_ / "meshes/frames.tfc");
  const auto of_cache = nlohmann::json::parse(run("check frames --json").out),
             of_meshes = nlohmann::json::parse(run("check meshes --json").out);
  EXPECT_EQ(of_meshes["frames_checked"], 21);
  EXPECT_GT(of_cache["crossings"], 0);
  EXPECT_EQ(of_cache["crossings"], of_meshes["crossings"]);
}

TEST_F(Program, BadChecksAreOneSentenceAndExitCode2) {
  write("good.toml", small_scene);
  write("short.csv", "1,1,1,1,1,1,0\n");
  write("words.csv", "a,1,1,1,1,1,0\n");
  write("zero.csv", "1,0,1,1,1,1,0\n");
  write("broken.tfc", "nothing");
  std::filesystem::create_directory(folder_ / "empty");
  for (const char* arguments :
       {"check", "check missing.obj", "check missing.tfc", "check broken.tfc", "check empty",
        "check no-such-scene", "check body.msh", "check good.toml --set nonsense", "check empty --set name=a",
        "check good.toml extra", "check good.toml --kind edge-edge", "check --queries short.csv",
        "check --queries short.csv --kind both", "check --queries short.csv --kind edge-edge",
        "check --queries words.csv --kind edge-edge", "check --queries zero.csv --kind edge-edge",
        "check --queries missing.csv --kind edge-edge",
        "check good.toml --queries short.csv --kind edge-edge",
        "check --queries short.csv --kind edge-edge --tolerance -1"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments << ": " << outcome.err;
    EXPECT_TRUE(outcome.is_one_sentence()) << arguments << ": " << outcome.err;
    EXPECT_EQ(outcome.out, "") << arguments;
  }
  EXPECT_NE(run("check --queries words.csv --kind edge-edge").err.find("words.csv: line 1: "),
            std::string::npos);
  EXPECT_EQ(run("check good.toml --out no/such/folder.csv").code, 1);
}

/// A vertex that falls from `top` halves to `bottom` halves over a face at zero; huge numbers stand for one.
std::string face_query(int top, int bottom, int answer) {
  const std::string huge = "123456789012345678901234567890123456789012345678901234567890";
  std::ostringstream text;
  for (const int height : {top, bottom}) {
    text << huge << "," << huge << ",1,4," << height << ",2," << answer << "\n";  // x = 1, y = 1/4
    text << "0,1,0,1,0,1," << answer << "\n4,1,0,1,0,1," << answer << "\n0,1,4,1,0,1," << answer << "\n";
  }
  return text.str();
}

TEST_F(Program, RunsCollisionQueriesWithKnownAnswers) {
  write("right.csv", face_query(1, -1, 1) + face_query(3, 1, 0) + face_query(-2, 4, 1));
  const Outcome right = run("check --queries right.csv --kind vertex-face");
  EXPECT_EQ(right.code, 0);
  EXPECT_TRUE(
      right.out.starts_with("right.csv: vertex-face, 3 queries\n"
                            "  true hits        2\n"
                            "  false positives  0\n"
                            "  false negatives  0\n"
                            "  time per query   "))
      << right.out;
  write("wrong.csv", face_query(1, -1, 0) + face_query(3, 1, 1));
  const Outcome wrong = run("check --queries wrong.csv --kind vertex-face --json");
  EXPECT_EQ(wrong.code, 3);
  const auto report = nlohmann::json::parse(wrong.out);
  EXPECT_EQ(report["false_positives"], 1);
  EXPECT_EQ(report["false_negatives"], 1);
  // As edges, from the vertex to a corner and along the far side: they stay apart.
  const auto edges = nlohmann::json::parse(run("check --queries right.csv --kind edge-edge --json").out);
  EXPECT_EQ(edges["reported"], 0);
  const auto near =
      nlohmann::json::parse(run("check --queries right.csv --kind vertex-face --separation 0.5 --json").out);
  EXPECT_EQ(near["reported"], 3);
}

}  // namespace
}  // namespace tensio
