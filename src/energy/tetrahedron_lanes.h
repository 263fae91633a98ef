#pragma once

#include "energy/element_lanes.h"

namespace tensio::detail {

/// Tetrahedra of one law without bounds. No eigenvalues are needed for energies, forces and curvatures along
/// a direction: corotated ones take the rotation of F by Newton's iteration for the polar decomposition
/// (Higham 1986, Computing the polar decomposition, eq. 3.3), X ← ½ (X + X⁻ᵀ). Those that it does not reach,
/// inverted or stretched by more than about three, are left undefined.
struct TetrahedronLaw {
  using Element = Tetrahedron;
  static constexpr std::size_t count = 4, numbers = 12;
  /// The projected curvature of an element is clamped as a whole.
  static constexpr bool clamps_whole = true;

  static bool takes(const Tetrahedron* first);
  template <class Put>
  static void pack(const Tetrahedron& e, const Put& put) {
    for (std::size_t k = 0; k < 9; ++k) put(k, e.inverse_rest[k]);
    put(9, e.measure), put(10, e.mu), put(11, e.lambda);
  }
  template <class P, class Numbers, class Vectors>
  static unsigned evaluate(const Tetrahedron& like, const Numbers& n, const Vectors* x,
                           typename P::Type& value, Vectors* force);
  template <class P, class Numbers, class Vectors>
  static unsigned curvature(const Tetrahedron& like, const Numbers& n, HessianForm form, const Vectors* x,
                            const Vectors* p, typename P::Type& value);
};

using TetrahedronLanes = ElementLanes<TetrahedronLaw>;
extern template struct ElementLanes<TetrahedronLaw>;

}  // namespace tensio::detail
