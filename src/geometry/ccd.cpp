#include "geometry/ccd.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "geometry/distance.h"

namespace tensio {
namespace {

enum class Kind : std::uint8_t { vertex_face, edge_edge };

// x, y, z; the normals at the start and the end; the gaps at the start, halfway and at the end. Along any
// fixed direction a hit needs a difference of zero, so that every one is a test, and the rounding of a
// direction does not matter.
constexpr std::size_t axes = 8;
using Values = std::array<double, axes>;

constexpr int finest = 40;  // halvings of a coordinate: sums of two such coordinates and 1 are exact

/// A box of (time, u, v): from at to at + 1 in units of 2^−halved, along each.
struct Cell {
  std::array<std::uint64_t, 3> at{};
  std::array<std::uint8_t, 3> halved{};

  double width(std::size_t k) const { return 1.0 / static_cast<double>(std::uint64_t{1} << halved[k]); }
  double low(std::size_t k) const { return static_cast<double>(at[k]) * width(k); }
  double high(std::size_t k) const { return static_cast<double>(at[k] + 1) * width(k); }
  /// Its earliest time in units of 2^−finest.
  std::uint64_t begin() const { return at[0] << (finest - halved[0]); }
  int depth() const { return halved[0] + halved[1] + halved[2]; }
};

/// For a heap with the earliest cell on top; of those, the smallest.
bool is_later(const Cell& a, const Cell& b) {
  if (a.begin() != b.begin()) return a.begin() > b.begin();
  if (a.depth() != b.depth()) return a.depth() < b.depth();
  return a.at > b.at;
}

/// Differences of the two shapes over a cell, along each axis.
struct Hull {
  Values low, high;
  std::array<double, 3> reach{};  // m, the most that x, y or z changes along time, u, v
};

template <Kind kind>
struct Query {
  // With u = 2^−53, of the sizes below: 4 u for the relative positions, 21 u for a difference (10 u for
  // edges), 20 u for positions along a direction.
  static constexpr double roundings = 64 * 0x1p-53;

  std::array<Vec3, 4> start, end, way;           // relative to the first point at the start
  Vec3 size;                                     // the largest coordinates
  double tolerance = 0, separation = 0;          // m
  double earliest = 0;                           // no hit before
  std::array<Values, 4> start_along, end_along;  // positions along the axes
  Values slack{};                                // m, more than all rounding errors of a difference

  Query(const FourPoints& motion, const CcdOptions& options) : separation(options.separation) {
    for (std::size_t i = 0; i < 4; ++i) {
      start[i] = motion.start[i] - motion.start[0], end[i] = motion.end[i] - motion.start[0];
      way[i] = end[i] - start[i];
      for (int k = 0; k < 3; ++k) size[k] = std::max({size[k], std::abs(start[i][k]), std::abs(end[i][k])});
    }
    tolerance = std::max(options.tolerance, 8 * roundings * std::max({size.x, size.y, size.z}));
  }

  /// Prepares hull_of().
  void set_axes() {
    const std::array<Vec3, axes> direction{Vec3{1, 0, 0},
                                           {0, 1, 0},
                                           {0, 0, 1},
                                           normal_of(start),
                                           normal_of(end),
                                           gap_at(earliest),
                                           gap_at(0.5 * (earliest + 1)),
                                           gap_at(1)};
    for (std::size_t k = 0; k < axes; ++k) {
      slack[k] = slack_along(direction[k]);
      for (std::size_t i = 0; i < 4; ++i) {
        start_along[i][k] = dot(direction[k], start[i]);
        end_along[i][k] = dot(direction[k], end[i]);
      }
    }
  }
  double slack_along(const Vec3& direction) const {
    return roundings *
           (std::abs(direction.x) * size.x + std::abs(direction.y) * size.y + std::abs(direction.z) * size.z);
  }

