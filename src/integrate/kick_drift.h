#pragma once

#include <span>

#include "integrate/integrator.h"

namespace tensio {

/// A kick (of the velocities) or a drift (of the positions) over a fraction of the step.
struct KickDriftMove {
  bool is_kick;
  double fraction;
};
std::span<const KickDriftMove> kick_drift_moves(Scheme scheme);

/// Symplectic methods, as sequences of
///   kick   v ← v + c h a(x)       drift   x ← x + c h v.
/// symplectic Euler: kick 1, drift 1; leapfrog: drift ½, kick 1, drift ½; velocity Verlet: kick ½, drift 1,
/// kick ½. Hairer, Lubich, Wanner, "Geometric Numerical Integration", I.1.
class KickDriftIntegrator final : public Integrator {
 public:
  explicit KickDriftIntegrator(Scheme scheme) : scheme_(scheme) {}
  SolveReport advance(System& system, State& state, double h, double end) override;

 private:
  Scheme scheme_;
  std::vector<Vec3> x_, v_, a_;
};

/// Störmer's and Verlet's x₁ = x₀ + (1 − d)(x₀ − x₋₁) + h² a(x₀), d the drag of Jakobsen, "Advanced character
/// physics" (2001). It carries x₋₁, not a velocity; the velocity of the state is (x₁ − x₀)/h. The first step
/// is x₀ + h v₀ + ½ h² a(x₀).
class PositionVerlet final : public Integrator {
 public:
  explicit PositionVerlet(double drag) : drag_(drag) {}
  SolveReport advance(System& system, State& state, double h, double end) override;

 private:
  double drag_;
  std::vector<Vec3> x_, v_, a_;
};

}  // namespace tensio
