#include "cli/photographer.h"

#include "math/bounds.h"

namespace tensio::cli {

using namespace render;

Photographer::Photographer(const Scene& scene, const Model& model, const std::vector<Collider>& colliders,
                           const PictureOptions& options)
    : colliders_(colliders),
      view_(scene.view),
      options_(options),
      fit_(static_cast<double>(options.width) / options.height,
           {.vertical_fov_degrees = scene.view.field_of_view}),
      gap_(1e-3 * bounds_of(model.rest_position).diagonal()) {}

void Photographer::show(const Seen& seen, Positions points, double time) {
  if (!view_.eye) fit_.add(draw(seen, points, time));
}

Camera Photographer::camera() const {
  if (!view_.eye) return fit_.camera();
  return {.eye = *view_.eye,
          .target = view_.target.value_or(Vec3{}),
          .vertical_fov_degrees = view_.field_of_view};
}

RenderScene Photographer::draw(const Seen& seen, Positions points, double time) const {
  RenderScene scene;
  add_seen(scene, seen, points);
  if (view_.floor) scene.floor = Floor{*view_.floor - gap_};
  for (const Collider& collider : colliders_) {
    const Vec3 offset = collider.path.offset(time);
    const auto* plane = std::get_if<Plane>(&collider.shape);
    if (plane && !view_.floor && normalized(plane->normal).y > 0.999)
      scene.floor = Floor{plane->point.y + offset.y - gap_};
    add_solid(scene, collider.shape, offset, gap_, time);
  }
  return scene;
}

Result<Image> Photographer::picture(const Seen& seen, Positions points, double time) const {
  RenderScene scene = draw(seen, points, time);
  scene.camera = camera();
  return render::draw(scene, options_);
}

}  // namespace tensio::cli
