#include "contact/untangle.h"

#include <algorithm>
#include <cmath>

#include "geometry/distance.h"
#include "math/sets.h"

namespace tensio {
namespace {

constexpr double touching_distance = 1e-9;  // m, below which rows and planes find no direction

template <class Rows>
void sort_unique(Rows& rows) {
  std::ranges::sort(rows);
  const auto [first, last] = std::ranges::unique(rows);
  rows.erase(first, last);
}

Vec3 area_normal(const std::array<VertexId, 3>& t, Positions x) {
  return cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]);
}

/// The corners of one side of a pair that have weight.
std::vector<VertexId> weighted_corners(const ContactPair& pair, const std::array<double, 4>& weight,
                                       bool is_first) {
  constexpr double rounding = 1e-7;
  const int split = pair.on_first_side();
  std::vector<VertexId> corners;
  for (int k = is_first ? 0 : split; k < (is_first ? split : 4); ++k)
    if (std::abs(weight[k]) > rounding) corners.push_back(pair.point[k]);
  return corners;
}

}  // namespace

Untangler::Untangler(const ContactSurface& surface, const PairRules& rules)
    : surface_(surface), rules_(rules) {
  for (std::size_t e = 0; e < surface.edges.size(); ++e)
    if (surface.opposite(e).empty()) strands_.push_back(surface.edges[e]);
  find_pieces();
}

void Untangler::find_pieces() {
  Sets pieces(surface_.point_count());
  for (const auto& [a, b] : surface_.edges) pieces.join(a, b);
  piece_.resize(surface_.point_count());
  for (VertexId p = 0; p < piece_.size(); ++p) piece_[p] = pieces.find(p);
  std::vector<std::array<VertexId, 2>> directed;
  for (const auto& [a, b, c] : surface_.triangles)
    for (const auto& edge : {std::array{a, b}, std::array{b, c}, std::array{c, a}}) directed.push_back(edge);
  std::ranges::sort(directed);
  is_closed_.assign(piece_.size(), true);
  for (const auto& edge : strands_) is_closed_[piece_[edge[0]]] = false;
  for (std::size_t i = 0; i < directed.size(); ++i) {
    const std::array reverse{directed[i][1], directed[i][0]};
    const bool is_twice = i + 1 < directed.size() && directed[i + 1] == directed[i];
    if (is_twice || !std::ranges::binary_search(directed, reverse)) is_closed_[piece_[reverse[0]]] = false;
  }
}

std::vector<Crossing> Untangler::find(Positions x, bool with_touching) {
  const std::span<const Crossing> all = finder_.find({x, surface_.triangles, strands_}, with_touching);
  std::vector<Crossing> found;
  for (const Crossing& crossing : all)
    if (may_touch(surface_, rules_, crossing.edge[0], surface_.triangles[crossing.triangle][0]))
      found.push_back(crossing);
  return found;
}

bool Untangler::crosses(const std::array<VertexId, 3>& triangle, VertexId but, Positions x) {
  const std::span one(&triangle, 1), all(surface_.triangles);
  const auto found = [&](const SurfaceView& edges_of, const SurfaceView& triangles_of) {
    return std::ranges::any_of(finder_.find(edges_of, triangles_of), [&](const Crossing& crossing) {
      const auto& corners = triangles_of.triangles[crossing.triangle];
      return std::ranges::find(crossing.edge, but) == crossing.edge.end() &&
             std::ranges::find(corners, but) == corners.end() &&
             may_touch(surface_, rules_, crossing.edge[0], corners[0]);
    });
  };
  return found({x, all, strands_}, {x, one}) || found({x, one}, {x, all});
}

void Untangler::find_outsides(Positions x) {
  normal_.assign(x.size(), {});
  std::vector<double> volume(x.size(), 0);  // six times, by piece
  for (const auto& t : surface_.triangles) {
    const Vec3 area = area_normal(t, x);
    for (const VertexId p : t) normal_[p] += area;
    const VertexId piece = piece_[t[0]];
    volume[piece] += dot(area, x[t[0]] - x[piece]);
  }
  outside_.assign(x.size(), 0);
  for (std::size_t p = 0; p < x.size(); ++p)
    if (is_closed_[p]) outside_[p] = volume[p] < 0 ? -1 : 1;
}

