#pragma once

#include "field/motion_kernel.h"
#include "field/spring_passes.h"

// The passes of MotionKernel, for packs of any width. Included by the two sources that compile them, one for
// each precision.
namespace tensio::detail {

/// A vector in each lane, with its low parts in single precision.
template <class P>
struct CarefulVectors {
  using V = typename P::Type;
  using Real = typename P::Scalar;
  static constexpr bool has_low = MotionFields<Real>::has_low;
  Vectors<P> high, low;

  static TENSIO_INLINE CarefulVectors load(const Field<Real>& high, const Field<Real>& low, std::size_t i) {
    CarefulVectors value{Vectors<P>::load(high, i), Vectors<P>::zero()};
    if constexpr (has_low) value.low = Vectors<P>::load(low, i);
    return value;
  }
  TENSIO_INLINE void store(Field<Real>& high_to, Field<Real>& low_to, std::size_t i) const {
    high.store(high_to, i);
    if constexpr (has_low) low.store(low_to, i);
  }
  /// *this += s b, as Knuth's sum of two numbers and its error, "The Art of Computer Programming" 2, 4.2.2,
  /// after which high is the rounded value again.
  TENSIO_INLINE void add(const V& s, const Vectors<P>& b) {
    add_to(high.x, low.x, s, b.x), add_to(high.y, low.y, s, b.y), add_to(high.z, low.z, s, b.z);
  }

 private:
  static TENSIO_INLINE void add_to(V& a, V& rest, const V& s, const V& b) {
    const V sum = a + s * b;
    if constexpr (has_low) {
      const V part = sum - a;
      const V error = rest + ((a - (sum - part)) + (s * b - part));
      a = sum + error;
      rest = error - (a - sum);
    } else {
      a = sum;
    }
  }
};

/// x and v of some lanes, moved.
template <class P>
TENSIO_INLINE void apply(const MotionMove& move, const Vectors<P>& a, CarefulVectors<P>& x,
                         CarefulVectors<P>& v) {
  using Real = typename P::Scalar;
  const auto all = [](double number) TENSIO_INLINE_LAMBDA { return P::all(static_cast<Real>(number)); };
  double kick = move.kick;
  // In double precision joined steps keep the bits of single ones.
  if (CarefulVectors<P>::has_low && move.loss == 0 && move.end_drift == 0)
    kick += move.end_kick;
  else if (move.end_kick != 0)
    v.add(all(move.end_kick), a);
  if (move.end_drift != 0) x.add(all(move.end_drift), v.high);
  if (move.loss != 0) v.add(all(-move.loss), Vectors<P>(v.high));
  if (kick != 0) v.add(all(kick), a);
  if (move.drift != 0) x.add(all(move.drift), v.high);
}

/// Accelerations of some lanes.
template <class P>
TENSIO_INLINE Vectors<P> accelerations(const MotionKernel<typename P::Scalar>& kernel,
                                       const MotionFields<typename P::Scalar>& motion, std::size_t pack,
                                       std::size_t lane) {
  using Real = typename P::Scalar;
  using V = typename P::Type;
  const std::size_t i = pack * SpringSlots<Real>::lanes + lane;
  const Components<Real> position = motion.x, velocity = motion.v;
  const auto x = Vectors<P>::load(position, i), v = Vectors<P>::load(velocity, i);
  const V one = P::all(1);
  auto a = Vectors<P>::zero();
  for_each_slot<P, false>(kernel.springs, pack, lane,
                          [&](const auto& reader, const V& k, const V& rest, const auto&)
                              TENSIO_INLINE_LAMBDA {
                                const auto d = x - reader.read(position);
                                const V inverse = inverse_sqrt<P>(dot(d, d) + least_square<Real>);
                                a.add(k * (rest * inverse - one), d);
                              });
  if (kernel.has_forms)
    for_each_slot<P, false>(kernel.forms, pack, lane,
                            [&](const auto& reader, const V& k, const V&, const auto&)
                                TENSIO_INLINE_LAMBDA { a.add(-k, x - reader.read(position)); });
  if (kernel.has_dampers)
    for_each_slot<P, false>(kernel.dampers, pack, lane,
                            [&](const auto& reader, const V& k, const V&, const auto&) TENSIO_INLINE_LAMBDA {
                              const auto d = x - reader.read(position);
                              const V inverse = inverse_sqrt<P>(dot(d, d) + least_square<Real>);
                              const V rate = inverse * dot(d, v - reader.read(velocity));
                              a.add(-k * rate * inverse, d);
                            });
  const V inverse_mass = P::load(kernel.inverse_mass.data() + i);
  a.x *= inverse_mass, a.y *= inverse_mass, a.z *= inverse_mass;
  a.add(one, Vectors<P>::load(kernel.push, i));
  if (kernel.has_tethers) a.add(-P::load(kernel.tether.data() + i), x - Vectors<P>::load(kernel.target, i));
  if (kernel.has_drag) a.add(-P::load(kernel.drag.data() + i), v);
  if (kernel.held[pack].any()) a.clear(kernel.held[pack], lane);
  return a;
}

template <class P>
TENSIO_INLINE void motion_pass(const MotionKernel<typename P::Scalar>& kernel,
                               const MotionPass<typename P::Scalar>& pass, std::size_t begin,
                               std::size_t end) {
  constexpr std::size_t lanes = SpringSlots<typename P::Scalar>::lanes;
  MotionFields<typename P::Scalar>& motion = pass.motion;
  const MotionMove move = pass.move;
  for (std::size_t pack = begin; pack < end; ++pack) {
    for (std::size_t lane = 0; lane < lanes; lane += P::count) {
      const std::size_t i = pack * lanes + lane;
      const auto a = accelerations<P>(kernel, motion, pack, lane);
      if (pass.acceleration) a.store(*pass.acceleration, i);
      if (!pass.next_x) continue;
      auto x = CarefulVectors<P>::load(motion.x, motion.x_low, i);
      auto v = CarefulVectors<P>::load(motion.v, motion.v_low, i);
      apply<P>(move, a, x, v);
      x.store(*pass.next_x, motion.x_low, i);
      v.store(pass.next_v ? *pass.next_v : motion.v, motion.v_low, i);
    }
  }
}

template <class P>
TENSIO_INLINE void known_move(const Field<typename P::Scalar>& acceleration, const MotionMove& move,
                              MotionFields<typename P::Scalar>& motion, std::size_t begin, std::size_t end) {
  constexpr std::size_t lanes = SpringSlots<typename P::Scalar>::lanes;
  for (std::size_t i = begin * lanes; i < end * lanes; i += P::count) {
    auto x = CarefulVectors<P>::load(motion.x, motion.x_low, i);
    auto v = CarefulVectors<P>::load(motion.v, motion.v_low, i);
    apply<P>(move, Vectors<P>::load(acceleration, i), x, v);
    x.store(motion.x, motion.x_low, i);
    v.store(motion.v, motion.v_low, i);
  }
}

#define TENSIO_MOTION_PASSES(name, target, width)                                            \
  template <class Real>                                                                      \
  target void motion_##name(const MotionKernel<Real>& kernel, const MotionPass<Real>& pass,  \
                            std::size_t begin, std::size_t end) {                            \
    motion_pass<Pack<Real, width>>(kernel, pass, begin, end);                                \
  }                                                                                          \
  template <class Real>                                                                      \
  target void known_##name(const Field<Real>& acceleration, const MotionMove& move,          \
                           MotionFields<Real>& motion, std::size_t begin, std::size_t end) { \
    known_move<Pack<Real, width>>(acceleration, move, motion, begin, end);                   \
  }
