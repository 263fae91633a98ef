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

/// How the rows of a dense matrix lie in memory: in tiles of four cache lines of numbers, column after column
/// in each, so that a product reads memory from one end to the other. The last tile has as many lines as it
/// needs, and at most half a line of rows goes in one of its own; what is left of it is zero.
template <class Real>
struct Tiles {
  static constexpr std::size_t lanes = 64 / sizeof(Real), half = lanes / 2, tile = 4 * lanes;
  std::size_t rows, columns;

  std::size_t whole_rows() const { return (rows + half - 1) / lanes * lanes; }  // all but a half line's
  std::size_t size() const { return (rows + half - 1) / half * half * columns; }
  /// Calls work(first, end, a, stride) for each tile: rows [first, end) of column j begin at a + j · stride.
  template <class Number, class Work>
  void for_each(Number* a, const Work& work) const {
    const std::size_t whole = whole_rows();
    for (std::size_t first = 0; first < rows;) {
      const std::size_t left = first < whole ? whole - first : half, stride = left < tile ? left : tile;
      work(first, first + stride < rows ? first + stride : rows, a + first * columns, stride);
      first += stride;
    }
  }
};

/// A dense matrix in tiles.
struct SolveMatrix {
  const void* values;
  std::size_t rows, columns;
};

/// Dense products with three right-hand sides: lines of the matrix lie along its rows, and each is loaded
/// once for x, y and z together. Rows [begin, end) of the product are computed; begin and, unless it is the
/// last, end are those of tiles. Every row is summed in an order that its place in the tile decides: that of
/// the columns in double precision, even and odd columns apart where a single line would wait in single
/// precision.
template <class Real>
struct SolveKernels {
  /// z[slot[i]] += Σ_j A[i, j] columns[j]
  void (*scatter_product)(const SolveMatrix& a, std::size_t begin, std::size_t end,
                          const Lanes<Real>* columns, const std::uint32_t* slot, Lanes<Real>* z);
  /// to[i] = Σ_j A[i, j] x[slot[j]] + Σ_j A[i, gathered + j] b[j], where j < gathered in the first sum
  void (*gather_product)(const SolveMatrix& a, std::size_t begin, std::size_t end, const Lanes<Real>* x,
                         const std::uint32_t* slot, std::size_t gathered, const Lanes<Real>* b,
                         Lanes<Real>* to);
  /// z[slot[i]].lane[axis] = from[axis][i] · scale[i], i < count, a multiple of the lanes of a line.
  void (*spread)(const Real* const (&from)[3], const Real* scale, const std::uint32_t* slot,
                 std::size_t count, Lanes<Real>* z);
  /// to[axis][i] = z[slot[i]].lane[axis] · scale[i]
  void (*collect)(const Lanes<Real>* z, const Real* scale, const std::uint32_t* slot, std::size_t count,
                  Real* const (&to)[3]);
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
