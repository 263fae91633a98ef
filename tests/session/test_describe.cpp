#include <cmath>
#include <gtest/gtest.h>

#include "io/bytes.h"
#include "session/describe.h"
#include "session/frame_bytes.h"

namespace tensio::session {
namespace {

using nlohmann::json;

/// A square of two triangles, 1 m higher at 2 s.
Collider rising_square() {
  ColliderMesh mesh{.points = {{3, 0, 0}, {4, 0, 0}, {4, 0, 1}, {3, 0, 1}},
                    .triangles = {{0, 2, 1}, {0, 3, 2}},
                    .frames = {}};
  std::vector<Vec3> risen = mesh.points;
  for (Vec3& p : risen) p.y += 1;
  mesh.frames = {{0, mesh.points}, {2, risen}};
  return {.shape = Mesh{std::make_shared<const ColliderMesh>(mesh)}, .path = {.keys = {{0, {9, 9, 9}}}}};
}

TEST(DescribeColliders, AMeshIsItsOwnTriangles) {
  const json list =
      describe_colliders({{.shape = Plane{}}, {.shape = Sphere{}}, rising_square()})["colliders"];
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[1]["kind"], "solid");
  const json& mesh = list[2];
  EXPECT_EQ(mesh["kind"], "mesh");
  EXPECT_EQ(mesh["triangles"], json::parse("[0, 2, 1, 0, 3, 2]"));
  EXPECT_EQ(mesh["normals"], json::parse("[0, 1000, 0, 0, 1000, 0, 0, 1000, 0, 0, 1000, 0]"));
  const double unit = mesh["unit"];
  EXPECT_NEAR(mesh["middle"][0].get<double>() + unit * mesh["points"][3].get<double>(), 4, unit);
  EXPECT_NEAR(mesh["middle"][2].get<double>() + unit * mesh["points"][8].get<double>(), 1, unit);
  EXPECT_LT(unit, 1e-4);
}

TEST(DescribeColliders, AMeshOfOnePlaceIsDescribedToo) {
  const ColliderMesh mesh{.points = {{1, 2, 3}}, .triangles = {{0, 0, 0}}, .frames = {}};
  const json list =
      describe_colliders({{.shape = Mesh{std::make_shared<const ColliderMesh>(mesh)}}})["colliders"];
  EXPECT_EQ(list[0]["points"], json::parse("[0, 0, 0, 0, 0, 0, 0, 0, 0]"));
  EXPECT_EQ(list[0]["middle"], json::parse("[1.0, 2.0, 3.0]"));
}

TEST(AnimatedMeshes, AreSentWhereTheyAreAtTheTimeOfAFrame) {
  Collider still = rising_square();
  std::get<Mesh>(still.shape).data = std::make_shared<const ColliderMesh>(
      ColliderMesh{.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .triangles = {{0, 1, 2}}, .frames = {}});
  std::string bytes = "before";
  append_animated(bytes, {still, {.shape = Sphere{}}, rising_square()}, 0.5);
  ASSERT_EQ(bytes.size(), 6u + 12 + 48);
  const auto at = [&](std::size_t i) { return std::string_view(bytes).substr(6 + 4 * i, 4); };
  const auto order = tensio::detail::ByteOrder::little;
  EXPECT_EQ(tensio::detail::read_unsigned(at(0), order), 1u);
  EXPECT_EQ(tensio::detail::read_unsigned(at(1), order), 2u);
  EXPECT_EQ(tensio::detail::read_unsigned(at(2), order), 4u);
  EXPECT_EQ(tensio::detail::read_float(at(3), order), 3);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(tensio::detail::read_float(at(4 + 3 * i), order), 0.25f);
}

}  // namespace
}  // namespace tensio::session
