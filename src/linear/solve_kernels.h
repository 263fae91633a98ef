#pragma once

#include <cstddef>
#include <cstdint>

#include "math/simd.h"

namespace tensio {

/// How the numbers of a factor are kept. Double precision solves with f64, single precision with the others,
/// all of which it decodes to float.
enum class Storage { f64, f32, f16, bf16 };

namespace detail {

/// x, y and z of one vertex side by side, and a fourth number that stays 0.
template <class Real>
struct alignas(4 * sizeof(Real)) Lanes {
  Real lane[4];
};

/// One supernode in a solve: the dense matrix B = [−M; D⁻¹], columns first, each padded with zeros to whole
/// lines. Its rows stand for the elements z[slot[i]]: those below the columns, the columns, and padding that
/// is always 0.
template <class Real>
struct SolveNode {
  const void* matrix;
  std::size_t stride;         // from column to column, a multiple of Line::lanes
  std::size_t width, height;  // of M: height × width
  const std::uint32_t* slot;  // `stride` of them
};

/// Dense products with three right-hand sides. Each entry of B is loaded once for x, y and z together.
template <class Real>
struct SolveKernels {
  /// z[slot[i]] += Σ_j B[i, j] columns[j] for the rows i of M in [begin, end); begin is a multiple of the
  /// lanes of a line.
  void (*forward)(const SolveNode<Real>& node, std::size_t begin, std::size_t end, const Lanes<Real>* columns,
                  Lanes<Real>* z);
  /// to[axis][i] = z[slot[i]].lane[axis] · scale[i], i < count, a multiple of the lanes of a line; without a
  /// scale, 1.
  void (*gather)(const std::uint32_t* slot, std::size_t count, const Lanes<Real>* z, const Real* scale,
                 Real* const (&to)[3]);
  /// z[slot[i]].lane[axis] = from[axis][i] · scale[i]
  void (*spread)(const Real* const (&from)[3], const Real* scale, const std::uint32_t* slot,
                 std::size_t count, Lanes<Real>* z);
  /// columns[j] = Σ_i B[i, j] v[i] for j in [begin, end)
  void (*backward)(const SolveNode<Real>& node, std::size_t begin, std::size_t end, const Real* v,
                   Lanes<Real>* columns);
};

/// Double precision: the same bits at every level. Single: products are fused where the level can.
template <class Real>
SolveKernels<Real> solve_kernels(SimdLevel level, Storage storage);
template <>
SolveKernels<double> solve_kernels(SimdLevel level, Storage storage);
template <>
SolveKernels<float> solve_kernels(SimdLevel level, Storage storage);

}  // namespace detail
}  // namespace tensio
