#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "contact/balls.h"
#include "tensio/report.h"

namespace tensio {

/// Moves every free vertex that a step of length h = time_after − time_before carried into a collider back to
/// its surface, and corrects its velocity: inelastic in the normal direction, Coulomb friction in the tangent
/// plane (Liu et al. 2013, sec. 4.1). With the surface's velocity u, r = v − u split into r_n n + r_t and the
/// approach speed a = max(0, −r_n), which is the impulse of the contact per mass,
///
///     r_n ← max(0, r_n)        r_t ← k r_t        k = max(0, 1 − μ a / |r_t|)
///
/// Friction also shortens the way along the surface: by reach · h times the velocity that it took, where a
/// scheme leads a constant acceleration a to x₁ = x₀ + h v₀ + reach · h² a (impulse_reach). With reach 1 that
/// keeps the same fraction k of the way. A vertex that sticks stays exactly where it was on the surface.
/// Leaving a deep penetration adds no velocity.
///
/// Follows the straight path from x_before to x relative to the collider, whose motion within the step is
/// taken as straight, so a fast vertex does not pass through a thin collider. Only vertices are followed, so
/// a collider smaller than the mesh can slip between them. Overlapping colliders are visited in turn until
/// none pushes; if they leave no room, the last one wins.
///
/// All spans have one entry per vertex; vertices whose coordinates are all pinned stay untouched. Colliders
/// must be valid; those that need contact rows (needs_contact_rows) are passed over.
ContactReport resolve_contacts(std::span<const Collider> colliders, double time_before, double time_after,
                               std::span<const Axes> pinned, std::span<const Vec3> x_before,
                               std::span<Vec3> x, std::span<Vec3> v, double reach = 1);

/// The same for bodies with skins, whose points collide in place of the vertices, and for balls. Moving a
/// point of a skin moves its vertices in proportion to their weights, by the least amount. A ball and what it
/// touches share the correction and the impulse by their masses; all of it is the ball's where a vertex is
/// pinned, or at another collider.
ContactReport resolve_contacts(const Model& model, std::span<const Collider> colliders, double time_before,
                               double time_after, std::span<const Axes> pinned,
                               std::span<const Vec3> x_before, std::span<Vec3> x, std::span<Vec3> v,
                               double reach = 1, std::span<Ball> balls = {});

}  // namespace tensio
