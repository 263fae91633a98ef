#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "tensio/export.h"

namespace tensio TENSIO_API {

/// A point (m), displacement (m), velocity (m/s) or force (N). Plain scalar arithmetic: every build gives the
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

/// One vector per vertex, m.
using Positions = std::span<const Vec3>;

/// Sum over all vertices, in index order.
inline double dot(Positions a, Positions b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
  return sum;
}
inline double norm(Positions a) {
  return std::sqrt(dot(a, a));
}
/// Whether every coordinate is a number and at most `reach` from zero.
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

/// 3×3 matrix, rows first.
struct Mat3 {
  std::array<double, 9> a{};

  static constexpr Mat3 identity(double s = 1) { return {{s, 0, 0, 0, s, 0, 0, 0, s}}; }
  constexpr double& operator()(int row, int column) {
    return a[3 * static_cast<std::size_t>(row) + static_cast<std::size_t>(column)];
  }
  constexpr double operator()(int row, int column) const {
    return a[3 * static_cast<std::size_t>(row) + static_cast<std::size_t>(column)];
  }
  constexpr Mat3& operator+=(const Mat3& b) {
    for (std::size_t i = 0; i < 9; ++i) a[i] += b.a[i];
    return *this;
  }
  constexpr Mat3& operator*=(double s) {
    for (double& value : a) value *= s;
    return *this;
  }
};

constexpr Mat3 operator+(Mat3 a, const Mat3& b) {
  return a += b;
}
constexpr Mat3 operator*(double s, Mat3 a) {
  return a *= s;
}
constexpr Vec3 operator*(const Mat3& m, const Vec3& v) {
  return {m.a[0] * v.x + m.a[1] * v.y + m.a[2] * v.z, m.a[3] * v.x + m.a[4] * v.y + m.a[5] * v.z,
          m.a[6] * v.x + m.a[7] * v.y + m.a[8] * v.z};
}
constexpr Mat3 transposed(const Mat3& m) {
  return {{m.a[0], m.a[3], m.a[6], m.a[1], m.a[4], m.a[7], m.a[2], m.a[5], m.a[8]}};
}
/// a bᵀ
constexpr Mat3 outer(const Vec3& a, const Vec3& b) {
  return {
      {a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.x, a.y * b.y, a.y * b.z, a.z * b.x, a.z * b.y, a.z * b.z}};
}

/// Rotation by `angle` radians about `axis` (any length but zero). Rodrigues' formula.
Mat3 rotation(const Vec3& axis, double angle);

}  // namespace tensio
