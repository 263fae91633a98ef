#pragma once

#include <cstdint>

#include "math/half.h"

#if defined(__x86_64__)
#define TENSIO_HAS_WIDE_VECTORS true
#define TENSIO_TARGET_AVX2 __attribute__((target("avx2,fma,f16c")))
#define TENSIO_TARGET_AVX512 __attribute__((target("avx2,fma,f16c,avx512f,avx512vl,prefer-vector-width=256")))
#else
#define TENSIO_HAS_WIDE_VECTORS false
#define TENSIO_TARGET_AVX2
#define TENSIO_TARGET_AVX512
#endif
/// For the body of a kernel, so that it is compiled for the instructions of the function that it stands in.
#define TENSIO_INLINE __attribute__((always_inline)) inline
#define TENSIO_INLINE_LAMBDA __attribute__((always_inline))

namespace tensio {

/// Whether best_simd_level() may be wider than baseline here. Elsewhere, kernels leave out what is: a page
/// carries the code.
inline constexpr bool has_wide_vectors = TENSIO_HAS_WIDE_VECTORS;

/// The compiler's vector type, and the same at any place of an array of its lanes.
template <class Real, int Count>
struct VectorOf {
  typedef Real Type __attribute__((vector_size(Count * sizeof(Real))));
  typedef Real InArray __attribute__((vector_size(Count * sizeof(Real)), aligned(sizeof(Real)), may_alias));
};

/// A cache line of numbers or a part of it, held in vectors of `Bytes` bytes; a single number each makes the
/// scalar twin.
/// A lane rounds as a scalar does and nothing is summed across lanes, so all Bytes give the same bits.
/// Passed by reference: vectors by value change the calling convention with the target.
template <class Real, int Bytes, int Parts = Bytes == 64 ? 1 : 2>
struct Line {
  using Part = typename VectorOf<Real, Bytes / sizeof(Real)>::Type;
  using InArray = typename VectorOf<Real, Bytes / sizeof(Real)>::InArray;
  static constexpr int bytes = Bytes, parts = Parts, part_lanes = Bytes / sizeof(Real),
                       lanes = parts * part_lanes;
  static constexpr bool has_quads = part_lanes >= 4;

  Part part[parts];

  TENSIO_INLINE void set_zero() {
    for (Part& p : part) p = Part{};
  }
  TENSIO_INLINE void load(const Real* from) {
    for (int k = 0; k < parts; ++k)
      part[k] = *reinterpret_cast<const InArray*>(from + k * part_lanes), pin(k);
  }
  TENSIO_INLINE void load(const Half* from) {
    for (int k = 0; k < parts; ++k) load_halves(k, from + k * part_lanes);
  }
  TENSIO_INLINE void load(const Bfloat* from) {
    for (int k = 0; k < parts; ++k) load_bfloats(k, from + k * part_lanes);
  }
  TENSIO_INLINE void store(Real* to) const {
    for (int k = 0; k < parts; ++k) *reinterpret_cast<InArray*>(to + k * part_lanes) = part[k];
  }
  TENSIO_INLINE void add(const Line& a) {
    for (int k = 0; k < parts; ++k) part[k] += a.part[k];
  }
  TENSIO_INLINE void multiply(const Line& a) {
    for (int k = 0; k < parts; ++k) part[k] *= a.part[k];
  }
  TENSIO_INLINE void add_product(const Line& a, Real b) {
    for (int k = 0; k < parts; ++k) part[k] += a.part[k] * b;
  }

