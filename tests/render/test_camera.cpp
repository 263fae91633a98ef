#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

#include "render/camera.h"

namespace tensio::render {

namespace {

/// Where a point appears: (−1, −1) is the lower left corner of the picture, (1, 1) the upper right one.
struct Place {
  double x, y, depth;
};
Place project(const Camera& camera, double aspect, const Vec3& p) {
  const Vec3 forward = normalized(camera.target - camera.eye);
  const Vec3 right = normalized(cross(forward, {0, 1, 0})), up = cross(right, forward);
  const Vec3 d = p - camera.eye;
  const double depth = dot(d, forward);
  const double half = std::tan(camera.vertical_fov_degrees * std::numbers::pi / 360) * depth;
  return {dot(d, right) / (half * aspect), dot(d, up) / half, depth};
}

std::vector<Vec3> cloud(const Vec3& center, const Vec3& size) {
  std::vector<Vec3> points;
  for (int i = 0; i < 200; ++i)
    points.push_back(center +
                     Vec3{size.x * std::sin(1.7 * i), size.y * std::sin(2.9 * i + 1), size.z * std::cos(i)});
  return points;
}

}  // namespace

TEST(Camera, KeepsAllPointsInFrameAndFillsIt) {
  for (const double aspect : {16.0 / 9, 1.0, 0.5})
    for (const Vec3& size : {Vec3{1, 1, 1}, Vec3{20, 0.1, 3}, Vec3{0.001, 0.004, 0.001}, Vec3{0, 2, 0}}) {
      const ViewAngles angles;
      const auto points = cloud({3, -2, 5}, size);
      CameraFit fit(aspect, angles);
      fit.add(points);
      const Camera camera = fit.camera();
      double widest = 0;
      for (const Vec3& p : points) {
        const Place place = project(camera, aspect, p);
        EXPECT_GT(place.depth, 0);
        widest = std::max({widest, std::abs(place.x), std::abs(place.y)});
      }
      EXPECT_NEAR(widest, 1 - angles.margin, 1e-6);
    }
}

TEST(Camera, KeepsBallsInFrame) {
  RenderScene scene;
  add_solid(scene, Sphere{{0, 1, 0}, 2});
  const Camera camera = automatic_camera(scene, 1.5);
  for (int i = 0; i < 1000; ++i) {
    const double a = i, b = std::asin(2 * (i + 0.5) / 1000 - 1);
    const Place place = project(
        camera, 1.5,
        Vec3{0, 1, 0} + 2.0 * Vec3{std::cos(a) * std::cos(b), std::sin(b), std::sin(a) * std::cos(b)});
    EXPECT_LT(std::max(std::abs(place.x), std::abs(place.y)), 1);
  }
}

TEST(Camera, ShowsTheFloorBelow) {
  RenderScene scene;
  add_solid(scene, Sphere{{0, 5, 0}, 0.1});
  scene.floor = Floor{1};
  const Place foot = project(automatic_camera(scene, 1.5), 1.5, {0, 1, 0});
  EXPECT_LT(std::abs(foot.y), 1);
}

TEST(Camera, IsUsableForNothingForOnePointAndForNaN) {
  CameraFit fit(1.5);
  EXPECT_NE(fit.camera().eye, fit.camera().target);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  fit.add(Vec3{nan, 0, 0});
  EXPECT_TRUE(is_finite(fit.camera().eye));
  fit.add(Vec3{7, 8, 9});
  const Place place = project(fit.camera(), 1.5, {7, 8, 9});
  EXPECT_NEAR(place.x, 0, 1e-9);
  EXPECT_NEAR(place.y, 0, 1e-9);
  EXPECT_GT(place.depth, 0);
}

}  // namespace tensio::render
