#pragma once

#include "energy/objective.h"
#include "integrate/rigid_motion.h"
#include "tensio/report.h"

namespace tensio {

/// Accounts for the energy of a motion, kinetic, elastic and of loads; pins follow their paths, so that the
/// kinetic energy of what they hold does not count. Work within a step is measured halfway, at the mean
/// positions x and the mean velocity v = Δx/h:
/// - of pins: (∂E/∂x + ∂R/∂v) · Δx at the pins,
/// - of moving anchors and changing forces: the change of E while the vertices stand at x,
/// - of dampers and of the air: −∂R/∂v · Δx,
/// - of ether drag: what it takes from the velocities at the start.
/// What the step changed besides is numerical.
class EnergyLedger {
 public:
  /// The system must outlive the ledger.
  explicit EnergyLedger(System& system) : system_(system) {}

  /// Before the first of a run of steps. What changed since the last entry counts as an edit.
  void begin_run(const State& state);
  /// Before each step.
  void begin_step(const State& state);
  /// After it: enters what the step did.
  void end_step(const State& state, double h);
  /// Enters work that the last step contained and that was taken for a numerical error, J.
  void enter_work(double EnergyFlow::*where, double work) {
    flow_.*where += work;
    flow_.numerical -= work;
  }
  /// Enters all that changed since the last entry.
  void enter(double EnergyFlow::*where, const State& state);
  /// Goes on with this account, from whatever energy the next step finds.
  void restart(const EnergyFlow& flow) { flow_ = flow, is_running_ = false; }

  const EnergyFlow& flow() const { return flow_; }

 private:
  double energy(const State& state);                 // J
  double kinetic(std::size_t vertex, Vec3 v) const;  // J, without what pins hold
  double potential(Positions x, double time);

  System& system_;
  EnergyFlow flow_;
  bool is_running_ = false;
  double energy_ = 0;       // J, at the last entry
  double time_before_ = 0;  // s
  std::vector<Vec3> x_before_, v_before_, x_, v_, pull_, drag_;
};

/// Scales velocities down where the energy exceeds a budget, on top of any scheme: the energy at the start
/// and all that flowed in since but damping and numerical errors. All velocities are scaled by one factor
/// about the rigid motion of their piece, which keeps momentum and angular momentum; pieces that pins or
/// attachments hold have none to keep, and are slowed as a whole. Energy beyond what the velocities have is
/// left to the next step.
class EnergyBudget {
 public:
  /// The system must outlive the budget.
  explicit EnergyBudget(const System& system)
      : system_(system), motions_(*system.model, RigidMotions::Held::stand_still) {}

  void apply(EnergyLedger& ledger, State& state);
  /// The budget is the energy that there is now.
  void restart(const EnergyLedger& ledger) { surplus_at_start_ = ledger.flow().surplus(); }

 private:
  const System& system_;
  RigidMotions motions_;
  double surplus_at_start_ = 0;  // J
};

}  // namespace tensio
