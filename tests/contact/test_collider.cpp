#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

#include "tensio/collider.h"

namespace tensio {
namespace {

struct Dice {
  std::mt19937_64 engine{7};
  double number(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine); }
  Vec3 point(double reach) { return {number(-reach, reach), number(-reach, reach), number(-reach, reach)}; }
};

std::vector<Shape> some_shapes() {
  const Mat3 turn = rotation({1, 2, 3}, 0.7);
  return {Plane{{0.1, 0.2, 0.3}, {1, 3, -2}},
          Sphere{{0.2, -0.1, 0.3}, 0.8},
          Box{{0.1, 0.1, 0}, {0.4, 0.7, 0.2}, turn},
          Box{},
          Capsule{{-0.5, 0, 0.2}, {0.6, 0.4, -0.1}, 0.35},
          Capsule{{0.1, 0.1, 0.1}, {0.1, 0.1, 0.1}, 0.5},
          Cylinder{{-0.5, 0, 0.2}, {0.6, 0.4, -0.1}, 0.35},
          Cylinder{{0, -0.05, 0}, {0, 0.05, 0}, 0.9}};
}

Vec3 column(const Mat3& m, int c) {
  return {m(0, c), m(1, c), m(2, c)};
}

/// Distance to the nearest of the six rectangles, each by clamping in its own plane.
double brute_distance(const Box& box, const Vec3& p) {
  const std::array<double, 3> half{box.half_extent.x, box.half_extent.y, box.half_extent.z};
  double nearest = std::numeric_limits<double>::infinity();
  bool inside = true;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      Vec3 on_face = box.center + side * half[static_cast<std::size_t>(axis)] * column(box.turn, axis);
      inside = inside && side * dot(p - on_face, column(box.turn, axis)) <= 0;
      for (int other = 0; other < 3; ++other) {
        if (other == axis) continue;
        const double reach = half[static_cast<std::size_t>(other)];
        const double along = dot(p - box.center, column(box.turn, other));
        on_face += std::clamp(along, -reach, reach) * column(box.turn, other);
      }
      nearest = std::min(nearest, norm(p - on_face));
    }
  }
  return inside ? -nearest : nearest;
}

double brute_distance(const Capsule& capsule, const Vec3& p) {
  double nearest = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= 2000; ++i)
    nearest = std::min(nearest, norm(p - (capsule.a + i / 2000.0 * (capsule.b - capsule.a))));
  return nearest - capsule.radius;
}

/// Distance to the nearest of many points on the side and on both ends.
double brute_distance(const Cylinder& cylinder, const Vec3& p) {
  const Vec3 axis = cylinder.b - cylinder.a, w = normalized(axis);
  const Vec3 u = normalized(cross(w, {0.3, 0.5, -0.8})), v = cross(w, u);
  double nearest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 400; ++i) {
    const double angle = 2 * std::numbers::pi * i / 400;
    const Vec3 out = cylinder.radius * (std::cos(angle) * u + std::sin(angle) * v);
    for (int k = 0; k <= 200; ++k) {
      const double part = k / 200.0;
      for (const Vec3& q : {cylinder.a + part * axis + out, cylinder.a + part * out, cylinder.b + part * out})
        nearest = std::min(nearest, norm(p - q));
    }
  }
  const double along = dot(p - cylinder.a, w);
  const bool is_inside =
      along > 0 && along < norm(axis) && norm(p - cylinder.a - along * w) < cylinder.radius;
  return is_inside ? -nearest : nearest;
}

