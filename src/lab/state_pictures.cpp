#include "lab/state_pictures.h"

#include "render/camera.h"
#include "render/picture.h"

namespace tensio {
namespace {

constexpr double gap =
    0.006;  // m: obstacles are drawn this much smaller, so that cloth on them is seen whole

RenderScene draw(const Setup& setup, const std::vector<Vec3>& x) {
  RenderScene scene;
  SurfaceMesh mesh;
  mesh.points = x;
  mesh.triangles = setup.model.triangles;
  mesh.front = srgb(0xd8603a);
  mesh.back = srgb(0xe4895f);
  scene.meshes.push_back(std::move(mesh));
  for (const Collider& collider : setup.colliders)
    if (const auto* sphere = std::get_if<Sphere>(&collider.shape))
      scene.balls.push_back({.center = sphere->center, .radius = sphere->radius - gap});
  return scene;
}

}  // namespace

Result<std::vector<StatePicture>> picture_states(const Setup& setup,
                                                 const std::vector<std::vector<Vec3>>& states, int width,
                                                 int height) {
  CameraFit fit(static_cast<double>(width) / height, {.margin = 0.04});
  for (const auto& x : states) fit.add(draw(setup, x));
  std::vector<StatePicture> pictures;
  for (const auto& x : states) {
    RenderScene scene = draw(setup, x);
    scene.camera = fit.camera();
    auto picture = render(scene, {.width = width, .height = height});
    if (!picture) return tl::unexpected(picture.error());
    auto png = encode_png(*picture);
    if (!png) return tl::unexpected(png.error());
    pictures.push_back({std::move(*picture), std::move(*png)});
  }
  return pictures;
}

}  // namespace tensio
