#pragma once

#include <memory>

#include "energy/objective.h"
#include "minimise/minimiser.h"

namespace tensio {

enum class Scheme { implicit_euler, static_equilibrium };

/// An implicit scheme: the numbers a step aims with, and how its minimiser becomes the next state.
class ImplicitScheme {
 public:
  virtual ~ImplicitScheme() = default;
  /// For the step of length h, s, that leads to the time `end`.
  virtual void aim(const System& system, const State& state, double h, double end, StepAim& aim) const = 0;
  /// Positions and velocities of the next state; its time is set by the integrator.
  virtual void finish(const StepAim& aim, Positions x, double h, State& state) const = 0;
};

/// y = x₀ + h ṽ₀, s² = h², w = x₀, τ = h; ṽ₀ = α^h v₀ (ether drag).  Liu et al. 2013, eqs. 5–8 and sec. 4.1.
class ImplicitEuler final : public ImplicitScheme {
 public:
  void aim(const System& system, const State& state, double h, double end, StepAim& aim) const override;
  void finish(const StepAim& aim, Positions x, double h, State& state) const override;
};

/// No mass term: forces in balance at time t + h, with the pins where their paths have led by then; all is at
/// rest.
class StaticEquilibrium final : public ImplicitScheme {
 public:
  void aim(const System& system, const State& state, double h, double end, StepAim& aim) const override;
  void finish(const StepAim& aim, Positions x, double h, State& state) const override;
};

std::unique_ptr<ImplicitScheme> make_scheme(Scheme scheme);

/// Prepares the step of length h that leads to the time `end`: the aim with its pins in place, the system at
/// the stage time with its dissipations frozen, and x where the iterations start.
void begin_step(const ImplicitScheme& scheme, System& system, const State& state, double h, double end,
                Start start, StepAim& aim, std::vector<Vec3>& x);

/// One step of a scheme with any minimiser.
class ImplicitIntegrator {
 public:
  /// The workers must outlive it.
  ImplicitIntegrator(std::unique_ptr<ImplicitScheme> scheme, const MinimiseOptions& options,
                     Workers& workers);

  /// Advances the state by h seconds, to the time `end` (given, so that no rounding adds up). When the
  /// report's status is not usable, the state is the one before.
  SolveReport advance(System& system, State& state, double h, double end);

 private:
  std::unique_ptr<ImplicitScheme> scheme_;
  std::unique_ptr<Minimiser> minimiser_;
  Start start_;
  StepAim aim_;
  std::vector<Vec3> x_;
};

}  // namespace tensio
