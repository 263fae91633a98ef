#pragma once

#include "energy/element_lanes.h"

namespace tensio::detail {

/// Stencils of the same vertices, such as the threads of a triangle; unused ones have weight and coefficients
/// 0.
template <std::size_t Rows>
struct StencilSet {
  std::array<VertexId, 4> vertex{};
  std::array<Stencil, Rows> row{};
};

template <std::size_t Rows>
struct StencilLaw {
  using Element = StencilSet<Rows>;
  static constexpr std::size_t count = 4, each = 6, numbers = each * Rows;

  static int kind(const Element&) { return 0; }
  template <class Put>
  static void pack(const Element& e, const Put& put) {
    for (std::size_t k = 0; k < Rows; ++k) {
      const Stencil& s = e.row[k];
      for (std::size_t i = 1; i < count; ++i) put(each * k + i - 1, s.coefficient[i]);
      put(each * k + 3, s.weight), put(each * k + 4, s.rest_length);
      put(each * k + 5, s.rest_length + s.slack);
    }
  }
  template <class P, class Numbers, class Vectors>
  static void evaluate(int, const Numbers& n, const Vectors* x, typename P::Type& value, Vectors* force);
  template <class P, class Numbers, class Vectors>
  static void curvature(int, const Numbers& n, HessianForm form, const Vectors* x, const Vectors* p,
                        typename P::Type& value);
};

extern template struct ElementLanes<StencilLaw<1>, float>;
extern template struct ElementLanes<StencilLaw<1>, double>;
extern template struct ElementLanes<StencilLaw<4>, float>;
extern template struct ElementLanes<StencilLaw<4>, double>;

}  // namespace tensio::detail
