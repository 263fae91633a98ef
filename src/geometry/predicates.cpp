#include "geometry/predicates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "geometry/expansion.h"
#include "geometry/wide_integer.h"

namespace tensio {
namespace {

constexpr double unit = 0x1p-53;         // half a unit in the last place of 1
constexpr double underflow = 0x1p-1000;  // far above what products may lose below the least double

int direction_of(double x) {
  return (x > 0) - (x < 0);
}

/// Whether products of three are exact as expansions: no part under- or overflows.
bool is_moderate(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) {
    const double size = std::abs(x);
    return size == 0 || (size > 0x1p-240 && size < 0x1p240);
  });
}

/// The numbers times a common power of two, so that all are whole.
template <std::size_t N>
std::array<WideInteger, N> whole_multiples(const std::array<double, N>& numbers) {
  std::array<int, N> power{};
  std::array<std::int64_t, N> mantissa{};
  int least = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < N; ++i) {
    mantissa[i] = static_cast<std::int64_t>(std::ldexp(std::frexp(numbers[i], &power[i]), 53));
    power[i] -= 53;
    if (mantissa[i] != 0) least = std::min(least, power[i]);
  }
  std::array<WideInteger, N> result;
  for (std::size_t i = 0; i < N; ++i)
    if (mantissa[i] != 0) result[i] = WideInteger(mantissa[i], static_cast<unsigned>(power[i] - least));
  return result;
}

int exact_orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const std::array<double, 6> all{a.x, a.y, b.x, b.y, c.x, c.y};
  if (!is_moderate(all)) {
    const auto n = whole_multiples(all);
    return ((n[2] - n[0]) * (n[5] - n[1]) - (n[3] - n[1]) * (n[4] - n[0])).sign();
  }
  const auto ab = product(a.x, b.y) - product(b.x, a.y), bc = product(b.x, c.y) - product(c.x, b.y),
             ca = product(c.x, a.y) - product(a.x, c.y);
  return (ab + bc + ca).sign();
}

int wide_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const auto n = whole_multiples<12>({a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z});
  const auto edge = [&](std::size_t point, std::size_t axis) { return n[3 * point + axis] - n[axis]; };
  const auto minor = [&](std::size_t i, std::size_t j) {
    return edge(1, i) * edge(2, j) - edge(1, j) * edge(2, i);
  };
  return (minor(1, 2) * edge(3, 0) + minor(2, 0) * edge(3, 1) + minor(0, 1) * edge(3, 2)).sign();
}

/// The sign of (u × v) · w.
int exact_sign(const Vec3& u, const Vec3& v, const Vec3& w) {
  const auto x = product(u.y, v.z) - product(u.z, v.y), y = product(u.z, v.x) - product(u.x, v.z),
             z = product(u.x, v.y) - product(u.y, v.x);
  return (x * w.x + y * w.y + z * w.z).sign();
}

/// b − a, and whether it is exact.
bool exact_difference(const Vec3& a, const Vec3& b, Vec3& difference) {
  bool is_exact = true;
  for (int k = 0; k < 3; ++k) {
    const TwoPart both = two_sum(b[k], -a[k]);
    difference[k] = both.head;
    is_exact = is_exact && both.tail == 0;
  }
  return is_exact;
}

int exact_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const std::array<double, 12> all{a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z};
  if (!is_moderate(all)) return wide_orient3d(a, b, c, d);
  Vec3 u, v, w;  // often exact: on grids, and between neighbours
  if (exact_difference(a, b, u) && exact_difference(a, c, v) && exact_difference(a, d, w))
    return exact_sign(u, v, w);
  const auto minor = [](const Vec3& p, const Vec3& q) { return product(p.x, q.y) - product(q.x, p.y); };
  const auto ab = minor(a, b), bc = minor(b, c), cd = minor(c, d), da = minor(d, a), ac = minor(a, c),
             bd = minor(b, d);
  // The 4×4 determinant of the rows (p, 1), along its column z.
  const auto of_a = bc + cd - bd, of_b = cd + da + ac, of_c = da + ab + bd, of_d = ab + bc - ac;
  return (of_b * b.z - of_a * a.z + (of_d * d.z - of_c * c.z)).sign();
}

}  // namespace

int orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const double left = (b.x - a.x) * (c.y - a.y), right = (b.y - a.y) * (c.x - a.x), area = left - right;
  const double bound = (3 + 16 * unit) * unit * (std::abs(left) + std::abs(right)) + underflow;
  if (area > bound || -area > bound) return direction_of(area);
  return exact_orient2d(a, b, c);
}

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a, v = c - a, w = d - a;
  const double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
  const double volume = (yz - zy) * w.x + (zx - xz) * w.y + (xy - yx) * w.z;
  const double sizes = (std::abs(yz) + std::abs(zy)) * std::abs(w.x) +
                       (std::abs(zx) + std::abs(xz)) * std::abs(w.y) +
                       (std::abs(xy) + std::abs(yx)) * std::abs(w.z);
  const double bound =
      (7 + 56 * unit) * unit * sizes + underflow * (1 + std::abs(w.x) + std::abs(w.y) + std::abs(w.z));
  if (volume > bound || -volume > bound) return direction_of(volume);
  return exact_orient3d(a, b, c, d);
}

namespace {

/// Drops an axis; the others keep their cyclic order.
Vec2 without_axis(const Vec3& p, int axis) {
  return axis == 0 ? Vec2{p.y, p.z} : axis == 1 ? Vec2{p.z, p.x} : Vec2{p.x, p.y};
}

int orient2d(int axis, const Vec3& a, const Vec3& b, const Vec3& c) {
  return orient2d(without_axis(a, axis), without_axis(b, axis), without_axis(c, axis));
}

/// The first axis along which a, b, c are seen with an area; −1 where they are in line.
int seen_along(const Vec3& a, const Vec3& b, const Vec3& c) {
  for (int axis = 0; axis < 3; ++axis)
    if (orient2d(axis, a, b, c) != 0) return axis;
  return -1;
}

/// Whether the boxes around the segments have a point in common.
bool boxes_meet(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  for (int k = 0; k < 3; ++k)
    if (std::max(a[k], b[k]) < std::min(c[k], d[k]) || std::max(c[k], d[k]) < std::min(a[k], b[k]))
      return false;
  return true;
}

/// Whether the segments have a point in common.
bool segments_meet(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  if (!boxes_meet(a, b, c, d) || orient3d(a, b, c, d) != 0) return false;
  int axis = -1;
  for (const auto& [p, q, r] : {std::array{a, b, c}, {a, b, d}, {a, c, d}, {b, c, d}})
    if (axis < 0) axis = seen_along(p, q, r);
  if (axis < 0) return true;  // all in one line, where boxes meet as the segments do
  const int abc = orient2d(axis, a, b, c), abd = orient2d(axis, a, b, d), cda = orient2d(axis, c, d, a),
            cdb = orient2d(axis, c, d, b);
  return abc * abd <= 0 && cda * cdb <= 0;
}

/// Whether p lies in the triangle, all in one plane that is seen along the axis.
bool is_in_triangle(int axis, const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const int ab = orient2d(axis, a, b, p), bc = orient2d(axis, b, c, p), ca = orient2d(axis, c, a, p);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

Meeting meet_in_plane(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const int axis = seen_along(a, b, c);
  const bool touches = (axis >= 0 && is_in_triangle(axis, p, a, b, c)) || segments_meet(p, q, a, b) ||
                       segments_meet(p, q, b, c) || segments_meet(p, q, c, a);
  return touches ? Meeting::touching : Meeting::none;
}

}  // namespace

Meeting segment_meets_triangle(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const int p_side = orient3d(a, b, c, p), q_side = orient3d(a, b, c, q);
  if (p_side * q_side > 0) return Meeting::none;
  if (p_side == 0 && q_side == 0) return meet_in_plane(p, q, a, b, c);
  const int ab = orient3d(p, q, a, b), bc = orient3d(p, q, b, c);
  if (ab * bc < 0) return Meeting::none;
  const int ca = orient3d(p, q, c, a);
  if (ab * ca < 0 || bc * ca < 0) return Meeting::none;
  return p_side * q_side < 0 && ab * bc * ca != 0 ? Meeting::crossing : Meeting::touching;
}

bool spoke_overlaps_triangle(const Vec3& v, const Vec3& w, const Vec3& b, const Vec3& c) {
  if (v == w || orient3d(v, b, c, w) != 0) return false;
  const int axis = seen_along(v, b, c);
  if (axis >= 0) {  // in the closed cone at v?
    const int turn = orient2d(axis, v, b, c);
    return turn * orient2d(axis, v, b, w) >= 0 && turn * orient2d(axis, v, w, c) >= 0;
  }
  const auto runs_to = [&](const Vec3& end) {  // along the same ray
    if (end == v || seen_along(v, w, end) >= 0) return false;
    for (int k = 0; k < 3; ++k)
      if (end[k] != v[k]) return direction_of(w[k] - v[k]) == direction_of(end[k] - v[k]);
    return false;
  };
  return runs_to(b) || runs_to(c);
}

}  // namespace tensio