TENSIO_MOTION_PASSES(scalar, , 1)
TENSIO_MOTION_PASSES(baseline, , 16 / sizeof(Real))
TENSIO_MOTION_PASSES(avx2, TENSIO_TARGET_WIDE_AVX2, 32 / sizeof(Real))
TENSIO_MOTION_PASSES(avx512, TENSIO_TARGET_WIDE_AVX512, 64 / sizeof(Real))
#undef TENSIO_MOTION_PASSES

template <class Real>
void run_motion_pass(const MotionKernel<Real>& kernel, const MotionPass<Real>& pass, std::size_t begin,
                     std::size_t end, SimdLevel level) {
  if constexpr (!has_wide_vectors)
    return motion_baseline(kernel, pass, begin, end);
  else
    switch (level) {
      case SimdLevel::scalar:
        return motion_scalar(kernel, pass, begin, end);
      case SimdLevel::baseline:
        return motion_baseline(kernel, pass, begin, end);
      case SimdLevel::avx2:
        return motion_avx2(kernel, pass, begin, end);
      case SimdLevel::avx512:
        return motion_avx512(kernel, pass, begin, end);
    }
}

template <class Real>
void run_known_move(const Field<Real>& acceleration, const MotionMove& move, MotionFields<Real>& motion,
                    std::size_t begin, std::size_t end, SimdLevel level) {
  if constexpr (!has_wide_vectors)
    return known_baseline(acceleration, move, motion, begin, end);
  else
    switch (level) {
      case SimdLevel::scalar:
        return known_scalar(acceleration, move, motion, begin, end);
      case SimdLevel::baseline:
        return known_baseline(acceleration, move, motion, begin, end);
      case SimdLevel::avx2:
        return known_avx2(acceleration, move, motion, begin, end);
      case SimdLevel::avx512:
        return known_avx512(acceleration, move, motion, begin, end);
    }
}

}  // namespace tensio::detail
