#pragma once

#include "field/force_field.h"
#include "minimise/minimiser.h"

namespace tensio {

/// A state on fields, as explicit integrators advance it, and the forces on it.
template <class Real>
class FieldMotion {
 public:
  explicit FieldMotion(Workers& workers) : forces_(workers) {}

  /// Takes a state. True when its positions are where give() has left them and the system is the same, so
  /// that accelerations which depend on positions alone are still those of then.
  bool take(System& system, const State& state);
  /// Makes the motion, which has come from `start` to `end` in its last step, the state, with the pins where
  /// they belong; or leaves the state alone and is false when a number is not finite.
  bool give(double start, double end, State& state);

  void place_pins(double time, MotionFields<Real>& motion) const;
  /// The velocities at which pins went from one time to the other, times `kept`.
  void set_pin_velocities(double start, double end, double kept, MotionFields<Real>& motion) const;

  MotionFields<Real>& fields() { return fields_; }
  ForceField<Real>& forces() { return forces_; }

 private:
  ForceField<Real> forces_;
  MotionFields<Real> fields_;
  const System* system_ = nullptr;
  std::vector<Vec3> x_, v_;  // m, m/s: the next state
};

/// 1 − α^h: what ether drag takes of the velocities within h seconds.  Liu et al. 2013, sec. 4.1.
double ether_loss(const System& system, double h);

}  // namespace tensio
