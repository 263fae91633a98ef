#pragma once

#include <optional>
#include <string>

#include "tensio/simulation.h"

namespace tensio {

/// Notices energy that comes from nothing. It looks at the energy after each frame; where that rose, it
/// tracks the next frames step by step, which tells work from numerical errors.
class EnergyWatch {
 public:
  /// After each frame. Where the simulation is tracked all along, say so: its accounts then tell more.
  void look(Simulation& simulation, bool is_tracked = false);
  /// One sentence about the first frames that gained energy; "" while there are none.
  std::string warning() const;

 private:
  static constexpr int tracked_frames = 3;

  std::optional<double> calm_;  // J, energy that is above suspicion
  int to_track_ = 0;            // frames
  double lowest_ = 0;           // J, the least surplus so far of a simulation that is tracked all along
  int frame_ = 0;               // at which energy was gained
  double gained_ = 0;           // J, from nothing
  double energy_ = 0;           // J, kinetic and elastic, then
  Scheme scheme_{};
};

}  // namespace tensio
