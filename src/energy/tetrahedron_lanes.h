#pragma once

#include "energy/element_lanes.h"

namespace tensio::detail {

/// Tetrahedra of one law without bounds, in closed form. Those of which the rotation is hardly defined, or
/// that are deformed very much, are left undefined.
struct TetrahedronLaw {
  using Element = Tetrahedron;
  static constexpr std::size_t count = 4, numbers = 12;
  /// The projected curvature of an element is clamped as a whole: it needs no eigenvalues.
  static constexpr bool clamps_whole = true;

  static int kind(const Tetrahedron& e) { return e.least < e.most ? -1 : static_cast<int>(e.law); }
  template <class Put>
  static void pack(const Tetrahedron& e, const Put& put) {
    for (std::size_t k = 0; k < 9; ++k) put(k, e.inverse_rest[k]);
    put(9, e.measure), put(10, e.mu), put(11, e.lambda);
  }
  template <class P, class Numbers, class Vectors>
  static void evaluate(int kind, const Numbers& n, const Vectors* x, typename P::Type& value, Vectors* force);
  template <class P, class Numbers, class Vectors>
  static void curvature(int kind, const Numbers& n, HessianForm form, const Vectors* x, const Vectors* p,
                        typename P::Type& value);
};

extern template struct ElementLanes<TetrahedronLaw, float>;
extern template struct ElementLanes<TetrahedronLaw, double>;

}  // namespace tensio::detail
