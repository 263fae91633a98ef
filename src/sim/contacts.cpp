#include <algorithm>

#include "model/seen.h"
#include "sim/simulation_body.h"

namespace tensio {
namespace {

/// The collider whose surface is nearest to a point, seen from its thickness.
struct Nearest {
  Vec3 normal;
  double height = HUGE_VAL;  // m
};
Nearest find_nearest(const std::vector<Collider>& colliders, const Vec3& point, double time) {
  Nearest nearest;
  for (const Collider& collider : colliders) {
    if (needs_contact_rows(collider)) continue;
    const SurfacePoint surface = closest_surface(collider.shape, point - collider.path.offset(time));
    const double height = surface.distance - collider.thickness;
    if (height < nearest.height) nearest = {surface.normal, height};
  }
  return nearest;
}

/// Takes the forces from the vertices that carry skins to the points of these, by their weights: to those
/// that still touch at the end of the step, or else to all that the vertex carries.
void give_to_skins(const Model& model, Positions seen, const std::vector<Collider>& colliders, double time,
                   std::vector<double>& force) {
  for (const double reach : {1e-3, HUGE_VAL}) {  // m
    std::vector<std::pair<std::size_t, const SkinPoint*>> sharing;
    std::vector<double> weight(model.vertex_count());  // of the points that share a vertex's force
    std::size_t number = model.vertex_count();
    for (const Skin& skin : model.skins)
      for (const SkinPoint& point : skin.points) {
        const std::size_t p = number++;
        const auto is_pressed = [&](VertexId v) { return force[v] > 0; };
        if (std::ranges::none_of(point.vertex, is_pressed) ||
            find_nearest(colliders, seen[p], time).height > reach)
          continue;
        sharing.emplace_back(p, &point);
        for (std::size_t i = 0; i < point.vertex.size(); ++i) weight[point.vertex[i]] += point.weight[i];
      }
    for (const auto& [p, point] : sharing)
      for (std::size_t i = 0; i < point->vertex.size(); ++i)
        if (const VertexId v = point->vertex[i]; weight[v] > 0)
          force[p] += force[v] * point->weight[i] / weight[v];
    for (VertexId v = 0; v < model.vertex_count(); ++v)
      if (weight[v] > 0) force[v] = 0;
  }
}

}  // namespace

std::vector<VertexContact> Simulation::contacts() const {
  const Body& body = *body_;
  if (!(body.advanced_seconds > 0)) return {};
  const Model& model = body.setup->model;
  const std::vector<Vec3> seen = seen_points(model, body.state.x);
  std::vector<double> force(seen.size());
  std::vector<bool> is_limited(seen.size());
  if (body.contact) {
    body.contact->add_normal_forces(force);
    for (const VertexId p : body.held_back)
      is_limited[p] = p >= model.vertex_count() || !is_covered(model, p);
  } else {
    const std::vector<Collider>& colliders = body.setup->colliders;
    const double time = body.state.time;
    for (std::size_t v = 0; v < body.contact_impulse.size(); ++v) {
      if (body.contact_impulse[v] == Vec3{}) continue;
      const Vec3 normal = find_nearest(colliders, seen[v], time).normal;
      force[v] = std::max(0.0, dot(body.contact_impulse[v], normal) / body.advanced_seconds);
    }
    if (!model.skins.empty()) give_to_skins(model, seen, colliders, time, force);
  }
  std::vector<VertexContact> contacts;
  for (VertexId p = 0; p < seen.size(); ++p)
    if (force[p] > 0 || is_limited[p])
      contacts.push_back({.force = force[p], .vertex = p, .is_limited = is_limited[p]});
  return contacts;
}

}  // namespace tensio
