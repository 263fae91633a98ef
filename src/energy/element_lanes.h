#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "math/simd.h"
#include "tensio/model.h"
#include "tensio/solver.h"

namespace tensio::detail {

/// Elements in lanes, a cache line of numbers at once. A Law tells what they do in the lanes of a pack P:
///   Element, count, numbers       the table's row, how many vertices it has, and how many numbers
///   kind(element)                 a group takes elements of one kind; −1 for what no lane can do
///   pack(element, put)            calls put(k, number) for all its numbers
///   evaluate<P>(kind, n, x, value, force)           energies, J, at corners x, and if asked forces, N
///   curvature<P>(kind, n, form, x, p, value)        pᵀ H p, J, exact or projected
/// where n[k] is a number of each element. What lanes leave undefined has a value that is not a number: it is
/// done by itself. The bodies are in the source that instantiates this, which includes element_lanes_body.h
/// and is compiled as a kernel.
template <class Law, class Real>
struct ElementLanes {
  static constexpr std::size_t group = 64 / sizeof(Real), count = Law::count;
  using Element = typename Law::Element;

  /// What is constant of a group of elements.
  struct Group {
    std::uint32_t vertex[count][group];
    Real number[Law::numbers][group];
    int kind;
  };
  /// Packs at most as many elements as there is room for; other places, and elements of another kind than the
  /// first, have no numbers.
  static Group pack(std::span<const Element> elements) {
    Group packed;
    packed.kind = Law::kind(elements[0]);
    for (std::size_t lane = 0; lane < group; ++lane) {
      const Element& element = elements[lane < elements.size() ? lane : 0];
      for (std::size_t i = 0; i < count; ++i) packed.vertex[i][lane] = element.vertex[i];
      const bool is_in = lane < elements.size() && packed.kind >= 0 && Law::kind(element) == packed.kind;
      Law::pack(element, [&](std::size_t k, double number) {
        packed.number[k][lane] = is_in ? static_cast<Real>(number) : std::numeric_limits<Real>::quiet_NaN();
      });
    }
    return packed;
  }

  /// Where elements are, and what becomes of them.
  struct Run {
    std::span<const Group> groups;
    const Real *x, *p = nullptr;  // quads; p: of the curvature
    double* sums;                 // of each lane, J
    Real* force = nullptr;        // quads, by group, corner and lane; null: not asked
    std::uint16_t* left;          // of each group a bit for each lane that is left undefined
    HessianForm form = HessianForm::exact;
  };
  static void evaluate(const Run& run, SimdLevel level);
  static void curvature(const Run& run, SimdLevel level);
};

}  // namespace tensio::detail