TEST(Outline, LiesOnTheSurfaceAndEnclosesTheVolume) {
  const double pi = std::numbers::pi;
  const Mat3 turn = rotation({1, 2, 3}, 0.7);
  const std::pair<Shape, double> cases[] = {
      {Sphere{{1, 2, 3}, 0.5}, 4 * pi / 3 * 0.125},
      {Capsule{{0, 1, 0}, {1, 1, 2}, 0.3}, pi * 0.09 * std::sqrt(5) + 4 * pi / 3 * 0.027},
      {Capsule{{1, 1, 1}, {1, 1, 1}, 0.3}, 4 * pi / 3 * 0.027},
      {Cylinder{{0, 1, 0}, {1, 1, 2}, 0.3}, pi * 0.09 * std::sqrt(5)},
      {Box{{-1, 0, 2}, {0.5, 1, 0.7}, turn}, 8 * 0.5 * 1 * 0.7}};
  for (const auto& [shape, volume] : cases) {
    const Outline mesh = outline(shape, 16);
    double enclosed = 0;
    for (const auto& [a, b, c] : mesh.triangles)
      enclosed += dot(mesh.points[a], cross(mesh.points[b], mesh.points[c])) / 6;
    EXPECT_NEAR(enclosed / volume, 1, 2e-3) << shape.index();
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
      const SurfacePoint closest = closest_surface(shape, mesh.points[i]);
      // Only the rounded edges of a box or a cylinder lie inside.
      const bool is_rounded = std::holds_alternative<Box>(shape) || std::holds_alternative<Cylinder>(shape);
      EXPECT_NEAR(closest.distance, 0, is_rounded ? 0.02 : 1e-12);
      EXPECT_GT(dot(closest.normal, mesh.normals[i]), is_rounded ? 0.5 : 1 - 1e-9);
    }
    const Outline smaller = outline(shape, 4, 0.05);
    for (const Vec3& p : smaller.points) EXPECT_LT(closest_surface(shape, p).distance, -0.05 + 1e-12);
  }
  EXPECT_TRUE(outline(Plane{}).points.empty());
}

TEST(ClosestSurface, BoxAgreesWithItsSixFaces) {
  Dice dice;
  const Box box{{0.1, 0.1, 0}, {0.4, 0.7, 0.2}, rotation({1, 2, 3}, 0.7)};
  for (int i = 0; i < 2000; ++i) {
    const Vec3 p = dice.point(1.2);
    EXPECT_NEAR(closest_surface(box, p).distance, brute_distance(box, p), 1e-14);
  }
}

TEST(ClosestSurface, CapsuleAgreesWithSpheresAlongItsAxis) {
  Dice dice;
  const Capsule capsule{{-0.5, 0, 0.2}, {0.6, 0.4, -0.1}, 0.35};
  for (int i = 0; i < 200; ++i) {
    const Vec3 p = dice.point(1.2);
    EXPECT_NEAR(closest_surface(capsule, p).distance, brute_distance(capsule, p), 2e-5);
  }
}

TEST(ClosestSurface, CylinderAgreesWithPointsOnItsSurface) {
  Dice dice;
  const Cylinder cylinder{{-0.5, 0, 0.2}, {0.6, 0.4, -0.1}, 0.35};
  for (int i = 0; i < 200; ++i) {
    const Vec3 p = dice.point(1.2);
    const double distance = closest_surface(cylinder, p).distance;
    EXPECT_LE(distance * (distance < 0 ? -1 : 1), std::abs(brute_distance(cylinder, p)) + 1e-12);
    EXPECT_NEAR(distance, brute_distance(cylinder, p), 4e-3);
  }
}

TEST(ClosestSurface, SphereAndPlaneAgreeWithTheirDefinition) {
  EXPECT_DOUBLE_EQ(closest_surface(Sphere{{1, 0, 0}, 2}, {1, 5, 0}).distance, 3);
  EXPECT_DOUBLE_EQ(closest_surface(Sphere{{1, 0, 0}, 2}, {2, 0, 0}).distance, -1);
  EXPECT_DOUBLE_EQ(closest_surface(Plane{{0, 1, 0}, {0, 10, 0}}, {7, 3, 7}).distance, 2);
  EXPECT_DOUBLE_EQ(closest_surface(Plane{{0, 1, 0}, {0, 10, 0}}, {7, 0.5, 7}).distance, -0.5);
}

