#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "math/bounds.h"

namespace tensio::render {

namespace {
constexpr double nothing = -std::numeric_limits<double>::infinity();

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}
}  // namespace

CameraFit::CameraFit(double aspect, const ViewAngles& angles)
    : vertical_fov_degrees_(angles.vertical_fov_degrees),
      right_most_(nothing),
      left_most_(nothing),
      up_most_(nothing),
      down_most_(nothing),
      nearest_(nothing) {
  const double azimuth = radians(angles.azimuth_degrees), elevation = radians(angles.elevation_degrees);
  right_ = {std::cos(azimuth), 0, -std::sin(azimuth)};
  forward_ = {-std::sin(azimuth) * std::cos(elevation), -std::sin(elevation),
              -std::cos(azimuth) * std::cos(elevation)};
  up_ = cross(right_, forward_);
  half_height_ = std::tan(radians(vertical_fov_degrees_) / 2) * (1 - angles.margin);
  half_width_ = half_height_ * aspect;
}

void CameraFit::add(const Vec3& center, double radius) {
  const double reach = std::abs(center.x) + std::abs(center.y) + std::abs(center.z) + radius;
  if (!(reach <= 3 * max_coordinate)) return;
  const double a = dot(center, right_), b = dot(center, up_), c = dot(center, forward_);
  // A ball touches the plane ±a − t·c when its centre is radius·|(±1, −t)| inside it.
  const double wide = radius * std::hypot(1, half_width_), high = radius * std::hypot(1, half_height_);
  right_most_ = std::max(right_most_, a - half_width_ * c + wide);
  left_most_ = std::max(left_most_, -a - half_width_ * c + wide);
  up_most_ = std::max(up_most_, b - half_height_ * c + high);
  down_most_ = std::max(down_most_, -b - half_height_ * c + high);
  nearest_ = std::max(nearest_, radius - c);
}

void CameraFit::add(Positions points) {
  for (const Vec3& p : points) add(p);
}

void CameraFit::add(const RenderScene& scene) {
  const auto add_grounded = [&](const Vec3& p, double radius) {
    add(p, radius);
    if (scene.floor && p.y > scene.floor->height) add({p.x, scene.floor->height, p.z});
  };
  for (const SurfaceMesh& mesh : scene.meshes)
    for (const Vec3& p : mesh.points) add_grounded(p, 0);
  for (const Strands& strands : scene.strands)
    for (std::size_t s = 0; s < strands.segments.size(); ++s)
      for (std::size_t end = 0; end < 2; ++end)
        add_grounded(strands.points[strands.segments[s][end]], strands.radii_of(s)[end]);
  for (const Solid& solid : scene.solids) {
    const Vec3 middle = bounds_of(solid.outline.points).middle();
    add(solid.outline.points);
    for (const Vec3& p : solid.outline.points) add_grounded(0.5 * (p + middle), 0);  // the core of its shadow
  }
}

Camera CameraFit::camera() const {
  Camera camera{.vertical_fov_degrees = vertical_fov_degrees_};
  if (nearest_ == nothing) return camera;
  // The eye at (a0, b0) across and −d along the view sees a point when ±(a − a0) ≤ t·(c + d), so
  // d ≥ (right + left)/(2t), and the two sides balance at a0 = (right − left)/2.
  const double a0 = (right_most_ - left_most_) / 2, b0 = (up_most_ - down_most_) / 2;
  double d =
      std::max((right_most_ + left_most_) / (2 * half_width_), (up_most_ + down_most_) / (2 * half_height_));
  // A lone point still needs a distance from which to look.
  if (!(d > nearest_ + 1e-9 * (1 + std::abs(nearest_)))) d = nearest_ + 1;
  camera.eye = a0 * right_ + b0 * up_ - d * forward_;
  camera.target = camera.eye + (d - nearest_) * forward_;
  return camera;
}

Camera automatic_camera(const RenderScene& scene, double aspect, const ViewAngles& angles) {
  CameraFit fit(aspect, angles);
  fit.add(scene);
  return fit.camera();
}

}  // namespace tensio::render
