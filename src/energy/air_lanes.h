#pragma once

#include "energy/element_lanes.h"

namespace tensio::detail {

/// A triangle in the air, as it was at the start of the step.
struct AirFace {
  std::array<VertexId, 3> vertex{};
  Vec3 normal{}, wind{};
  double growth = 0;                                       // area over that at rest
  double normal_coefficient = 0, surface_coefficient = 0;  // ½ ρ A C, kg/m
  double typical = 0;                                      // of the constant matrix, kg/s
};

/// See AirDrag.
struct AirLaw {
  using Element = AirFace;
  static constexpr std::size_t count = 3, numbers = 8;

  static int kind(const AirFace&) { return 0; }
  template <class Put>
  static void pack(const AirFace& face, const Put& put) {
    for (int axis = 0; axis < 3; ++axis) {
      put(static_cast<std::size_t>(axis), face.normal[axis]);
      put(static_cast<std::size_t>(axis) + 3, face.wind[axis]);
    }
    put(6, face.normal_coefficient), put(7, face.surface_coefficient);
  }
  template <class P, class Numbers, class Vectors>
  static void evaluate(int kind, const Numbers& n, const Vectors* v, typename P::Type& value, Vectors* force);
  template <class P, class Numbers, class Vectors>
  static void curvature(int kind, const Numbers& n, HessianForm form, const Vectors* v, const Vectors* p,
                        typename P::Type& value);
};

extern template struct ElementLanes<AirLaw, float>;
extern template struct ElementLanes<AirLaw, double>;

}  // namespace tensio::detail
