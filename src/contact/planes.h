#pragma once

#include "contact/contact_rows.h"

namespace tensio {

/// What dividing planes did to a step.
struct PlaneReport {
  std::size_t limited = 0;               // points that a plane moved
  std::size_t forced = 0;                // of these, points that nothing should move: pinned, or of obstacles
  std::vector<DividingPlane> pressed{};  // that held the latter back; some more than once
  bool is_entered = false;               // points are beyond planes of colliders that go their own way
};

/// Points that planes are to keep on their sides.
struct DividedPoints {
  Positions x;                         // m, at the start of the step
  std::span<const Vec3> inverse_mass;  // 1/kg, along the axes
  const std::vector<bool>& is_led;     // nothing moves them
  double least_gap = 0;                // m, to leave between the sides
  Carried carried{};                   // points that move with others
};

/// Changes displacements u so that the two sides of every plane are apart at the end of the step along its
/// normal, by about half the least gap, or as far as they were where that is less. Sides that are apart along
/// a fixed direction before and after straight ways are apart on them too: a plane between goes along. Where
/// they would not be, the points that are beyond move back along the normal, shared by mass as in an
/// inelastic impact. Where a point slides along a triangle, or an edge along another, a plane is turned along
/// both if that divides them better. Where many surfaces are pressed together so that this finds no end, the
/// displacements of all that planes connect there are held back instead, seen from their common motion; of a
/// body that carries a skin, by one factor. `is_limited` tells which points were moved.
PlaneReport keep_sides(std::span<DividingPlane> planes, const DividedPoints& points, std::span<Vec3> u,
                       std::vector<bool>& is_limited);

/// Shortens displacements so that all points stay on their sides of planes that stand still. Only motion
/// along the normals is taken; where that cannot satisfy all planes of a point, its whole displacement is
/// shortened. No displacement grows, and none at all always satisfies all planes: this cannot fail. Of a gap,
/// each side gets as much as it needs, and those that nothing moves first.
PlaneReport hold_back(std::span<const DividingPlane> planes, const DividedPoints& points, std::span<Vec3> u,
                      std::vector<bool>& is_limited);

/// How points move together that planes connect, m: if asked, like the colliders there, or else like those
/// points that nothing can move, or else in the mean. Seen from there, surfaces that move side by side do not
/// approach planes that stand still.
std::vector<Vec3> common_motion(std::span<const DividingPlane> planes, bool as_colliders,
                                const DividedPoints& points, std::span<const Vec3> u);

}  // namespace tensio
