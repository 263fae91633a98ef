#pragma once

#include "energy/element_lanes.h"
#include "math/pack.h"
#include "math/quads.h"

namespace tensio::detail {

/// A vector of space in each lane.
template <class P>
struct Lanes3 {
  using V = typename P::Type;
  V x, y, z;

  TENSIO_INLINE friend Lanes3 operator+(const Lanes3& a, const Lanes3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  TENSIO_INLINE friend Lanes3 operator-(const Lanes3& a, const Lanes3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  TENSIO_INLINE friend Lanes3 operator*(const V& s, const Lanes3& a) { return {s * a.x, s * a.y, s * a.z}; }
  TENSIO_INLINE friend V dot(const Lanes3& a, const Lanes3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  TENSIO_INLINE friend Lanes3 cross(const Lanes3& a, const Lanes3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  static TENSIO_INLINE Lanes3 zero() { return {P::all(0), P::all(0), P::all(0)}; }
};

/// The numbers of some elements of a group.
template <class P>
struct Numbers {
  const typename P::Scalar* at;
  TENSIO_INLINE typename P::Type operator[](std::size_t k) const {
    return P::load(at + 64 / sizeof(typename P::Scalar) * k);
  }
};

/// The value where it is defined.
template <class P>
TENSIO_INLINE typename P::Type where(const typename P::Type& undefined, const typename P::Type& value) {
  using Real = typename P::Scalar;
  return undefined > P::all(0) ? P::all(std::numeric_limits<Real>::quiet_NaN()) : value;
}

/// Adds a value of each lane to the sums, where it is one, and returns a bit for each lane where it is not.
template <class P>
TENSIO_INLINE unsigned add_defined(const typename P::Type& value, double* sums) {
  const unsigned left = P::undefined(value);
  if (left == 0) {
    P::add_to(sums, value);
  } else {
    P::add_to(sums, value == value ? value : P::all(0));
  }
  return left;
}

template <class Law, class P>
TENSIO_INLINE void evaluate_groups(const typename ElementLanes<Law, typename P::Scalar>::Run& run) {
  using Lanes = ElementLanes<Law, typename P::Scalar>;
  for (std::size_t g = 0; g < run.groups.size(); ++g) {
    const auto& group = run.groups[g];
    unsigned left = 0;
    for (std::size_t first = 0; first < Lanes::group; first += P::count) {
      Lanes3<P> x[Law::count], on[Law::count];
      for (std::size_t i = 0; i < Law::count; ++i)
        gather_quads<P>(run.x, group.vertex[i] + first, x[i].x, x[i].y, x[i].z);
      typename P::Type value;
      const Numbers<P> numbers{group.number[0] + first};
      Law::template evaluate<P>(group.kind, numbers, x, value, run.force ? on : nullptr);
      left |= add_defined<P>(value, run.sums + first) << first;
      for (std::size_t i = 0; run.force && i < Law::count; ++i)
        store_quads<P>(on[i].x, on[i].y, on[i].z,
                       run.force + 4 * ((g * Law::count + i) * Lanes::group + first));
    }
    run.left[g] = static_cast<std::uint16_t>(left);
  }
}

template <class Law, class P>
TENSIO_INLINE void curve_groups(const typename ElementLanes<Law, typename P::Scalar>::Run& run) {
  using Lanes = ElementLanes<Law, typename P::Scalar>;
  for (std::size_t g = 0; g < run.groups.size(); ++g) {
    const auto& group = run.groups[g];
    unsigned left = 0;
    for (std::size_t first = 0; first < Lanes::group; first += P::count) {
      Lanes3<P> x[Law::count], p[Law::count];
      for (std::size_t i = 0; i < Law::count; ++i) {
        gather_quads<P>(run.x, group.vertex[i] + first, x[i].x, x[i].y, x[i].z);
        gather_quads<P>(run.p, group.vertex[i] + first, p[i].x, p[i].y, p[i].z);
      }
      typename P::Type value;
      const Numbers<P> numbers{group.number[0] + first};
      Law::template curvature<P>(group.kind, numbers, run.form, x, p, value);
      left |= add_defined<P>(value, run.sums + first) << first;
    }
    run.left[g] = static_cast<std::uint16_t>(left);
  }
}

/// Either of them, for packs of P.
template <class Law, bool IsCurvature, class P>
TENSIO_INLINE void run_groups(const typename ElementLanes<Law, typename P::Scalar>::Run& run) {
  if constexpr (IsCurvature)
    curve_groups<Law, P>(run);
  else
    evaluate_groups<Law, P>(run);
}
template <class Law, bool IsCurvature, class Real>
void lanes_scalar(const typename ElementLanes<Law, Real>::Run& run) {
  run_groups<Law, IsCurvature, Pack<Real, 1>>(run);
}
template <class Law, bool IsCurvature, class Real>
void lanes_baseline(const typename ElementLanes<Law, Real>::Run& run) {
  run_groups<Law, IsCurvature, Pack<Real, 16 / sizeof(Real)>>(run);
}
template <class Law, bool IsCurvature, class Real>
TENSIO_TARGET_WIDE_AVX2 void lanes_avx2(const typename ElementLanes<Law, Real>::Run& run) {
  run_groups<Law, IsCurvature, Pack<Real, 32 / sizeof(Real)>>(run);
}
template <class Law, bool IsCurvature, class Real>
TENSIO_TARGET_WIDE_AVX512 void lanes_avx512(const typename ElementLanes<Law, Real>::Run& run) {
  run_groups<Law, IsCurvature, Pack<Real, 64 / sizeof(Real)>>(run);
}
template <class Law, bool IsCurvature, class Real>
void run_lanes(const typename ElementLanes<Law, Real>::Run& run, SimdLevel level) {
  if constexpr (!has_wide_vectors)
    return lanes_baseline<Law, IsCurvature, Real>(run);
  else
    switch (level) {
      case SimdLevel::scalar:
        return lanes_scalar<Law, IsCurvature, Real>(run);
      case SimdLevel::baseline:
        return lanes_baseline<Law, IsCurvature, Real>(run);
      case SimdLevel::avx2:
        return lanes_avx2<Law, IsCurvature, Real>(run);
      case SimdLevel::avx512:
        return lanes_avx512<Law, IsCurvature, Real>(run);
    }
}

template <class Law, class Real>
void ElementLanes<Law, Real>::evaluate(const Run& run, SimdLevel level) {
  run_lanes<Law, false, Real>(run, level);
}
template <class Law, class Real>
void ElementLanes<Law, Real>::curvature(const Run& run, SimdLevel level) {
  run_lanes<Law, true, Real>(run, level);
}

}  // namespace tensio::detail
