#pragma once

#include "energy/element_lanes_body.h"
#include "energy/membrane_lanes.h"

// The bodies of MembraneLaw, included by the sources that compile them, one for each precision.
namespace tensio::detail {

/// F, or its change where the corners move by x, as columns.
template <class P>
struct MembraneColumns {
  Lanes3<P> column[2];

  TENSIO_INLINE MembraneColumns(const Numbers<P>& n, const Lanes3<P>* x) {
    const Lanes3<P> a = x[1] - x[0], b = x[2] - x[0];
    for (std::size_t k = 0; k < 2; ++k) column[k] = n[k] * a + n[2 + k] * b;
  }
};

template <class P>
struct Polar2 {
  using V = typename P::Type;
  using Real = typename P::Scalar;
  /// J over t², below which a triangle is a line.
  static constexpr Real least_area = sizeof(Real) == 4 ? Real(1e-4) : Real(1e-10);
  Lanes3<P> normal, rotation[2];
  V area, trace, inverse_trace;  // J, t, 1/t
  V is_flat;                     // above 0 where the triangle is a line

  TENSIO_INLINE explicit Polar2(const Lanes3<P>* f) {
    const Lanes3<P> m = cross(f[0], f[1]);
    const V square = dot(m, m) + P::all(least_square<typename P::Scalar>), inverse = inverse_sqrt<P>(square);
    normal = inverse * m;
    area = square * inverse;
    const V trace_square =
        dot(f[0], f[0]) + dot(f[1], f[1]) + P::all(2) * area + P::all(least_square<typename P::Scalar>);
    inverse_trace = inverse_sqrt<P>(trace_square);
    trace = trace_square * inverse_trace;
    rotation[0] = inverse_trace * (f[0] + cross(f[1], normal));
    rotation[1] = inverse_trace * (f[1] + cross(normal, f[0]));
    is_flat = area > P::all(least_area) * trace_square ? P::all(0) : P::all(1);
  }
};

/// P = 2 μ (F − R) + λ (t − 2) R, with the energy density μ |F − R|² + ½ λ (t − 2)².
template <class P, class Numbers, class Vectors>
TENSIO_INLINE void MembraneLaw::evaluate(int, const Numbers& n, const Vectors* x, typename P::Type& value,
                                         Vectors* force) {
  using V = typename P::Type;
  const V measure = n[4], mu = n[5], lambda = n[6];
  const MembraneColumns<P> f(n, x);
  const Polar2<P> polar(f.column);
  const V stretch = polar.trace - P::all(2), stretched = lambda * stretch, two_mu = P::all(2) * mu;
  V square = P::all(0);
  Lanes3<P> stress[2];
  for (std::size_t k = 0; k < 2; ++k) {
    const Lanes3<P> strain = f.column[k] - polar.rotation[k];
    square += dot(strain, strain);
    stress[k] = two_mu * strain + stretched * polar.rotation[k];
  }
  value = where<P>(polar.is_flat,
                   measure * (mu * square + P::all(typename P::Scalar(0.5)) * stretched * stretch));
  if (force) {
    for (std::size_t j = 0; j < 2; ++j)
      force[j + 1] = V(measure * n[2 * j]) * stress[0] + V(measure * n[2 * j + 1]) * stress[1];
    force[0] = Lanes3<P>::zero() - (force[1] + force[2]);
  }
}

/// With D the change of F, w = r₀·d₁ − r₁·d₀ its twist and h = Dᵀn what leaves the plane, 2 μ |D|² + λ (R·D)²
/// + (λ (t − 2) − 2 μ) (w²/t + hᵀS⁻¹h). Projected, the coefficients of w² and of h along the eigenvectors of
/// S are at least zero.
template <class P, class Numbers, class Vectors>
TENSIO_INLINE void MembraneLaw::curvature(int, const Numbers& n, HessianForm form, const Vectors* x,
                                          const Vectors* p, typename P::Type& value) {
  using V = typename P::Type;
  using Real = typename P::Scalar;
  // Singular values nearer to each other than rounding tells apart have no direction.
  constexpr Real apart = sizeof(Real) == 4 ? Real(1e-3) : Real(1e-9);
  const V measure = n[4], two_mu = P::all(2) * n[5], lambda = n[6];
  const MembraneColumns<P> f(n, x), change(n, p);
  const Polar2<P> polar(f.column);
  const Lanes3<P>*r = polar.rotation, *d = change.column;
  const V zero = P::all(0), one = P::all(1), half = P::all(typename P::Scalar(0.5));
  const V floor = P::all(form == HessianForm::exact ? std::numeric_limits<Real>::lowest() : Real{0});
  const auto kept = [&](const V& a) TENSIO_INLINE_LAMBDA { return a > floor ? a : floor; };
  const V turning = lambda * (polar.trace - P::all(2)) - two_mu;
  const V twist = dot(r[0], d[1]) - dot(r[1], d[0]), along = dot(r[0], d[0]) + dot(r[1], d[1]);
  const V h0 = dot(polar.normal, d[0]), h1 = dot(polar.normal, d[1]);
  const V out = h0 * h0 + h1 * h1, twisted = half * twist * twist;
  // σ₁ ≥ σ₂, and the share of h along the first eigenvector; all of it where they are equal.
  const V spread = polar.trace * polar.trace - P::all(4) * polar.area;
  const V guarded = (spread > zero ? spread : zero) + P::all(least_square<typename P::Scalar>);
  const V difference = guarded * inverse_sqrt<P>(guarded);
  const V first = half * (polar.trace + difference), second = polar.area / first;
  const V stretched = ((dot(f.column[0], f.column[0]) + polar.area) * h0 * h0 +
                       P::all(2) * dot(f.column[0], f.column[1]) * h0 * h1 +
                       (dot(f.column[1], f.column[1]) + polar.area) * h1 * h1) *
                      polar.inverse_trace;  // hᵀ S h
  const V share = (stretched - second * out) / difference;
  const V limited = share > zero ? (share < out ? share : out) : zero;
  const V along_first = difference > P::all(apart) * polar.trace ? limited : out;
  value =
      where<P>(polar.is_flat, measure * (two_mu * (dot(d[0], d[0]) + dot(d[1], d[1]) - out - twisted) +
                                         lambda * along * along +
                                         twisted * kept(two_mu + P::all(2) * turning * polar.inverse_trace) +
                                         along_first * kept(two_mu + turning * (one / first)) +
                                         (out - along_first) * kept(two_mu + turning * (one / second))));
}

}  // namespace tensio::detail
