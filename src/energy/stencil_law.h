#pragma once

#include "energy/element_lanes_body.h"
#include "energy/stencil_lanes.h"

// The bodies of StencilLaw, included by the sources that compile them, one for each precision.
namespace tensio::detail {

/// s = Σ c_i x_i of a row in each lane, and its length.
template <class P>
struct StencilRow {
  using V = typename P::Type;
  V coefficient[3], weight, least, most;
  Lanes3<P> sum;
  V length_square, inverse, length, target;

  TENSIO_INLINE StencilRow(const Numbers<P>& n, std::size_t first, const Lanes3<P>* edge) {
    for (std::size_t i = 0; i < 3; ++i) coefficient[i] = n[first + i];
    weight = n[first + 3], least = n[first + 4], most = n[first + 5];
    sum = of(edge);
    length_square = dot(sum, sum);
    const V guarded = length_square + least_square<typename P::Scalar>;
    inverse = inverse_sqrt<P>(guarded);
    length = guarded * inverse;
    target = length < least ? least : (length > most ? most : length);
  }
  TENSIO_INLINE Lanes3<P> of(const Lanes3<P>* edge) const {
    return coefficient[0] * edge[0] + coefficient[1] * edge[1] + coefficient[2] * edge[2];
  }
};

template <class P>
struct StencilEdges {
  Lanes3<P> edge[3];
  TENSIO_INLINE explicit StencilEdges(const Lanes3<P>* x) {
    for (int i = 0; i < 3; ++i) edge[i] = x[i + 1] - x[0];
  }
};

/// The tension w (|s| − t) along s.
template <std::size_t Rows>
template <class P, class Numbers, class Vectors>
TENSIO_INLINE void StencilLaw<Rows>::evaluate(int, const Numbers& n, const Vectors* x,
                                              typename P::Type& value, Vectors* force) {
  using V = typename P::Type;
  const StencilEdges<P> edges(x);
  V energy = P::all(0);  // twice of it
  Lanes3<P> on[3] = {Lanes3<P>::zero(), Lanes3<P>::zero(), Lanes3<P>::zero()};
  for (std::size_t k = 0; k < Rows; ++k) {
    const StencilRow<P> row(n, each * k, edges.edge);
    const V stretch = row.length - row.target, tension = row.weight * stretch;
    energy += tension * stretch;
    const Lanes3<P> pull = V(tension * row.inverse) * row.sum;
    for (int i = 0; i < 3; ++i) on[i] = on[i] + row.coefficient[i] * pull;
  }
  value = P::all(typename P::Scalar(0.5)) * energy;
  if (!force) return;
  for (int i = 0; i < 3; ++i) force[i + 1] = on[i];
  force[0] = Lanes3<P>::zero() - (on[0] + on[1] + on[2]);
}

/// w [c |Δ|² + (1 − c) (n·Δ)²] with c = 1 − t/|s|; nothing within the range.
template <std::size_t Rows>
template <class P, class Numbers, class Vectors>
TENSIO_INLINE void StencilLaw<Rows>::curvature(int, const Numbers& n, HessianForm form, const Vectors* x,
                                               const Vectors* p, typename P::Type& value) {
  using V = typename P::Type;
  using Real = typename P::Scalar;
  const StencilEdges<P> edges(x), changes(p);
  const V zero = P::all(0), one = P::all(1);
  const V floor = P::all(form == HessianForm::exact ? std::numeric_limits<Real>::lowest() : Real{0});
  value = zero;
  for (std::size_t k = 0; k < Rows; ++k) {
    const StencilRow<P> row(n, each * k, edges.edge);
    const Lanes3<P> change = row.of(changes.edge);
    const V scaled = one - row.target * row.inverse, across = scaled > floor ? scaled : floor;
    const V along = row.inverse * dot(row.sum, change);
    const V all = row.weight * (across * dot(change, change) + (one - across) * along * along);
    const V within = row.length > row.least ? (row.length < row.most ? zero : all) : all;
    value += row.length_square > least_square<Real> ? within : zero;
  }
}

}  // namespace tensio::detail
