#pragma once

#include "render/scene.h"

namespace tensio::render {

/// From where an automatic camera looks at the scene.
struct ViewAngles {
  double azimuth_degrees = 28;    // 0: from +z, 90: from +x
  double elevation_degrees = 16;  // above the horizon
  double vertical_fov_degrees = 26;
  double margin = 0.08;  // of the picture's half width and height, left free
};

/// Finds the nearest camera of given angles that sees everything that was added: one frame, or all the frames
/// of an animation. Points that cannot be drawn are ignored.
class CameraFit {
 public:
  /// aspect: width / height of the picture
  explicit CameraFit(double aspect, const ViewAngles& angles = {});
  void add(const Vec3& center, double radius = 0);
  void add(Positions points);
  /// All shapes of the scene and, where there is a floor, the places right below them.
  void add(const RenderScene& scene);
  /// The default camera where nothing was added.
  Camera camera() const;

 private:
  Vec3 right_, up_, forward_;
  double half_width_, half_height_;  // tangents of half the angles, less the margin
  double vertical_fov_degrees_;
  // The four planes of the view's pyramid, pushed outwards by the content: max of ±a − t·c over all points,
  // where a is the coordinate across and c the one along the view direction.
  double right_most_, left_most_, up_most_, down_most_, nearest_;
};

Camera automatic_camera(const RenderScene& scene, double aspect, const ViewAngles& angles = {});

}  // namespace tensio::render
