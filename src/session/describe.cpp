#include "session/describe.h"

#include <algorithm>
#include <cmath>

#include "math/bounds.h"
#include "session/message.h"

namespace tensio::session {
namespace {

using nlohmann::json;

/// A plane, or the triangles of a solid or of a mesh (at time 0), in whole numbers that are short to send:
/// points in units about the middle, normals in thousandths.
json describe_shape(const Shape& shape) {
  if (const auto* plane = std::get_if<Plane>(&shape))
    return {
        {"kind", "plane"}, {"point", to_json(plane->point)}, {"normal", to_json(normalized(plane->normal))}};
  const Outline drawn = outline(shape, 6);
  const Bounds bounds = bounds_of(drawn.points);
  const Vec3 middle = bounds.middle();
  const bool is_mesh = std::holds_alternative<Mesh>(shape);
  const double size = bounds.diagonal(), unit = size > 0 ? (is_mesh ? 1e-5 : 1e-4) * size : 1;
  json points = json::array(), normals = json::array(), triangles = json::array();
  for (std::size_t i = 0; i < drawn.points.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) {
      points.push_back(std::lround((drawn.points[i][axis] - middle[axis]) / unit));
      normals.push_back(std::lround(1000 * drawn.normals[i][axis]));
    }
  for (const auto& corners : drawn.triangles)
    for (const VertexId corner : corners) triangles.push_back(corner);
  return {{"kind", is_mesh ? "mesh" : "solid"},
          {"middle", to_json(middle)},
          {"unit", unit},
          {"points", points},
          {"normals", normals},
          {"triangles", triangles}};
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
  for (const Collider& collider : colliders) list.push_back(describe_shape(collider.shape));
  return {{"type", "colliders"}, {"colliders", list}};
}

json describe_scene(const Scene& scene, const std::vector<Lane>& lanes) {
  const Simulation& first = lanes.front().simulation();
  json settings = json::array();
  for (const Lane& lane : lanes) settings.push_back(lane.settings());
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
          {"controls", describe_settings(first)}};
}

json describe_vertex(const Lane& lane, std::ptrdiff_t number, VertexId vertex) {
  const Model& model = lane.simulation().model();
  const State& state = lane.simulation().state();
  const auto contact = std::ranges::lower_bound(lane.contacts(), vertex, {}, &VertexContact::vertex);
  const bool touches = contact != lane.contacts().end() && contact->vertex == vertex;
  const bool is_pinned = std::ranges::find(model.pins, vertex, &Pin::vertex) != model.pins.end();
  return {{"type", "vertex"},
          {"lane", number},
          {"vertex", vertex},
          {"position", to_json(state.x[vertex])},
          {"velocity", to_json(state.v[vertex])},
          {"mass", model.mass[vertex]},
          {"strain", vertex_strains(model, state.x)[vertex]},
          {"contact", touches ? contact->force : 0},
          {"limited", touches && contact->is_limited},
          {"pinned", is_pinned}};
}

}  // namespace tensio::session
