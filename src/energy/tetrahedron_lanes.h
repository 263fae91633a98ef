#pragma once

#include "math/simd.h"
#include "tensio/elements.h"

namespace tensio::detail {

/// Tetrahedra in lanes: as many at once as a vector has numbers. No eigenvalues are needed for energies,
/// forces and curvatures along a direction: corotated ones take the rotation of F by Newton's iteration for
/// the polar decomposition (Higham 1986, Computing the polar decomposition, eq. 3.3), X ← ½ (X + X⁻ᵀ).
struct TetrahedronLanes {
  static constexpr std::size_t group = 8;  // elements

  /// Whether a group from here on has one law, and no bounds.
  static bool takes(const Tetrahedron* first);
  /// The energies of a group, J, and if asked the forces on its corners, N. Returns a bit for each element
  /// that the iteration does not reach, inverted or stretched by more than about three, and leaves it
  /// undefined.
  static unsigned evaluate(const Tetrahedron* first, Positions x, double* value, std::array<Vec3, 4>* force,
                           SimdLevel level);
  /// pᵀ H p of a group at x, J; the same.
  static unsigned curvature(const Tetrahedron* first, Positions x, std::span<const Vec3> p, double* value,
                            SimdLevel level);
};

}  // namespace tensio::detail
