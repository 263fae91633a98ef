#include "lab/state_pictures.h"

#include "render/camera.h"
#include "render/picture.h"

namespace tensio::lab {
namespace {

using render::RenderScene;

constexpr double gap =
    0.006;  // m: obstacles are drawn this much smaller, so that cloth on them is seen whole

RenderScene draw(const Setup& setup, const std::vector<Vec3>& x) {
  RenderScene scene;
  render::add_seen(scene, see(setup.model, {.colour = {0xd8603a}}), seen_points(setup.model, x));
  for (const Collider& collider : setup.colliders) render::add_solid(scene, collider.shape, {}, gap);
  return scene;
}

}  // namespace

Result<StatePictures> picture_states(const Setup& setup, const std::vector<std::vector<Vec3>>& states,
                                     int width, int height) {
  render::CameraFit fit(static_cast<double>(width) / height, {.margin = 0.04});
  for (const auto& x : states) fit.add(draw(setup, x));
  const auto picture = [&](RenderScene scene) {
    scene.camera = fit.camera();
    return render::draw(scene, {.width = width, .height = height});
  };
  StatePictures pictures;
  for (const auto& x : states) {
    auto image = picture(draw(setup, x));
    if (!image) return fail(image.error());
    auto png = render::encode_png(*image);
    if (!png) return fail(png.error());
    pictures.states.push_back({std::move(*image), std::move(*png)});
  }
  RenderScene empty = draw(setup, setup.model.rest_position);
  empty.meshes.clear();
  auto image = picture(std::move(empty));
  if (!image) return fail(image.error());
  pictures.empty = std::move(*image);
  return pictures;
}

}  // namespace tensio::lab
