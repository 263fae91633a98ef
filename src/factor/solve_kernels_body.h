#pragma once

// The kernels of solve_kernels.h for every instruction set, from one source. It is compiled twice: for double
// precision without, for single precision with fused products (see CMakeLists.txt).

#include "factor/solve_kernels.h"

namespace tensio::detail {

template <class L, class Real>
TENSIO_INLINE void add(Lanes<Real>& to, const Lanes<Real>& a) {
  if constexpr (L::has_quads) {
    using Q = typename Quad<Real>::InArray;
    *reinterpret_cast<Q*>(&to) += *reinterpret_cast<const Q*>(&a);
  } else {
    for (int axis = 0; axis < 3; ++axis) to.lane[axis] += a.lane[axis];
  }
}
template <class L, class Real>
TENSIO_INLINE void copy(Lanes<Real>& to, const Lanes<Real>& a) {
  if constexpr (L::has_quads) {
    using Q = typename Quad<Real>::InArray;
    *reinterpret_cast<Q*>(&to) = *reinterpret_cast<const Q*>(&a);
  } else {
    to = a;
  }
}

/// Calls put(i, (x[i], y[i], z[i], 0)) for the rows i < count of the lines.
template <class L, int Lines, class Real, class Put>
TENSIO_INLINE void for_rows(const L (&sum)[Lines][3], std::size_t count, const Put& put) {
  constexpr std::size_t rows = Lines * L::lanes;
  if (count > rows) count = rows;
  if constexpr (L::has_quads) {
    // Rows of four stand apart: row 4 i + k is row[k][i].
    alignas(64) Lanes<Real> row[4][rows / 4];
    for (int t = 0; t < Lines; ++t) {
      for (int p = 0; p < L::parts; ++p) {
        typename L::Part part[4];
        columns_to_rows(sum[t][0].part[p], sum[t][1].part[p], sum[t][2].part[p], part);
        for (int k = 0; k < 4; ++k)
          *reinterpret_cast<typename L::InArray*>(row[k] + (t * L::parts + p) * (L::part_lanes / 4)) =
              part[k];
      }
    }
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4)
      for (std::size_t k = 0; k < 4; ++k) put(i + k, row[k][i / 4]);
    for (; i < count; ++i) put(i, row[i % 4][i / 4]);
  } else {
    Real value[3][rows];
    for (int t = 0; t < Lines; ++t)
      for (int axis = 0; axis < 3; ++axis) sum[t][axis].store(value[axis] + t * L::lanes);
    for (std::size_t i = 0; i < count; ++i) put(i, Lanes<Real>{{value[0][i], value[1][i], value[2][i], 0}});
  }
}

template <class L, int Lines>
TENSIO_INLINE void set_zero(L (&sum)[Lines][3]) {
  for (auto& line : sum)
    for (L& axis : line) axis.set_zero();
}

/// Whether a single line is summed in two halves, even and odd columns: three sums alone would wait for each
/// other. Not in double precision, whose order is the same for all instruction sets.
template <class L, int Lines>
inline constexpr bool has_two_chains = Lines == 1 && L::bytes >= 32 && L::part_lanes >= 8 &&
                                       L::bytes / L::part_lanes == sizeof(float);

template <class L, int Lines, class Stored, class Real>
TENSIO_INLINE void add_column(const Stored* a, const Real* b, L (&sum)[Lines][3]) {
  for (int t = 0; t < Lines; ++t) {
    L line;
    line.load(a + t * L::lanes);
    for (int axis = 0; axis < 3; ++axis) sum[t][axis].add_product(line, b[axis]);
  }
}

