#pragma once

#include <optional>
#include <string>

#include "tensio/simulation.h"

namespace tensio {

/// Notices energy that comes from nothing. It looks at the energy after each frame; where that rose, it
/// tracks the next frames step by step, which tells work from numerical errors.
class EnergyWatch {
 public:
  /// After each frame.
  void look(Simulation& simulation);
  /// One sentence about the first frames that gained energy; "" while there are none.
  std::string warning() const;

 private:
  static constexpr int tracked_frames = 3;

  std::optional<double> calm_;  // J, energy that is above suspicion
  int to_track_ = 0;            // frames
  int frame_ = 0;               // at which energy was gained
  double gained_ = 0;           // J, from nothing
  double energy_ = 0;           // J, kinetic and elastic, then
  Scheme scheme_{};
};

}  // namespace tensio