void Untangler::look(Positions x, const std::vector<bool>& is_led) {
  crossings_ = find(x);
  find_outsides(x);
  suspended_.clear();
  tangled_.clear();
  if (!crossings_.empty()) divide(x, is_led);
}

/// Finds the parts that crossings divide surfaces into, and what is on the wrong side.
void Untangler::divide(Positions x, const std::vector<bool>& is_led) {
  std::vector<bool> is_crossing(surface_.edges.size(), false);
  is_astray_.assign(x.size(), false);
  for (const Crossing& crossing : crossings_) {
    const auto& t = surface_.triangles[crossing.triangle];
    is_crossing[surface_.edge_between(crossing.edge[0], crossing.edge[1])] = true;
    for (const VertexId p : crossing.edge) is_astray_[p] = true;
    for (const VertexId p : t) is_astray_[p] = true;
    const VertexId a = piece_[crossing.edge[0]], b = piece_[t[0]];
    tangled_.push_back({std::min(a, b), std::max(a, b)});
    suspend(crossing);
  }
  sort_unique(tangled_);
  sort_unique(suspended_);
  Sets parts(x.size());
  for (std::size_t e = 0; e < surface_.edges.size(); ++e)
    if (!is_crossing[e]) parts.join(surface_.edges[e][0], surface_.edges[e][1]);
  part_.resize(x.size());
  part_size_.assign(x.size(), 0);
  for (VertexId p = 0; p < x.size(); ++p) part_size_[part_[p] = parts.find(p)] += is_led[p] ? x.size() : 1;
  std::vector<bool> is_wrong(x.size(), false);  // parts
  for (const Crossing& crossing : crossings_) {
    Vec3 normal;
    VertexId wrong = 0;
    if (find_way_back(crossing, x, normal, wrong)) is_wrong[part_[wrong]] = true;
  }
  for (std::size_t p = 0; p < x.size(); ++p)
    if (is_wrong[part_[p]]) is_astray_[p] = true;
}

/// A crossing ends where an end of the edge passes the triangle, or the edge one of its edges.
void Untangler::suspend(const Crossing& crossing) {
  const auto& t = surface_.triangles[crossing.triangle];
  for (const VertexId p : crossing.edge) suspended_.push_back({{p, t[0], t[1], t[2]}, 1});
  for (std::size_t k = 0; k < 3; ++k) {
    std::array<VertexId, 2> first = crossing.edge,
                            second{std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])};
    if (second < first) std::swap(first, second);
    suspended_.push_back({{first[0], first[1], second[0], second[1]}, 2});
  }
}

bool Untangler::find_way_back(const Crossing& crossing, Positions x, Vec3& normal, VertexId& wrong) const {
  const auto& t = surface_.triangles[crossing.triangle];
  const auto [p, q] = crossing.edge;
  normal = normalized(area_normal(t, x));
  const bool p_is_above = dot(normal, x[p] - x[q]) > 0;
  if (const double outside = outside_[piece_[t[0]]]; outside != 0) {
    normal = outside * normal;
    wrong = p_is_above == (outside > 0) ? q : p;
    return true;
  }
  const VertexId a = part_[p], b = part_[q];
  if (a == b) return false;
  // Of two parts of the same size, the one with the least point stays.
  wrong = part_size_[a] != part_size_[b] ? (part_size_[a] < part_size_[b] ? p : q) : (a < b ? q : p);
  if ((wrong == p) == p_is_above) normal = -normal;
  return true;
}

/// Minus the gradient of the length of the line of intersection with respect to a displacement d of the edge:
/// the crossing moves by d − E (d · N)/(E · N), and each face at the edge contributes −R · that, where R is
/// the direction in which the line runs into it.
Vec3 Untangler::shortening(const Crossing& crossing, const Vec3& normal, Positions x) const {
  const auto [p, q] = crossing.edge;
  const Vec3 along = normalized(x[q] - x[p]);
  const double steep = dot(along, normal);
  Vec3 sum;
  if (steep == 0) return sum;
  for (const VertexId o : surface_.opposite(surface_.edge_between(p, q))) {
    const Vec3 spoke = x[o] - x[p];
    Vec3 line = normalized(cross(normal, cross(along, spoke)));
    if (dot(line, spoke - dot(spoke, along) * along) < 0) line = -line;
    sum += line - (dot(along, line) / steep) * normal;
  }
  return sum;
}