TEST(ClosestSurface, NormalIsTheGradientOfTheDistance) {
  Dice dice;
  for (const Shape& shape : some_shapes()) {
    int bent = 0;  // the finite difference straddles a crease of the distance
    for (int i = 0; i < 1000; ++i) {
      const Vec3 p = dice.point(1.5);
      const double e = 1e-6;
      const auto slope = [&](const Vec3& d) {
        return (closest_surface(shape, p + e * d).distance - closest_surface(shape, p - e * d).distance) /
               (2 * e);
      };
      const Vec3 gradient{slope({1, 0, 0}), slope({0, 1, 0}), slope({0, 0, 1})};
      const SurfacePoint point = closest_surface(shape, p);
      EXPECT_NEAR(norm(point.normal), 1, 1e-14);
      if (norm(gradient - point.normal) > 1e-6) ++bent;
    }
    EXPECT_LE(bent, 1) << "shape " << shape.index();
  }
}

TEST(ClosestSurface, FollowingTheNormalReachesTheSurface) {
  Dice dice;
  for (const Shape& shape : some_shapes())
    for (int i = 0; i < 1000; ++i) {
      const Vec3 p = dice.point(1.5);
      const SurfacePoint point = closest_surface(shape, p);
      EXPECT_NEAR(closest_surface(shape, p - point.distance * point.normal).distance, 0, 1e-14);
    }
}

TEST(ClosestSurface, IsWellDefinedWhereManySurfacePointsAreClosest) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const Mat3 turn = rotation({1, 2, 3}, 0.7);
  const std::vector<std::pair<Shape, Vec3>> cases = {
      {Sphere{{1, 2, 3}, 0.5}, {1, 2, 3}},
      {Sphere{{0, 0, 0}, 0.5}, {tiny, 0, -tiny}},
      {Sphere{{0, 0, 0}, 0.5}, {1e-200, 1e-200, 0}},
      {Box{}, {0, 0, 0}},
      {Box{}, {-0.0, -0.0, -0.0}},
      {Box{}, {0.5, 0.5, 0.5}},
      {Box{}, {0.5, -0.5, 0}},
      {Box{}, {0.4, 0.4, 0.1}},
      {Box{}, {std::nextafter(0.5, 1.0), std::nextafter(0.5, 1.0), 0}},
      {Box{{}, {1e-200, 1, 1}, turn}, {0, 0, 0}},
      {Capsule{{0, 0, 0}, {0, 1, 0}, 0.2}, {0, 0.5, 0}},
      {Capsule{{0, 0, 0}, {0, 1, 0}, 0.2}, {0, 1, 0}},
      {Capsule{{0, 0, 0}, {1, 1, 1}, 0.2}, {0.5, 0.5, 0.5}},
      {Capsule{{0, 0, 0}, {0, 0, 0}, 0.2}, {0, 0, 0}},
      {Capsule{{0, 0, 0}, {0, 0, 0}, 0.2}, {1, 0, 0}},
      {Capsule{{0, 0, 0}, {tiny, 0, 0}, 0.2}, {0, 0, 0}},
      {Capsule{{0, 0, 0}, {1e-170, 1e-170, 0}, 0.2}, {0, 1, 0}},
      {Plane{{0, 0, 0}, {0, 1e-200, 1e-200}}, {0, 0, 0}},
      {Plane{{0, 0, 0}, {1e200, 1e200, 0}}, {0, 0, 0}}};
  for (const auto& [shape, p] : cases) {
    const SurfacePoint point = closest_surface(shape, p);
    ASSERT_TRUE(std::isfinite(point.distance) && is_finite(point.normal)) << "shape " << shape.index();
    EXPECT_NEAR(norm(point.normal), 1, 1e-15);
    EXPECT_NEAR(closest_surface(shape, p - point.distance * point.normal).distance, 0, 1e-15);
  }
}

TEST(ClosestSurface, CapsuleIsLeftAlongTheNormalFromAnywhereNearItsAxis) {
  Dice dice;
  for (int i = 0; i < 5000; ++i) {
    const Capsule capsule{dice.point(10), dice.point(10), 0.1};
    const Vec3 on_axis = capsule.a + dice.number(0, 1) * (capsule.b - capsule.a);
    const Vec3 p = on_axis + std::pow(10, dice.number(-17, -1)) * dice.point(1);
    const SurfacePoint point = closest_surface(capsule, p);
    EXPECT_NEAR(norm(point.normal), 1, 1e-14);
    EXPECT_NEAR(closest_surface(capsule, p - point.distance * point.normal).distance, 0, 1e-13);
  }
}

