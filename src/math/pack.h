#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "math/simd.h"

#if defined(__x86_64__) && !defined(__clang__)
#include <immintrin.h>             // declares the builtins of all instruction sets
#define TENSIO_HAS_X86_BUILTINS 1  // g++ allows them anywhere, if they end up in a function that may use them
#else
#define TENSIO_HAS_X86_BUILTINS 0
#endif

// For kernels in whole vectors. Single precision may use fused multiply-add there (-ffp-contract=fast).
#if defined(__x86_64__)
#define TENSIO_TARGET_WIDE_AVX2 __attribute__((target("avx2,fma")))
#define TENSIO_TARGET_WIDE_AVX512 __attribute__((target("avx2,fma,avx512f,avx512vl,prefer-vector-width=512")))
#else
#define TENSIO_TARGET_WIDE_AVX2
#define TENSIO_TARGET_WIDE_AVX512
#endif

namespace tensio {

/// So many consecutive numbers, in the compiler's own vector types; a pack of one is a plain scalar, the twin
/// to test against. Every operation works lane by lane and rounds as a scalar does, but for
/// `quick_inverse_sqrt`. The types have + − × ÷, comparisons and ?: built in.
template <class Real, int Count>
struct Pack {
  static constexpr int count = Count;
  using Scalar = Real;
  using Type = typename VectorOf<Real, Count>::Type;
  using Single = typename VectorOf<float, Count>::Type;
  using InArray = typename VectorOf<Real, Count>::InArray;

  static TENSIO_INLINE Type load(const Real* from) { return *reinterpret_cast<const InArray*>(from); }
  static TENSIO_INLINE void store(Real* to, Type value) { *reinterpret_cast<InArray*>(to) = value; }
  /// (g++ 12 makes poor code of it without the addition.)
  static TENSIO_INLINE Type all(Real value) { return Type{} + value; }
  static TENSIO_INLINE Type gather(const Real* from, const std::uint32_t* index) {
    Type result{};
    for (int i = 0; i < Count; ++i) result[i] = from[index[i]];
    return result;
  }
  static TENSIO_INLINE Single to_single(Type a) { return __builtin_convertvector(a, Single); }
  static TENSIO_INLINE Type from_single(Single a) {
#if TENSIO_HAS_X86_BUILTINS
    if constexpr (sizeof(Real) == 8 && Count == 8)  // g++ 12 converts halves
      return __builtin_ia32_cvtps2pd512_mask(a, Type{}, -1, 4);
    else
#endif
      return __builtin_convertvector(a, Type);
  }
  static TENSIO_INLINE Single sqrt(Single a) {
    Single result{};
    for (int i = 0; i < Count; ++i) result[i] = std::sqrt(a[i]);
    return result;
  }
  /// 1/√a to some 1e-7; a must be normal.
  static TENSIO_INLINE Single quick_inverse_sqrt(Single a) {
#if TENSIO_HAS_X86_BUILTINS
    if constexpr (Count == 4 || Count == 8 || Count == 16) {
      Single u;
      if constexpr (Count == 4)
        u = __builtin_ia32_rsqrtps(a);
      else if constexpr (Count == 8)
        u = __builtin_ia32_rsqrtps256(a);
      else
        u = __builtin_ia32_rsqrt14ps512_mask(a, a, 0xffff);
      return u * (1.5f - (0.5f * a) * (u * u));  // a Newton step for 1/u² − a = 0
    }
#endif
    return 1.0f / sqrt(a);
  }
  /// A bit for each lane that is not a number.
  static TENSIO_INLINE unsigned undefined(const Type& a) {
#if TENSIO_HAS_X86_BUILTINS
    constexpr int unordered = 3, as_it_is = 4;
    if constexpr (sizeof(Type) == 64 && sizeof(Real) == 4)
      return __builtin_ia32_cmpps512_mask(a, a, unordered, 0xffff, as_it_is);
    else if constexpr (sizeof(Type) == 64)
      return __builtin_ia32_cmppd512_mask(a, a, unordered, 0xff, as_it_is);
    else
#endif
    {
      const auto differs = a != a;
      unsigned lanes = 0;
      for (int i = 0; i < Count; ++i) lanes |= static_cast<unsigned>(differs[i] & 1) << i;
      return lanes;
    }
  }
  /// to += a, in double precision
  static TENSIO_INLINE void add_to(double* to, Type a) {
    using Sums = VectorOf<double, Count>;
    *reinterpret_cast<typename Sums::InArray*>(to) += __builtin_convertvector(a, typename Sums::Type);
  }
};

template <class Real>
struct Pack<Real, 1> {
  static constexpr int count = 1;
  using Scalar = Real;
  using Type = Real;
  using Single = float;

  static TENSIO_INLINE Real load(const Real* from) { return *from; }
  static TENSIO_INLINE void store(Real* to, Real value) { *to = value; }
  static TENSIO_INLINE Real all(Real value) { return value; }
  static TENSIO_INLINE Real gather(const Real* from, const std::uint32_t* index) { return from[*index]; }
  static TENSIO_INLINE float to_single(Real a) { return static_cast<float>(a); }
  static TENSIO_INLINE Real from_single(float a) { return a; }
  static TENSIO_INLINE float sqrt(float a) { return std::sqrt(a); }
  static TENSIO_INLINE float quick_inverse_sqrt(float a) { return 1.0f / std::sqrt(a); }
  static TENSIO_INLINE unsigned undefined(Real a) { return a != a ? 1 : 0; }
  static TENSIO_INLINE void add_to(double* to, Real a) { *to += static_cast<double>(a); }
};

/// A square of length below which a spring has no direction. Added to a square, it changes no longer one and
/// keeps 1/l finite: the force of a spring of length zero, a multiple of d = 0, needs no case of its own.
template <class Real>
inline constexpr Real least_square = sizeof(Real) == 4 ? Real(1e-30) : Real(1e-36);

/// 1/√a for a ≥ least_square.
template <class P>
TENSIO_INLINE typename P::Type inverse_sqrt(const typename P::Type& a) {
  using Real = typename P::Scalar;
  using V = typename P::Type;
  if constexpr (sizeof(Real) == 4) {
    return P::quick_inverse_sqrt(a);
  } else {
    // From u = 1/√a (1 + ε), rounded to single precision, and e = 1 − a u² = −2ε + O(ε²), the series
    // 1/√a = u (1 − e)^(−½) = u (1 + e/2 + 3e²/8 + …) leaves an error of ε³: half the time of dividing and
    // taking the root in double precision. (Above 1e38 u is zero, and stays zero.)
    const V u = P::from_single(1.0f / P::sqrt(P::to_single(a)));
    const V e = Real{1} - a * u * u;
    return u + u * (e * (Real{0.5} + Real{0.375} * e));
  }
}

}  // namespace tensio
