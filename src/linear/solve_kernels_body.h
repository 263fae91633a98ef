#pragma once

// The kernels of solve_kernels.h for every instruction set, from one source. It is compiled twice: for double
// precision without, for single precision with fused products (see CMakeLists.txt).

#include "linear/solve_kernels.h"

namespace tensio::detail {

/// How many lines of rows and how many columns are summed at once: as many as there are registers for.
template <class L>
struct Blocking {
  static constexpr int lines = L::parts == 1 ? 4 : L::parts == 2 ? 2 : 1;
  static constexpr int columns = L::parts == 1 ? 8 : L::parts == 2 ? 2 : 1;
};

/// z[slot[i]] += (x[i], y[i], z[i]) for i < count
template <class L, int Lines, class Real>
TENSIO_INLINE void scatter_add(const L (&sum)[Lines][3], const std::uint32_t* slot, std::size_t count,
                               Lanes<Real>* z) {
  constexpr std::size_t rows = Lines * L::lanes;
  if (count > rows) count = rows;
  if constexpr (L::has_quads) {
    using Q = typename Quad<Real>::Type;
    constexpr int quads = L::part_lanes / 4;  // in a part
    // Four rows' numbers stand a quarter apart: row 4 i + k is value[k][i].
    alignas(64) Lanes<Real> value[4][rows / 4];
    for (int t = 0; t < Lines; ++t) {
      for (int p = 0; p < L::parts; ++p) {
        typename L::Part row[4];
        columns_to_rows(sum[t][0].part[p], sum[t][1].part[p], sum[t][2].part[p], row);
        for (int k = 0; k < 4; ++k)
          *reinterpret_cast<typename L::Part*>(value[k] + (t * L::parts + p) * quads) = row[k];
      }
    }
    for (std::size_t i = 0; i < count / 4; ++i)
      for (int k = 0; k < 4; ++k)
        *reinterpret_cast<Q*>(z + slot[4 * i + k]) += *reinterpret_cast<const Q*>(value[k] + i);
    for (std::size_t i = count / 4 * 4; i < count; ++i)
      *reinterpret_cast<Q*>(z + slot[i]) += *reinterpret_cast<const Q*>(value[i % 4] + i / 4);
  } else {
    Real value[3][rows];
    for (int t = 0; t < Lines; ++t)
      for (int axis = 0; axis < 3; ++axis) sum[t][axis].store(value[axis] + t * L::lanes);
    for (std::size_t i = 0; i < count; ++i)
      for (int axis = 0; axis < 3; ++axis) z[slot[i]].lane[axis] += value[axis][i];
  }
}

/// `Lines` lines of rows, of which the first `count` rows are scattered.
template <class L, int Lines, class Stored, class Real>
TENSIO_INLINE void forward_rows(const Stored* b, std::size_t stride, std::size_t width,
                                const Lanes<Real>* columns, const std::uint32_t* slot, std::size_t count,
                                Lanes<Real>* z) {
  L sum[Lines][3];
  for (int t = 0; t < Lines; ++t)
    for (int axis = 0; axis < 3; ++axis) sum[t][axis].set_zero();
  for (std::size_t j = 0; j < width; ++j, b += stride) {
    const Real* column = columns[j].lane;
    for (int t = 0; t < Lines; ++t) {
      L l;
      l.load(b + t * L::lanes);
      for (int axis = 0; axis < 3; ++axis) sum[t][axis].add_product(l, column[axis]);
    }
  }
  scatter_add<L, Lines>(sum, slot, count, z);
}

template <class L, class Stored, class Real>
TENSIO_INLINE void forward_with(const SolveNode<Real>& node, std::size_t begin, std::size_t end,
                                const Lanes<Real>* columns, Lanes<Real>* z) {
  constexpr std::size_t lines = Blocking<L>::lines;
  const Stored* b = static_cast<const Stored*>(node.matrix);
  while (begin < end) {
    const std::size_t left = (end - begin + L::lanes - 1) / L::lanes, count = end - begin;
    const Stored* from = b + begin;
    const std::uint32_t* slot = node.slot + begin;
    if (lines >= 4 && left >= 4) {
      forward_rows<L, lines >= 4 ? 4 : 1>(from, node.stride, node.width, columns, slot, count, z);
      begin += 4 * L::lanes;
    } else if (lines >= 4 && left == 3) {
      forward_rows<L, lines >= 4 ? 3 : 1>(from, node.stride, node.width, columns, slot, count, z);
      begin += 3 * L::lanes;
    } else if (lines >= 2 && left >= 2) {
      forward_rows<L, lines >= 2 ? 2 : 1>(from, node.stride, node.width, columns, slot, count, z);
      begin += 2 * L::lanes;
    } else {
      forward_rows<L, 1>(from, node.stride, node.width, columns, slot, count, z);
      begin += L::lanes;
    }
  }
}

template <class L, class Real>
TENSIO_INLINE void gather_with(const std::uint32_t* slot, std::size_t count, const Lanes<Real>* z,
                               const Real* scale, Real* const (&to)[3]) {
  for (std::size_t i = 0; i < count; i += L::lanes) {
    L value[3];
    if constexpr (L::has_quads) {
      for (int p = 0; p < L::parts; ++p) {
        typename L::Part row[4];
        for (int k = 0; k < 4; ++k) load_quads(z->lane, slot + i + p * L::part_lanes + k, row[k]);
        rows_to_columns(row, value[0].part[p], value[1].part[p], value[2].part[p]);
      }
    } else {
      Real lane[3][L::lanes];
      for (int k = 0; k < L::lanes; ++k)
        for (int axis = 0; axis < 3; ++axis) lane[axis][k] = z[slot[i + k]].lane[axis];
      for (int axis = 0; axis < 3; ++axis) value[axis].load(lane[axis]);
    }
    if (scale) {
      L s;
      s.load(scale + i);
      for (int axis = 0; axis < 3; ++axis) value[axis].multiply(s);
    }
    for (int axis = 0; axis < 3; ++axis) value[axis].store(to[axis] + i);
  }
}

template <class L, class Real>
TENSIO_INLINE void spread_with(const Real* const (&from)[3], const Real* scale, const std::uint32_t* slot,
                               std::size_t count, Lanes<Real>* z) {
  for (std::size_t i = 0; i < count; i += L::lanes) {
    L value[3], s;
    s.load(scale + i);
    for (int axis = 0; axis < 3; ++axis) value[axis].load(from[axis] + i), value[axis].multiply(s);
    if constexpr (L::has_quads) {
      using Q = typename Quad<Real>::Type;
      constexpr int quads = L::part_lanes / 4;
      for (int p = 0; p < L::parts; ++p) {
        typename L::Part row[4];
        columns_to_rows(value[0].part[p], value[1].part[p], value[2].part[p], row);
        alignas(64) Lanes<Real> lanes[4][quads];
        for (int k = 0; k < 4; ++k) *reinterpret_cast<typename L::Part*>(lanes[k]) = row[k];
        for (int q = 0; q < quads; ++q)
          for (int k = 0; k < 4; ++k)
            *reinterpret_cast<Q*>(z + slot[i + p * L::part_lanes + 4 * q + k]) =
                *reinterpret_cast<const Q*>(lanes[k] + q);
      }
    } else {
      Real lane[3][L::lanes];
      for (int axis = 0; axis < 3; ++axis) value[axis].store(lane[axis]);
      for (int k = 0; k < L::lanes; ++k) z[slot[i + k]] = {{lane[0][k], lane[1][k], lane[2][k], 0}};
    }
  }
}

template <class L, int Columns, class Stored, class Real>
TENSIO_INLINE void backward_columns(const Stored* b, std::size_t stride, const Real* v,
                                    Lanes<Real>* columns) {
  L sum[Columns][3];
  for (int j = 0; j < Columns; ++j)
    for (int axis = 0; axis < 3; ++axis) sum[j][axis].set_zero();
  for (std::size_t i = 0; i < stride; i += L::lanes) {
    L value[3];
    for (int axis = 0; axis < 3; ++axis) value[axis].load(v + i + static_cast<std::size_t>(axis) * stride);
    for (int j = 0; j < Columns; ++j) {
      L l;
      l.load(b + i + static_cast<std::size_t>(j) * stride);
      for (int axis = 0; axis < 3; ++axis) sum[j][axis].add_product(l, value[axis]);
    }
  }
  for (int j = 0; j < Columns; ++j) sum_lanes(sum[j][0], sum[j][1], sum[j][2], columns[j].lane);
}

template <class L, class Stored, class Real>
TENSIO_INLINE void backward_with(const SolveNode<Real>& node, std::size_t begin, std::size_t end,
                                 const Real* v, Lanes<Real>* columns) {
  constexpr std::size_t most = Blocking<L>::columns;
  const Stored* b = static_cast<const Stored*>(node.matrix) + begin * node.stride;
  while (begin < end) {
    const std::size_t left = end - begin;
    std::size_t done = 1;
    if (most >= 8 && left >= 8) {
      backward_columns<L, most >= 8 ? 8 : 1>(b, node.stride, v, columns + begin);
      done = 8;
    } else if (most >= 4 && left >= 4) {
      backward_columns<L, most >= 4 ? 4 : 1>(b, node.stride, v, columns + begin);
      done = 4;
    } else if (most >= 2 && left >= 2) {
      backward_columns<L, most >= 2 ? 2 : 1>(b, node.stride, v, columns + begin);
      done = 2;
    } else {
      backward_columns<L, 1>(b, node.stride, v, columns + begin);
    }
    begin += done;
    b += done * node.stride;
  }
}

// One set of functions per instruction set; what they call is inlined into them.
#define TENSIO_SOLVE_KERNELS(Name, target, bytes)                                                         \
  template <class Real, class Stored>                                                                     \
  struct Name {                                                                                           \
    using L = Line<Real, bytes>;                                                                          \
    target static void forward(const SolveNode<Real>& node, std::size_t begin, std::size_t end,           \
                               const Lanes<Real>* columns, Lanes<Real>* z) {                              \
      forward_with<L, Stored>(node, begin, end, columns, z);                                              \
    }                                                                                                     \
    target static void gather(const std::uint32_t* slot, std::size_t count, const Lanes<Real>* z,         \
                              const Real* scale, Real* const (&to)[3]) {                                  \
      gather_with<L>(slot, count, z, scale, to);                                                          \
    }                                                                                                     \
    target static void spread(const Real* const (&from)[3], const Real* scale, const std::uint32_t* slot, \
                              std::size_t count, Lanes<Real>* z) {                                        \
      spread_with<L>(from, scale, slot, count, z);                                                        \
    }                                                                                                     \
    target static void backward(const SolveNode<Real>& node, std::size_t begin, std::size_t end,          \
                                const Real* v, Lanes<Real>* columns) {                                    \
      backward_with<L, Stored>(node, begin, end, v, columns);                                             \
    }                                                                                                     \
    static constexpr SolveKernels<Real> all = {forward, gather, spread, backward};                        \
  };

TENSIO_SOLVE_KERNELS(ScalarKernels, , sizeof(Real))
TENSIO_SOLVE_KERNELS(BaselineKernels, , 16)
TENSIO_SOLVE_KERNELS(Avx2Kernels, TENSIO_TARGET_AVX2, 32)
TENSIO_SOLVE_KERNELS(Avx512Kernels, TENSIO_TARGET_AVX512, 64)
#undef TENSIO_SOLVE_KERNELS

template <class Real, class Stored>
SolveKernels<Real> kernels_of(SimdLevel level) {
  switch (level) {
    case SimdLevel::scalar:
      return ScalarKernels<Real, Stored>::all;
    case SimdLevel::baseline:
      return BaselineKernels<Real, Stored>::all;
#if defined(__x86_64__)
    case SimdLevel::avx2:
      return Avx2Kernels<Real, Stored>::all;
    case SimdLevel::avx512:
      return Avx512Kernels<Real, Stored>::all;
#else
    default:
      return BaselineKernels<Real, Stored>::all;
#endif
  }
  return ScalarKernels<Real, Stored>::all;
}

}  // namespace tensio::detail
