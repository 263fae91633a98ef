#pragma once

#include <vector>

#include "io/scene.h"
#include "render/camera.h"
#include "render/picture.h"

namespace tensio::cli {

/// Takes pictures of a scene's frames.
class Photographer {
 public:
  Photographer(const Scene& scene, const Model& model, const std::vector<Collider>& colliders,
               const render::PictureOptions& options);

  /// Positions are seen_points() of the model. Where the scene does not place the camera, it will see all
  /// frames shown so far.
  void show(Positions x, double time);
  Result<render::Image> picture(Positions x, double time) const;

 private:
  render::RenderScene draw(Positions x, double time) const;
  render::Camera camera() const;

  const std::vector<Collider>& colliders_;
  View view_;
  render::PictureOptions options_;
  render::CameraFit fit_;
  std::vector<std::array<VertexId, 3>> triangles_;
  std::vector<std::array<VertexId, 3>> shading_;
  std::vector<std::array<VertexId, 2>> strands_;  // springs of the parts that have no triangles
  std::vector<double> radii_;                     // m, of the vertices; empty: the view's
  // m: colliders are drawn this much smaller, so that cloth that lies on one is seen and not the collider
  double gap_;
};

}  // namespace tensio::cli
