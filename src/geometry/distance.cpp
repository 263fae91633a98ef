#include "geometry/distance.h"

namespace tensio::detail {

PointTriangle closest_on_edges(unsigned edges, const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const std::array<const Vec3*, 3> vertex{&a, &b, &c};
  PointTriangle best;
  bool is_first = true;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!(edges >> k & 1)) continue;
    const std::size_t next = (k + 1) % 3;
    const Vec3 from = p - *vertex[k], edge = *vertex[next] - *vertex[k];
    const double t = closest_parameter(from, edge);
    const Vec3 gap = from - t * edge;
    const double square = dot(gap, gap);
    if (!is_first && !(square < best.square)) continue;
    is_first = false;
    best.weight = {0, 0, 0};
    best.weight[k] = 1 - t, best.weight[next] = t;
    best.square = square;
    best.feature = static_cast<TriangleFeature>((t < 1 ? 1u << k : 0u) | (t > 0 ? 1u << next : 0u));
  }
  return best;
}

SegmentSegment closest_at_ends(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  const Vec3 da = a1 - a0, db = b1 - b0;
  SegmentSegment best;
  bool is_first = true;
  const auto offer = [&](double s, double t) {
    const Vec3 gap = (b0 - a0) + t * db - s * da;
    const double square = dot(gap, gap);
    if (!is_first && !(square < best.square)) return;
    is_first = false;
    best = {s, t, square, segment_feature(s), segment_feature(t)};
  };
  offer(0, closest_parameter(a0 - b0, db));
  offer(1, closest_parameter(a1 - b0, db));
  offer(closest_parameter(b0 - a0, da), 0);
  offer(closest_parameter(b1 - a0, da), 1);
  return best;
}

}  // namespace tensio::detail
