#include "cli/photographer.h"

#include <cmath>

namespace tensio::cli {

namespace {

std::vector<std::array<VertexId, 2>> find_strands(const Model& model) {
  std::vector<bool> is_strand(model.vertex_count(), false);
  for (const Part& part : model.parts)
    if (part.triangle_begin == part.triangle_end)
      std::fill(is_strand.begin() + static_cast<std::ptrdiff_t>(part.vertex_begin),
                is_strand.begin() + static_cast<std::ptrdiff_t>(part.vertex_end), true);
  std::vector<std::array<VertexId, 2>> strands;
  for (std::size_t s = 0; s < model.springs.size(); ++s)
    if (model.springs.family[s] == SpringFamily::structural && is_strand[model.springs.ends[s][0]])
      strands.push_back(model.springs.ends[s]);
  return strands;
}

/// Adds a collider where it stands. A plane is drawn as the floor where it is level.
struct ColliderDrawer {
  RenderScene& scene;
  Vec3 offset;
  bool may_be_floor;

  void operator()(const Plane& plane) const {
    if (may_be_floor && normalized(plane.normal).y > 0.999) scene.floor = Floor{plane.point.y + offset.y};
  }
  void operator()(const Sphere& sphere) const {
    scene.balls.push_back({.center = sphere.center + offset, .radius = sphere.radius});
  }
  void operator()(const Box& box) const {
    scene.boxes.push_back({.center = box.center + offset, .half_extent = box.half_extent, .turn = box.turn});
  }
  void operator()(const Capsule& capsule) const {
    Strands strand{.segments = {{0, 1}}, .radius = capsule.radius, .colour = srgb(0xc9c6c1)};
    strand.points = {capsule.a + offset, capsule.b + offset};
    scene.strands.push_back(std::move(strand));
  }
};

}  // namespace

Photographer::Photographer(const Scene& scene, const Model& model, const std::vector<Collider>& colliders,
                           int width, int height)
    : model_(model),
      colliders_(colliders),
      view_(scene.view),
      options_{.width = width, .height = height},
      fit_(static_cast<double>(width) / height, {.vertical_fov_degrees = scene.view.field_of_view}),
      strands_(find_strands(model)) {}

void Photographer::show(Positions x, double time) {
  if (!view_.eye) fit_.add(draw(x, time));
}

Camera Photographer::camera() const {
  if (!view_.eye) return fit_.camera();
  return {.eye = *view_.eye,
          .target = view_.target.value_or(Vec3{}),
          .vertical_fov_degrees = view_.field_of_view};
}

RenderScene Photographer::draw(Positions x, double time) const {
  RenderScene scene;
  const Colour colour = srgb(view_.colour.code);
  if (!model_.triangles.empty()) {
    SurfaceMesh mesh;
    mesh.triangles = model_.triangles;
    mesh.front = colour;
    mesh.back = mix(colour, srgb(0xffffff), 0.25f);
    mesh.points.assign(x.begin(), x.end());
    scene.meshes.push_back(std::move(mesh));
  }
  if (!strands_.empty()) {
    Strands strands{.segments = strands_, .radius = view_.rope_radius, .colour = colour};
    strands.points.assign(x.begin(), x.end());
    scene.strands.push_back(std::move(strands));
  }
  if (view_.floor) scene.floor = Floor{*view_.floor};
  for (const Collider& collider : colliders_)
    std::visit(ColliderDrawer{scene, collider.path.offset(time), !view_.floor}, collider.shape);
  return scene;
}

Result<Image> Photographer::picture(Positions x, double time) const {
  RenderScene scene = draw(x, time);
  scene.camera = camera();
  return render(scene, options_);
}

}  // namespace tensio::cli
