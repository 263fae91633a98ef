#include "geometry/crossings.h"

#include <algorithm>

#include "geometry/distance.h"

namespace tensio {
namespace {

/// A point that both have, up to rounding: where pq passes the plane, the corner or edge where it touches.
Vec3 common_point(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& t) {
  Vec3 best;
  double least = -1;
  const auto offer = [&](const Vec3& place) {
    const double square = closest_point_triangle(place, t[0], t[1], t[2]).square;
    if (least < 0 || square < least) least = square, best = place;
  };
  const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
  const double from = dot(normal, p - t[0]), to = dot(normal, q - t[0]);
  if (from != to) offer(p + std::clamp(from / (from - to), 0.0, 1.0) * (q - p));
  for (std::size_t k = 0; k < 3; ++k)
    offer(p + closest_segment_segment(p, q, t[k], t[(k + 1) % 3]).s * (q - p));
  offer(p), offer(q);
  return best;
}

}  // namespace

void CrossingFinder::list_edges(const SurfaceView& surface) {
  edges_.clear();
  for (const auto& t : surface.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      edges_.push_back({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
  for (const auto& [a, b] : surface.strands) edges_.push_back({std::min(a, b), std::max(a, b)});
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  boxes_.clear();
  for (const auto& [a, b] : edges_) {
    Bounds& box = boxes_.emplace_back();
    box.add(surface.points[a]), box.add(surface.points[b]);
  }
  edge_tree_.build(boxes_);
}

void CrossingFinder::fit_triangles(const SurfaceView& surface) {
  boxes_.clear();
  for (const auto& t : surface.triangles) {
    Bounds& box = boxes_.emplace_back();
    for (const VertexId vertex : t) box.add(surface.points[vertex]);
  }
  triangle_tree_.build(boxes_);
}

void CrossingFinder::search(const SurfaceView& edges_of, const SurfaceView& triangles_of, bool is_same,
                            bool with_touching) {
  found_.clear();
  edge_tree_.visit_pairs(triangle_tree_, [&](std::size_t e, std::size_t triangle) {
    const std::array<VertexId, 2> edge = edges_[e];
    const std::array<VertexId, 3>& corner = triangles_of.triangles[triangle];
    int shared = 0;
    std::size_t corner_at = 0, edge_at = 0;
    if (is_same)
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 2; ++j)
          if (corner[i] == edge[j]) ++shared, corner_at = i, edge_at = j;
    if (shared > 1) return;
    const Vec3 &p = edges_of.points[edge[0]], &q = edges_of.points[edge[1]];
    const std::array<Vec3, 3> t{triangles_of.points[corner[0]], triangles_of.points[corner[1]],
                                triangles_of.points[corner[2]]};
    if (shared == 1) {
      const Vec3& other = edge_at == 0 ? q : p;
      const Vec3 &v = t[corner_at], &b = t[(corner_at + 1) % 3], &c = t[(corner_at + 2) % 3];
      if (!with_touching || !spoke_overlaps_triangle(v, other, b, c)) return;
      // Halfway along the spoke or, where that is beyond, along what lies inside.
      const PointTriangle inside = closest_point_triangle(0.5 * (v + other), t[0], t[1], t[2]);
      found_.push_back({edge, triangle,
                        inside.weight[0] * t[0] + inside.weight[1] * t[1] + inside.weight[2] * t[2],
                        Meeting::touching});
      return;
    }
    const Meeting meeting = segment_meets_triangle(p, q, t[0], t[1], t[2]);
    if (meeting == Meeting::none || (meeting == Meeting::touching && !with_touching)) return;
    found_.push_back({edge, triangle, common_point(p, q, t), meeting});
  });
  std::sort(found_.begin(), found_.end(), [](const Crossing& a, const Crossing& b) {
    return a.triangle != b.triangle ? a.triangle < b.triangle : a.edge < b.edge;
  });
}

std::span<const Crossing> CrossingFinder::find(const SurfaceView& surface, bool with_touching) {
  list_edges(surface);
  fit_triangles(surface);
  search(surface, surface, true, with_touching);
  return found_;
}

std::span<const Crossing> CrossingFinder::find(const SurfaceView& edges_of, const SurfaceView& triangles_of,
                                               bool with_touching) {
  list_edges(edges_of);
  fit_triangles(triangles_of);
  search(edges_of, triangles_of, false, with_touching);
  return found_;
}

}  // namespace tensio
