#include "io/cache_samples.h"
#include "io/collider_build.h"
#include "io/scene_fixture.h"
#include "io/scene_reader.h"

namespace tensio {
namespace {

constexpr double frame_rate = 10;  // 1/s, of the scene

Result<std::string> files(const std::string& name) {
  if (name == "ten.pc2") return rising_pc2(3, 10);
  if (name == "rise.mdd") return rising_mdd({0.5, 1, 3});
  if (name == "still.mdd") return rising_mdd({0, 0, 0});
  if (name == "odd.mdd") return rising_mdd({NAN, 1, 3});
  if (name == "three.pc2") return pc2_header(3, 1).frame({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).bytes;
  if (name == "short.pc2") return rising_pc2(2).substr(0, 60);
  if (name == "flat.obj")
    return std::string("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 9 9 9\nv 0 1 0\nf 1 2 3\nf 1 2 5\n");
  if (name == "square.stl")
    return std::string(
        "solid a\nfacet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 1 0 1\nvertex 1 0 0\nendloop\n"
        "endfacet\nfacet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 1 0 1\nendloop\n"
        "endfacet\nendsolid a\n");
  return test_files(name);
}

Result<BuiltCollider> build(const std::string& fields, SceneLimits limits = {}) {
  const auto document = parse_toml(fields);
  if (!document) return fail(document.error());
  ColliderSpec spec;
  if (auto ok = SceneReader::read(*document, "collider[2]", spec); !ok) return fail(ok.error());
  const SceneFiles reader = files;
  return build_collider(spec, BodySite("collider[2]", reader, limits), frame_rate);
}

const ColliderMesh& mesh_of(const BuiltCollider& built) {
  return *std::get<Mesh>(built.collider.shape).data;
}

std::vector<double> times_of(const std::string& fields) {
  const auto built = build("kind = 'mesh'\nfile = 'two.obj'\n" + fields);
  EXPECT_TRUE(built) << built.error().message;
  std::vector<double> times;
  if (built)
    for (const ColliderMesh::Frame& frame : mesh_of(*built).frames) times.push_back(frame.time);
  return times;
}

TEST(MeshCollider, HasTheFieldsOfItsTable) {
  const auto built = build(
      "kind = 'mesh'\nfile = 'two.obj'\nfriction = 0.7\nthickness = 0.02\nname = 'torso'\nsides = 1\n"
      "path = { keys = [[0, 0, 0, 0], [1, 0, 3, 0]] }\n");
  ASSERT_TRUE(built) << built.error().message;
  EXPECT_EQ(built->collider.friction, 0.7);
  EXPECT_EQ(built->collider.thickness, 0.02);
  EXPECT_EQ(built->collider.name, "torso");
  EXPECT_EQ(std::get<Mesh>(built->collider.shape).sides, 1);
  EXPECT_EQ(built->collider.path.offset(1), (Vec3{0, 3, 0}));
  EXPECT_EQ(mesh_of(*built).points, risen_points(0));
  EXPECT_EQ(mesh_of(*built).triangles, (std::vector<std::array<VertexId, 3>>{{0, 2, 1}, {0, 3, 2}}));
  EXPECT_TRUE(built->warnings.empty());
}

TEST(MeshCollider, IsScaledTurnedAndMovedLikeABodyInAllItsFrames) {
  const std::string place =
      "kind = 'mesh'\nfile = 'two.obj'\nscale = 2\nposition = [5, 0, 0]\n"
      "rotation = { axis = [0, 1, 0], degrees = 90 }\n";
  const auto built = build(place + "cache = 'rise.mdd'\n");
  ASSERT_TRUE(built) << built.error().message;
  const auto placed = [](const Vec3& p) { return Vec3{5 + 2 * p.z, 2 * p.y, -2 * p.x}; };
  const ColliderMesh& mesh = mesh_of(*built);
  ASSERT_EQ(mesh.frames.size(), 3u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(norm(mesh.points[i] - placed(risen_points(0)[i])), 0, 1e-15);
    for (int f = 0; f < 3; ++f)
      EXPECT_NEAR(norm(mesh.frames[static_cast<std::size_t>(f)].points[i] - placed(risen_points(f)[i])), 0,
                  1e-14);
  }
  const auto scene = read_toml("[[body]]\n" + place);
  ASSERT_TRUE(scene);
  EXPECT_EQ(mesh_of(*build(place)).points, scene->setup.model.rest_position);
}

TEST(MeshCollider, TakesTimesFromTheCacheTheSceneOrItsOwnFields) {
  using Times = std::vector<double>;
  EXPECT_EQ(times_of("cache = 'rise.mdd'"), (Times{0.5, 1, 3}));
  EXPECT_EQ(times_of("cache = 'rise.mdd'\ncache_fps = 4"), (Times{0.5, 0.75, 1}));
  EXPECT_EQ(times_of("cache = 'rise.mdd'\ncache_start = 2"), (Times{2, 2.5, 4.5}));
  EXPECT_EQ(times_of("cache = 'still.mdd'\ncache_fps = 4"), (Times{0, 0.25, 0.5}));
  EXPECT_EQ(times_of("cache = 'ten.pc2'"), (Times{1, 1.1, 1.2}));
  EXPECT_EQ(times_of("cache = 'ten.pc2'\ncache_fps = 5"), (Times{2, 2.2, 2.4}));
  EXPECT_EQ(times_of("cache = 'ten.pc2'\ncache_fps = 4\ncache_start = -1"), (Times{-1, -0.75, -0.5}));
}

TEST(MeshCollider, RepeatsFromATimeAfterItsFirstFrame) {
  const std::string fields = "kind = 'mesh'\nfile = 'two.obj'\ncache = 'rise.mdd'\n";  // at 0.5, 1 and 3 s
  EXPECT_FALSE(mesh_of(*build(fields)).repeat_from);
  EXPECT_EQ(mesh_of(*build(fields + "cache_repeat = 0")).repeat_from, 0.5);
  EXPECT_EQ(mesh_of(*build(fields + "cache_repeat = 2\ncache_start = 4")).repeat_from, 6);
  const auto warnings = build(fields + "cache_repeat = 0")->warnings;  // it rises, and falls at once
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("collider[2].cache_repeat: points jump by up to "), std::string::npos)
      << warnings[0];
}

TEST(MeshCollider, FromStlSharesPointsAndFromObjHasNoStrayOnes) {
  EXPECT_EQ(mesh_of(*build("kind = 'mesh'\nfile = 'square.stl'")).points.size(), 4u);
  const auto flat = build("kind = 'mesh'\nfile = 'flat.obj'");
  ASSERT_TRUE(flat) << flat.error().message;
  EXPECT_EQ(mesh_of(*flat).points, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(mesh_of(*flat).triangles[1], (std::array<VertexId, 3>{0, 1, 3}));
}

TEST(MeshCollider, WarnsOfTrianglesWithoutAreaAndFieldsWithoutEffect) {
  const auto built =
      build("kind = 'mesh'\nfile = 'flat.obj'\ncache_fps = 24\ncache_start = 1\ncache_repeat = 0");
  ASSERT_TRUE(built);
  EXPECT_EQ(
      built->warnings,
      (std::vector<std::string>{
          "collider[2].cache_fps has no effect without cache; remove it",
          "collider[2].cache_start has no effect without cache; remove it",
          "collider[2].cache_repeat has no effect without cache; remove it",
          "collider[2].file: flat.obj has 1 triangle without area, first triangle 0 (from 0); remove it"}));
}

TEST(MeshCollider, FaultsAreOneSentenceThatNamesTheField) {
  const std::string mesh = "kind = 'mesh'\nfile = 'two.obj'\n";
  for (const auto& [fields, says] : std::vector<std::pair<std::string, std::string>>{
           {"kind = 'mesh'", "collider[2].file is missing"},
           {"kind = 'mesh'\nfile = 'no.obj'", "collider[2].file: no.obj does not exist"},
           {"kind = 'mesh'\nfile = 'one.msh'", "collider[2].file: one.msh contains tetrahedra"},
           {mesh + "cache = 'no.pc2'", "collider[2].cache: no.pc2 does not exist"},
           {mesh + "cache = 'two.obj'", "collider[2].cache: two.obj is not a supported cache"},
           {mesh + "cache = 'short.pc2'", "collider[2].cache: short.pc2 declares 2 frames of 4 points"},
           {mesh + "cache = 'three.pc2'",
            "collider[2].cache: three.pc2 has 3 points, but two.obj has 4; a cache must move"},
           {mesh + "cache = 'still.mdd'",
            "collider[2].cache: still.mdd shows frame 1 at 0 s, not later than the frame before; set "
            "cache_fps"},
           {mesh + "cache = 'odd.mdd'\ncache_fps = 3", "collider[2].cache: odd.mdd shows frame 0 at nan s"},
           {mesh + "cache = 'rise.mdd'\ncache_repeat = 2.5",
            "collider[2].cache_repeat is 2.5 s; it must be less than 2.5 s, the length of rise.mdd"},
           {mesh + "cache_fps = 0", "collider[2].cache_fps"},
           {mesh + "scale = 0", "collider[2].scale"},
           {mesh + "scale = 1e9\nposition = [1e6, 0, 0]", "collider[2]: point 1 of the mesh is not within"},
           {mesh + "radius = 1", "unknown field collider[2].radius"}}) {
    const auto built = build(fields);
    ASSERT_FALSE(built) << says;
    const std::string& message = built.error().message;
    EXPECT_EQ(message.find(says), 0u) << message << "\n  lacks: " << says;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(MeshCollider, CountsTowardsTheLimitsOfTheScene) {
  const std::string mesh = "kind = 'mesh'\nfile = 'two.obj'\ncache = 'ten.pc2'";
  const std::size_t bytes = files("two.obj")->size() + files("ten.pc2")->size();
  for (const auto& [limit, enough, names] :
       {std::tuple{&SceneLimits::vertices, std::size_t{4}, "collider[2].file"},
        std::tuple{&SceneLimits::triangles, std::size_t{2}, "collider[2].file"},
        std::tuple{&SceneLimits::mesh_bytes, bytes, "collider[2].cache"}}) {
    SceneLimits limits;
    limits.*limit = enough;
    EXPECT_TRUE(build(mesh, limits));
    --(limits.*limit);
    const auto refused = build(mesh, limits);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message.find(names), 0u) << refused.error().message;
  }
}

TEST(MeshCollider, NeedsContactWithPlanes) {
  EXPECT_EQ(error_of("[[body]]\nkind = 'grid'\n[[collider]]\nkind = 'mesh'\nfile = 'two.obj'"),
            "collider[0]: contact with a mesh needs contact.method = \"planes\"");
}

}  // namespace
}  // namespace tensio
