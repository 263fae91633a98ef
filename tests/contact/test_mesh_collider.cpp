#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "contact/mesh_collider.h"
#include "contact/response.h"

namespace tensio {
namespace {

/// A cube of edge 1 about the origin, its triangles counter-clockwise seen from outside.
ColliderMesh cube() {
  ColliderMesh mesh;
  for (int i = 0; i < 8; ++i) mesh.points.push_back({(i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2 & 1) - 0.5});
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

Mesh shared(ColliderMesh data) {
  return {std::make_shared<const ColliderMesh>(std::move(data))};
}

/// The cube, twice as large at 1 s and shifted by 3 m at 3 s.
ColliderMesh growing_cube() {
  ColliderMesh mesh = cube();
  std::vector<Vec3> large = mesh.points, shifted = mesh.points;
  for (Vec3& p : large) p *= 2;
  for (Vec3& p : shifted) p += Vec3{3, 0, 0};
  mesh.frames = {{0.5, mesh.points}, {1, large}, {3, shifted}};
  return mesh;
}

std::vector<Vec3> points_at(const Collider& collider, double time) {
  std::vector<Vec3> points{{7, 7, 7}};
  mesh_points(collider, time, points);
  return points;
}

TEST(MeshPoints, GoStraightFromFrameToFrameAndRestBeforeAndAfter) {
  const ColliderMesh mesh = growing_cube();
  const Collider collider{.shape = shared(mesh)};
  EXPECT_EQ(points_at(collider, -1), mesh.frames[0].points);
  EXPECT_EQ(points_at(collider, 0.5), mesh.frames[0].points);
  EXPECT_EQ(points_at(collider, 1), mesh.frames[1].points);
  EXPECT_EQ(points_at(collider, 3), mesh.frames[2].points);
  EXPECT_EQ(points_at(collider, 99), mesh.frames[2].points);
  const std::vector<Vec3> middle = points_at(collider, 0.75), later = points_at(collider, 1.5);
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    EXPECT_NEAR(norm(middle[i] - 1.5 * mesh.points[i]), 0, 1e-15);
    EXPECT_NEAR(norm(later[i] - (1.75 * mesh.points[i] + Vec3{0.75, 0, 0})), 0, 1e-15);
  }
}

TEST(MeshPoints, GoBackFromTheLastFrameAgainAndAgainWhereTheMeshRepeats) {
  ColliderMesh mesh = growing_cube();  // frames at 0.5, 1 and 3 s
  mesh.repeat_from = 1;
  const Collider collider{.shape = shared(mesh)};
  EXPECT_EQ(points_at(collider, 0), mesh.frames[0].points);
  EXPECT_EQ(points_at(collider, 3), mesh.frames[2].points);
  for (const double time : {1.25, 2.0, 2.75})
    for (const int times : {1, 2, 1000})
      EXPECT_EQ(points_at(collider, time + 2 * times), points_at(collider, time));
  EXPECT_EQ(points_at(collider, 5), mesh.frames[1].points);
}

TEST(MeshPoints, FollowThePathOfTheirCollider) {
  const ColliderMesh mesh = cube();
  const Collider collider{.shape = shared(mesh), .path = {.keys = {{0, {}}, {2, {0, 4, 0}}}}};
  const std::vector<Vec3> points = points_at(collider, 1);
  ASSERT_EQ(points.size(), 8u);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(points[i], mesh.points[i] + (Vec3{0, 2, 0}));
}

TEST(MeshPoints, OfOtherShapesAndEmptyMeshesAreNone) {
  EXPECT_TRUE(points_at({.shape = Sphere{}}, 0).empty());
  EXPECT_TRUE(points_at({.shape = Mesh{}}, 0).empty());
}

TEST(MeshPoints, StayWhereAStoppedMeshWas) {
  const Mesh mesh = shared(growing_cube()), still = stopped_at(mesh, 0.75);
  EXPECT_FALSE(still.is_animated());
  EXPECT_TRUE(validate_mesh(still));
  EXPECT_EQ(points_at({.shape = still}, 9), points_at({.shape = mesh}, 0.75));
  const Mesh fixed = shared(cube());
  EXPECT_EQ(stopped_at(fixed, 1).data, fixed.data);
}

TEST(Mesh, IsEqualWhereItsDataAre) {
  const Mesh mesh = shared(growing_cube());
  EXPECT_EQ(Shape{mesh}, Shape{mesh});
  EXPECT_EQ(mesh, shared(growing_cube()));
  EXPECT_NE(mesh, shared(cube()));
  EXPECT_NE(mesh, Mesh{});
  EXPECT_EQ(Mesh{}, Mesh{});
  ColliderMesh other = growing_cube();
  other.frames[1].points[3].y += 1e-9;
  EXPECT_NE(mesh, shared(other));
}

TEST(MeshOutline, IsTheMeshAtItsTimeWithNormalsAcrossItsFaces) {
  const Mesh mesh = shared(growing_cube());
  for (const double time : {0.0, 0.75, 3.0}) {
    const Outline drawn = outline(mesh, 8, 0.1, time);  // the gap is ignored
    ASSERT_EQ(drawn.triangles.size(), 12u);
    ASSERT_EQ(drawn.points.size(), 24u);  // each corner in three faces
    ASSERT_EQ(drawn.normals.size(), 24u);
    const double edge = time == 0.75 ? 1.5 : 1;
    double volume = 0;
    for (const auto& [a, b, c] : drawn.triangles) {
      volume += dot(drawn.points[a], cross(drawn.points[b], drawn.points[c])) / 6;
      const Vec3 face =
          normalized(cross(drawn.points[b] - drawn.points[a], drawn.points[c] - drawn.points[a]));
      for (const VertexId corner : {a, b, c}) EXPECT_NEAR(dot(face, drawn.normals[corner]), 1, 1e-12);
    }
    EXPECT_NEAR(volume, edge * edge * edge, 1e-12);
    for (const Vec3& p : drawn.points) EXPECT_NEAR(p.x, time == 3 ? 3 : 0, 0.5 * edge + 1e-12);
  }
}

TEST(MeshOutline, KeepsItsTrianglesWhileTheMeshFolds) {
  ColliderMesh mesh{.points = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}},
                    .triangles = {{0, 2, 1}, {1, 2, 3}},
                    .frames = {}};
  std::vector<Vec3> folded = mesh.points;
  folded[3] = {0, 0.3, 0};
  mesh.frames = {{0, mesh.points}, {1, folded}};
  const Outline before = outline(shared(mesh), 8, 0, 0), after = outline(shared(mesh), 8, 0, 1);
  EXPECT_EQ(before.triangles, after.triangles);
  EXPECT_EQ(before.points.size(), 4u);
  EXPECT_EQ(before.normals[0], (Vec3{0, 1, 0}));
}

