#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "tensio/vec3.h"

namespace tensio {

// Closest points of small shapes. Every input of finite numbers gives a valid pair: weights and parameters
// lie in [0, 1], and `square` is the squared distance of the very points that they name. Triangles without
// area and segments without length are the segments and points they have become.

/// The part of a triangle abc that holds a point: bit k is set where vertex k has a part in it.
enum class TriangleFeature : std::uint8_t { a = 1, b = 2, ab = 3, c = 4, ca = 5, bc = 6, face = 7 };

/// The number of vertices that span a feature: 1 for a vertex, 2 for an edge, 3 for the face.
constexpr int vertex_count(TriangleFeature feature) {
  const auto bits = static_cast<unsigned>(feature);
  return static_cast<int>((bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1));
}

/// The point of a triangle closest to a point: weight[0] a + weight[1] b + weight[2] c.
struct PointTriangle {
  std::array<double, 3> weight{1, 0, 0};  // none negative; their sum is 1 up to rounding
  double square = 0;                      // m²
  TriangleFeature feature = TriangleFeature::a;
};

/// The part of a segment that holds a point.
enum class SegmentFeature : std::uint8_t { start, interior, end };

constexpr SegmentFeature segment_feature(double parameter) {
  return parameter <= 0   ? SegmentFeature::start
         : parameter >= 1 ? SegmentFeature::end
                          : SegmentFeature::interior;
}

/// The closest points of two segments: a0 + s (a1 − a0) and b0 + t (b1 − b0).
struct SegmentSegment {
  double s = 0, t = 0;
  double square = 0;  // m²
  SegmentFeature on_a = SegmentFeature::start, on_b = SegmentFeature::start;
};

/// The parameter in [0, 1] of the point of the segment a + t d closest to a + r.
inline double closest_parameter(const Vec3& r, const Vec3& d) {
  const double along = dot(r, d), whole = dot(d, d);
  return along <= 0 || !(whole > 0) ? 0 : along >= whole ? 1 : along / whole;
}

namespace detail {
/// The closest point among the edges of the set bits: 1 for ab, 2 for bc, 4 for ca.
PointTriangle closest_on_edges(unsigned edges, const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);
/// The closest of the four pairs of an end and a segment.
SegmentSegment closest_at_ends(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);
}  // namespace detail

/// Finds the point of triangle abc closest to p. Where p projects beyond edges, only those can hold it: the
/// cone at a vertex is convex, so the way from p to a point of the triangle crosses the edge opposite.
inline PointTriangle closest_point_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a, normal = cross(ab, ac);
  const double whole = dot(normal, normal);
  // Below, the direction of the normal is mostly rounding; the edges are as close as that.
  if (!(whole > 1e-26 * dot(ab, ab) * dot(ac, ac))) return detail::closest_on_edges(7, p, a, b, c);
  const double at_b = dot(cross(ap, ac), normal), at_c = dot(cross(ab, ap), normal),
               at_a = whole - at_b - at_c;
  if (at_a > 0 && at_b > 0 && at_c > 0) {
    const double v = at_b / whole, w = at_c / whole;
    const Vec3 gap = ap - v * ab - w * ac;
    return {{at_a / whole, v, w}, dot(gap, gap), TriangleFeature::face};
  }
  const unsigned beyond = (at_c <= 0 ? 1u : 0u) | (at_a <= 0 ? 2u : 0u) | (at_b <= 0 ? 4u : 0u);
  return detail::closest_on_edges(beyond, p, a, b, c);
}

/// Finds the closest points of the segments a0a1 and b0b1. With cross products the error of the distance
/// stays near rounding for nearly parallel segments too: what the angle takes from s it gives back to the
/// distance. Of the many closest pairs of parallel segments it names one with an end.
inline SegmentSegment closest_segment_segment(const Vec3& a0, const Vec3& a1, const Vec3& b0,
                                              const Vec3& b1) {
  const Vec3 da = a1 - a0, db = b1 - b0, between = b0 - a0, normal = cross(da, db);
  const double whole = dot(normal, normal);
  if (!(whole > 1e-24 * dot(da, da) * dot(db, db))) return detail::closest_at_ends(a0, a1, b0, b1);
  SegmentSegment found;
  found.s = std::clamp(dot(cross(between, db), normal) / whole, 0.0, 1.0);
  found.t = closest_parameter(found.s * da - between, db);
  if (found.t <= 0 || found.t >= 1) found.s = closest_parameter(between + found.t * db, da);
  const Vec3 gap = between + found.t * db - found.s * da;
  found.square = dot(gap, gap);
  found.on_a = segment_feature(found.s), found.on_b = segment_feature(found.t);
  return found;
}

}  // namespace tensio
