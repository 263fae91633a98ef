#pragma once

#include "energy/objective.h"

namespace tensio {

/// a ← M⁻¹ (−∂E/∂x − ∂R/∂v) at this time, s; zero at pins. The dampers take their directions from x.
void accelerate(System& system, Positions x, std::span<const Vec3> v, double time, std::span<Vec3> a);

/// Puts the pinned vertices where their paths have led by then.
void place_pins(const Model& model, double time, std::span<Vec3> x);

/// The velocity at which pinned vertices went from one time to the other, m/s.
void set_pin_velocities(const Model& model, double start, double end, std::span<Vec3> v);

}  // namespace tensio
