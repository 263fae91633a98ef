#include <algorithm>

#include "sim/simulation_body.h"

namespace tensio {
namespace {

/// The part of a force along the normal of the collider that is nearest to a point, N; 0 if it pulls.
double normal_part(const Vec3& force, const Vec3& point, const std::vector<Collider>& colliders,
                   double time) {
  double nearest = HUGE_VAL;
  Vec3 normal;
  for (const Collider& collider : colliders) {
    if (needs_contact_rows(collider)) continue;
    const SurfacePoint surface = closest_surface(collider.shape, point - collider.path.offset(time));
    if (surface.distance - collider.thickness >= nearest) continue;
    nearest = surface.distance - collider.thickness;
    normal = surface.normal;
  }
  return std::max(0.0, dot(force, normal));
}

}  // namespace

std::vector<VertexContact> Simulation::contacts() const {
  const Body& body = *body_;
  if (!(body.advanced_seconds > 0)) return {};
  const State& state = body.state;
  std::vector<double> force(state.x.size());
  if (body.contact)
    body.contact->add_normal_forces(force);
  else
    for (std::size_t i = 0; i < body.contact_impulse.size(); ++i)
      if (body.contact_impulse[i] != Vec3{})
        force[i] = normal_part(body.contact_impulse[i] / body.advanced_seconds, state.x[i],
                               body.setup->colliders, state.time);
  std::vector<bool> is_limited(state.x.size());
  for (const VertexId i : body.held_back) is_limited[i] = true;
  std::vector<VertexContact> contacts;
  for (VertexId i = 0; i < state.x.size(); ++i)
    if (force[i] > 0 || is_limited[i])
      contacts.push_back({.force = force[i], .vertex = i, .is_limited = is_limited[i]});
  return contacts;
}

}  // namespace tensio
