#pragma once

#include "energy/element_lanes.h"

namespace tensio::detail {

/// A triangle of a closed surface and a sixth of the pressure in it, Pa.
struct PressureFace {
  std::array<VertexId, 3> vertex{};
  double sixth = 0;
};

/// −p/6 x₀·(x₁ × x₂) of each triangle: the sum is −p V from wherever positions are counted.
struct PressureLaw {
  using Element = PressureFace;
  static constexpr std::size_t count = 3, numbers = 1;

  static int kind(const PressureFace&) { return 0; }
  template <class Put>
  static void pack(const PressureFace& face, const Put& put) {
    put(0, face.sixth);
  }
  template <class P, class Numbers, class Vectors>
  static void evaluate(int kind, const Numbers& n, const Vectors* x, typename P::Type& value, Vectors* force);
  template <class P, class Numbers, class Vectors>
  static void curvature(int kind, const Numbers& n, HessianForm form, const Vectors* x, const Vectors* p,
                        typename P::Type& value);
};

extern template struct ElementLanes<PressureLaw, float>;
extern template struct ElementLanes<PressureLaw, double>;

}  // namespace tensio::detail
