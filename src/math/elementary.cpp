#include "math/elementary.h"

#include <cmath>

namespace tensio {
namespace {

// π/2 and ln 2 in two parts each: the first has enough trailing zero bits that its product with a small
// integer is exact.
constexpr double half_pi_high = 0x1.921fb544p+0, half_pi_low = 0x1.0b4611a626331p-34;
constexpr double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;

/// e^x for |x| ≤ ½ ln 2 by its Taylor series.
double exp_series(double x) {
  double term = 1, sum = 0;
  double terms[20];
  int count = 0;
  for (; count < 20; ++count) {
    terms[count] = term;
    term *= x / (count + 1);
  }
  while (count > 0) sum += terms[--count];  // the smallest first
  return sum;
}

}  // namespace

double exponential(double x) {
  if (x < -745) return 0;
  if (!(x <= 710)) return x + INFINITY;  // infinite, or not a number
  const double k = std::nearbyint(x / 0.6931471805599453);
  return std::ldexp(exp_series((x - k * ln2_high) - k * ln2_low), static_cast<int>(k));
}

/// x = 2^e m with m near 1, ln m = 2 artanh((m − 1)/(m + 1)).
double logarithm(double x) {
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < 0.7071067811865476) m *= 2, --e;
  const double u = (m - 1) / (m + 1), u2 = u * u;
  double series = 0;
  for (int k = 27; k >= 1; k -= 2) series = series * u2 + 1.0 / k;
  return e * ln2_high + (e * ln2_low + 2 * u * series);
}

SineCosine sine_cosine(double angle) {
  const double quarter = std::nearbyint(angle / 1.5707963267948966);
  const double r = (angle - quarter * half_pi_high) - quarter * half_pi_low;
  const double r2 = r * r;
  double s = 0, c = 0;  // Taylor series by Horner's rule: r − r³/3! + …, 1 − r²/2! + …
  for (int k = 21; k >= 1; k -= 2) s = 1 - s * r2 / ((k + 1) * (k + 2));
  for (int k = 20; k >= 0; k -= 2) c = 1 - c * r2 / ((k + 1) * (k + 2));
  s *= r;
  switch (static_cast<long long>(quarter) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

/// For 0 ≤ t ≤ 1 halved twice by atan t = 2 atan(t / (1 + √(1 + t²))), which leaves t below 0.2, then by its
/// Taylor series; beyond 1 and in the other quadrants by symmetry.
double arc_tangent(double y, double x) {
  const double up = std::abs(y), right = std::abs(x);
  if (!(up > 0 || right > 0)) return 0;
  double t = up <= right ? up / right : right / up;
  for (int halving = 0; halving < 2; ++halving) t = t / (1 + std::sqrt(1 + t * t));
  const double t2 = t * t;
  double series = 0;
  for (int k = 25; k >= 1; k -= 2) series = 1.0 / k - series * t2;
  double angle = 4 * t * series;
  constexpr double half_pi = 1.5707963267948966;
  if (up > right) angle = half_pi - angle;
  if (x < 0) angle = 2 * half_pi - angle;
  return y < 0 ? -angle : angle;
}

double power(double base, double exponent) {
  if (exponent == 0 || base == 1) return 1;
  if (base == 0) return 0;
  return exponential(exponent * logarithm(base));
}

}  // namespace tensio
