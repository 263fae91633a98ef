#pragma once

#include <span>
#include <vector>

#include "tensio/collider.h"

namespace tensio {

/// A free sphere in a step.
struct Ball {
  std::size_t collider = 0;
  Vec3 home;                         // m, the centre of its shape
  double radius = 0, thickness = 0;  // m
  double friction = 0;
  double inverse_mass = 0;  // 1/kg
  Vec3 start, end;          // m, its centre before and after the step
  Vec3 velocity;            // m/s, after the step

  Vec3 offset_before() const { return start - home; }
  Vec3 offset_after() const { return end - home; }
};

/// Whether a collider moves by itself in a step: it has mass, and its path had ended when the step began.
bool is_free(const Collider& collider, double before, double after);

/// The flight of all free spheres in a step, as if they touched nothing: x₁ = x₀ + h v₀ + reach · h² g and
/// v₁ = v₀ + h g. Reuses the memory of `balls`.
void fly(std::span<const Collider> colliders, const Vec3& gravity, double before, double after, double reach,
         std::vector<Ball>& balls);

/// Puts free spheres where the step led them. Those that still follow their paths get their velocity.
void land(std::span<const Ball> balls, double before, double after, std::span<Collider> colliders);

}  // namespace tensio
