#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

#include "render/camera.h"
#include "render/picture.h"

namespace tensio::render {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

PictureOptions small(int width = 160, int height = 120) {
  return {.width = width, .height = height, .samples_per_pixel = 4, .threads = 1};
}

/// A square cloth in the xy-plane whose front looks along +z.
SurfaceMesh square(double half = 1) {
  SurfaceMesh mesh;
  mesh.points = {{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  return mesh;
}

/// Seen from `eye`, with the light behind the camera.
RenderScene seen_from(const Vec3& eye) {
  RenderScene scene;
  scene.camera = {.eye = eye, .target = {}, .vertical_fov_degrees = 40};
  scene.to_light = eye + Vec3{0.3, 0.4, 0};
  return scene;
}

int brightness(const std::array<std::uint8_t, 3>& c) {
  return c[0] + c[1] + c[2];
}

bool is_bluish(const std::array<std::uint8_t, 3>& c) {
  return c[2] > c[0] + 60;
}

RenderScene still_life() {
  RenderScene scene;
  scene.meshes.push_back(square());
  for (Vec3& p : scene.meshes[0].points) p.y += 1.2 + 0.3 * p.x;
  add_solid(scene, Sphere{{0.8, 0.3, 0.9}, 0.3});
  add_solid(scene, Box{{-1, 0.2, 0.5}, {0.2, 0.2, 0.2}});
  scene.strands.push_back({.points = {{-1, 1, 1}, {0, 0.7, 1}, {1, 1, 1}}, .segments = {{0, 1}, {1, 2}}});
  scene.floor = Floor{};
  scene.camera = automatic_camera(scene, 4.0 / 3);
  return scene;
}

}  // namespace

TEST(Picture, BallCoversItsDisc) {
  RenderScene scene = seen_from({0, 0, 4});
  add_solid(scene, Sphere{});
  scene.solids[0].colour = {0, 0, 1};
  const auto image = draw(scene, small(200, 200));
  ASSERT_TRUE(image) << image.error().message;
  // The ball's outline is a cone of half angle asin(r/d) around the axis.
  const double radius = std::tan(std::asin(0.25)) / std::tan(20 * std::numbers::pi / 180) * 100;
  for (int row = 0; row < 200; ++row)
    for (int column = 0; column < 200; ++column) {
      const double r = std::hypot(column + 0.5 - 100, row + 0.5 - 100);
      if (std::abs(r - radius) < 1.5) continue;
      EXPECT_EQ(is_bluish(image->pixel(column, row)), r < radius) << column << " " << row;
    }
}

TEST(Picture, BoxAndTubeCoverWhatTheyShould) {
  RenderScene scene = seen_from({0, 0, 100});
  scene.camera.vertical_fov_degrees = 2 * 180 / std::numbers::pi * std::atan(0.02);  // 4 m high at the target
  add_solid(scene, Box{{-1, 0, 0}, {0.5, 0.25, 0.5}});
  scene.solids[0].colour = {0, 0, 1};
  scene.strands.push_back(
      {.points = {{1, -1, 0}, {1, 1, 0}}, .segments = {{0, 1}}, .radius = 0.25, .colour = {0, 0, 1}});
  const auto image = draw(scene, small(200, 200));
  ASSERT_TRUE(image) << image.error().message;
  int left = 0, right = 0;
  for (int row = 0; row < 200; ++row)
    for (int column = 0; column < 200; ++column)
      (column < 100 ? left : right) += is_bluish(image->pixel(column, row)) ? 1 : 0;
  const double pixels_per_m2 = 50 * 50;
  EXPECT_NEAR(left / pixels_per_m2, 1 * 0.5, 0.03);
  EXPECT_NEAR(right / pixels_per_m2, 2 * 0.5 + std::numbers::pi / 16, 0.06);
}

TEST(Picture, MeshCoversItsTrianglesWhereTheyAreAtTheTimeOnBothSides) {
  const std::vector<Vec3> start{{-2, -1, 0}, {-1, -1, 0}, {-1, 1, 0}, {-2, 1, 0}};
  ColliderMesh mesh{.points = start, .triangles = {{0, 1, 2}, {0, 2, 3}}, .frames = {}};
  std::vector<Vec3> end = start;
  for (Vec3& p : end) p.x += 2;
  mesh.frames = {{0, start}, {1, end}};
  for (const double from : {100.0, -100.0}) {
    RenderScene scene = seen_from({0, 0, from});
    scene.camera.vertical_fov_degrees = 2 * 180 / std::numbers::pi * std::atan(0.02);
    add_solid(scene, Mesh{std::make_shared<const ColliderMesh>(mesh)}, {0.5, 0, 0}, 0.1, 0.5);
    scene.solids[0].colour = {0, 0, 1};
    const auto image = draw(scene, small(200, 200));
    ASSERT_TRUE(image) << image.error().message;
    for (int row = 0; row < 200; ++row)
      for (int column = 0; column < 200; ++column) {
        const double x = (column + 0.5 - 100) / 50 * (from > 0 ? 1 : -1), y = (row + 0.5 - 100) / 50;
        const double inside = std::min(0.5 - std::abs(x), 1 - std::abs(y));
        if (std::abs(inside) < 0.05) continue;
        EXPECT_EQ(is_bluish(image->pixel(column, row)), inside > 0) << x << " " << y;
      }
  }
}

TEST(Picture, ClothHasTwoSides) {
  RenderScene scene = seen_from({0, 0, 4});
  scene.meshes.push_back(square());
  scene.meshes[0].front = {1, 0, 0};
  scene.meshes[0].back = {0, 0, 1};
  const auto front = draw(scene, small());
  scene.camera.eye = {0, 0, -4};
  scene.to_light = {0.3, 0.4, -4};
  const auto back = draw(scene, small());
  ASSERT_TRUE(front && back);
  EXPECT_GT(front->pixel(80, 60)[0], front->pixel(80, 60)[2] + 60);
  EXPECT_GT(back->pixel(80, 60)[2], back->pixel(80, 60)[0] + 60);
}

TEST(Picture, VertexColoursReplaceBothSides) {
  RenderScene scene = seen_from({0, 0, 4});
  scene.meshes.push_back(square());
  scene.meshes[0].vertex_colours = {{1, 0, 0}, {0, 0, 1}, {0, 0, 1}, {1, 0, 0}};
  const auto image = draw(scene, small());
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_GT(image->pixel(45, 60)[0], image->pixel(45, 60)[2] + 60);
  EXPECT_TRUE(is_bluish(image->pixel(115, 60)));
}

TEST(Picture, ShadowIsDarkerThanTheLitFloor) {
  RenderScene scene;
  add_solid(scene, Sphere{{0, 2, 0}, 0.5});
  scene.floor = Floor{};
  scene.to_light = {0, 1, 0};
  scene.camera = {.eye = {0, 1.2, 3}, .target = {0, 0, 0}, .vertical_fov_degrees = 30};
  const auto with = draw(scene, small());
  for (Vec3& p : scene.solids[0].outline.points) p.x += 50;
  const auto without = draw(scene, small());
  ASSERT_TRUE(with && without);
  EXPECT_LT(brightness(with->pixel(80, 60)) + 100, brightness(without->pixel(80, 60)));
  EXPECT_NEAR(brightness(with->pixel(5, 60)), brightness(without->pixel(5, 60)), 30);
}

TEST(Picture, FloorHasNoHorizon) {
  RenderScene scene;
  scene.floor = Floor{};
  scene.camera = {.eye = {0, 1, 6}, .target = {0, 1, 0}, .vertical_fov_degrees = 30};
  const auto image = draw(scene, small());
  ASSERT_TRUE(image) << image.error().message;
  for (int row = 1; row < 120; ++row)
    EXPECT_NEAR(brightness(image->pixel(80, row)), brightness(image->pixel(80, row - 1)), 8) << row;
}

TEST(Picture, SmoothClothDoesNotShadeItself) {
  // A coarse cylinder of cloth in grazing light: the lit half must grow darker steadily towards its edge.
  RenderScene scene = seen_from({0, 0, 6});
  scene.to_light = {1, 0, 0};
  SurfaceMesh mesh;
  constexpr VertexId around = 16;
  for (VertexId i = 0; i < around; ++i) {
    const double a = 2 * std::numbers::pi * i / around;
    mesh.points.push_back({std::cos(a), -1, std::sin(a)});
    mesh.points.push_back({std::cos(a), 1, std::sin(a)});
    const VertexId p = 2 * i, q = 2 * ((i + 1) % around);
    mesh.triangles.push_back({p, p + 1, q});
    mesh.triangles.push_back({q, p + 1, q + 1});
  }
  scene.meshes.push_back(mesh);
  const auto image = draw(scene, small(300, 200));
  ASSERT_TRUE(image) << image.error().message;
  for (int column = 152; column < 190; ++column)
    EXPECT_GE(brightness(image->pixel(column + 1, 100)) + 6, brightness(image->pixel(column, 100))) << column;
}

TEST(Picture, IsTheSameEveryTimeAndForAnyNumberOfThreads) {
  const RenderScene scene = still_life();
  PictureOptions options = small();
  const auto first = draw(scene, options), second = draw(scene, options);
  options.threads = 2;
  const auto third = draw(scene, options);
  options.threads = 5;
  const auto fourth = draw(scene, options);
  ASSERT_TRUE(first && second && third && fourth);
  EXPECT_EQ(first->rgb, second->rgb);
  EXPECT_EQ(first->rgb, third->rgb);
  EXPECT_EQ(first->rgb, fourth->rgb);
}

TEST(Picture, DoesNotDependOnTheUnitOfLength) {
  const auto at_scale = [](double s) {
    RenderScene scene = seen_from({0, s, 4 * s});
    scene.to_light = {0.3, 1, 1};
    scene.meshes.push_back(square(s));
    add_solid(scene, Sphere{{0, 0, s}, 0.3 * s});
    return draw(scene, small());
  };
  const auto small_one = at_scale(1.0 / 1024), large = at_scale(1024);
  ASSERT_TRUE(small_one && large);
  EXPECT_EQ(small_one->rgb, large->rgb);
}

TEST(Picture, OfNothingIsTheBackground) {
  const auto image = draw({}, small());
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->rgb.size(), 3u * 160 * 120);
  EXPECT_GT(*std::min_element(image->rgb.begin(), image->rgb.end()), 150);
}

TEST(Picture, SurvivesDegenerateShapes) {
  RenderScene scene = seen_from({0, 0, 4});
  scene.meshes.push_back(square());
  scene.meshes[0].triangles.push_back({0, 0, 0});
  scene.meshes.push_back({.points = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, .triangles = {{0, 1, 2}}});
  scene.meshes.emplace_back();
  scene.strands.push_back({.points = {{0, 0, 1}, {0, 0, 1}}, .segments = {{0, 1}, {1, 1}}});
  add_solid(scene, Box{{0, 1, 0}, {1e-9, 1, 1}});
  scene.camera.eye = {0, 4, 0};  // straight down, along the picture's "up"
  scene.floor = Floor{5};        // the camera is below it
  EXPECT_TRUE(draw(scene, small()));
  scene.camera.eye = {1e12, 0, 0};
  EXPECT_TRUE(draw(scene, small(16, 16)));
  EXPECT_TRUE(draw(scene, small(1, 1)));
}

TEST(Picture, RefusesWhatCannotBeDrawnWithASentence) {
  const auto message = [](const auto& spoil) {
    RenderScene scene = still_life();
    spoil(scene);
    const auto image = draw(scene, small(8, 8));
    return image ? std::string() : image.error().message;
  };
  EXPECT_NE(message([](RenderScene& s) { s.meshes[0].points[2].y = nan; }).find("mesh 0: point 2"),
            std::string::npos);
  EXPECT_NE(message([](RenderScene& s) { s.meshes[0].points[2].y = 1e200; }), "");
  EXPECT_NE(message([](RenderScene& s) { s.meshes[0].triangles[0][1] = 99; }).find("point 99"),
            std::string::npos);
  EXPECT_NE(message([](RenderScene& s) { s.meshes[0].vertex_colours.resize(3); }), "");
  EXPECT_NE(message([](RenderScene& s) { s.meshes[0].front.g = float(nan); }), "");
  EXPECT_NE(message([](RenderScene& s) { s.strands[0].segments[0][1] = 3; }), "");
  EXPECT_NE(message([](RenderScene& s) { s.strands[0].radius = 0; }), "");
  EXPECT_NE(message([](RenderScene& s) { s.solids[0].outline.normals.clear(); }), "");
  EXPECT_NE(message([](RenderScene& s) { s.solids[1].outline.points[3].z = nan; }), "");
  EXPECT_NE(message([](RenderScene& s) { s.floor->height = nan; }), "");
  EXPECT_NE(message([](RenderScene& s) { s.camera.target = s.camera.eye; }), "");
  EXPECT_NE(message([](RenderScene& s) { s.camera.vertical_fov_degrees = 180; }), "");
  EXPECT_NE(message([](RenderScene& s) { s.to_light = {}; }), "");
  EXPECT_EQ(message([](RenderScene&) {}), "");
}

TEST(Picture, RefusesImpossibleSizes) {
  EXPECT_FALSE(draw({}, small(0, 10)));
  EXPECT_FALSE(draw({}, small(10, -1)));
  EXPECT_FALSE(draw({}, small(2'000'000'000, 2'000'000'000)));
  EXPECT_FALSE(draw({}, {.samples_per_pixel = 0}));
  EXPECT_FALSE(draw({}, {.threads = -1}));
}

}  // namespace tensio::render