TEST(MeshOutline, ToleratesTrianglesWithoutAreaAndPointsWithoutTriangles) {
  const ColliderMesh mesh{.points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {5, 5, 5}},
                          .triangles = {{0, 1, 2}, {0, 1, 1}, {2, 2, 2}},
                          .frames = {}};
  EXPECT_TRUE(validate(Collider{.shape = shared(mesh)}));
  const Outline drawn = outline(shared(mesh));
  EXPECT_EQ(drawn.triangles.size(), 3u);
  for (const Vec3& normal : drawn.normals) EXPECT_NEAR(norm(normal), 1, 1e-12);
}

TEST(MeshValidation, RefusesTheRestWithASentenceThatNamesIt) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  ASSERT_TRUE(validate(Collider{.shape = shared(growing_cube())}));
  for (const auto& [says, spoil] : std::initializer_list<std::pair<const char*, void (*)(ColliderMesh&)>>{
           {"no triangles", [](ColliderMesh& m) { m.triangles.clear(); }},
           {"triangle 2 of the mesh uses point 8", [](ColliderMesh& m) { m.triangles[2][1] = 8; }},
           {"point 3 of the mesh is not within", [](ColliderMesh& m) { m.points[3].z = NAN; }},
           {"point 0 of the mesh is not within", [](ColliderMesh& m) { m.points[0].x = -1e300; }},
           {"point 7 of the mesh is not within 1e+09 m of the origin in frame 1",
            [](ColliderMesh& m) { m.frames[1].points[7].y = HUGE_VAL; }},
           {"frame 2 of the mesh has 7 points, but the mesh has 8",
            [](ColliderMesh& m) { m.frames[2].points.pop_back(); }},
           {"frame 1 of the mesh has time 0.5 s", [](ColliderMesh& m) { m.frames[1].time = 0.5; }},
           {"frame 0 of the mesh has time nan s", [](ColliderMesh& m) { m.frames[0].time = NAN; }},
           {"the mesh repeats from 3 s", [](ColliderMesh& m) { m.repeat_from = 3; }},
           {"the mesh repeats from 0.25 s", [](ColliderMesh& m) { m.repeat_from = 0.25; }},
           {"the mesh repeats from nan s", [](ColliderMesh& m) { m.repeat_from = NAN; }},
           {"the mesh repeats from 1 s", [](ColliderMesh& m) { m.repeat_from = 1, m.frames.clear(); }}}) {
    ColliderMesh mesh = growing_cube();
    spoil(mesh);
    const auto result = validate(Collider{.shape = shared(mesh)});
    ASSERT_FALSE(result) << says;
    EXPECT_NE(result.error().message.find(says), std::string::npos) << result.error().message;
  }
  EXPECT_FALSE(validate(Collider{.shape = Mesh{}}));
  EXPECT_FALSE(validate(Collider{.shape = shared(cube()), .friction = nan}));
}

TEST(MeshContact, IsPassedOverByProjectionWhichStillSeesOtherColliders) {
  const std::vector<Collider> colliders = {
      {.shape = shared(growing_cube())}, {.shape = Mesh{}}, {.shape = Plane{}}};
  EXPECT_TRUE(needs_contact_rows(colliders[0]));
  EXPECT_FALSE(needs_contact_rows(colliders[2]));
  const std::vector<Axes> pinned(2, 0);
  const std::vector<Vec3> before{{0, 0.2, 0}, {0, 0.1, 0}};
  std::vector<Vec3> x{{0, 0.1, 0}, {0, -0.1, 0}}, v(2, {0, -1, 0});
  const ContactReport report = resolve_contacts(colliders, 0, 0.1, pinned, before, x, v);
  EXPECT_EQ(report.touched, 1u);
  EXPECT_EQ(x[0], (Vec3{0, 0.1, 0}));
  EXPECT_NEAR(x[1].y, 0, 1e-15);
}

}  // namespace
}  // namespace tensio
