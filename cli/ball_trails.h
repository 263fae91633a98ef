#pragma once

#include <vector>

#include "tensio/simulation.h"

namespace tensio::cli {

/// Where free balls were in each frame: a simulation knows only where they are.
class BallTrails {
 public:
  /// After each frame.
  void add(const Simulation& simulation);
  /// The colliders, balls with paths through all frames.
  std::vector<Collider> colliders(const Simulation& simulation) const;

 private:
  std::vector<Path> path_;  // of each collider; empty where it is no ball
};

}  // namespace tensio::cli
