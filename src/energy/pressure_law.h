#pragma once

#include "energy/element_lanes_body.h"
#include "energy/pressure_lanes.h"

// The bodies of PressureLaw, included by the sources that compile them, one for each precision.
namespace tensio::detail {

/// A third of p A n on each corner, which on a closed surface is the gradient of the volume.
template <class P, class Numbers, class Vectors>
TENSIO_INLINE void PressureLaw::evaluate(int, const Numbers& n, const Vectors* x, typename P::Type& value,
                                         Vectors* force) {
  const typename P::Type less = P::all(0) - n[0];
  value = less * dot(x[0], cross(x[1], x[2]));
  if (!force) return;
  force[0] = less * cross(x[1] - x[0], x[2] - x[0]);
  force[1] = force[2] = force[0];
}

/// Of the exact form; the others are zero.
template <class P, class Numbers, class Vectors>
TENSIO_INLINE void PressureLaw::curvature(int, const Numbers& n, HessianForm, const Vectors* x,
                                          const Vectors* p, typename P::Type& value) {
  value = P::all(-2) * n[0] *
          (dot(x[2], cross(p[0], p[1])) + dot(x[0], cross(p[1], p[2])) + dot(x[1], cross(p[2], p[0])));
}

}  // namespace tensio::detail
