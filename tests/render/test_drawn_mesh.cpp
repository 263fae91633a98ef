#include <gtest/gtest.h>

#include "build/surface.h"
#include "model/seen.h"
#include "render/drawn_mesh.h"
#include "tensio/solids.h"

namespace tensio::render {
namespace {

TEST(Creases, ABoxKeepsItsEdgesAndItsFlatFaces) {
  const Model box = *make_lattice({.cells = {3, 3, 3}, .size = {1, 1, 1}});
  SurfaceMesh mesh{.points = box.rest_position, .triangles = box.triangles};
  mesh.shading = smooth_parts(mesh.points, mesh.triangles);
  const detail::DrawnMesh drawn = detail::make_drawn_mesh(mesh);
  ASSERT_GT(drawn.points.size(), mesh.points.size());
  for (std::size_t i = 0; i < drawn.points.size(); ++i) {
    const Vec3 &p = drawn.points[i], &n = drawn.normals[i];
    EXPECT_NEAR(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}), 0.5, 1e-12);
    EXPECT_NEAR(std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)}), 1, 1e-12);
  }
}

TEST(Creases, ASmoothSurfaceHasNone) {
  const TriangleMesh ball = make_ellipsoid({1, 1, 1}, 2);
  EXPECT_EQ(smooth_parts(ball.points, ball.triangles), ball.triangles);
  EXPECT_NE(smooth_parts(ball.points, ball.triangles, 5), ball.triangles);
}

TEST(Creases, TrianglesThatFaceEachOtherTheWrongWayRoundAreNoCrease) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}};
  const std::vector<std::array<VertexId, 3>> triangles{{0, 1, 2}, {1, 2, 3}};
  EXPECT_EQ(smooth_parts(points, triangles), triangles);
}

}  // namespace
}  // namespace tensio::render
