#pragma once

#include <cmath>
#include <span>

namespace tensio {

/// A point, displacement, velocity or force in space. Plain scalar arithmetic, so that every build gives the
/// same bits.
struct Vec3 {
  double x = 0, y = 0, z = 0;

  constexpr double& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
  constexpr double operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  constexpr Vec3& operator+=(const Vec3& b) { return x += b.x, y += b.y, z += b.z, *this; }
  constexpr Vec3& operator-=(const Vec3& b) { return x -= b.x, y -= b.y, z -= b.z, *this; }
  constexpr Vec3& operator*=(double s) { return x *= s, y *= s, z *= s, *this; }
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

constexpr Vec3 operator+(Vec3 a, const Vec3& b) {
  return a += b;
}
constexpr Vec3 operator-(Vec3 a, const Vec3& b) {
  return a -= b;
}
constexpr Vec3 operator-(const Vec3& a) {
  return {-a.x, -a.y, -a.z};
}
constexpr Vec3 operator*(double s, Vec3 a) {
  return a *= s;
}
constexpr Vec3 operator*(Vec3 a, double s) {
  return a *= s;
}
constexpr Vec3 operator/(Vec3 a, double s) {
  return {a.x / s, a.y / s, a.z / s};
}
constexpr double dot(const Vec3& a, const Vec3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(const Vec3& a) {
  return std::sqrt(dot(a, a));
}
inline bool is_finite(const Vec3& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}
/// a/|a|, or the zero vector where a has no direction.
inline Vec3 normalized(const Vec3& a) {
  const double length = norm(a);
  return length > 0 ? a / length : Vec3{};
}

using Positions = std::span<const Vec3>;  // one per vertex, m

/// Sums over all vertices, in index order.
inline double dot(Positions a, Positions b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
  return sum;
}
inline double norm(Positions a) {
  return std::sqrt(dot(a, a));
}
/// No coordinate farther from the origin than this, nor any that is no number.
inline bool is_within(double reach, Positions a) {
  for (const Vec3& p : a)
    if (!(std::abs(p.x) <= reach && std::abs(p.y) <= reach && std::abs(p.z) <= reach)) return false;
  return true;
}
inline bool is_finite(Positions a) {
  for (const Vec3& p : a)
    if (!is_finite(p)) return false;
  return true;
}

}  // namespace tensio
