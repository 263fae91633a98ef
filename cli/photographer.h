#pragma once

#include <vector>

#include "io/scene.h"
#include "render/camera.h"
#include "render/picture.h"

namespace tensio::cli {

/// Draws the frames of a scene.
class Photographer {
 public:
  Photographer(const Scene& scene, const Model& model, const std::vector<Collider>& colliders,
               const render::PictureOptions& options);

  /// Where the scene does not place the camera, it will see all frames shown so far.
  void show(const Seen& seen, Positions points, double time);
  Result<render::Image> picture(const Seen& seen, Positions points, double time) const;

 private:
  render::RenderScene draw(const Seen& seen, Positions points, double time) const;
  render::Camera camera() const;

  const std::vector<Collider>& colliders_;
  View view_;
  render::PictureOptions options_;
  render::CameraFit fit_;
  // m: colliders are drawn this much smaller, so that cloth lying on them stays visible
  double gap_;
};

}  // namespace tensio::cli
