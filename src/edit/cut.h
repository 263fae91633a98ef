#pragma once

#include "edit/take_apart.h"

namespace tensio {

/// A line drawn on the screen, seen from the eye: it sweeps a sheet of rays through the scene.
struct Stroke {
  Vec3 eye;                      // m
  std::vector<Vec3> directions;  // at least two, of any length but zero, less than 90° from their mean
};
inline constexpr std::size_t max_stroke_points = 1000;

namespace detail {

/// The edges nearest to where the sheet meets the surface. In every triangle that the stroke passes through
/// it enters and leaves across an edge; each crossing is moved to the nearer end of its edge, and the two
/// ends, both corners of the triangle, are joined along an edge of it. So the incision is one unbroken line
/// without gaps, and nothing has to be remeshed. Springs that no triangle carries are broken where the stroke
/// crosses them.
Incision cut_along(const Model& model, Positions x, const Stroke& stroke);

}  // namespace detail
}  // namespace tensio
