#pragma once

#if defined(__x86_64__)
#define TENSIO_TARGET_AVX2 __attribute__((target("avx2")))
#define TENSIO_TARGET_AVX512 __attribute__((target("avx2,avx512f,avx512vl,prefer-vector-width=256")))
#else
#define TENSIO_TARGET_AVX2
#define TENSIO_TARGET_AVX512
#endif
/// For the body of a kernel, so that it is compiled for the instructions of the function that it stands in.
#define TENSIO_INLINE __attribute__((always_inline)) inline

namespace tensio {

/// Four numbers that are added, subtracted and multiplied lane by lane, in the compiler's own vector types:
/// AVX, two halves in SSE2, NEON or WebAssembly's v128, or plain scalars, whatever the target has. A lane
/// rounds as a scalar does and nothing is ever summed across lanes, so all of them give the same bits. Type
/// may be read from and written to any array of its lanes. (Templates take Simd4, not its Type: a vector type
/// as a template argument loses its alignment.)
template <class Real>
struct Simd4;
template <>
struct Simd4<double> {
  typedef double Type __attribute__((vector_size(32), aligned(8), may_alias));
};
template <>
struct Simd4<float> {
  typedef float Type __attribute__((vector_size(16), aligned(4), may_alias));
};

/// Simd4 for targets whose vectors hold two doubles: g++ makes poor code of longer ones there.
template <class Real>
struct Halves4 : Simd4<Real> {};
template <>
struct Halves4<double> {
  struct __attribute__((may_alias)) Type {
    typedef double Half __attribute__((vector_size(16), aligned(8), may_alias));
    Half low, high;

    TENSIO_INLINE Type& operator+=(const Type& b) { return low += b.low, high += b.high, *this; }
    TENSIO_INLINE Type& operator-=(const Type& b) { return low -= b.low, high -= b.high, *this; }
    TENSIO_INLINE friend Type operator*(double s, const Type& b) { return {s * b.low, s * b.high}; }
  };
};

/// The scalar twin of Simd4, to test against.
template <class Real>
struct Scalar4 {
  struct __attribute__((may_alias)) Type {
    Real lane[4];

    TENSIO_INLINE Type& operator+=(const Type& b) {
      for (int i = 0; i < 4; ++i) lane[i] += b.lane[i];
      return *this;
    }
    TENSIO_INLINE Type& operator-=(const Type& b) {
      for (int i = 0; i < 4; ++i) lane[i] -= b.lane[i];
      return *this;
    }
    TENSIO_INLINE friend Type operator*(Real s, const Type& b) {
      return {{s * b.lane[0], s * b.lane[1], s * b.lane[2], s * b.lane[3]}};
    }
  };
};

/// The instructions that a kernel is compiled for. All give the same bits.
enum class SimdLevel {
  scalar,    // no vectors: the twin
  baseline,  // what every processor of the target has
  avx2,
  avx512,  // 256 bits wide: more registers, and operands broadcast from memory
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
  if (__builtin_cpu_supports("avx512vl"))
    level = SimdLevel::avx512;
  else if (__builtin_cpu_supports("avx2"))
    level = SimdLevel::avx2;
#endif
  return level < simd_level_limit() ? level : simd_level_limit();
}

}  // namespace tensio
