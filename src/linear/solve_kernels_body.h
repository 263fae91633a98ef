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

/// z[slot[i]] += (x[i], y[i], z[i]) for i < count; the sums hold a whole line.
template <class L, class Real>
TENSIO_INLINE void scatter_add(const L (&sum)[3], const std::uint32_t* slot, std::size_t count,
                               Lanes<Real>* z) {
  alignas(64) Real value[3][L::lanes];
  for (int axis = 0; axis < 3; ++axis) sum[axis].store(value[axis]);
  std::size_t i = 0;
  if constexpr (L::has_quads) {
    using Q = typename Quad<Real>::Type;
    for (; i + 4 <= count; i += 4) {
      const Q a = *reinterpret_cast<const Q*>(value[0] + i), b = *reinterpret_cast<const Q*>(value[1] + i),
              c = *reinterpret_cast<const Q*>(value[2] + i), zero{};
      const Q ab0 = __builtin_shufflevector(a, b, 0, 4, 1, 5),
              ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
      const Q c0 = __builtin_shufflevector(c, zero, 0, 4, 1, 5),
              c2 = __builtin_shufflevector(c, zero, 2, 6, 3, 7);
      *reinterpret_cast<Q*>(z + slot[i]) += __builtin_shufflevector(ab0, c0, 0, 1, 4, 5);
      *reinterpret_cast<Q*>(z + slot[i + 1]) += __builtin_shufflevector(ab0, c0, 2, 3, 6, 7);
      *reinterpret_cast<Q*>(z + slot[i + 2]) += __builtin_shufflevector(ab2, c2, 0, 1, 4, 5);
      *reinterpret_cast<Q*>(z + slot[i + 3]) += __builtin_shufflevector(ab2, c2, 2, 3, 6, 7);
    }
  }
  for (; i < count; ++i)
    for (int axis = 0; axis < 3; ++axis) z[slot[i]].lane[axis] += value[axis][i];
}

/// `Lines` lines of rows at a time.
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
  for (int t = 0; t < Lines; ++t) {
    const std::size_t from = static_cast<std::size_t>(t) * L::lanes;
    scatter_add(sum[t], slot + from, count - from < L::lanes ? count - from : L::lanes, z);
  }
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
TENSIO_INLINE void gather_with(const SolveNode<Real>& node, const Lanes<Real>* z, Real* v) {
  Real *x = v, *y = v + node.stride, *w = v + 2 * node.stride;
  const std::uint32_t* slot = node.slot;
  for (std::size_t i = 0; i < node.stride; i += 4) {
    if constexpr (L::has_quads) {
      using Q = typename Quad<Real>::Type;
      const Q a = *reinterpret_cast<const Q*>(z + slot[i]), b = *reinterpret_cast<const Q*>(z + slot[i + 1]),
              c = *reinterpret_cast<const Q*>(z + slot[i + 2]),
              d = *reinterpret_cast<const Q*>(z + slot[i + 3]);
      const Q ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
      const Q ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7),
              cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
      *reinterpret_cast<Q*>(x + i) = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
      *reinterpret_cast<Q*>(y + i) = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
      *reinterpret_cast<Q*>(w + i) = __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5);
    } else {
      for (std::size_t k = i; k < i + 4; ++k) {
        const Real* from = z[slot[k]].lane;
        x[k] = from[0], y[k] = from[1], w[k] = from[2];
      }
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
#define TENSIO_SOLVE_KERNELS(Name, target, bytes)                                                \
  template <class Real, class Stored>                                                            \
  struct Name {                                                                                  \
    using L = Line<Real, bytes>;                                                                 \
    target static void forward(const SolveNode<Real>& node, std::size_t begin, std::size_t end,  \
                               const Lanes<Real>* columns, Lanes<Real>* z) {                     \
      forward_with<L, Stored>(node, begin, end, columns, z);                                     \
    }                                                                                            \
    target static void gather(const SolveNode<Real>& node, const Lanes<Real>* z, Real* v) {      \
      gather_with<L>(node, z, v);                                                                \
    }                                                                                            \
    target static void backward(const SolveNode<Real>& node, std::size_t begin, std::size_t end, \
                                const Real* v, Lanes<Real>* columns) {                           \
      backward_with<L, Stored>(node, begin, end, v, columns);                                    \
    }                                                                                            \
    static constexpr SolveKernels<Real> all = {forward, gather, backward};                       \
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