  static Vec3 normal_of(const std::array<Vec3, 4>& p) {
    return normalized(kind == Kind::vertex_face ? cross(p[2] - p[1], p[3] - p[1])
                                                : cross(p[1] - p[0], p[3] - p[2]));
  }
  /// The shortest way between the shapes at a time.
  struct Gap {
    double length;  // m
    Vec3 normal;    // along it, of length one
    Vec3 change;    // m, of the way in the whole motion, if the closest points stay the same
  };
  Gap closest_gap(double time) const {
    const std::array<Vec3, 4> p = points_at(time);
    const auto difference = [](const std::array<double, 4>& weight, const std::array<Vec3, 4>& of) {
      return weight[0] * of[0] + weight[1] * of[1] + weight[2] * of[2] + weight[3] * of[3];
    };
    std::array<double, 4> weight;
    bool is_inside = false;
    Vec3 edge;  // that holds a closest point inside
    if constexpr (kind == Kind::vertex_face) {
      const PointTriangle at = closest_point_triangle(p[0], p[1], p[2], p[3]);
      weight = {1, -at.weight[0], -at.weight[1], -at.weight[2]};
      is_inside = at.feature == TriangleFeature::face;
      if (at.feature == TriangleFeature::ab) edge = p[2] - p[1];
      if (at.feature == TriangleFeature::bc) edge = p[3] - p[2];
      if (at.feature == TriangleFeature::ca) edge = p[1] - p[3];
    } else {
      const SegmentSegment at = closest_segment_segment(p[0], p[1], p[2], p[3]);
      weight = {1 - at.s, at.s, at.t - 1, -at.t};
      const bool in_a = at.on_a == SegmentFeature::interior, in_b = at.on_b == SegmentFeature::interior;
      is_inside = in_a && in_b;
      if (in_a) edge = p[1] - p[0];
      if (!in_a && in_b) edge = p[3] - p[2];
    }
    const Vec3 between = difference(weight, p);
    Gap gap{norm(between), normalized(between), difference(weight, way)};
    // A short way is mostly rounding. What it is perpendicular to gives more digits of its direction.
    if (is_inside) {
      const Vec3 normal = normal_of(p);
      if (const double along = dot(normal, gap.normal); std::abs(along) > 0.5)
        gap.normal = along > 0 ? normal : -normal;
    } else if (const double square = dot(edge, edge); square > 0) {
      const Vec3 across = gap.normal - dot(gap.normal, edge) / square * edge;
      if (norm(across) > 0.5) gap.normal = normalized(across);
    }
    return gap;
  }
  std::array<Vec3, 4> points_at(double time) const {
    std::array<Vec3, 4> p;
    for (std::size_t i = 0; i < 4; ++i) p[i] = (1 - time) * start[i] + time * end[i];
    return p;
  }
  Vec3 gap_at(double time) const { return closest_gap(time).normal; }

  /// The time up to which a turning plane, which holds the shapes apart at a time, goes on to do so: the time
  /// itself where it does not, above 1 where it does to the end. It is across n₀ at `time`, across n₁ at
  /// `later`, and across their mean by parts in between; no longer. At each moment the differences of all
  /// pairs of points along its direction lie between those of corners, each of which is quadratic in time.
  double separated_until(double time, double later, const Vec3& n0, const Vec3& n1) const {
    const Vec3 turn = (n1 - n0) / (later - time),
               most{std::abs(n0.x) + std::abs(n1.x - n0.x), std::abs(n0.y) + std::abs(n1.y - n0.y),
                    std::abs(n0.z) + std::abs(n1.z - n0.z)};
    const double limit = separation * (1 + 0x1p-48) + slack_along(most);
    const std::array<Vec3, 4> p = points_at(time);
    std::array<double, 4> still, first, second;  // p · n₀, and the rates of (p + τ way) · (n₀ + τ turn)
    for (std::size_t i = 0; i < 4; ++i) {
      still[i] = dot(p[i], n0);
      first[i] = dot(p[i], turn) + dot(way[i], n0);
      second[i] = dot(way[i], turn);
    }
    double until = later < 1 ? later : 2;
    constexpr std::size_t ours = kind == Kind::vertex_face ? 1 : 2;
    for (std::size_t i = 0; i < ours; ++i)
      for (std::size_t j = ours; j < 4; ++j) {
        const double a = still[i] - still[j] - limit, b = first[i] - first[j], c = second[i] - second[j];
        if (!(a > 0)) return time;
        // The first root of a + b τ + c τ², rounded down: a larger square root gives a smaller one.
        const double square = b * b - 4 * a * c + 0x1p-48 * (b * b + 4 * a * std::abs(c));
        const double divisor = std::sqrt(std::max(square, 0.0)) - b;
        if (square < 0 || divisor <= 0) continue;
        const double root = time + 2 * a / divisor * (1 - 1e-14);
        if (!(root > until)) until = root;
      }
    return until;
  }

