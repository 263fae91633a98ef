#include "contact/contact_rows.h"

#include <algorithm>
#include <cmath>

#include "geometry/distance.h"

namespace tensio {
namespace {

/// A point, an edge or a face on one side of a pair: its corners that have weight.
struct Side {
  std::array<VertexId, 3> corner{};
  std::array<double, 3> weight{};
  int corners = 0;

  void add(VertexId point, double share) {
    if (!(share > 0)) return;
    corner[static_cast<std::size_t>(corners)] = point;
    weight[static_cast<std::size_t>(corners)] = share;
    ++corners;
  }
  /// Without corners whose weight is but rounding: a point above an edge is above neither face beside it.
  Side rounded() const {
    constexpr double rounding = 1e-10;
    Side kept;
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(corners); ++i)
      if (weight[i] > rounding) kept.add(corner[i], weight[i]), sum += weight[i];
    if (kept.corners < corners)
      for (double& share : kept.weight) share /= sum;
    return kept;
  }
};

struct Closest {
  Side first, second;
  double square;

  /// From the second side to the first.
  Vec3 way(Positions x) const {
    Vec3 sum;
    for (int i = 0; i < first.corners; ++i) sum += first.weight[i] * x[first.corner[i]];
    for (int i = 0; i < second.corners; ++i) sum -= second.weight[i] * x[second.corner[i]];
    return sum;
  }
};

Closest find_closest(const ContactPair& pair, Positions x) {
  const auto& [a, b, c, d] = pair.point;
  Closest found{};
  if (pair.is_edges) {
    const SegmentSegment closest = closest_segment_segment(x[a], x[b], x[c], x[d]);
    found.first.add(a, 1 - closest.s), found.first.add(b, closest.s);
    found.second.add(c, 1 - closest.t), found.second.add(d, closest.t);
    found.square = closest.square;
  } else {
    const PointTriangle closest = closest_point_triangle(x[a], x[b], x[c], x[d]);
    found.first.add(a, 1);
    found.second.add(b, closest.weight[0]), found.second.add(c, closest.weight[1]);
    found.second.add(d, closest.weight[2]);
    found.square = closest.square;
  }
  return found;
}

/// Whether the way from a point of a corner or an edge towards another surface leads away from all triangles
/// and edges around: then no part of them is nearer. Always true of a face.
bool leads_away(const ContactSurface& surface, const Side& side, const Vec3& way, Positions x) {
  constexpr double rounding = 1e-7;
  const auto is_away = [&](const Vec3& along) {
    return dot(way, along) <= rounding * std::sqrt(dot(way, way) * dot(along, along));
  };
  const VertexId a = side.corner[0];
  if (side.corners == 1)
    return std::ranges::all_of(surface.neighbours(a), [&](VertexId b) { return is_away(x[b] - x[a]); });
  if (side.corners == 2) {
    const VertexId b = side.corner[1];
    const Vec3 edge = x[b] - x[a];
    return std::ranges::all_of(surface.opposite(surface.edge_between(a, b)), [&](VertexId c) {
      const Vec3 spoke = x[c] - x[a];
      return is_away(spoke - (dot(spoke, edge) / dot(edge, edge)) * edge);
    });
  }
  return true;
}

std::uint32_t number_of(const ContactSurface& surface, const Side& side, const ContactPair& pair) {
  if (side.corners == 1) return side.corner[0];
  if (side.corners == 2) return surface.edge_between(side.corner[0], side.corner[1]);
  return pair.second;
}

ContactKey key_of(const ContactSurface& surface, const ContactPair& pair, const Closest& closest,
                  bool& is_swapped) {
  using Kind = ContactKey::Kind;
  ContactKey key{{}, number_of(surface, closest.first, pair), number_of(surface, closest.second, pair)};
  const int first = closest.first.corners, second = closest.second.corners;
  if (first == 1 && second == 1) {
    key.kind = Kind::point_point;
    is_swapped = key.first > key.second;
  } else if (first + second == 3) {
    key.kind = Kind::point_edge;
    is_swapped = first == 2;
  } else if (first == 2) {
    key.kind = Kind::edge_edge;
    is_swapped = key.first > key.second;
  } else {
    key.kind = Kind::point_face;
    is_swapped = false;
  }
  if (is_swapped) std::swap(key.first, key.second);
  return key;
}

class RowMaker {
 public:
  RowMaker(const ContactSurface& surface, Positions x, Positions rest, std::span<const Vec3> ahead,
           double slack)
      : surface_(surface), x_(x), rest_(rest), ahead_(ahead), slack_(slack) {}