void Untangler::add_row(const Crossing& crossing, Positions x, double most,
                        std::vector<ContactRow>& rows) const {
  const auto& t = surface_.triangles[crossing.triangle];
  const auto [p, q] = crossing.edge;
  const std::array<double, 3> share =
      closest_point_triangle(crossing.place, x[t[0]], x[t[1]], x[t[2]]).weight;
  ContactRow row{.key = {ContactKey::Kind::crossing, surface_.edge_between(p, q),
                         static_cast<std::uint32_t>(crossing.triangle)}};
  VertexId wrong = 0;
  int split = 1;  // points on the first side
  if (find_way_back(crossing, x, row.normal, wrong)) {
    row.point = {wrong, t[0], t[1], t[2]};
    row.weight = {1, -share[0], -share[1], -share[2]};
    row.distance = dot(row.normal, x[wrong] - crossing.place);
    row.gap = surface_.gap(p, t[0]);
    row.most = most;
  } else {
    const Vec3 way = shortening(crossing, row.normal, x);
    const double length = norm(way);
    if (!(length > 0)) return;
    const std::size_t light = static_cast<std::size_t>(std::ranges::min_element(share) - share.begin());
    const std::size_t b = (light + 1) % 3, c = (light + 2) % 3;
    const double s = closest_parameter(crossing.place - x[p], x[q] - x[p]), sum = share[b] + share[c];
    row.point = {p, q, t[b], t[c]};
    row.weight = {1 - s, s, -share[b] / sum, -share[c] / sum};
    row.normal = way / length;
    row.most = most * std::min(1.0, length);
    row.gap = HUGE_VAL;
    split = 2;
  }
  round_weights(row.weight, split);
  rows.push_back(row);
}

bool Untangler::pushes_wrong_way(const ContactRow& row) const {
  const VertexId a = piece_[row.point[0]], b = piece_[row.point[3]];
  if (!std::ranges::binary_search(tangled_, std::array{std::min(a, b), std::max(a, b)})) return false;
  for (int k = 0; k < 4; ++k)
    if (row.weight[k] != 0 && is_astray_[row.point[k]]) return true;
  return false;
}

/// From the middle of an edge or from a vertex into the triangles there; zero within a face or a surface.
Vec3 Untangler::inward(std::span<const VertexId> feature, Positions x) const {
  Vec3 sum;
  double size = 0;
  const auto add = [&](const Vec3& spoke) { sum += spoke, size = std::max(size, norm(spoke)); };
  if (feature.size() == 1)
    for (const VertexId b : surface_.neighbours(feature[0])) add(x[b] - x[feature[0]]);
  if (feature.size() == 2) {
    const Vec3 edge = x[feature[1]] - x[feature[0]];
    for (const VertexId c : surface_.opposite(surface_.edge_between(feature[0], feature[1]))) {
      const Vec3 spoke = x[c] - x[feature[0]];
      add(spoke - (dot(spoke, edge) / dot(edge, edge)) * edge);
    }
  }
  constexpr double even = 0.1;  // of the longest spoke: the surface goes on all around
  return norm(sum) > even * size ? sum : Vec3{};
}

Vec3 Untangler::normal_at(const ContactPair& pair, const std::array<double, 4>& weight, bool is_first) const {
  Vec3 sum;
  for (const VertexId p : weighted_corners(pair, weight, is_first)) sum += normal_[p];
  return normalized(sum);
}

