#pragma once

#include "energy/element_lanes.h"

namespace tensio::detail {

/// Corotated triangles without bounds, in closed form. With n the normal, J the area over that at rest and
/// t = σ₁ + σ₂ = √(|F|² + 2J), R = (F + ∂J/∂F)/t is the rotation of F = R S. Triangles squeezed nearly to a
/// line are left undefined.
struct MembraneLaw {
  using Element = Membrane;
  static constexpr std::size_t count = 3, numbers = 7;

  static int kind(const Membrane& e) {
    return e.law == ElementLaw::corotated && !(e.least < e.most) ? 0 : -1;
  }
  template <class Put>
  static void pack(const Membrane& e, const Put& put) {
    for (std::size_t k = 0; k < 4; ++k) put(k, e.inverse_rest[k]);
    put(4, e.measure), put(5, e.mu), put(6, e.lambda);
  }
  template <class P, class Numbers, class Vectors>
  static void evaluate(int, const Numbers& n, const Vectors* x, typename P::Type& value, Vectors* force);
  template <class P, class Numbers, class Vectors>
  static void curvature(int, const Numbers& n, HessianForm form, const Vectors* x, const Vectors* p,
                        typename P::Type& value);
};

extern template struct ElementLanes<MembraneLaw, float>;
extern template struct ElementLanes<MembraneLaw, double>;

}  // namespace tensio::detail
