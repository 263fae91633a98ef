#pragma once

#include <array>
#include <cstdint>

#include "tensio/vec3.h"

namespace tensio {

// Exact decisions about points with finite coordinates: a bound on rounding errors settles most of them,
// exact arithmetic the rest (J. R. Shewchuk, Adaptive precision floating-point arithmetic and fast robust
// geometric predicates, 1997; own code). The result does not depend on compiler flags.

/// A point of a plane.
struct Vec2 {
  double x = 0, y = 0;
};

/// The sign (−1, 0, 1) of (b − a) × (c − a): 1 where a, b, c turn counter-clockwise, 0 where they are in
/// line.
int orient2d(const Vec2& a, const Vec2& b, const Vec2& c);

/// The sign of ((b − a) × (c − a)) · (d − a): 1 where d is on the side from which a, b, c turn
/// counter-clockwise, 0 where the four points are in a plane.
int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// How two shapes meet.
enum class Meeting : std::uint8_t {
  none,      // no point in common
  touching,  // a point in common, but moving a point by any little amount may part them
  crossing,  // the inside of a segment passes through the inside of a triangle
};

/// How the segment pq meets the triangle abc. It crosses where p and q lie strictly on both sides of the
/// plane and pq passes strictly inside all three edges. It touches where an end lies on the triangle, where
/// it passes through an edge or a vertex, and where it lies in the plane of the triangle and has a point in
/// common with it. Triangles without area and segments without length are the segments and points they have
/// become; they touch, and never cross.
Meeting segment_meets_triangle(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c);

/// Whether pq crosses abc; with `or_touches`, also whether it touches.
inline bool segment_crosses_triangle(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b,
                                     const Vec3& c, bool or_touches = false) {
  const Meeting meeting = segment_meets_triangle(p, q, a, b, c);
  return meeting == Meeting::crossing || (or_touches && meeting == Meeting::touching);
}

/// Whether the segment vw meets the triangle vbc, whose vertex v is its end, in another point than v. They
/// can only where they lie in one plane, or the triangle has no area: then vw runs along or into the
/// triangle.
bool spoke_overlaps_triangle(const Vec3& v, const Vec3& w, const Vec3& b, const Vec3& c);

}  // namespace tensio