/// The direction in which the first side of a pair that touches is to part from the second. Surfaces that end
/// where they meet, such as the lips of a cut, part sideways. All else parts across: others lie on an
/// obstacle or a closed surface, and of two sheets the second lies on the first.
Vec3 Untangler::parting(const ContactPair& pair, const std::array<double, 4>& weight, Positions x) const {
  const VertexId a = pair.point[0], d = pair.point[3];
  const Vec3 first = inward(weighted_corners(pair, weight, true), x),
             second = inward(weighted_corners(pair, weight, false), x);
  const Vec3 normals[2] = {normal_at(pair, weight, true), normal_at(pair, weight, false)};
  if (dot(first, second) < 0) {
    const Vec3 up = pair.is_edges ? normals[0] + normals[1]
                                  : cross(x[pair.point[2]] - x[pair.point[1]], x[d] - x[pair.point[1]]);
    Vec3 best;
    double most = 0;
    const auto offer = [&](VertexId from, VertexId to) {
      Vec3 normal = normalized(cross(up, x[to] - x[from]));
      if (dot(normal, first - second) < 0) normal = -normal;
      double low = HUGE_VAL, high = -HUGE_VAL;
      for (int k = 0; k < 4; ++k) {
        const double height = dot(normal, x[pair.point[k]] - x[d]);
        (k < pair.on_first_side() ? low = std::min(low, height) : high = std::max(high, height));
      }
      const double along = dot(normal, first - second);
      if (low - high >= -touching_distance && along > most) most = along, best = normal;
    };
    if (pair.is_edges) offer(pair.point[0], pair.point[1]);
    for (int k = pair.on_first_side(); k < 4; ++k)
      offer(pair.point[k], k < 3 ? pair.point[k + 1] : pair.point[pair.on_first_side()]);
    if (most > 0) return best;
  }
  const auto rank = [&](VertexId p) {  // of the side that the other lies on
    return surface_.is_of_obstacle(p) ? 0 : outside_[piece_[p]] != 0 ? 1 : 2;
  };
  const auto is_below = [&](VertexId p, VertexId q) {
    return rank(p) != rank(q) ? rank(p) < rank(q) : surface_.body[p] < surface_.body[q];
  };
  const bool is_first_below = is_below(a, d);
  const double side = outside_[piece_[is_first_below ? a : d]];
  const Vec3 up = (side != 0 ? side : 1) * normals[is_first_below ? 0 : 1];
  return is_first_below ? -up : up;
}

bool Untangler::add_touching(const ContactPair& pair, Positions x, Positions rest,
                             const UntangleOptions& options, std::vector<ContactRow>& rows,
                             std::vector<DividingPlane>& planes) const {
  ClosestPoints closest = find_closest(pair, x);
  if (closest.square > touching_distance * touching_distance) return false;
  if (std::ranges::binary_search(suspended_, PlaneName{pair.point, pair.on_first_side()})) return true;
  round_weights(closest.weight, pair.on_first_side());
  const Vec3 normal = parting(pair, closest.weight, x);
  if (!(norm(normal) > 0.5)) return true;
  planes.push_back(make_plane(pair.point, pair.on_first_side(), normal, x));
  const VertexId a = pair.point[0], d = pair.point[3];
  const double gap = surface_.gap(a, d);
  const bool is_near_at_rest = surface_.body[a] == surface_.body[d] && !surface_.is_of_obstacle(a) &&
                               find_closest(pair, rest).square < gap * gap;
  using Kind = ContactKey::Kind;
  rows.push_back(
      {.key = {pair.is_edges ? Kind::touching_edges : Kind::touching_face, pair.first, pair.second},
       .point = pair.point,
       .weight = closest.weight,
       .normal = normal,
       .gap = is_near_at_rest ? 20 * options.least_gap : gap,
       .most = options.most});
  return true;
}

bool Untangler::amend(std::span<const ContactPair> pairs, Positions x, Positions rest,
                      const UntangleOptions& options, std::vector<ContactRow>& rows,
                      std::vector<DividingPlane>& planes) const {
  if (!crossings_.empty()) {
    std::erase_if(planes, [&](const DividingPlane& plane) {
      return std::ranges::binary_search(suspended_, PlaneName{plane.point, plane.split});
    });
    std::erase_if(rows, [&](const ContactRow& row) { return row.key.is_of_pair() && pushes_wrong_way(row); });
  }
  const auto first = static_cast<std::ptrdiff_t>(rows.size());
  for (const Crossing& crossing : crossings_) add_row(crossing, x, options.most, rows);
  bool touches = false;
  for (const ContactPair& pair : pairs)
    if (add_touching(pair, x, rest, options, rows, planes)) touches = true;
  std::ranges::sort(rows.begin() + first, rows.end(), {}, &ContactRow::key);
  return touches || !crossings_.empty();
}

}  // namespace tensio
