#pragma once

#include <array>
#include <cstdint>

#include "math/simd.h"
#include "tensio/model.h"
#include "tensio/solver.h"

namespace tensio::detail {

/// Elements in lanes, eight at once. A Law tells what they do in the lanes of a pack P:
///   Element, count, numbers       the table's row, how many vertices it has, and how many numbers
///   takes(first)                  whether eight from here on can go together
///   pack(element, put)            calls put(k, number) for all its numbers
///   evaluate<P>(like, n, x, value, force)           energies, J, at corners x, and if asked forces, N
///   curvature<P>(like, n, form, x, p, value)        pᵀ H p, J, exact or projected
/// where `like` is any of the eight and n[k] a number of each. Both return a bit for each lane that they
/// leave undefined, which is then done by itself. The source that instantiates this includes
/// element_lanes_body.h and is compiled as a kernel.
template <class Law>
struct ElementLanes {
  static constexpr std::size_t group = 8, count = Law::count;
  using Element = typename Law::Element;
  using Corners = std::array<Vec3, count>;

  /// What is constant of eight elements.
  struct Group {
    std::uint32_t place[count][group];  // of a vertex's x among all coordinates
    double number[Law::numbers][group];
  };

  static bool takes(const Element* first) { return Law::takes(first); }
  static Group pack(const Element* first) {
    Group packed;
    for (std::size_t lane = 0; lane < group; ++lane) {
      for (std::size_t i = 0; i < count; ++i) packed.place[i][lane] = 3 * first[lane].vertex[i];
      Law::pack(first[lane], [&](std::size_t k, double number) { packed.number[k][lane] = number; });
    }
    return packed;
  }
  static unsigned evaluate(const Group& group, const Element& like, Positions x, double* value,
                           Corners* force, SimdLevel level);
  static unsigned curvature(const Group& group, const Element& like, HessianForm form, Positions x,
                            std::span<const Vec3> p, double* value, SimdLevel level);
};

}  // namespace tensio::detail
