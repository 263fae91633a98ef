#pragma once

#include "energy/cluster_lanes.h"
#include "energy/polar_lanes.h"

// The bodies of ClusterLaw, included by the sources that compile them, one for each precision.
namespace tensio::detail {

/// Points of clusters from their centre, and their moment over the size.
template <std::size_t Most, class P>
struct ClusterFit {
  using V = typename P::Type;
  Lanes3<P> arm[Most];
  Lanes33<P> moment;

  TENSIO_INLINE ClusterFit(const Numbers<P>& n, const Lanes3<P>* x) {
    Lanes3<P> centre = Lanes3<P>::zero();
    for (std::size_t i = 0; i < Most; ++i) {
      arm[i] = x[i] - x[0];
      centre = centre + n[4 * i] * arm[i];
    }
    for (Lanes3<P>& column : moment.column) column = Lanes3<P>::zero();
    const V scale = P::all(1) / n[4 * Most + 6];
    for (std::size_t i = 0; i < Most; ++i) {
      arm[i] = arm[i] - centre;
      const Lanes3<P> weighed = V(scale * n[4 * i]) * arm[i];
      for (std::size_t k = 0; k < 3; ++k) moment.column[k] = moment.column[k] + n[4 * i + 1 + k] * weighed;
    }
  }
  /// A = M (Σ w q qᵀ)⁻¹, or its change.
  TENSIO_INLINE Lanes33<P> linear(const Numbers<P>& n) const {
    constexpr std::size_t at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    Lanes33<P> out;
    for (std::size_t k = 0; k < 3; ++k)
      out.column[k] = n[4 * Most + at[0][k]] * moment.column[0] + n[4 * Most + at[1][k]] * moment.column[1] +
                      n[4 * Most + at[2][k]] * moment.column[2];
    return out;
  }
};

/// ½ k Σ w [(1 − β) |a − R q|² + β |a − A q|²] of arms a.
template <std::size_t Most>
template <class P, class Numbers, class Vectors>
TENSIO_INLINE void ClusterLaw<Most>::evaluate(int, const Numbers& n, const Vectors* x,
                                              typename P::Type& value, Vectors* force) {
  using V = typename P::Type;
  const V k = n[4 * count + 7], beta = n[4 * count + 8], rigid = P::all(1) - beta;
  const ClusterFit<Most, P> fit(n, x);
  const Polar3<P> polar(fit.moment);
  const Lanes33<P> a = fit.linear(n);
  V sum = P::all(0);
  for (std::size_t i = 0; i < count; ++i) {
    const V weight = n[4 * i];
    const auto placed = [&](const Lanes33<P>& by) TENSIO_INLINE_LAMBDA {
      return n[4 * i + 1] * by.column[0] + n[4 * i + 2] * by.column[1] + n[4 * i + 3] * by.column[2];
    };
    const Lanes3<P> off = fit.arm[i] - placed(polar.rotation), off_linear = fit.arm[i] - placed(a);
    sum += weight * (rigid * dot(off, off) + beta * dot(off_linear, off_linear));
    if (force) force[i] = V(k * weight) * (rigid * off + beta * off_linear);
  }
  value = where<P>(polar.undefined, P::all(typename P::Scalar(0.5)) * k * sum);
}

/// k [Σ w |da|² − (1 − β) dR·dM − β dA·dM].
template <std::size_t Most>
template <class P, class Numbers, class Vectors>
TENSIO_INLINE void ClusterLaw<Most>::curvature(int, const Numbers& n, HessianForm form, const Vectors* x,
                                               const Vectors* p, typename P::Type& value) {
  using V = typename P::Type;
  const V size = n[4 * count + 6], k = n[4 * count + 7], beta = n[4 * count + 8];
  const ClusterFit<Most, P> fit(n, x), change(n, p);
  const Polar3<P> polar(fit.moment);
  V sum = P::all(0);
  for (std::size_t i = 0; i < count; ++i) sum += n[4 * i] * dot(change.arm[i], change.arm[i]);
  const V turned = (P::all(1) - beta) * polar.turned(fit.moment, change.moment);
  const V curved = k * (sum - size * (turned + beta * dot(change.linear(n), change.moment)));
  const V kept = curved < P::all(0) ? P::all(0) : curved;
  value = where<P>(polar.undefined, form == HessianForm::exact ? curved : kept);
}

}  // namespace tensio::detail
