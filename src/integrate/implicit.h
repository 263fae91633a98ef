#pragma once

#include <memory>

#include "energy/objective.h"
#include "minimise/minimiser.h"

namespace tensio {

/// An implicit scheme: the numbers a step aims with, and how its minimiser becomes the next state.
class ImplicitScheme {
 public:
  virtual ~ImplicitScheme() = default;
  virtual void aim(const System& system, const State& state, double h, StepAim& aim) const = 0;
  virtual void finish(const StepAim& aim, Positions x, double h, State& state) const = 0;
};

/// y = x₀ + h ṽ₀, s² = h², w = x₀, τ = h; ṽ₀ = α^h v₀ (ether drag).  Liu et al. 2013, eqs. 5–8 and sec. 4.1.
class ImplicitEuler final : public ImplicitScheme {
 public:
  void aim(const System& system, const State& state, double h, StepAim& aim) const override;
  void finish(const StepAim& aim, Positions x, double h, State& state) const override;
};

/// No mass term: forces in balance at time t + h, with the pins where their paths have led by then; all is at
/// rest.
class StaticEquilibrium final : public ImplicitScheme {
 public:
  void aim(const System& system, const State& state, double h, StepAim& aim) const override;
  void finish(const StepAim& aim, Positions x, double h, State& state) const override;
};

/// One step of a scheme with any minimiser.
class ImplicitIntegrator {
 public:
  ImplicitIntegrator(std::unique_ptr<ImplicitScheme> scheme, const MinimiseOptions& options);

  /// Advances the state by h seconds. When the report's status is not usable, the state is the one before.
  SolveReport advance(System& system, State& state, double h);

 private:
  std::unique_ptr<ImplicitScheme> scheme_;
  std::unique_ptr<Minimiser> minimiser_;
  Start start_;
  StepAim aim_;
  std::vector<Vec3> x_;
};

}  // namespace tensio
