#include <algorithm>
#include <gtest/gtest.h>
#include <random>

#include "contact/collider_rows.h"

namespace tensio {
namespace {

struct Dice {
  std::mt19937_64 engine{5};
  double number(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine); }
  Vec3 point(double reach) { return {number(-reach, reach), number(-reach, reach), number(-reach, reach)}; }
};

/// Points that touch colliders.
struct Scene {
  ContactSurface surface;
  std::vector<Vec3> x;
  std::vector<Vec3> ahead{};  // m, none: at rest
  std::vector<ContactRow> rows{};

  void add_rows(const Shape& shape, double slack, std::span<const VertexId> only = {}) {
    if (ahead.empty()) ahead.resize(x.size());
    const std::vector<bool> is_led(x.size(), false);
    Workers workers;
    const std::vector<Collider> colliders{{.shape = shape}};
    const std::vector<double> room(x.size(), slack);
    ColliderScratch scratch;
    surface.collider_body = {1};
    rows.clear();
    add_collider_rows(surface, colliders, {{0, 1, x, ahead, room}, is_led, {}, only}, workers, scratch, rows);
  }
  std::vector<ContactRow> of(ContactKey::Kind kind) const {
    std::vector<ContactRow> found;
    std::ranges::copy_if(rows, std::back_inserter(found),
                         [&](const ContactRow& row) { return row.key.kind == kind; });
    return found;
  }
};

Scene make_scene(std::vector<Vec3> x, std::vector<std::array<VertexId, 3>> triangles,
                 std::vector<std::array<VertexId, 2>> strands = {}) {
  Scene scene{.surface = {}, .x = std::move(x)};
  scene.surface.vertices = scene.x.size();
  scene.surface.add_points(scene.x.size(), 1e-6, 0.3);
  scene.surface.triangles = std::move(triangles);
  scene.surface.connect(strands);
  return scene;
}

std::vector<Shape> some_shapes() {
  return {Sphere{{0.1, 0, 0}, 0.5}, Box{{}, {0.5, 0.3, 0.4}, rotation({1, 2, 3}, 0.7)},
          Capsule{{-0.4, 0, 0}, {0.4, 0.2, 0}, 0.3}, Cylinder{{-0.4, 0, 0}, {0.4, 0.2, 0}, 0.3}};
}

TEST(ColliderRows, OfEdgesAreWhereAnEdgeIsNearest) {
  Dice dice;
  for (const Shape& shape : some_shapes()) {
    int edges = 0;
    for (int i = 0; i < 2000; ++i) {
      const Vec3 a = dice.point(1.5), b = dice.point(1.5);
      Scene scene = make_scene({a, b}, {}, {{0, 1}});
      scene.add_rows(shape, 10);
      double least = 1e9, nearest = 0;
      for (int k = 0; k <= 1000; ++k) {
        const double distance = closest_surface(shape, a + 1e-3 * k * (b - a)).distance;
        if (distance < least) least = distance, nearest = 1e-3 * k;
      }
      const auto rows = scene.of(ContactKey::Kind::edge_collider);
      const double at_ends = std::min(closest_surface(shape, a).distance, closest_surface(shape, b).distance);
      const bool is_inside = nearest > 1e-3 && nearest < 1 - 1e-3 && least < at_ends - 1e-6 &&
                             least > -0.05;  // deeper, no side of a box may be nearest
      EXPECT_EQ(scene.of(ContactKey::Kind::point_collider).size(), 2u);
      if (is_inside) {
        ASSERT_EQ(rows.size(), 1u) << shape.index();
      }
      if (rows.empty()) continue;
      ++edges;
      const ContactRow& row = rows[0];
      EXPECT_NEAR(row.distance, least, 1e-3 * norm(b - a));
      EXPECT_LE(row.distance, least + 1e-9);
      EXPECT_NEAR(row.weight[0] + row.weight[1], 1, 1e-15);
      EXPECT_NEAR(norm(row.normal), 1, 1e-12);
      EXPECT_NEAR(dot(row.normal, b - a), 0, 1e-6) << shape.index();
      // A way along the normal leads out by as much.
      if (row.distance > -0.05) {
        const Vec3 place = combine(row.point, row.weight, scene.x) - row.distance * row.normal;
        EXPECT_NEAR(closest_surface(shape, place).distance, 0, row.distance > 0 ? 1e-6 : 0.05);
      }
    }
    EXPECT_GT(edges, 300);
  }
}

TEST(ColliderRows, OfAFaceAreWhereItIsNearest) {
  Dice dice;
  for (const Shape& shape : some_shapes()) {
    int faces = 0;
    for (int i = 0; i < 2000; ++i) {
      Scene scene = make_scene({dice.point(2), dice.point(2), dice.point(2)}, {{0, 1, 2}});
      scene.add_rows(shape, 10);
      double least = 1e9;
      constexpr int pieces = 60;
      for (int j = 0; j <= pieces; ++j)
        for (int k = 0; j + k <= pieces; ++k) {
          const double v = double(j) / pieces, w = double(k) / pieces;
          const Vec3 place = scene.x[0] + v * (scene.x[1] - scene.x[0]) + w * (scene.x[2] - scene.x[0]);
          const double distance = closest_surface(shape, place).distance;
          least = std::min(least, distance);
        }
      if (least < 0.05) continue;  // a face that is cut has no nearest point
      const auto rows = scene.of(ContactKey::Kind::face_collider);
      double at_edges = 1e9;
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k <= 1000; ++k) {
          const Vec3 place = scene.x[j] + 1e-3 * k * (scene.x[(j + 1) % 3] - scene.x[j]);
          at_edges = std::min(at_edges, closest_surface(shape, place).distance);
        }
      if (least < at_edges - 1e-4) {
        ASSERT_EQ(rows.size(), 1u) << shape.index();
      }
      if (rows.empty()) continue;
      ++faces;
      EXPECT_LE(rows[0].distance, least + 1e-9);
      const Vec3 place = combine(rows[0].point, rows[0].weight, scene.x);
      EXPECT_NEAR(closest_surface(shape, place).distance, rows[0].distance, 1e-9);
      EXPECT_LT(norm(closest_surface(shape, place).normal - rows[0].normal), 1e-6);
    }
    EXPECT_GT(faces, 20) << shape.index();
  }
}