/// sum += `Lines` lines of rows of A · right; row j of `right` is right(j), three numbers. Moves a behind the
/// columns.
template <class L, int Lines, class Stored, class Right>
TENSIO_INLINE void add_product(const Stored*& a, std::size_t stride, std::size_t columns, const Right& right,
                               L (&sum)[Lines][3]) {
  std::size_t j = 0;
  if constexpr (has_two_chains<L, Lines>) {
    L odd[1][3];
    set_zero(odd);
    for (; j + 2 <= columns; j += 2, a += 2 * stride) {
      add_column(a, right(j), sum);
      add_column(a + stride, right(j + 1), odd);
    }
    for (int axis = 0; axis < 3; ++axis) sum[0][axis].add(odd[0][axis]);
  }
  for (; j < columns; ++j, a += stride) add_column(a, right(j), sum);
}

/// Calls work.operator()<L, Lines>(first, a, stride) for the rows from `begin` to `end`, as many lines of
/// them at a time as there are registers for. AVX-512 takes a line that is alone in two vectors: those of
/// half the size are loaded and multiplied twice as fast on some processors.
template <class Real, int Bytes, class Stored, class Work>
TENSIO_INLINE void for_lines(const SolveMatrix& matrix, std::size_t begin, std::size_t end,
                             const Work& work) {
  using L = Line<Real, Bytes>;
  using Half = Line<Real, (Bytes < 32 ? Bytes : 32), (Bytes < 32 ? 2 : 1)>;
  using Single = Line<Real, (Bytes < 32 ? Bytes : 32)>;
  const Tiles<Real> tiles{matrix.rows, matrix.columns};
  const std::size_t whole = tiles.whole_rows();
  while (begin < end) {
    const bool is_half = begin >= whole;
    const std::size_t size = is_half ? tiles.half : whole - begin < tiles.tile ? whole - begin : tiles.tile;
    const Stored* a = static_cast<const Stored*>(matrix.values) + begin * matrix.columns;
    if (is_half) {
      for (std::size_t i = 0; i < size; i += Half::lanes)
        work.template operator()<Half, 1>(begin + i, a + i, size);
    } else if constexpr (Bytes == 64) {
      if (size == 4 * L::lanes)
        work.template operator()<L, 4>(begin, a, size);
      else if (size == 3 * L::lanes)
        work.template operator()<L, 3>(begin, a, size);
      else if (size == 2 * L::lanes)
        work.template operator()<L, 2>(begin, a, size);
      else
        work.template operator()<Single, 1>(begin, a, size);
    } else {
      constexpr int most = Bytes == 32 ? 2 : 1;
      std::size_t i = 0;
      for (; i + most * L::lanes <= size; i += most * L::lanes)
        work.template operator()<L, most>(begin + i, a + i, size);
      if (i < size) work.template operator()<L, 1>(begin + i, a + i, size);
    }
    begin += size;
  }
}

template <class Real, int Bytes, class Stored>
TENSIO_INLINE void scatter_product_with(const SolveMatrix& matrix, std::size_t begin, std::size_t end,
                                        const Lanes<Real>* columns, const std::uint32_t* slot,
                                        Lanes<Real>* z) {
  for_lines<Real, Bytes, Stored>(
      matrix, begin, end,
      [&]<class L, int Lines>(std::size_t first, const Stored* a, std::size_t stride) TENSIO_INLINE_LAMBDA {
        if (first >= end) return;
        L sum[Lines][3];
        set_zero(sum);
        add_product<L, Lines>(
            a, stride, matrix.columns, [&](std::size_t j) TENSIO_INLINE_LAMBDA { return columns[j].lane; },
            sum);
        for_rows<L, Lines, Real>(sum, end - first,
                                 [&](std::size_t i, const Lanes<Real>& row)
                                     TENSIO_INLINE_LAMBDA { add<L>(z[slot[first + i]], row); });
      });
}