 private:
  /// Keeps a loaded vector in its register: g++ would read it from memory again for each of its uses.
  TENSIO_INLINE void pin([[maybe_unused]] int k) {
#if defined(__x86_64__)
    if constexpr (Bytes >= 16) asm("" : "+v"(part[k]));
#endif
  }
  TENSIO_INLINE void load_bfloats(int k, const Bfloat* from) {
#if defined(__x86_64__)
    if constexpr (Bytes >= 32) {
      typedef std::uint16_t Short __attribute__((vector_size(Bytes / 2), aligned(2), may_alias));
      asm("vpmovzxwd %1, %0\n\tvpslld $16, %0, %0"
          : "=v"(part[k])
          : "m"(*reinterpret_cast<const Short*>(from)));
      return;
    }
#endif
    Real value[part_lanes];
    for (int lane = 0; lane < part_lanes; ++lane) value[lane] = from_bfloat(from[lane].bits);
    part[k] = *reinterpret_cast<const InArray*>(value);
  }
  TENSIO_INLINE void load_halves(int k, const Half* from) {
#if defined(__x86_64__)
    if constexpr (Bytes >= 32) {
      typedef std::uint16_t Short __attribute__((vector_size(Bytes / 2), aligned(2), may_alias));
      asm("vcvtph2ps %1, %0" : "=v"(part[k]) : "m"(*reinterpret_cast<const Short*>(from)));
      return;
    }
#endif
    Real value[part_lanes];
    for (int lane = 0; lane < part_lanes; ++lane) value[lane] = from_half(from[lane].bits);
    part[k] = *reinterpret_cast<const InArray*>(value);
  }
};

/// Four numbers side by side: x, y, z and 0 of one vertex, or one component of four vertices.
template <class Real>
using Quad = VectorOf<Real, 4>;

/// Within each four lanes of a and b: a0 b0 a1 b1 (Low), a2 b2 a3 b3 (High), a0 a1 b0 b1 (LowPairs) or
/// a2 a3 b2 b3 (HighPairs).
enum class Zip { low, high, low_pairs, high_pairs };
template <Zip zip, class Vector>
TENSIO_INLINE void zip_quads(const Vector& a, const Vector& b, Vector& to) {
  // Lane i of a is i, of b n + i.
  constexpr int n = sizeof(Vector) / sizeof(a[0]);
  constexpr bool is_pairs = zip == Zip::low_pairs || zip == Zip::high_pairs;
  constexpr int f = zip == Zip::high || zip == Zip::high_pairs ? 2 : 0;
  constexpr int l0 = f, l1 = is_pairs ? f + 1 : n + f, l2 = is_pairs ? n + f : f + 1, l3 = n + f + 1;
  if constexpr (n == 4)
    to = __builtin_shufflevector(a, b, l0, l1, l2, l3);
  else if constexpr (n == 8)
    to = __builtin_shufflevector(a, b, l0, l1, l2, l3, 4 + l0, 4 + l1, 4 + l2, 4 + l3);
  else
    to = __builtin_shufflevector(a, b, l0, l1, l2, l3, 4 + l0, 4 + l1, 4 + l2, 4 + l3, 8 + l0, 8 + l1, 8 + l2,
                                 8 + l3, 12 + l0, 12 + l1, 12 + l2, 12 + l3);
}

/// Rows of (x, y, z, 0) from columns: row 4 i + k of each vector becomes four lanes to[k] + 4 i.
template <class Vector>
TENSIO_INLINE void columns_to_rows(const Vector& x, const Vector& y, const Vector& z, Vector (&to)[4]) {
  const Vector zero{};
  Vector xy, z0;
  zip_quads<Zip::low>(x, y, xy);
  zip_quads<Zip::low>(z, zero, z0);
  zip_quads<Zip::low_pairs>(xy, z0, to[0]);
  zip_quads<Zip::high_pairs>(xy, z0, to[1]);
  zip_quads<Zip::high>(x, y, xy);
  zip_quads<Zip::high>(z, zero, z0);
  zip_quads<Zip::low_pairs>(xy, z0, to[2]);
  zip_quads<Zip::high_pairs>(xy, z0, to[3]);
}

/// The other way.
template <class Vector>
TENSIO_INLINE void rows_to_columns(const Vector (&row)[4], Vector& x, Vector& y, Vector& z) {
  Vector a, b;
  zip_quads<Zip::low>(row[0], row[1], a);
  zip_quads<Zip::low>(row[2], row[3], b);
  zip_quads<Zip::low_pairs>(a, b, x);
  zip_quads<Zip::high_pairs>(a, b, y);
  zip_quads<Zip::high>(row[0], row[1], a);
  zip_quads<Zip::high>(row[2], row[3], b);
  zip_quads<Zip::low_pairs>(a, b, z);
}

/// A vector of the four numbers at each of from[0], from[4], from[8] …, as many as it has room for.
template <class Vector, class Real>
TENSIO_INLINE void load_quads(const Real* base, const std::uint32_t* from, Vector& to) {
  using Q = typename Quad<Real>::InArray;
  constexpr int n = sizeof(Vector) / sizeof(Q);
  const Q* const quad = reinterpret_cast<const Q*>(base);
  if constexpr (n == 1) {
    to = quad[from[0]];
  } else if constexpr (n == 2) {
    to = __builtin_shufflevector(quad[from[0]], quad[from[4]], 0, 1, 2, 3, 4, 5, 6, 7);
  } else {
    typedef Real Octet __attribute__((vector_size(8 * sizeof(Real))));
    const Octet low = __builtin_shufflevector(quad[from[0]], quad[from[4]], 0, 1, 2, 3, 4, 5, 6, 7);
    const Octet high = __builtin_shufflevector(quad[from[8]], quad[from[12]], 0, 1, 2, 3, 4, 5, 6, 7);
    to = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  }
}

/// The instructions that a kernel is compiled for. All give the same bits in double precision.
enum class SimdLevel {
  scalar,    // no vectors: the twin
  baseline,  // what every processor of the target has
  avx2,      // with FMA and conversion of halves
  avx512,
};

/// No kernel uses more than this: lowered by measurements that compare levels, between two steps.
inline SimdLevel& simd_level_limit() {
  static SimdLevel limit = SimdLevel::avx512;
  return limit;
}

/// The best that this processor has, within the limit.
inline SimdLevel best_simd_level() {
  SimdLevel level = SimdLevel::baseline;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c"))
    level = __builtin_cpu_supports("avx512vl") ? SimdLevel::avx512 : SimdLevel::avx2;
#endif
  return level < simd_level_limit() ? level : simd_level_limit();
}

}  // namespace tensio