/// Where some points alone are asked for, nothing is left out after a look in single precision.
TEST(ColliderRows, OfSomePointsAreThoseOfAllThatTheyArePartOf) {
  Dice dice;
  std::size_t edges = 0, faces = 0;
  for (const Shape& shape : some_shapes()) {
    std::vector<Vec3> x;
    std::vector<std::array<VertexId, 3>> triangles;
    std::vector<VertexId> every, some;
    std::vector<Vec3> ahead;
    for (VertexId t = 0; t < 4000; ++t) {
      const Vec3 middle = dice.point(1.2);
      for (VertexId k = 0; k < 3; ++k) {
        x.push_back(middle + dice.point(t % 2 == 0 ? 0.3 : 0.03)), ahead.push_back(dice.point(0.01));
        every.push_back(3 * t + k);
        if (t % 5 == k) some.push_back(3 * t + k);
      }
      triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    Scene scene = make_scene(std::move(x), std::move(triangles));
    scene.ahead = std::move(ahead);
    const auto keys_of = [&](std::span<const VertexId> only, auto&& filter) {
      scene.add_rows(shape, 0.04, only);
      std::vector<ContactKey> keys;
      for (const ContactRow& row : scene.rows)
        if (std::ranges::any_of(row.point, filter)) keys.push_back(row.key);
      return keys;
    };
    const auto is_any = [](VertexId) { return true; };
    const auto is_some = [&](VertexId p) { return std::ranges::binary_search(some, p); };
    EXPECT_EQ(keys_of({}, is_any), keys_of(every, is_any)) << shape.index();
    edges += scene.of(ContactKey::Kind::edge_collider).size();
    faces += scene.of(ContactKey::Kind::face_collider).size();
    EXPECT_EQ(keys_of({}, is_some), keys_of(some, is_any)) << shape.index();
  }
  EXPECT_GT(edges, 100u);
  EXPECT_GT(faces, 10u);
}

TEST(ColliderRows, CountAContactOnce) {
  // A flat square of two triangles above a ball that is below a face, the diagonal or a corner.
  const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}};
  Scene scene = make_scene(square, {{0, 2, 1}, {1, 2, 3}});
  scene.add_rows(Sphere{{0.2, -0.11, 0.2}, 0.1}, 0.05);
  EXPECT_EQ(scene.rows.size(), 1u);
  EXPECT_EQ(scene.of(ContactKey::Kind::face_collider).size(), 1u);
  scene.add_rows(Sphere{{0.5, -0.11, 0.5}, 0.1}, 0.05);
  EXPECT_EQ(scene.rows.size(), 1u);
  EXPECT_EQ(scene.of(ContactKey::Kind::edge_collider).size(), 1u);
  scene.add_rows(Sphere{{0, -0.11, 0}, 0.1}, 0.05);
  EXPECT_EQ(scene.rows.size(), 1u);
  EXPECT_EQ(scene.of(ContactKey::Kind::point_collider).size(), 1u);
  scene.add_rows(Sphere{{0.2, -0.3, 0.2}, 0.1}, 0.05);
  EXPECT_TRUE(scene.rows.empty());
}

}  // namespace
}  // namespace tensio
