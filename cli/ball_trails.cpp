#include "cli/ball_trails.h"

namespace tensio::cli {

void BallTrails::add(const Simulation& simulation) {
  const std::vector<Collider>& colliders = simulation.setup().colliders;
  const double time = simulation.state().time;
  path_.resize(colliders.size());
  for (std::size_t c = 0; c < colliders.size(); ++c)
    if (colliders[c].mass > 0) path_[c].keys.push_back({time, colliders[c].path.offset(time)});
}

std::vector<Collider> BallTrails::colliders(const Simulation& simulation) const {
  std::vector<Collider> colliders = simulation.setup().colliders;
  for (std::size_t c = 0; c < path_.size(); ++c)
    if (!path_[c].keys.empty()) colliders[c].path = path_[c];
  return colliders;
}

}  // namespace tensio::cli
