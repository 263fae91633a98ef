#pragma once

#include "energy/element_lanes_body.h"
#include "energy/hinge_lanes.h"

// The bodies of HingeLaneLaw, included by the sources that compile them, one for each precision.
namespace tensio::detail {

/// The angle of (x, y) as arc_tangent finds it, by halving twice and Taylor's series; not a number at (0, 0).
template <class P>
TENSIO_INLINE typename P::Type arc_tangent_lanes(const typename P::Type& y, const typename P::Type& x) {
  using V = typename P::Type;
  using Real = typename P::Scalar;
  constexpr int last = sizeof(Real) == 4 ? 11 : 25;
  const V zero = P::all(0), one = P::all(1);
  const V up = y < zero ? -y : y, right = x < zero ? -x : x;
  V t = up < right ? up / right : right / up;
  for (int halving = 0; halving < 2; ++halving) {
    const V square = one + t * t;
    t = t / (one + square * inverse_sqrt<P>(square));
  }
  const V t2 = t * t;
  V series = zero;
  for (int k = last; k >= 1; k -= 2) series = P::all(Real(1.0 / k)) - series * t2;
  const V first = P::all(4) * t * series;
  const V quadrant = up < right ? first : P::all(Real(1.5707963267948966)) - first;
  const V half = x < zero ? P::all(Real(3.141592653589793)) - quadrant : quadrant;
  return y < zero ? -half : half;
}

/// See Fold.
template <class P>
struct FoldLanes {
  using V = typename P::Type;
  Lanes3<P> e, left, right, n_left, n_right, g_left, g_right;
  V inverse_square, length, inverse_left, inverse_right, foot_left, foot_right;  // 1/|e|², 1/|n|²
  V undefined;

  TENSIO_INLINE explicit FoldLanes(const Lanes3<P>* x)
      : e(x[1] - x[0]),
        left(x[2] - x[0]),
        right(x[3] - x[0]),
        n_left(cross(e, left)),
        n_right(cross(right, e)) {
    using Real = typename P::Scalar;
    constexpr Real thin = sizeof(Real) == 4 ? Real(1e-8) : Real(1e-18);
    const V zero = P::all(0), one = P::all(1), square = dot(e, e), least = P::all(thin) * square * square;
    const V left_square = dot(n_left, n_left), right_square = dot(n_right, n_right);
    undefined = left_square > least ? (right_square > least ? zero : one) : one;
    length = square * inverse_sqrt<P>(square + P::all(least_square<Real>));
    inverse_square = one / square, inverse_left = one / left_square, inverse_right = one / right_square;
    foot_left = dot(left, e) * inverse_square;
    foot_right = dot(right, e) * inverse_square;
    g_left = V(-length * inverse_left) * n_left;
    g_right = V(-length * inverse_right) * n_right;
  }
  TENSIO_INLINE V angle() const {
    return arc_tangent_lanes<P>(dot(cross(n_left, n_right), e), length * dot(n_left, n_right));
  }
};

template <class P, class Numbers, class Vectors>
TENSIO_INLINE void HingeLaneLaw::evaluate(int, const Numbers& n, const Vectors* x, typename P::Type& value,
                                          Vectors* force) {
  using V = typename P::Type;
  const FoldLanes<P> fold(x);
  const V opening = fold.angle() - n[0], moment = n[1] * opening;
  value = where<P>(fold.undefined, P::all(typename P::Scalar(0.5)) * moment * opening);
  if (!force) return;
  force[2] = moment * fold.g_left, force[3] = moment * fold.g_right;
  force[1] = Lanes3<P>::zero() - (fold.foot_left * force[2] + fold.foot_right * force[3]);
  force[0] = Lanes3<P>::zero() - (force[1] + force[2] + force[3]);
}

/// k (∇θ·p)² + k (θ − θ₀) pᵀ ∇²θ p, the second of the exact form alone (Fold::gradient_change).
template <class P, class Numbers, class Vectors>
TENSIO_INLINE void HingeLaneLaw::curvature(int, const Numbers& n, HessianForm form, const Vectors* x,
                                           const Vectors* p, typename P::Type& value) {
  using V = typename P::Type;
  const FoldLanes<P> fold(x);
  const Lanes3<P> de = p[1] - p[0], d_left = p[2] - p[0], d_right = p[3] - p[0];
  const Lanes3<P> by_left = d_left - fold.foot_left * de, by_right = d_right - fold.foot_right * de;
  const V opening = dot(fold.g_left, by_left) + dot(fold.g_right, by_right);
  value = where<P>(fold.undefined, n[1] * opening * opening);
  if (form != HessianForm::exact) return;
  const V two = P::all(2), along = dot(fold.e, de), growth = along * fold.inverse_square;  // of |e|, over it
  const auto changed = [&](const Lanes3<P>& normal, const Lanes3<P>& change, const V& inverse)
                           TENSIO_INLINE_LAMBDA {
                             const V turned = two * dot(normal, change) * inverse - growth;
                             return V(fold.length * inverse) * (turned * normal - change);
                           };
  const Lanes3<P> to_left =
      changed(fold.n_left, cross(de, fold.left) + cross(fold.e, d_left), fold.inverse_left);
  const Lanes3<P> to_right =
      changed(fold.n_right, cross(d_right, fold.e) + cross(fold.right, de), fold.inverse_right);
  const auto foot = [&](const V& at, const Lanes3<P>& side, const Lanes3<P>& change) TENSIO_INLINE_LAMBDA {
    return fold.inverse_square * (dot(change, fold.e) + dot(side, de) - two * at * along);
  };
  const V shift = foot(fold.foot_left, fold.left, d_left) * dot(fold.g_left, de) +
                  foot(fold.foot_right, fold.right, d_right) * dot(fold.g_right, de);
  const V bent = dot(to_left, by_left) + dot(to_right, by_right) - shift;
  value = value + n[1] * (fold.angle() - n[0]) * bent;
}

}  // namespace tensio::detail