  /// Differences at a time, at the corners (u0, v0), (u1, v0), (u0, v1), (u1, v1).
  void differences(double time, double u0, double u1, double v0, double v1,
                   std::array<Values, 4>& corner) const {
    for (std::size_t k = 0; k < axes; ++k) {
      std::array<double, 4> p;
      for (std::size_t i = 0; i < 4; ++i) p[i] = (1 - time) * start_along[i][k] + time * end_along[i][k];
      if constexpr (kind == Kind::vertex_face) {
        corner[0][k] = p[0] - ((1 - u0 - v0) * p[1] + u0 * p[2] + v0 * p[3]);
        corner[1][k] = p[0] - ((1 - u1 - v0) * p[1] + u1 * p[2] + v0 * p[3]);
        corner[2][k] = p[0] - ((1 - u0 - v1) * p[1] + u0 * p[2] + v1 * p[3]);
        corner[3][k] = p[0] - ((1 - u1 - v1) * p[1] + u1 * p[2] + v1 * p[3]);
      } else {
        const double a0 = (1 - u0) * p[0] + u0 * p[1], a1 = (1 - u1) * p[0] + u1 * p[1];
        const double b0 = (1 - v0) * p[2] + v0 * p[3], b1 = (1 - v1) * p[2] + v1 * p[3];
        corner[0][k] = a0 - b0, corner[1][k] = a1 - b0, corner[2][k] = a0 - b1, corner[3][k] = a1 - b1;
      }
    }
  }

  Hull hull_of(const Cell& cell) const {
    std::array<Values, 4> before, after;
    const double u0 = cell.low(1), u1 = cell.high(1), v0 = cell.low(2), v1 = cell.high(2);
    differences(cell.low(0), u0, u1, v0, v1, before);
    differences(cell.high(0), u0, u1, v0, v1, after);
    Hull hull;
    for (std::size_t k = 0; k < axes; ++k) {
      const auto low = [k](const std::array<Values, 4>& c) {
        return std::min(std::min(c[0][k], c[1][k]), std::min(c[2][k], c[3][k]));
      };
      const auto high = [k](const std::array<Values, 4>& c) {
        return std::max(std::max(c[0][k], c[1][k]), std::max(c[2][k], c[3][k]));
      };
      hull.low[k] = std::min(low(before), low(after));
      hull.high[k] = std::max(high(before), high(after));
    }
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < 4; ++i) {
        hull.reach[0] = std::max(hull.reach[0], std::abs(after[i][k] - before[i][k]));
        for (const auto* c : {&before, &after}) {
          if (i % 2 == 0) hull.reach[1] = std::max(hull.reach[1], std::abs((*c)[i + 1][k] - (*c)[i][k]));
          if (i < 2) hull.reach[2] = std::max(hull.reach[2], std::abs((*c)[i + 2][k] - (*c)[i][k]));
        }
      }
    return hull;
  }

  /// Whether the difference may be as small as the separation somewhere in the hull. True for what is no
  /// number.
  bool reaches(const Hull& hull) const {
    const double limit = separation * (1 + 0x1p-48);
    double square = 0;
    for (std::size_t k = 0; k < axes; ++k) {
      const double gap = std::max(std::max(hull.low[k], -hull.high[k]) - slack[k], 0.0);
      if (gap > limit) return false;
      if (k < 3) square += gap * gap;
    }
    return !(square > limit * limit * (1 + 0x1p-48));
  }

