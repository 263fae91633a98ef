#pragma once

#include "contact/contact_rows.h"

namespace tensio {

/// What dividing planes did to a step.
struct PlaneReport {
  std::size_t limited = 0;  // points that a plane held back
  std::size_t forced = 0;   // of these, points that nothing should hold back: pinned, or of obstacles
};

/// Shortens the displacements u of points so that the four points of every plane stay on their sides of it,
/// at least half the least gap away, or as far as they were where that is less. Only motion along the
/// normals is taken; where that cannot satisfy all planes of a point, its whole displacement is shortened.
/// No displacement grows, and none at all always satisfies all planes, so that surfaces that were apart stay
/// apart, also on the straight ways there. Of a gap, each side gets as much as it needs, and those that
/// nothing can move first (`is_led`). Where a point slides along a triangle, or an edge along another, a
/// plane along both divides them better than the one across their closest points: it is found from the
/// positions x at the start. `is_limited` tells which points were held back.
PlaneReport keep_sides(std::span<const DividingPlane> planes, double least_gap,
                       const std::vector<bool>& is_led, Positions x, std::span<Vec3> u,
                       std::vector<bool>& is_limited);

/// How points move together that planes connect, m: like those of them that nothing can move, or else in the
/// mean. Seen from there, surfaces that move side by side do not approach each other's planes.
std::vector<Vec3> common_motion(std::span<const DividingPlane> planes, const std::vector<bool>& is_led,
                                std::span<const Vec3> u);

}  // namespace tensio