template <class Real, int Bytes, class Stored>
TENSIO_INLINE void gather_product_with(const SolveMatrix& matrix, std::size_t begin, std::size_t end,
                                       const Lanes<Real>* x, const std::uint32_t* slot, std::size_t gathered,
                                       const Lanes<Real>* b, Lanes<Real>* to) {
  for_lines<Real, Bytes, Stored>(
      matrix, begin, end,
      [&]<class L, int Lines>(std::size_t first, const Stored* a, std::size_t stride) TENSIO_INLINE_LAMBDA {
        if (first >= end) return;
        L sum[Lines][3];
        set_zero(sum);
        add_product<L, Lines>(
            a, stride, gathered, [&](std::size_t j) TENSIO_INLINE_LAMBDA { return x[slot[j]].lane; }, sum);
        add_product<L, Lines>(
            a, stride, matrix.columns - gathered,
            [&](std::size_t j) TENSIO_INLINE_LAMBDA { return b[j].lane; }, sum);
        for_rows<L, Lines, Real>(sum, end - first,
                                 [&](std::size_t i, const Lanes<Real>& row)
                                     TENSIO_INLINE_LAMBDA { copy<L>(to[first + i], row); });
      });
}

template <class L, class Real>
TENSIO_INLINE void spread_with(const Real* const (&from)[3], const Real* scale, const std::uint32_t* slot,
                               std::size_t count, Lanes<Real>* z) {
  for (std::size_t i = 0; i < count; i += L::lanes) {
    L value[1][3], s;
    s.load(scale + i);
    for (int axis = 0; axis < 3; ++axis) value[0][axis].load(from[axis] + i), value[0][axis].multiply(s);
    for_rows<L, 1, Real>(value, L::lanes, [&](std::size_t k, const Lanes<Real>& row) TENSIO_INLINE_LAMBDA {
      copy<L>(z[slot[i + k]], row);
    });
  }
}

template <class L, class Real>
TENSIO_INLINE void collect_with(const Lanes<Real>* z, const Real* scale, const std::uint32_t* slot,
                                std::size_t count, Real* const (&to)[3]) {
  for (std::size_t i = 0; i < count; i += L::lanes) {
    L value[3], s;
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
    s.load(scale + i);
    for (int axis = 0; axis < 3; ++axis) value[axis].multiply(s), value[axis].store(to[axis] + i);
  }
}

// One set of functions per instruction set; what they call is inlined into them.
#define TENSIO_SOLVE_KERNELS(Name, target, bytes)                                                           \
  template <class Real, class Stored>                                                                       \
  struct Name {                                                                                             \
    using L = Line<Real, bytes>;                                                                            \
    using Z = Lanes<Real>;                                                                                  \
    using Slots = const std::uint32_t*;                                                                     \
    target static void scatter_product(const SolveMatrix& a, std::size_t begin, std::size_t end,            \
                                       const Z* columns, Slots slot, Z* z) {                                \
      scatter_product_with<Real, bytes, Stored>(a, begin, end, columns, slot, z);                           \
    }                                                                                                       \
    target static void gather_product(const SolveMatrix& a, std::size_t begin, std::size_t end, const Z* x, \
                                      Slots slot, std::size_t gathered, const Z* b, Z* to) {                \
      gather_product_with<Real, bytes, Stored>(a, begin, end, x, slot, gathered, b, to);                    \
    }                                                                                                       \
    target static void spread(const Real* const (&from)[3], const Real* scale, Slots slot,                  \
                              std::size_t count, Z* z) {                                                    \
      spread_with<L>(from, scale, slot, count, z);                                                          \
    }                                                                                                       \
    target static void collect(const Z* z, const Real* scale, Slots slot, std::size_t count,                \
                               Real* const (&to)[3]) {                                                      \
      collect_with<L>(z, scale, slot, count, to);                                                           \
    }                                                                                                       \
    static constexpr SolveKernels<Real> all = {scatter_product, gather_product, spread, collect};           \
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
    case SimdLevel::avx2:
    case SimdLevel::avx512:
      break;
#endif
  }
  return BaselineKernels<Real, Stored>::all;
}

}  // namespace tensio::detail