  void make(const ContactPair& pair, std::vector<ContactRow>& rows, std::vector<DividingPlane>& planes) {
    Closest closest = find_closest(pair, x_);
    double distance = std::sqrt(closest.square);
    if (!(distance > 0)) return;
    Vec3 normal = closest.way(x_) / distance;
    planes.push_back(plane(pair, closest, normal, distance));

    const VertexId a = pair.point[0], d = pair.point[3];
    const double gap = 0.5 * (surface_.thickness[a] + surface_.thickness[d]);
    if (distance + std::min(0.0, dot(normal, approach(closest))) > gap + 2 * slack_) return;
    closest.first = closest.first.rounded(), closest.second = closest.second.rounded();
    const Vec3 way = closest.way(x_);
    distance = norm(way);
    if (!(distance > 0)) return;
    normal = way / distance;
    if (!faces(pair, closest, way) || is_near_at_rest(pair, gap)) return;
    bool is_swapped = false;
    ContactRow row{.key = key_of(surface_, pair, closest, is_swapped),
                   .normal = is_swapped ? -normal : normal,
                   .distance = distance,
                   .gap = gap,
                   .friction = std::sqrt(surface_.friction[a] * surface_.friction[d])};
    std::size_t next = 0;
    const double sign = is_swapped ? -1 : 1;
    for (int i = 0; i < closest.first.corners; ++i, ++next)
      row.point[next] = closest.first.corner[i], row.weight[next] = sign * closest.first.weight[i];
    for (int i = 0; i < closest.second.corners; ++i, ++next)
      row.point[next] = closest.second.corner[i], row.weight[next] = -sign * closest.second.weight[i];
    for (; next < 4; ++next) row.point[next] = row.point[0], row.weight[next] = 0;
    rows.push_back(row);
  }

 private:
  DividingPlane plane(const ContactPair& pair, const Closest& closest, const Vec3& normal,
                      double distance) const {
    Vec3 middle;
    for (int i = 0; i < closest.first.corners; ++i)
      middle += (0.5 * closest.first.weight[i]) * x_[closest.first.corner[i]];
    for (int i = 0; i < closest.second.corners; ++i)
      middle += (0.5 * closest.second.weight[i]) * x_[closest.second.corner[i]];
    DividingPlane plane{pair.point, pair.on_first_side(), normal, {}, distance};
    for (int k = 0; k < 4; ++k) {
      const double height = dot(normal, x_[pair.point[k]] - middle);
      plane.up[k] = std::max(0.0, k < plane.split ? height : -height);
    }
    return plane;
  }
  /// Whether no other part of the surfaces is to have this contact instead. A point meets what lies nearest
  /// to it, however the surface around it goes on; two edges meet where both stand out.
  bool faces(const ContactPair& pair, const Closest& closest, const Vec3& way) const {
    const auto first = [&] { return leads_away(surface_, closest.first, -way, x_); };
    const auto second = [&] { return leads_away(surface_, closest.second, way, x_); };
    const int a = closest.first.corners, b = closest.second.corners;
    if (!pair.is_edges) return second();
    if (a == b) return a == 1 ? first() || second() : first() && second();
    return a == 1 ? second() : first();
  }
  /// How far the first side gets ahead of the second.
  Vec3 approach(const Closest& closest) const {
    Vec3 sum;
    for (int i = 0; i < closest.first.corners; ++i)
      sum += closest.first.weight[i] * ahead_[closest.first.corner[i]];
    for (int i = 0; i < closest.second.corners; ++i)
      sum -= closest.second.weight[i] * ahead_[closest.second.corner[i]];
    return sum;
  }
  bool is_near_at_rest(const ContactPair& pair, double gap) const {
    const VertexId a = pair.point[0], d = pair.point[3];
    if (surface_.body[a] != surface_.body[d] || a >= surface_.vertices) return false;
    return find_closest(pair, rest_).square < gap * gap;
  }

  const ContactSurface& surface_;
  Positions x_, rest_;
  std::span<const Vec3> ahead_;
  double slack_;
};

}  // namespace

void make_rows(const ContactSurface& surface, std::span<const ContactPair> pairs, Positions x, Positions rest,
               std::span<const Vec3> ahead, double slack, std::vector<ContactRow>& rows,
               std::vector<DividingPlane>& planes) {
  rows.clear();
  planes.clear();
  RowMaker maker(surface, x, rest, ahead, slack);
  for (const ContactPair& pair : pairs) maker.make(pair, rows, planes);
  std::ranges::stable_sort(rows, {}, &ContactRow::key);
  const auto [first, last] = std::ranges::unique(rows, {}, &ContactRow::key);
  rows.erase(first, last);
}

}  // namespace tensio
