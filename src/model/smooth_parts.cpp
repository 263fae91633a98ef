#include <cmath>
#include <numbers>

#include "math/sets.h"
#include "model/seen.h"

namespace tensio {
namespace {

/// One side of an edge: the triangle, and which of its corners are the edge's lower and higher end.
struct EdgeSide {
  VertexId low, high;
  std::uint32_t low_corner, high_corner;  // 3 × triangle + corner

  bool runs_up() const { return high_corner % 3 == (low_corner + 1) % 3; }
};

EdgeSide side_of(const std::array<VertexId, 3>& triangle, std::uint32_t t, std::uint32_t corner) {
  const std::uint32_t next = (corner + 1) % 3, a = 3 * t + corner, b = 3 * t + next;
  return triangle[corner] < triangle[next] ? EdgeSide{triangle[corner], triangle[next], a, b}
                                           : EdgeSide{triangle[next], triangle[corner], b, a};
}

/// The sides of all edges by their lower ends: those of vertex v are [start[v], start[v + 1]).
struct SidesByEnd {
  std::vector<std::uint32_t> start;
  std::vector<EdgeSide> side;

  SidesByEnd(std::size_t points, const std::vector<std::array<VertexId, 3>>& triangles)
      : side(3 * triangles.size()) {
    const auto for_each = [&](const auto& visit) {
      for (std::uint32_t t = 0; t < triangles.size(); ++t)
        for (std::uint32_t corner = 0; corner < 3; ++corner) visit(side_of(triangles[t], t, corner));
    };
    start.assign(points + 1, 0);
    for_each([&](const EdgeSide& s) { ++start[s.low + 1]; });
    for (std::size_t v = 0; v < points; ++v) start[v + 1] += start[v];
    std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
    for_each([&](const EdgeSide& s) { side[next[s.low]++] = s; });
  }
};

}  // namespace

std::vector<std::array<VertexId, 3>> smooth_parts(Positions points,
                                                  const std::vector<std::array<VertexId, 3>>& triangles,
                                                  double most_degrees) {
  std::vector<Vec3> normal;
  for (const auto& [a, b, c] : triangles)
    normal.push_back(normalized(cross(points[b] - points[a], points[c] - points[a])));
  const double least = std::cos(most_degrees * std::numbers::pi / 180);
  Sets corners(3 * triangles.size());
  const auto join = [&](const EdgeSide& a, const EdgeSide& b) {
    const double cosine = dot(normal[a.low_corner / 3], normal[b.low_corner / 3]);
    if ((a.runs_up() != b.runs_up() ? cosine : -cosine) < least) return;
    corners.join(a.low_corner, b.low_corner);
    corners.join(a.high_corner, b.high_corner);
  };
  const SidesByEnd sides(points.size(), triangles);
  for (std::size_t v = 0; v < points.size(); ++v) {
    const std::span around(sides.side.begin() + sides.start[v], sides.side.begin() + sides.start[v + 1]);
    for (std::size_t i = 0; i < around.size(); ++i) {
      const EdgeSide* other = nullptr;
      int count = 0;  // of sides of this edge
      for (std::size_t j = 0; j < around.size(); ++j) {
        if (around[j].high != around[i].high) continue;
        ++count;
        if (j > i) other = &around[j];
      }
      if (count == 2 && other) join(around[i], *other);
    }
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

}  // namespace tensio