TEST(ClosestSurface, OfFarPointsIsFinite) {
  for (const Shape& shape : some_shapes()) {
    const SurfacePoint point = closest_surface(shape, {1e150, -1e150, 1e150});
    EXPECT_TRUE(std::isfinite(point.distance));
    EXPECT_NEAR(norm(point.normal), 1, 1e-14);
  }
}

TEST(ColliderValidation, AcceptsOrdinaryColliders) {
  for (const Shape& shape : some_shapes()) EXPECT_TRUE(validate(Collider{shape, 0.5, 0.01, {}}));
  const Path there_and_back{.keys = {{0, {}}, {1, {1, 0, 0}}, {2, {}}}, .repeat = true};
  EXPECT_TRUE(validate(Collider{Sphere{}, 0, 0, there_and_back}));
}

TEST(ColliderValidation, RefusesTheRestWithASentence) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const auto moving = [](std::vector<Path::Key> keys, bool repeat = false) {
    return Collider{Sphere{}, 0.3, 0, Path{std::move(keys), false, repeat}};
  };
  const std::vector<Collider> wrong = {{Sphere{{}, -1}, 0, 0, {}},
                                       {Sphere{{}, 0}, 0, 0, {}},
                                       {Sphere{{}, nan}, 0, 0, {}},
                                       {Sphere{{}, inf}, 0, 0, {}},
                                       {Sphere{{nan, 0, 0}, 1}, 0, 0, {}},
                                       {Sphere{{1e300, 0, 0}, 1}, 0, 0, {}},
                                       {Plane{{}, {0, 0, 0}}, 0, 0, {}},
                                       {Plane{{}, {0, nan, 0}}, 0, 0, {}},
                                       {Plane{{}, {0, inf, 0}}, 0, 0, {}},
                                       {Plane{{0, inf, 0}}, 0, 0, {}},
                                       {Box{{}, {1, -1, 1}}, 0, 0, {}},
                                       {Box{{}, {1, 0, 1}}, 0, 0, {}},
                                       {Box{{nan, 0, 0}}, 0, 0, {}},
                                       {Box{{}, {1, 1, 1}, Mat3::identity(2)}, 0, 0, {}},
                                       {Box{{}, {1, 1, 1}, Mat3{}}, 0, 0, {}},
                                       {Box{{}, {1, 1, 1}, Mat3::identity(nan)}, 0, 0, {}},
                                       {Capsule{{}, {1, 0, 0}, -0.1}, 0, 0, {}},
                                       {Capsule{{}, {nan, 0, 0}, 0.1}, 0, 0, {}},
                                       {Capsule{{0, -inf, 0}, {}, 0.1}, 0, 0, {}},
                                       {Cylinder{{}, {1, 0, 0}, -0.1}, 0, 0, {}},
                                       {Cylinder{{}, {nan, 0, 0}, 0.1}, 0, 0, {}},
                                       {Cylinder{{1, 2, 3}, {1, 2, 3}, 0.1}, 0, 0, {}},
                                       {Sphere{}, -0.1, 0, {}},
                                       {Sphere{}, nan, 0, {}},
                                       {Sphere{}, inf, 0, {}},
                                       {Sphere{}, 0, -0.1, {}},
                                       {Sphere{}, 0, nan, {}},
                                       moving({{nan, {}}}),
                                       moving({{0, {nan, 0, 0}}}),
                                       moving({{0, {}}, {1, {0, inf, 0}}}),
                                       moving({{0, {}}, {0, {1, 0, 0}}}),
                                       moving({{1, {}}, {0, {1, 0, 0}}}),
                                       moving({{0, {}}, {1, {1, 0, 0}}}, true)};
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    const auto result = validate(wrong[i]);
    ASSERT_FALSE(result) << "case " << i;
    EXPECT_GT(result.error().message.size(), 20u);
    EXPECT_EQ(result.error().message.find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace tensio
