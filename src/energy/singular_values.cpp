#include "energy/singular_values.h"

#include <cmath>
#include <utility>

namespace tensio::detail {
namespace {

constexpr int most_sweeps = 12;  // they converge quadratically: five or six are enough

/// The rotation that makes [aa, ab; ab, bb] diagonal, by the smaller of the two angles.
struct Turn {
  double cosine = 1, sine = 0;
};
Turn find_turn(double aa, double ab, double bb) {
  const double zeta = (bb - aa) / (2 * ab);
  const double t = (zeta >= 0 ? 1 : -1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
  if (!std::isfinite(zeta) || !std::isfinite(t)) return {};
  const double cosine = 1 / std::sqrt(1 + t * t);
  return {cosine, cosine * t};
}

/// A unit vector at right angles to a unit vector.
Vec3 beside(const Vec3& a) {
  const Vec3 axis = std::abs(a.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  return normalized(cross(a, axis));
}

}  // namespace

template <int d>
SingularValues<d>::SingularValues(const Columns& f) {
  Columns columns = f;
  for (std::size_t i = 0; i < d; ++i) v[i][i] = 1;
  const auto turn_pair = [&](std::size_t a, std::size_t b) {
    const double aa = dot(columns[a], columns[a]), bb = dot(columns[b], columns[b]);
    const double ab = dot(columns[a], columns[b]);
    if (!(ab * ab > 1e-32 * aa * bb)) return false;
    const auto [c, s] = find_turn(aa, ab, bb);
    const Vec3 kept = columns[a];
    columns[a] = c * kept - s * columns[b];
    columns[b] = s * kept + c * columns[b];
    for (auto& row : v) {
      const double entry = row[a];
      row[a] = c * entry - s * row[b];
      row[b] = s * entry + c * row[b];
    }
    return s != 0;
  };
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool has_turned = false;
    for (std::size_t a = 0; a + 1 < d; ++a)
      for (std::size_t b = a + 1; b < d; ++b) has_turned = turn_pair(a, b) || has_turned;
    if (!has_turned) break;
  }
  for (std::size_t i = 0; i < d; ++i) sigma[i] = norm(columns[i]);
  for (std::size_t i = 0; i + 1 < d; ++i)
    for (std::size_t j = d - 1; j > i; --j)
      if (sigma[j] > sigma[j - 1]) {
        std::swap(sigma[j], sigma[j - 1]);
        std::swap(columns[j], columns[j - 1]);
        for (auto& row : v) std::swap(row[j], row[j - 1]);
      }
  // Columns far below the largest are rounding, and no direction.
  const double least = 1e-15 * sigma[0];
  u[0] = sigma[0] > 0 ? columns[0] / sigma[0] : Vec3{1, 0, 0};
  u[1] = beside(u[0]);
  if (sigma[1] > least) {
    const Vec3 rest = columns[1] - dot(columns[1], u[0]) * u[0];
    if (norm(rest) > 0) u[1] = normalized(rest);
  }
  u[2] = cross(u[0], u[1]);
  if constexpr (d == 3) {
    const double det = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) -
                       v[0][1] * (v[1][0] * v[2][2] - v[1][2] * v[2][0]) +
                       v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
    if (det < 0)
      for (auto& row : v) row[2] = -row[2];
    const double along = (det < 0 ? -1 : 1) * dot(columns[2], u[2]);
    sigma[2] = along < 0 ? -sigma[2] : sigma[2];
  }
}

template <int d>
auto SingularValues<d>::inside(const Columns& m) const -> std::array<std::array<double, d>, 3> {
  std::array<std::array<double, d>, 3> out{};
  for (std::size_t j = 0; j < d; ++j) {
    Vec3 column;
    for (std::size_t k = 0; k < d; ++k) column += v[k][j] * m[k];
    for (std::size_t i = 0; i < 3; ++i) out[i][j] = dot(u[i], column);
  }
  return out;
}

template <int d>
auto SingularValues<d>::outside(const std::array<std::array<double, d>, 3>& m) const -> Columns {
  Columns out{};
  for (std::size_t j = 0; j < d; ++j) {
    const Vec3 column = m[0][j] * u[0] + m[1][j] * u[1] + m[2][j] * u[2];
    for (std::size_t k = 0; k < d; ++k) out[k] += v[k][j] * column;
  }
  return out;
}

template struct SingularValues<2>;
template struct SingularValues<3>;

Mat3 clamp_eigenvalues(const Mat3& matrix) {
  // Mostly there is nothing to do: all leading minors are positive (Sylvester).
  const Vec3 top{matrix(0, 0), matrix(0, 1), matrix(0, 2)}, middle{matrix(1, 0), matrix(1, 1), matrix(1, 2)},
      low{matrix(2, 0), matrix(2, 1), matrix(2, 2)};
  if (top.x > 0 && top.x * middle.y > top.y * middle.x && dot(top, cross(middle, low)) > 0) return matrix;
  Mat3 a = matrix, v = Mat3::identity();
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool has_turned = false;
    for (int p = 0; p < 2; ++p)
      for (int q = p + 1; q < 3; ++q) {
        if (!(std::abs(a(p, q)) > 1e-16 * (std::abs(a(p, p)) + std::abs(a(q, q))))) continue;
        const auto [c, s] = find_turn(a(p, p), a(p, q), a(q, q));
        has_turned = has_turned || s != 0;
        for (int k = 0; k < 3; ++k) {
          const double x = a(k, p), y = a(k, q);
          a(k, p) = c * x - s * y, a(k, q) = s * x + c * y;
        }
        for (int k = 0; k < 3; ++k) {
          const double x = a(p, k), y = a(q, k), i = v(k, p), j = v(k, q);
          a(p, k) = c * x - s * y, a(q, k) = s * x + c * y;
          v(k, p) = c * i - s * j, v(k, q) = s * i + c * j;
        }
      }
    if (!has_turned) break;
  }
  Mat3 out;
  for (int k = 0; k < 3; ++k) {
    const Vec3 column{v(0, k), v(1, k), v(2, k)};
    if (a(k, k) > 0) out += a(k, k) * outer(column, column);
  }
  return out;
}

}  // namespace tensio::detail
