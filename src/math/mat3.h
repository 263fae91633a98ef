#pragma once

#include <array>

#include "math/elementary.h"
#include "math/vec3.h"

namespace tensio {

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
inline Mat3 rotation(const Vec3& axis, double angle) {
  const Vec3 u = normalized(axis);
  const auto [s, c] = sine_cosine(angle);
  Mat3 r = c * Mat3::identity() + (1 - c) * outer(u, u);
  r += Mat3{{0, -s * u.z, s * u.y, s * u.z, 0, -s * u.x, -s * u.y, s * u.x, 0}};
  return r;
}

}  // namespace tensio
