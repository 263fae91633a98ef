#pragma once

#include "energy/polar_lanes.h"
#include "energy/tetrahedron_lanes.h"

// The bodies of TetrahedronLaw, included by the sources that compile them, one for each precision.
namespace tensio::detail {

/// The numbers of tetrahedra, one in each lane.
template <class P>
struct TetrahedronNumbers {
  using V = typename P::Type;
  V inverse_rest[9], measure, mu, lambda;

  TENSIO_INLINE explicit TetrahedronNumbers(const Numbers<P>& n) : measure(n[9]), mu(n[10]), lambda(n[11]) {
    for (std::size_t k = 0; k < 9; ++k) inverse_rest[k] = n[k];
  }

  /// F, or its change where the corners move by x.
  TENSIO_INLINE Lanes33<P> deformation(const Lanes3<P>* x) const {
    Lanes3<P> edge[3];
    for (std::size_t j = 0; j < 3; ++j) edge[j] = x[j + 1] - x[0];
    Lanes33<P> f;
    for (int k = 0; k < 3; ++k)
      f.column[k] = inverse_rest[k] * edge[0] + inverse_rest[3 + k] * edge[1] + inverse_rest[6 + k] * edge[2];
    return f;
  }
  /// Forces on the corners that do the work of this stress.
  TENSIO_INLINE void spread(const Lanes33<P>& stress, Lanes3<P>* on) const {
    for (int j = 0; j < 3; ++j)
      on[j + 1] =
          measure * (inverse_rest[3 * j] * stress.column[0] + inverse_rest[3 * j + 1] * stress.column[1] +
                     inverse_rest[3 * j + 2] * stress.column[2]);
    on[0] = Lanes3<P>::zero() - (on[1] + on[2] + on[3]);
  }
};

/// a − ln(1 + a) for −½ ≤ a ≤ 1 without cancellation, undefined elsewhere: with z = a/(2 + a) the logarithm
/// is 2 artanh z, and a − 2 z = a z.
template <class P>
TENSIO_INLINE typename P::Type above_logarithm(const typename P::Type& a) {
  using V = typename P::Type;
  using Real = typename P::Scalar;
  constexpr int last = sizeof(Real) == 4 ? 15 : 33;  // |z| ≤ 1/3
  const V z = a / (P::all(2) + a), z2 = z * z;
  V series = P::all(Real(1.0 / last));
  for (int k = last - 2; k >= 3; k -= 2) series = series * z2 + P::all(Real(1.0 / k));
  const V value = a * z - P::all(2) * z * z2 * series;
  const V excess = a > P::all(1) ? P::all(1) : (a < P::all(Real(-0.5)) ? P::all(1) : P::all(0));
  return where<P>(excess, value);
}

/// Neo-Hookean tetrahedra (NeoHookean) with their numbers in each lane.
template <class P>
struct NeoHookeanLanes {
  using V = typename P::Type;
  V m, l, relax;  // relax: l α − l = ¾ m, which l = 0 survives

