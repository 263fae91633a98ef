#pragma once

#include "energy/element_lanes.h"

namespace tensio::detail {

/// Shape matching of at most so many points. Unused ones are the first again, with weight 0.
template <std::size_t Most>
struct SmallCluster {
  std::array<VertexId, Most> vertex{};
  std::array<Vec3, Most> rest{};      // q, m, from their centre
  std::array<double, Most> weight{};  // sum 1
  double stiffness = 0, linear = 0;   // k, N/m; β
  Mat3 spread{}, inverse_spread{};    // Σ w q qᵀ, m²
  double size = 0;                    // Σ w |q|², m²
};

/// See ClusterEnergy; the moment M is taken over `size`, so that it is about 1.
template <std::size_t Most>
struct ClusterLaw {
  using Element = SmallCluster<Most>;
  static constexpr std::size_t count = Most, numbers = 4 * count + 9;
  /// The projected curvature of a cluster is clamped as a whole.
  static constexpr bool clamps_whole = true;

  static int kind(const Element&) { return 0; }
  template <class Put>
  static void pack(const Element& c, const Put& put) {
    for (std::size_t i = 0; i < count; ++i) {
      put(4 * i, c.weight[i]);
      for (int axis = 0; axis < 3; ++axis) put(4 * i + 1 + static_cast<std::size_t>(axis), c.rest[i][axis]);
    }
    std::size_t k = 4 * count;
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j) put(k++, c.size * c.inverse_spread(i, j));
    put(k, c.size), put(k + 1, c.stiffness), put(k + 2, c.linear);
  }
  template <class P, class Numbers, class Vectors>
  static void evaluate(int kind, const Numbers& n, const Vectors* x, typename P::Type& value, Vectors* force);
  template <class P, class Numbers, class Vectors>
  static void curvature(int kind, const Numbers& n, HessianForm form, const Vectors* x, const Vectors* p,
                        typename P::Type& value);
};

/// The sizes that there are kernels for: a cube of a lattice, and the cubes around a vertex.
/// A page carries the code, and takes the larger for both; sums have the same order and bits.
inline constexpr std::size_t cube_points = 8, more_points = 27,
                             few_points = has_wide_vectors ? cube_points : more_points;
extern template struct ElementLanes<ClusterLaw<few_points>, float>;
extern template struct ElementLanes<ClusterLaw<few_points>, double>;
extern template struct ElementLanes<ClusterLaw<more_points>, float>;
extern template struct ElementLanes<ClusterLaw<more_points>, double>;

}  // namespace tensio::detail
