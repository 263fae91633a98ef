#include "session/describe.h"

#include <algorithm>

#include "session/message.h"

namespace tensio::session {
namespace {

using nlohmann::json;

json describe_shape(const Plane& plane) {
  return {{"kind", "plane"}, {"point", to_json(plane.point)}, {"normal", to_json(normalized(plane.normal))}};
}
json describe_shape(const Sphere& sphere) {
  return {{"kind", "sphere"}, {"center", to_json(sphere.center)}, {"radius", sphere.radius}};
}
json describe_shape(const Box& box) {
  json turn = json::array();
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) turn.push_back(box.turn(row, column));
  return {{"kind", "box"},
          {"center", to_json(box.center)},
          {"half_extent", to_json(box.half_extent)},
          {"turn", turn}};
}
json describe_shape(const Capsule& capsule) {
  return {
      {"kind", "capsule"}, {"a", to_json(capsule.a)}, {"b", to_json(capsule.b)}, {"radius", capsule.radius}};
}

json describe_view(const View& view) {
  json description{{"field_of_view", view.field_of_view}};
  if (view.eye) description["eye"] = to_json(*view.eye);
  if (view.target) description["target"] = to_json(*view.target);
  if (view.floor) description["floor"] = *view.floor;
  return description;
}

}  // namespace

json describe_colliders(const std::vector<Collider>& colliders) {
  json list = json::array();
  for (const Collider& collider : colliders)
    list.push_back(std::visit([](const auto& shape) { return describe_shape(shape); }, collider.shape));
  return {{"type", "colliders"}, {"colliders", list}};
}

json describe_scene(const Scene& scene, const std::vector<Lane>& lanes) {
  const Simulation& first = lanes.front().simulation();
  json settings = json::array();
  for (const Lane& lane : lanes) settings.push_back(lane.settings());
  const bool has_sheets = std::ranges::any_of(first.model().parts, &Part::is_sheet);
  return {{"type", "scene"},
          {"version", protocol_version},
          {"name", scene.name},
          {"description", scene.description},
          {"warnings", scene.warnings},
          {"frame_time", first.setup().frame_time},
          {"vertices", first.model().vertex_count()},
          {"springs", first.model().springs.size()},
          {"triangles", see(first.model()).triangles.size()},
          {"view", describe_view(scene.view)},
          {"colliders", describe_colliders(first.setup().colliders)["colliders"]},
          {"own_colliders", scene.setup.colliders.size()},
          {"settings", settings},
          {"controls", describe_settings(has_sheets)}};
}

json describe_vertex(const Simulation& simulation, std::ptrdiff_t lane, VertexId vertex) {
  const Model& model = simulation.model();
  const State& state = simulation.state();
  const bool is_pinned = std::ranges::find(model.pins, vertex, &Pin::vertex) != model.pins.end();
  return {{"type", "vertex"},
          {"lane", lane},
          {"vertex", vertex},
          {"position", to_json(state.x[vertex])},
          {"velocity", to_json(state.v[vertex])},
          {"mass", model.mass[vertex]},
          {"strain", vertex_strains(model, state.x)[vertex]},
          {"pinned", is_pinned}};
}

}  // namespace tensio::session
