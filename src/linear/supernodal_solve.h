#pragma once

#include <vector>

#include "linear/supernodes.h"
#include "math/simd.h"

namespace tensio::detail {

/// x, y and z of one vertex side by side, and a fourth number that stays 0.
template <class Real>
struct alignas(4 * sizeof(Real)) Lanes {
  Real lane[4];
};

/// A = Lᵀ-free form of a supernodal factor: per supernode, D⁻¹ = F_ss⁻¹ and M = F_bs F_ss⁻¹, so that
///   forward   b_rows −= M b_columns                      children before parents
///   backward  x_columns = D⁻¹ b_columns − Mᵀ x_rows      parents before children
/// are dense products without a triangular solve. Both matrices are kept in tiles of up to `tile_rows` rows,
/// columns first within a tile: each pass reads memory in one direction.
template <class Real>
struct SolveFactor {
  static constexpr std::size_t tile_rows = 8;

  std::vector<std::size_t> inverse_start, below_start;  // per supernode
  std::vector<Real> inverse, below;

  /// Room for the pattern.
  void resize(const Supernodes& nodes);
  /// Copies the two matrices of supernode s from dense columns.
  void set(const Supernodes& nodes, std::size_t s, const double* inverse_from, const double* below_from,
           std::size_t stride);
  /// Copies them back to dense columns: D⁻¹, width × width, and M, height × width.
  void unpack(const Supernodes& nodes, std::size_t s, double* inverse_to, double* below_to,
              std::size_t stride) const;
};

/// The two passes of z ← A⁻¹ z, z in the order of the columns of L; `scratch` holds as many as the widest
/// supernode has columns. In between, a border (linear/border.h) may be solved for.
template <class Real>
void solve_forward(const Supernodes& nodes, const SolveFactor<Real>& factor, Lanes<Real>* z, SimdLevel level);
template <class Real>
void solve_backward(const Supernodes& nodes, const SolveFactor<Real>& factor, Lanes<Real>* z,
                    Lanes<Real>* scratch, SimdLevel level);

}  // namespace tensio::detail
