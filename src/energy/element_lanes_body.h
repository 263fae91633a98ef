#pragma once

#include "energy/element_lanes.h"
#include "math/pack.h"

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
};

/// The numbers of some elements of a group.
template <class P>
struct Numbers {
  const double* at;
  TENSIO_INLINE typename P::Type operator[](std::size_t k) const { return P::load(at + 8 * k); }
};

template <class P, class Group>
TENSIO_INLINE Lanes3<P> corner(const Group& group, std::size_t i, std::size_t lane, const double* from) {
  const std::uint32_t* place = group.place[i] + lane;
  return {P::gather(from, place), P::gather(from + 1, place), P::gather(from + 2, place)};
}

/// Runs through a group in steps of a pack.
template <class P, class Run>
TENSIO_INLINE unsigned for_each_pack(const Run& run) {
  unsigned failures = 0;
  for (std::size_t first = 0; first < 8; first += P::count) failures |= run(first) << first;
  return failures;
}

template <class Law>
struct LaneEvaluation {
  const typename ElementLanes<Law>::Group& group;
  const typename Law::Element& like;
  const double* x;
  double* value;
  std::array<Vec3, Law::count>* force;

  template <class P>
  TENSIO_INLINE unsigned run() const {
    return for_each_pack<P>([&](std::size_t first) TENSIO_INLINE_LAMBDA {
      Lanes3<P> at[Law::count], on[Law::count];
      for (std::size_t i = 0; i < Law::count; ++i) at[i] = corner<P>(group, i, first, x);
      typename P::Type energy;
      const Numbers<P> numbers{group.number[0] + first};
      const unsigned failures = Law::template evaluate<P>(like, numbers, at, energy, force ? on : nullptr);
      P::store(value + first, energy);
      for (std::size_t i = 0; force && i < Law::count; ++i) {
        double x_on[P::count], y_on[P::count], z_on[P::count];
        P::store(x_on, on[i].x), P::store(y_on, on[i].y), P::store(z_on, on[i].z);
        for (std::size_t lane = 0; lane < P::count; ++lane)
          force[first + lane][i] = {x_on[lane], y_on[lane], z_on[lane]};
      }
      return failures;
    });
  }
};

template <class Law>
struct LaneCurvature {
  const typename ElementLanes<Law>::Group& group;
  const typename Law::Element& like;
  HessianForm form;
  const double *x, *p;
  double* value;

  template <class P>
  TENSIO_INLINE unsigned run() const {
    return for_each_pack<P>([&](std::size_t first) TENSIO_INLINE_LAMBDA {
      Lanes3<P> at[Law::count], along[Law::count];
      for (std::size_t i = 0; i < Law::count; ++i)
        at[i] = corner<P>(group, i, first, x), along[i] = corner<P>(group, i, first, p);
      typename P::Type curvature;
      const Numbers<P> numbers{group.number[0] + first};
      const unsigned failures = Law::template curvature<P>(like, numbers, form, at, along, curvature);
      P::store(value + first, curvature);
      return failures;
    });
  }
};

template <class Work>
unsigned lanes_scalar(const Work& work) {
  return work.template run<Pack<double, 1>>();
}
template <class Work>
unsigned lanes_baseline(const Work& work) {
  return work.template run<Pack<double, 2>>();
}
template <class Work>
TENSIO_TARGET_WIDE_AVX2 unsigned lanes_avx2(const Work& work) {
  return work.template run<Pack<double, 4>>();
}
template <class Work>
TENSIO_TARGET_WIDE_AVX512 unsigned lanes_avx512(const Work& work) {
  return work.template run<Pack<double, 8>>();
}
template <class Work>
unsigned run_lanes(SimdLevel level, const Work& work) {
  if constexpr (!has_wide_vectors)
    return lanes_baseline(work);
  else
    switch (level) {
      case SimdLevel::scalar:
        return lanes_scalar(work);
      case SimdLevel::baseline:
        return lanes_baseline(work);
      case SimdLevel::avx2:
        return lanes_avx2(work);
      case SimdLevel::avx512:
        return lanes_avx512(work);
    }
  return 0;
}

template <class Law>
unsigned ElementLanes<Law>::evaluate(const Group& group, const Element& like, Positions x, double* value,
                                     Corners* force, SimdLevel level) {
  return run_lanes(level, LaneEvaluation<Law>{group, like, &x[0].x, value, force});
}
template <class Law>
unsigned ElementLanes<Law>::curvature(const Group& group, const Element& like, HessianForm form, Positions x,
                                      std::span<const Vec3> p, double* value, SimdLevel level) {
  return run_lanes(level, LaneCurvature<Law>{group, like, form, &x[0].x, &p[0].x, value});
}

}  // namespace tensio::detail