  bool is_small(const Hull& hull) const {
    for (std::size_t k = 0; k < 3; ++k)
      if (hull.high[k] - hull.low[k] > tolerance) return false;
    return true;
  }

  bool is_outside(const Cell& cell) const {
    if (cell.high(0) < earliest) return true;
    return kind == Kind::vertex_face && cell.low(1) + cell.low(2) > 1;
  }
};

/// The coordinate along which halving a cell shrinks its hull most; −1 where none can be halved.
int longest(const Cell& cell, const Hull& hull) {
  int best = -1;
  for (std::size_t k = 0; k < 3; ++k)
    if (cell.halved[k] < finest && (best < 0 || hull.reach[k] > hull.reach[static_cast<std::size_t>(best)]))
      best = static_cast<int>(k);
  return best;
}

/// Halves cells, the earliest first.
template <Kind kind>
std::optional<CcdHit> halve(const Query<kind>& query, int most_boxes) {
  std::vector<Cell> waiting;  // a heap
  waiting.reserve(64);
  Cell cell;
  Hull hull = query.hull_of(cell);
  if (!query.reaches(hull)) return std::nullopt;
  for (int looked = 1;;) {
    const int axis = longest(cell, hull);
    const bool is_spent = looked >= most_boxes;
    if (axis < 0 || is_spent || query.is_small(hull))
      return CcdHit{std::max(cell.low(0), query.earliest), is_spent};
    const auto k = static_cast<std::size_t>(axis);
    ++cell.halved[k], cell.at[k] *= 2;
    for (int half = 0; half < 2; ++half, ++cell.at[k]) {
      if (query.is_outside(cell)) continue;
      ++looked;
      if (!query.reaches(query.hull_of(cell))) continue;
      waiting.push_back(cell);
      std::push_heap(waiting.begin(), waiting.end(), is_later);
    }
    if (waiting.empty()) return std::nullopt;
    std::pop_heap(waiting.begin(), waiting.end(), is_later);
    cell = waiting.back();
    waiting.pop_back();
    hull = query.hull_of(cell);
  }
}

template <Kind kind>
std::optional<CcdHit> find_hit(const FourPoints& motion, const CcdOptions& options) {
  Query<kind> query(motion, options);
  for (int step = 0; step < options.most_steps; ++step) {
    const double time = query.earliest;
    const auto [distance, normal, change] = query.closest_gap(time);
    if (!(distance > 0)) return CcdHit{time, false};
    double until = query.separated_until(time, 1, normal, normal);
    if (until > 1) return std::nullopt;
    const bool is_close = distance <= query.separation + query.tolerance;
    if (!is_close) {
      // A plane that turns as the gap will: up to half as long again as the contact seems to take.
      const double closing = -dot(change, normal), ahead = 1.5 * (distance - query.separation) / closing;
      const double later = closing > 0 && ahead < 1 - time ? time + ahead : 1;
      Vec3 next = query.gap_at(later);
      if (dot(next, normal) < 0) next = -next;  // beyond the contact
      if (later > time) until = std::max(until, query.separated_until(time, later, normal, next));
      if (until > 1) return std::nullopt;
    }
    query.earliest = std::max(until, time);
    if (is_close) return CcdHit{query.earliest, false};
    if (!(until > time)) break;
  }
  query.set_axes();
  return halve(query, options.most_boxes);
}

}  // namespace

std::optional<CcdHit> vertex_face_ccd(const FourPoints& motion, const CcdOptions& options) {
  return find_hit<Kind::vertex_face>(motion, options);
}

std::optional<CcdHit> edge_edge_ccd(const FourPoints& motion, const CcdOptions& options) {
  return find_hit<Kind::edge_edge>(motion, options);
}

}  // namespace tensio
