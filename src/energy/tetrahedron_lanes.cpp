#include "energy/tetrahedron_lanes.h"

#include "energy/element_lanes_body.h"
#include "energy/neo_hookean.h"
#include "math/elementary.h"

namespace tensio::detail {
namespace {

/// A matrix in each lane, by columns.
template <class P>
struct Lanes33 {
  using V = typename P::Type;
  Lanes3<P> column[3];

  TENSIO_INLINE friend V dot(const Lanes33& a, const Lanes33& b) {
    return dot(a.column[0], b.column[0]) + dot(a.column[1], b.column[1]) + dot(a.column[2], b.column[2]);
  }
  /// The derivative of the determinant.
  TENSIO_INLINE Lanes33 cofactors() const {
    return {{cross(column[1], column[2]), cross(column[2], column[0]), cross(column[0], column[1])}};
  }
  TENSIO_INLINE friend Lanes33 sum(const V& s, const Lanes33& a, const V& t, const Lanes33& b) {
    Lanes33 out;
    for (int k = 0; k < 3; ++k) out.column[k] = s * a.column[k] + t * b.column[k];
    return out;
  }
};

template <class P>
TENSIO_INLINE typename P::Type logarithm_lanes(const typename P::Type& a) {
  typename P::Type out{};
  if constexpr (P::count == 1)
    out = logarithm(a);
  else
    for (int i = 0; i < P::count; ++i) out[i] = logarithm(a[i]);
  return out;
}

/// The numbers of tetrahedra, one in each lane.
template <class P>
struct Material {
  using V = typename P::Type;
  V inverse_rest[9], measure, mu, lambda;

  TENSIO_INLINE explicit Material(const Numbers<P>& n) : measure(n[9]), mu(n[10]), lambda(n[11]) {
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
    const V zero = P::all(0);
    on[0] = Lanes3<P>{zero, zero, zero} - (on[1] + on[2] + on[3]);
  }
};

/// The rotation R of F = R S. Far from it, where the iteration has not ended, the squared error is above
/// `most_error`.
constexpr double most_error = 1e-16;
template <class P>
struct Polar {
  using V = typename P::Type;
  Lanes33<P> rotation;
  V square_error;

