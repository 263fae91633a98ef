#pragma once

#include "energy/objective.h"
#include "integrate/rigid_motion.h"

namespace tensio {

/// Keeps the energy of a motion, kinetic, elastic and of loads, below a budget, on top of any scheme. The
/// budget is the energy at the start and the work, since then, of
/// - moving pins: Σ ½ (∂E/∂x at both ends of the step) · (the way of the pin),
/// - moving anchors of attachments: the change of their energy while the vertices stand, mean of both ends,
/// - whatever else changed the state between two steps: contact.
/// Damping takes energy and gives nothing back, so that less than the budget is common. When a step ends with
/// more, all velocities are scaled by one factor about the rigid motion of their piece, which keeps momentum
/// and angular momentum; pieces that pins or attachments hold have none to keep, and are slowed as a whole.
/// Energy beyond what the velocities have is left to the next step.
class EnergyBudget {
 public:
  /// The system must outlive the budget.
  explicit EnergyBudget(System& system)
      : system_(system), motions_(*system.model, RigidMotions::Held::stand_still) {}

  /// Before a step.
  void begin(const State& state);
  /// After it.
  void end(State& state);
  /// The next step starts anew, from whatever energy there is.
  void restart() { is_running_ = false; }

  double budget() const { return budget_; }  // J
  /// Of a state, J; pinned vertices move as they are told, so that their motion does not count.
  double energy(const State& state);

 private:
  double potential(Positions x, double time);
  void pull_of_pins(const State& state, std::vector<Vec3>& force);

  System& system_;
  RigidMotions motions_;
  bool is_running_ = false;
  double budget_ = 0;       // J
  double energy_ = 0;       // J, when the last step ended
  double time_before_ = 0;  // s
  std::vector<Vec3> x_before_, pull_before_, pull_;
};

}  // namespace tensio
