#pragma once

#include "energy/element_lanes_body.h"

namespace tensio::detail {

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

/// A symmetric matrix in each lane.
template <class P>
struct Symmetric {
  using V = typename P::Type;
  V xx, yy, zz, yz, zx, xy;

  TENSIO_INLINE V trace() const { return xx + yy + zz; }
  TENSIO_INLINE V minors() const { return (xx * yy - xy * xy) + (yy * zz - yz * yz) + (zz * xx - zx * zx); }
  TENSIO_INLINE V determinant() const {
    return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * zx) + zx * (xy * yz - yy * zx);
  }
};

/// AᵀB, where that is known to be symmetric, minus the identity times `less`.
template <class P>
TENSIO_INLINE Symmetric<P> inner(const Lanes33<P>& a, const Lanes33<P>& b, const typename P::Type& less) {
  const auto at = [&](int i, int j) TENSIO_INLINE_LAMBDA { return dot(a.column[i], b.column[j]); };
  return {at(0, 0) - less, at(1, 1) - less, at(2, 2) - less, at(1, 2), at(2, 0), at(0, 1)};
}

/// The rotation R of F = R S in closed form; where F mirrors, the smallest singular value counts as negative.
/// With I = |F|², J = det F and K = |cof F|² the trace s = tr S is the largest root of
///   s⁴ − 2 I s² − 8 J s + I² − 4 K = 0
/// (the largest eigenvalue of Horn 1987, sec. 4B, eq. 31, in terms of invariants), and R = ∂s/∂F,
///   R = ((s² + I) F + 2 s cof F − 2 F FᵀF)/d,   d = s³ − I s − 2 J = 2 (σ₁ + σ₂)(σ₂ + σ₃)(σ₃ + σ₁),
/// by the derivative of the equation. Halley's iteration starts at √(3 I), an upper bound that is the root
/// where F is a rotation times a number.
template <class P>
struct Polar3 {
  using V = typename P::Type;
  using Real = typename P::Scalar;
  Lanes33<P> rotation;
  V trace;      // s
  V turning;    // d
  V undefined;  // above 0 where σ₂ + σ₃ is too small, or the root not yet found

  TENSIO_INLINE explicit Polar3(const Lanes33<P>& f) {
    constexpr bool is_single = sizeof(Real) == 4;
    constexpr int iterations = is_single ? 3 : 4;                // from stretches of ½ to 2 and further
    constexpr Real near = is_single ? Real(1e-2) : Real(1e-5);   // the last change, over s: its cube is left
    constexpr Real least = is_single ? Real(3e-2) : Real(1e-3);  // d/s³, 16/27 of rotations
    const Lanes33<P> c = f.cofactors();
    const Symmetric<P> e = inner(f, f, P::all(0));
    const V square = e.trace(), volume = dot(f.column[0], c.column[0]);
    const V two = P::all(2), eight_volume = P::all(8) * volume;
    const V constant = square * square - P::all(4) * dot(c, c);
    const V start = P::all(3) * square + P::all(least_square<Real>);
    V s = start * inverse_sqrt<P>(start), change = s;
    for (int i = 0; i < iterations; ++i) {
      const V s2 = s * s;
      const V value = ((s2 - two * square) * s - eight_volume) * s + constant;
      const V slope = P::all(4) * (s2 - square) * s - eight_volume;
      const V half_bend = P::all(6) * s2 - two * square;
      change = value * slope / (slope * slope - value * half_bend);
      s = s - change;
    }
    trace = s;
    turning = (s * s - square) * s - two * volume;
    const V inverse = P::all(1) / turning, s3 = s * s * s;
    const V along_f = inverse * (s * s + square), along_c = inverse * two * s, back = inverse * two;
    const Lanes3<P>*const a = f.column, *const b = c.column;
    rotation.column[0] =
        (along_f - back * e.xx) * a[0] + along_c * b[0] - (back * e.xy * a[1] + back * e.zx * a[2]);
    rotation.column[1] =
        (along_f - back * e.yy) * a[1] + along_c * b[1] - (back * e.xy * a[0] + back * e.yz * a[2]);
    rotation.column[2] =
        (along_f - back * e.zz) * a[2] + along_c * b[2] - (back * e.zx * a[0] + back * e.yz * a[1]);
    const V size = change > P::all(0) ? change : -change;
    undefined = turning > P::all(least) * s3 ? (size < P::all(near) * s ? P::all(0) : P::all(1)) : P::all(1);
  }

  /// dR·D where F changes by D: R turns by w, (tr S I − S) w = a, a the axis of RᵀD − DᵀR, and it is a·w.
  TENSIO_INLINE V turned(const Lanes33<P>& f, const Lanes33<P>& d) const {
    const Lanes33<P>& r = rotation;
    const auto inside = [&](int i, int j) TENSIO_INLINE_LAMBDA { return dot(r.column[i], d.column[j]); };
    const Lanes3<P> a{inside(2, 1) - inside(1, 2), inside(0, 2) - inside(2, 0), inside(1, 0) - inside(0, 1)};
    const Symmetric<P> s = inner(r, f, P::all(0));
    const V xx = s.yy + s.zz, yy = s.zz + s.xx, zz = s.xx + s.yy;  // of tr S I − S, with determinant ½ d
    const V sum = (yy * zz - s.yz * s.yz) * a.x * a.x + (zz * xx - s.zx * s.zx) * a.y * a.y +
                  (xx * yy - s.xy * s.xy) * a.z * a.z +
                  P::all(2) * ((s.zx * s.yz + s.xy * zz) * a.x * a.y + (s.xy * s.zx + s.yz * xx) * a.y * a.z +
                               (s.xy * s.yz + s.zx * yy) * a.z * a.x);
    return P::all(2) * sum / turning;
  }
};

}  // namespace tensio::detail