  TENSIO_INLINE explicit Polar(const Lanes33<P>& f) : rotation(f) {
    constexpr int iterations = 6;  // from stretches of 1/3 to 3; the error is squared each time
    const V half = P::all(0.5);
    for (int i = 0; i < iterations; ++i) {
      const Lanes33<P> before = rotation, cofactors = rotation.cofactors();
      const V determinant = dot(rotation.column[0], cofactors.column[0]);
      rotation = sum(half, rotation, half / determinant, cofactors);
      if (i + 1 < iterations) continue;
      const Lanes33<P> change = sum(P::all(1), rotation, P::all(-1), before);
      square_error = dot(change, change);
      // A mirror image converges to a reflection.
      square_error = determinant > 0 ? square_error : P::all(1);
    }
  }
  TENSIO_INLINE unsigned failures() const {
    double error[P::count];
    P::store(error, square_error);
    unsigned lanes = 0;
    for (int i = 0; i < P::count; ++i)
      if (!(error[i] <= most_error)) lanes |= 1u << i;
    return lanes;
  }
};

/// Forces and energies of Neo-Hookean tetrahedra (NeoHookean).
template <class P>
TENSIO_INLINE unsigned evaluate_neo_hookean(const Material<P>& group, const Lanes3<P>* x,
                                            typename P::Type& value, Lanes3<P>* force) {
  using V = typename P::Type;
  const NeoHookean<V> law(group.mu, group.lambda);
  const Lanes33<P> f = group.deformation(x), c = f.cofactors();
  const V square = dot(f, f), volume = dot(f.column[0], c.column[0]);
  value = group.measure * law.density(square, volume, logarithm_lanes<P>(law.in_logarithm(square)));
  if (force) group.spread(sum(law.along_f(square), f, law.along_cofactors(volume), c), force);
  return 0;
}

/// P = 2 μ (F − R) + λ (tr S − 3) R, with the energy density μ |F − R|² + ½ λ (tr S − 3)².
template <class P>
TENSIO_INLINE unsigned evaluate_corotated(const Material<P>& group, const Lanes3<P>* x,
                                          typename P::Type& value, Lanes3<P>* force) {
  using V = typename P::Type;
  const Lanes33<P> f = group.deformation(x);
  const Polar<P> polar(f);
  const Lanes33<P>& r = polar.rotation;
  const Lanes33<P> strain = sum(P::all(1), f, P::all(-1), r);
  const V stretch = dot(r, strain), stretched = group.lambda * stretch;
  value = group.measure * (group.mu * dot(strain, strain) + P::all(0.5) * stretched * stretch);
  if (force) group.spread(sum(P::all(2) * group.mu, strain, stretched, r), force);
  return polar.failures();
}

/// With P = t F + c ∂J/∂F, |F|² = I and a change D of F: t |D|² + 2m/(I + 1)² (F·D)² + l (∂J/∂F·D)²
/// + 2 c Σ f_i·(d_j × d_k) over the even permutations of the columns.
template <class P>
TENSIO_INLINE unsigned curvature_neo_hookean(const Material<P>& group, const Lanes3<P>* x, const Lanes3<P>* p,
                                             typename P::Type& value) {
  using V = typename P::Type;
  const NeoHookean<V> law(group.mu, group.lambda);
  const Lanes33<P> f = group.deformation(x), d = group.deformation(p), c = f.cofactors();
  const V square = dot(f, f), along = dot(f, d), grows = dot(c, d);
  const V turned = P::all(2) * law.along_cofactors(dot(f.column[0], c.column[0])) * dot(f, d.cofactors());
  value = group.measure * (law.along_f(square) * dot(d, d) + law.bends(square) * along * along +
                           law.l * grows * grows + turned);
  return 0;
}

/// A change D of F turns R by w, (tr S I − S) w = a, a the axis of RᵀD − DᵀR. The curvature is
/// 2 μ |D|² + λ (R·D)² + (λ (tr S − 3) − 2 μ) a·w.
template <class P>
TENSIO_INLINE unsigned curvature_corotated(const Material<P>& group, const Lanes3<P>* x, const Lanes3<P>* p,
                                           typename P::Type& value) {
  using V = typename P::Type;
  const Lanes33<P> f = group.deformation(x), d = group.deformation(p);
  const Polar<P> polar(f);
  const Lanes33<P>& r = polar.rotation;
  const auto inside = [&](const Lanes33<P>& m, int i, int j)
                          TENSIO_INLINE_LAMBDA { return dot(r.column[i], m.column[j]); };
  const Lanes3<P> a{inside(d, 2, 1) - inside(d, 1, 2), inside(d, 0, 2) - inside(d, 2, 0),
                    inside(d, 1, 0) - inside(d, 0, 1)};
  const V xx = inside(f, 0, 0), yy = inside(f, 1, 1), zz = inside(f, 2, 2);
  const V xy = inside(f, 0, 1), yz = inside(f, 1, 2), zx = inside(f, 2, 0);
  const Lanes33<P> matrix{{{yy + zz, -xy, -zx}, {-xy, zz + xx, -yz}, {-zx, -yz, xx + yy}}};
  const Lanes33<P> cofactors = matrix.cofactors();
  const V determinant = dot(matrix.column[0], cofactors.column[0]);
  const Lanes3<P> w = a.x * cofactors.column[0] + a.y * cofactors.column[1] + a.z * cofactors.column[2];
  const V along = dot(r, d), two_mu = P::all(2) * group.mu;
  const V turning = group.lambda * (xx + yy + zz - P::all(3)) - two_mu;
  value = group.measure *
          (two_mu * dot(d, d) + group.lambda * along * along + turning * (dot(a, w) / determinant));
  return polar.failures();
}

}  // namespace

bool TetrahedronLaw::takes(const Tetrahedron* first) {
  for (std::size_t i = 0; i < ElementLanes<TetrahedronLaw>::group; ++i)
    if (first[i].law != first->law || first[i].least < first[i].most) return false;
  return true;
}

template <class P, class Numbers, class Vectors>
TENSIO_INLINE unsigned TetrahedronLaw::evaluate(const Tetrahedron& like, const Numbers& n, const Vectors* x,
                                                typename P::Type& value, Vectors* force) {
  const Material<P> group(n);
  return like.law == ElementLaw::neo_hookean ? evaluate_neo_hookean<P>(group, x, value, force)
                                             : evaluate_corotated<P>(group, x, value, force);
}

template <class P, class Numbers, class Vectors>
TENSIO_INLINE unsigned TetrahedronLaw::curvature(const Tetrahedron& like, const Numbers& n, HessianForm form,
                                                 const Vectors* x, const Vectors* p,
                                                 typename P::Type& value) {
  const Material<P> group(n);
  const unsigned failures = like.law == ElementLaw::neo_hookean ? curvature_neo_hookean<P>(group, x, p, value)
                                                                : curvature_corotated<P>(group, x, p, value);
  const typename P::Type zero = P::all(0);
  if (form != HessianForm::exact) value = value > zero ? value : zero;
  return failures;
}

template struct ElementLanes<TetrahedronLaw>;

}  // namespace tensio::detail
