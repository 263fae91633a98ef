#include <algorithm>
#include <gtest/gtest.h>

#include "io/mesh_file.h"
#include "tensio/build.h"

namespace tensio {
namespace {

TEST(CapeMesh, IsCleanWellShapedAndLooksUp) {
  const auto mesh = read_mesh_file(TENSIO_SOURCE_DIR "/scenes/meshes/cape.obj");
  ASSERT_TRUE(mesh) << mesh.error().message;
  const auto made = make_mesh_model(*mesh, {.weld_distance = 1e-4, .strict = true});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->welded, 0u);
  const Model& model = made->model;
  EXPECT_GE(model.vertex_count(), 2000u);
  EXPECT_LE(model.vertex_count(), 4000u);
  const auto pieces = connected_pieces(model);
  EXPECT_EQ(*std::max_element(pieces.begin(), pieces.end()), 0u);
  for (const auto& [a, b, c] : model.triangles) {
    const Vec3 ab = model.rest_position[b] - model.rest_position[a];
    const Vec3 ac = model.rest_position[c] - model.rest_position[a];
    EXPECT_GT(cross(ab, ac).y, 0.3 * norm(ab) * norm(ac))
        << "an angle of less than 18 or more than 162 degrees";
  }
  // An annulus: V − E + F = 0.
  EXPECT_EQ(model.vertex_count() + model.triangles.size(), unique_edges(model.triangles).size());
}

TEST(CapeMesh, NeckRingIsItsFirst25VerticesAndCanBeSelectedByASphere) {
  const auto mesh = read_mesh_file(TENSIO_SOURCE_DIR "/scenes/meshes/cape.obj");
  ASSERT_TRUE(mesh) << mesh.error().message;
  const auto made = make_mesh_model(*mesh, {});
  ASSERT_TRUE(made);
  const auto neck = select(made->model, {BodyKind::mesh}, SelectSphere{{0, 0, 0}, 0.13});
  ASSERT_TRUE(neck) << neck.error().message;
  EXPECT_EQ(neck->size(), 25u);
  EXPECT_EQ(neck->back(), 24u);
}

}  // namespace
}  // namespace tensio
