#include "cli/photographer.h"

#include <algorithm>
#include <cmath>

#include "math/bounds.h"

namespace tensio::cli {

namespace {

using namespace render;

/// Adds a collider, smaller by the gap. A level plane becomes the floor.
struct ColliderDrawer {
  RenderScene& scene;
  Vec3 offset;
  bool may_be_floor;
  double gap;  // m

  /// Shrinks a length by the gap, but by no more than half.
  double shrunk(double length) const { return std::max(length - gap, 0.5 * length); }

  void operator()(const Plane& plane) const {
    if (may_be_floor && normalized(plane.normal).y > 0.999)
      scene.floor = Floor{plane.point.y + offset.y - gap};
  }
  void operator()(const Sphere& sphere) const {
    scene.balls.push_back({.center = sphere.center + offset, .radius = shrunk(sphere.radius)});
  }
  void operator()(const Box& box) const {
    const Vec3& h = box.half_extent;
    scene.boxes.push_back({.center = box.center + offset,
                           .half_extent = {shrunk(h.x), shrunk(h.y), shrunk(h.z)},
                           .turn = box.turn});
  }
  void operator()(const Capsule& capsule) const {
    Strands strand{.segments = {{0, 1}}, .radius = shrunk(capsule.radius), .colour = srgb(0xc9c6c1)};
    strand.points = {capsule.a + offset, capsule.b + offset};
    scene.strands.push_back(std::move(strand));
  }
};

}  // namespace

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
  for (const Collider& collider : colliders_)
    std::visit(ColliderDrawer{scene, collider.path.offset(time), !view_.floor, gap_}, collider.shape);
  return scene;
}

Result<Image> Photographer::picture(const Seen& seen, Positions points, double time) const {
  RenderScene scene = draw(seen, points, time);
  scene.camera = camera();
  return render::draw(scene, options_);
}

}  // namespace tensio::cli
