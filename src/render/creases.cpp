#include "render/creases.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/sets.h"

namespace tensio::render {
namespace {

/// One side of an edge: the triangle, and which of its corners are the edge's lower and higher end.
struct EdgeSide {
  VertexId low, high;
  std::uint32_t low_corner, high_corner;  // 3 × triangle + corner

  bool runs_up() const { return high_corner % 3 == (low_corner + 1) % 3; }
};

}  // namespace

std::vector<std::array<VertexId, 3>> smooth_parts(std::span<const Vec3> points,
                                                  const std::vector<std::array<VertexId, 3>>& triangles,
                                                  double most_degrees) {
  std::vector<Vec3> normal;
  std::vector<EdgeSide> sides;
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    const auto& v = triangles[t];
    normal.push_back(normalized(cross(points[v[1]] - points[v[0]], points[v[2]] - points[v[0]])));
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t a = 3 * t + i, b = 3 * t + (i + 1) % 3;
      sides.push_back(v[i] < v[(i + 1) % 3] ? EdgeSide{v[i], v[(i + 1) % 3], a, b}
                                            : EdgeSide{v[(i + 1) % 3], v[i], b, a});
    }
  }
  const auto ends = [](const EdgeSide& side) { return std::pair(side.low, side.high); };
  std::ranges::stable_sort(sides, {}, ends);
  Sets corners(3 * triangles.size());
  const double least = std::cos(most_degrees * std::numbers::pi / 180);
  for (std::size_t first = 0, end = 0; first < sides.size(); first = end) {
    while (end < sides.size() && ends(sides[end]) == ends(sides[first])) ++end;
    if (end != first + 2) continue;
    const EdgeSide &a = sides[first], &b = sides[first + 1];
    const double cosine = dot(normal[a.low_corner / 3], normal[b.low_corner / 3]);
    if ((a.runs_up() != b.runs_up() ? cosine : -cosine) < least) continue;
    corners.join(a.low_corner, b.low_corner);
    corners.join(a.high_corner, b.high_corner);
  }
  constexpr VertexId none = ~VertexId{0};
  std::vector<VertexId> of_corner(3 * triangles.size(), none);
  std::vector<bool> is_taken(points.size(), false);
  auto next = static_cast<VertexId>(points.size());
  std::vector<std::array<VertexId, 3>> parts(triangles.size());
  for (std::uint32_t c = 0; c < of_corner.size(); ++c) {
    VertexId& number = of_corner[corners.find(c)];
    const VertexId point = triangles[c / 3][c % 3];
    if (number == none) number = is_taken[point] ? next++ : point;
    is_taken[point] = true;
    parts[c / 3][c % 3] = number;
  }
  return parts;
}

}  // namespace tensio::render
