#pragma once

#include "integrate/integrator.h"

namespace tensio {

/// An implicit scheme: the numbers that each of its stages aims with, and how the minimisers become the next
/// state. A step of one or more stages, each one minimisation of StepObjective.
class ImplicitScheme {
 public:
  virtual ~ImplicitScheme() = default;
  virtual int stages() const { return 1; }
  /// Aims stage `stage` of the step of length h, s, that leads to the time `end`: y, w, s², τ, stage time.
  virtual void aim(int stage, System& system, const State& state, double h, double end, StepAim& aim) = 0;
  /// Takes the minimiser x of a stage that is not the last.
  virtual void keep(int, const StepAim&, Positions) {}
  /// How far the end of the step is from its start, seen from there, in multiples of how far the minimiser of
  /// the last stage is.
  virtual double reach() const { return 1; }
  /// Positions and velocities of the next state from the minimiser of the last stage, and its history; the
  /// integrator sets the time and the pins.
  virtual void finish(const StepAim& aim, Positions x, double h, State& state) const = 0;
  /// Where a pin stands at the stage; `start` and `end` bound the step.
  virtual Vec3 pin_offset(const Pin& pin, double start, double end, double stage_time) const;
  /// Takes the directions of the dampers from the start of the step. Schemes of second order extrapolate to
  /// the stage, as they would lose their order otherwise.
  virtual void freeze(System& system, const State& state, double h, double end, const StepAim& aim) const;
  /// The forces that the objective of the stage that was aimed last is made of: all, unless some went into y.
  virtual System& implicit_part(System& system) { return system; }
  /// Whether none went into y.
  virtual bool takes_all_forces() const { return true; }
  virtual bool is_static() const { return false; }
  /// Whether y may lead stiff springs through themselves, because it has their force or their velocity in
  /// full: iterations then start where no spring is turned over. Others take most of either in the step
  /// before.
  virtual bool may_turn_springs() const { return false; }
  /// Of forces outside the objective, per step.
  virtual int evaluations() const { return 0; }
};

/// Null of an explicit scheme.
std::unique_ptr<ImplicitScheme> make_implicit_scheme(Scheme scheme, const SchemeOptions& options);

/// Prepares a stage of the step of length h that leads to the time `end`: the aim with its pins in place, the
/// system at the stage time with its dissipations frozen, and x where the iterations start. Returns the
/// system whose objective is to be minimised: this one, or a part of it that lives in the scheme.
System& begin_stage(ImplicitScheme& scheme, int stage, System& system, const State& state, double h,
                    double end, Start start, StepAim& aim, std::vector<Vec3>& x);

/// One step of a scheme with any minimiser.
class ImplicitIntegrator final : public Integrator {
 public:
  /// The workers must outlive it.
  ImplicitIntegrator(std::unique_ptr<ImplicitScheme> scheme, const MinimiseOptions& options,
                     Workers& workers);
  SolveReport advance(System& system, State& state, double h, double end) override;
  void divide(StepRounds& rounds, int count) override;

 private:
  SolveReport minimise(const System& part, const State& state, bool is_last);
  Positions end_of_step(Positions start);
  /// Whether to look for turned springs after a step of so many iterations. Looking takes about as long as
  /// a third of an iteration, and so at most 2 % of the time.
  bool should_look(int iterations);

  std::unique_ptr<ImplicitScheme> scheme_;
  MinimiseOptions options_;
  std::unique_ptr<Minimiser> minimiser_;
  int seldom_;  // iterations between looks for turned springs, at least
  Workers& workers_;
  StepAim aim_;
  std::vector<Vec3> x_, x_start_;
  StepRounds* rounds_ = nullptr;
  int round_iterations_ = 1;
  std::vector<Vec3> end_;  // m, of the step, between rounds
  int iterations_since_look_ = 0;
};

}  // namespace tensio