  TENSIO_INLINE explicit NeoHookeanLanes(const TetrahedronNumbers<P>& n)
      : m(n.mu * P::all(typename P::Scalar(4.0 / 3))),
        l(n.lambda + n.mu * P::all(typename P::Scalar(5.0 / 6))),
        relax(n.mu) {}
  TENSIO_INLINE V along_f(const V& square) const { return m - m / (square + P::all(1)); }
  TENSIO_INLINE V along_cofactors(const V& volume) const { return l * (volume - P::all(1)) - relax; }
};

/// With e = FᵀF − 1, t = tr e = I − 3 and K its second and third invariants together, J² − 1 = t + K, and the
/// density is ¾ m (½ t − (J − 1)) + ½ m (t/4 − ln(1 + t/4)) + ½ l (J − 1)², where the first bracket is
/// (½ t (J − 1) − K)/(J + 1): small strains lose no digits. That needs J > 0, well above.
template <class P>
TENSIO_INLINE void evaluate_neo_hookean(const TetrahedronNumbers<P>& n, const Lanes3<P>* x,
                                        typename P::Type& value, Lanes3<P>* force) {
  using V = typename P::Type;
  using Real = typename P::Scalar;
  const NeoHookeanLanes<P> law(n);
  const V one = P::all(1), half = P::all(Real(0.5));
  const Lanes33<P> f = n.deformation(x), c = f.cofactors();
  const Symmetric<P> e = inner(f, f, one);
  const V t = e.trace(), volume = dot(f.column[0], c.column[0]);
  const V rest = e.minors() + e.determinant(), inverse = one / (one + volume);
  const V upright = volume > half ? one : P::all(0);
  const V growth = upright > P::all(0) ? (t + rest) * inverse : volume - one;
  const V shape = upright > P::all(0) ? (half * t * growth - rest) * inverse : half * t - growth;
  value =
      n.measure * (law.m * (P::all(Real(0.75)) * shape + half * above_logarithm<P>(P::all(Real(0.25)) * t)) +
                   half * law.l * growth * growth);
  if (!force) return;
  n.spread(sum(law.along_f(t + P::all(3)), f, law.along_cofactors(volume), c), force);
}

/// P = 2 μ (F − R) + λ (tr S − 3) R, with the energy density μ |F − R|² + ½ λ (tr S − 3)².
template <class P>
TENSIO_INLINE void evaluate_corotated(const TetrahedronNumbers<P>& n, const Lanes3<P>* x,
                                      typename P::Type& value, Lanes3<P>* force) {
  using V = typename P::Type;
  const Lanes33<P> f = n.deformation(x);
  const Polar3<P> polar(f);
  const Lanes33<P>& r = polar.rotation;
  const Lanes33<P> strain = sum(P::all(1), f, P::all(-1), r);
  const V stretch = dot(r, strain), stretched = n.lambda * stretch;
  value = where<P>(polar.undefined, n.measure * (n.mu * dot(strain, strain) +
                                                 P::all(typename P::Scalar(0.5)) * stretched * stretch));
  if (force) n.spread(sum(P::all(2) * n.mu, strain, stretched, r), force);
}

/// With P = t F + c ∂J/∂F, |F|² = I and a change D of F: t |D|² + 2m/(I + 1)² (F·D)² + l (∂J/∂F·D)²
/// + 2 c Σ f_i·(d_j × d_k) over the even permutations of the columns.
template <class P>
TENSIO_INLINE void curve_neo_hookean(const TetrahedronNumbers<P>& n, const Lanes3<P>* x, const Lanes3<P>* p,
                                     typename P::Type& value) {
  using V = typename P::Type;
  const NeoHookeanLanes<P> law(n);
  const Lanes33<P> f = n.deformation(x), d = n.deformation(p), c = f.cofactors();
  const V square = dot(f, f), along = dot(f, d), grows = dot(c, d),
          inverse = P::all(1) / (square + P::all(1));
  const V turned = P::all(2) * law.along_cofactors(dot(f.column[0], c.column[0])) * dot(f, d.cofactors());
  const V bent = inverse * along;
  value = n.measure * ((law.m - law.m * inverse) * dot(d, d) + P::all(2) * law.m * bent * bent +
                       law.l * grows * grows + turned);
}

/// With a change D of F: 2 μ |D|² + λ (R·D)² + (λ (tr S − 3) − 2 μ) dR·D.
template <class P>
TENSIO_INLINE void curve_corotated(const TetrahedronNumbers<P>& n, const Lanes3<P>* x, const Lanes3<P>* p,
                                   typename P::Type& value) {
  using V = typename P::Type;
  const Lanes33<P> f = n.deformation(x), d = n.deformation(p);
  const Polar3<P> polar(f);
  const Lanes33<P>& r = polar.rotation;
  const V along = dot(r, d), two_mu = P::all(2) * n.mu;
  const V stress = n.lambda * (polar.trace - P::all(3)) - two_mu;
  value = where<P>(polar.undefined,
                   n.measure * (two_mu * dot(d, d) + n.lambda * along * along + stress * polar.turned(f, d)));
}

template <class P, class Numbers, class Vectors>
TENSIO_INLINE void TetrahedronLaw::evaluate(int kind, const Numbers& n, const Vectors* x,
                                            typename P::Type& value, Vectors* force) {
  const TetrahedronNumbers<P> material(n);
  if (kind == static_cast<int>(ElementLaw::neo_hookean))
    evaluate_neo_hookean<P>(material, x, value, force);
  else
    evaluate_corotated<P>(material, x, value, force);
}

template <class P, class Numbers, class Vectors>
TENSIO_INLINE void TetrahedronLaw::curvature(int kind, const Numbers& n, HessianForm form, const Vectors* x,
                                             const Vectors* p, typename P::Type& value) {
  const TetrahedronNumbers<P> material(n);
  if (kind == static_cast<int>(ElementLaw::neo_hookean))
    curve_neo_hookean<P>(material, x, p, value);
  else
    curve_corotated<P>(material, x, p, value);
  if (form != HessianForm::exact) value = value < P::all(0) ? P::all(0) : value;
}

}  // namespace tensio::detail
