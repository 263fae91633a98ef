#pragma once

#include "math/simd.h"

namespace tensio::detail {

/// The stable Neo-Hookean energy of Smith et al. 2018, eq. 14: with I = |F|² it has the density
/// ½ m (I − 3) − ½ m ln((I + 1)/4) + ½ l ((J − α)² − (1 − α)²), where m, l and α are such that small strains
/// are Hooke's. The logarithm is what lets a tetrahedron that was squeezed to a point find its way back.
/// The stress is P = along_f F + along_cofactors ∂J/∂F. Of numbers, or of lanes of them.
template <class V>
struct NeoHookean {
  V m, l, alpha;

  TENSIO_INLINE NeoHookean(const V& mu, const V& lambda)
      : m(mu * (4.0 / 3)), l(lambda + mu * (5.0 / 6)), alpha(m > 0 ? 1 + 0.75 * m / l : V{} + 1) {}
  TENSIO_INLINE V in_logarithm(const V& square) const { return (square + 1) * 0.25; }
  TENSIO_INLINE V density(const V& square, const V& volume, const V& log) const {
    return 0.5 * (m * (square - 3 - log) + l * (volume - 1) * (volume + 1 - 2 * alpha));
  }
  TENSIO_INLINE V along_f(const V& square) const { return m * (1 - 1 / (square + 1)); }
  /// What the first of the two changes by with |F|², twice.
  TENSIO_INLINE V bends(const V& square) const { return 2 * m / ((square + 1) * (square + 1)); }
  TENSIO_INLINE V along_cofactors(const V& volume) const { return l * (volume - alpha); }
};

}  // namespace tensio::detail
