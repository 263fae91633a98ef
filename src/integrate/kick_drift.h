#pragma once

#include "integrate/integrator.h"

namespace tensio {

/// A symplectic method as a sequence of
///   kick   v ← v + c h a(x)       drift   x ← x + c h v,
/// the first two of which, the head, stand before the kick and the drift of the tail; a fraction c of zero
/// leaves one out. The tail's kick and the head's of the step after it happen at the same place, so that
/// each step evaluates the forces once. Hairer, Lubich, Wanner, "Geometric Numerical Integration", I.1.
struct KickDriftTable {
  double head_kick = 0, head_drift = 0, kick = 0, drift = 0;
};
/// The table and the workers must outlive it.
std::unique_ptr<Integrator> make_kick_drift_integrator(const KickDriftTable& table, Precision precision,
                                                       Workers& workers);

/// Störmer's and Verlet's x₁ = x₀ + (1 − d)(x₀ − x₋₁) + h² a(x₀), d the `verlet_drag` of Jakobsen, "Advanced
/// character physics" (2001). The velocity of the state is that of the middle of the last step, (x₀ − x₋₁)/h,
/// and stands for x₋₁; a correction of it is one of x₋₁, so that nothing restarts. The history stores the
/// length h₋₁ of that step, 0 at the start, and a kick leads from middle to middle: by ½ (h₋₁ + h) a(x₀).
std::unique_ptr<Integrator> make_position_verlet(const SchemeOptions& options, Precision precision,
                                                 Workers& workers);

}  // namespace tensio
