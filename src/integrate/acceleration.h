#pragma once

#include "energy/objective.h"

namespace tensio {

/// f ← −∂E/∂x − ∂R/∂v at this time, s: N, of all but pins. The dampers take their directions from x.
void find_forces(System& system, Positions x, std::span<const Vec3> v, double time, std::span<Vec3> f);

/// a ← M⁻¹ (−∂E/∂x − ∂R/∂v) at this time, s; zero where pins hold. The dampers take their directions from x.
void accelerate(System& system, Positions x, std::span<const Vec3> v, double time, std::span<Vec3> a);

/// Puts what pins hold where their paths have led by then.
void place_pins(const Model& model, double time, std::span<Vec3> x);

/// Gives what pins hold the velocity at which it went from one time to the other, m/s.
void set_pin_velocities(const Model& model, double start, double end, std::span<Vec3> v);

}  // namespace tensio
