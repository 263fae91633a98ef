#pragma once

#include "energy/air_lanes.h"
#include "energy/element_lanes_body.h"

// The bodies of AirLaw, included by the sources that compile them, one for each precision.
namespace tensio::detail {

/// The flow u at the middle of triangles, and its parts through and along them.
template <class P>
struct AirFlow {
  using V = typename P::Type;
  Lanes3<P> normal, slip;
  V through, speed_through, along;  // n·u and its size; |slip|

  TENSIO_INLINE AirFlow(const Numbers<P>& n, const Lanes3<P>* v) : normal{n[0], n[1], n[2]} {
    using Real = typename P::Scalar;
    const Lanes3<P> wind{n[3], n[4], n[5]};
    const Lanes3<P> flow = P::all(Real(1.0 / 3)) * (v[0] + v[1] + v[2]) - wind;
    through = dot(normal, flow);
    speed_through = through < P::all(0) ? -through : through;
    slip = flow - through * normal;
    const V square = dot(slip, slip) + P::all(least_square<Real>);
    along = square * inverse_sqrt<P>(square);
  }
};

/// (C_n |n·u|³ + C_t |slip|³)/3, a third of the force on each corner.
template <class P, class Numbers, class Vectors>
TENSIO_INLINE void AirLaw::evaluate(int, const Numbers& n, const Vectors* v, typename P::Type& value,
                                    Vectors* force) {
  using V = typename P::Type;
  const AirFlow<P> air(n, v);
  const V third = P::all(typename P::Scalar(1.0 / 3));
  const V out = n[6] * air.speed_through, on = n[7] * air.along;
  value = third * (out * air.through * air.through + on * air.along * air.along);
  if (!force) return;
  force[0] = V(third * out * air.through) * air.normal + V(third * on) * air.slip;
  force[1] = force[2] = force[0];
}

/// Of any form but the constant matrix: never negative.
template <class P, class Numbers, class Vectors>
TENSIO_INLINE void AirLaw::curvature(int, const Numbers& n, HessianForm, const Vectors* v, const Vectors* p,
                                     typename P::Type& value) {
  using V = typename P::Type;
  const AirFlow<P> air(n, v);
  const Lanes3<P> mean = P::all(typename P::Scalar(1.0 / 3)) * (p[0] + p[1] + p[2]);
  const V out = dot(air.normal, mean), onward = dot(air.slip, mean) / air.along;
  value = P::all(2) * n[6] * air.speed_through * out * out +
          n[7] * air.along * (dot(mean, mean) - out * out + onward * onward);
}

}  // namespace tensio::detail
