#pragma once

#include "energy/element_lanes.h"

namespace tensio::detail {

/// Hinges with the quadratic law; those with a triangle that is nearly a line are left undefined.
struct HingeLaneLaw {
  using Element = Hinge;
  static constexpr std::size_t count = 4, numbers = 2;

  static int kind(const Hinge& hinge) { return hinge.law == HingeLaw::quadratic ? 0 : -1; }
  template <class Put>
  static void pack(const Hinge& hinge, const Put& put) {
    put(0, hinge.rest_angle), put(1, hinge.stiffness);
  }
  template <class P, class Numbers, class Vectors>
  static void evaluate(int kind, const Numbers& n, const Vectors* x, typename P::Type& value, Vectors* force);
  template <class P, class Numbers, class Vectors>
  static void curvature(int kind, const Numbers& n, HessianForm form, const Vectors* x, const Vectors* p,
                        typename P::Type& value);
};

extern template struct ElementLanes<HingeLaneLaw, float>;
extern template struct ElementLanes<HingeLaneLaw, double>;

}  // namespace tensio::detail
