#include "contact/contact_rows.h"

#include <algorithm>
#include <cmath>

#include "geometry/distance.h"

namespace tensio {
namespace {

constexpr double least_distance = 1e-9;  // m; nearer, the direction between two points is rounding

constexpr double least_weight = 1e-10;

/// A point, an edge or a face on one side of a pair: its corners that have weight.
struct Side {
  std::array<VertexId, 3> corner{};
  int corners = 0;
};
Side side_of(const ContactPair& pair, const std::array<double, 4>& weight, bool is_first) {
  Side side;
  const int split = pair.on_first_side();
  for (int k = is_first ? 0 : split; k < (is_first ? split : 4); ++k)
    if (std::abs(weight[k]) > least_weight) side.corner[side.corners++] = pair.point[k];
  return side;
}

/// The edge that one side of a pair is, if it has two corners.
std::uint32_t edge_of(const ContactSurface& surface, const Side& side, const ContactPair& pair,
                      bool is_first) {
  if (pair.is_edges) return is_first ? pair.first : pair.second;
  return surface.edge_between(side.corner[0], side.corner[1]);
}

/// Whether the way from a point of a corner or an edge towards another surface leads away from all triangles
/// and edges around: then no part of them is nearer. Always true of a face. Points are at(point).
bool leads_away(const ContactSurface& surface, const Side& side, const ContactPair& pair, bool is_first,
                const Vec3& way, const auto& at) {
  constexpr double rounding = 1e-7;
  const auto is_small = [&](double ahead, const Vec3& along) {
    return ahead * ahead <= rounding * rounding * dot(way, way) * dot(along, along);
  };
  const VertexId a = side.corner[0];
  if (side.corners == 1)
    return std::ranges::all_of(surface.neighbours(a), [&](VertexId b) {
      const Vec3 along = at(b) - at(a);
      const double ahead = dot(way, along);
      return ahead <= 0 || is_small(ahead, along);
    });
  if (side.corners == 2) {
    const Vec3 edge = at(side.corner[1]) - at(a);
    const double square = dot(edge, edge), ahead_of_edge = dot(way, edge);
    return std::ranges::all_of(surface.opposite(edge_of(surface, side, pair, is_first)), [&](VertexId c) {
      const Vec3 spoke = at(c) - at(a);
      const double along_edge = dot(spoke, edge);
      if (dot(way, spoke) * square <= along_edge * ahead_of_edge) return true;  // without the division
      const Vec3 along = spoke - (along_edge / square) * edge;
      return is_small(dot(way, along), along);
    });
  }
  return true;
}

std::uint32_t number_of(const ContactSurface& surface, const Side& side, const ContactPair& pair,
                        bool is_first) {
  if (side.corners == 1) return side.corner[0];
  if (side.corners == 2) return edge_of(surface, side, pair, is_first);
  return pair.second;
}

/// Names a contact; points come before edges, and lower numbers first.
ContactKey key_of(const ContactSurface& surface, const ContactPair& pair, const Side& first,
                  const Side& second, bool& is_swapped) {
  using Kind = ContactKey::Kind;
  ContactKey key{{}, number_of(surface, first, pair, true), number_of(surface, second, pair, false)};
  if (first.corners + second.corners == 2)
    key.kind = Kind::point_point;
  else if (first.corners + second.corners == 3)
    key.kind = Kind::point_edge;
  else
    key.kind = pair.is_edges ? Kind::edge_edge : Kind::point_face;
  is_swapped = key.kind == Kind::point_edge ? first.corners == 2
                                            : key.kind != Kind::point_face && key.first > key.second;
  if (is_swapped) std::swap(key.first, key.second);
  return key;
}

/// What a share of the pairs gave.
struct Made {
  std::vector<ContactRow> rows{};
  std::vector<DividingPlane> planes{};
  double least_square = HUGE_VAL;  // m², of distances
};

class RowMaker {
 public:
  RowMaker(const ContactSurface& surface, const StepWays& ways, Positions rest)
      : surface_(surface),
        ways_(ways),
        x_(ways.start),
        rest_(rest),
        has_one_sided_(std::ranges::find(surface.is_one_sided, true) != surface.is_one_sided.end()) {}

  /// Adds the plane of a pair if it needs one, and tells how close its sides are; false where it can have
  /// neither plane nor row.
  bool add_plane(const ContactPair& pair, ClosestPoints& closest, Made& made) const {
    closest = find_closest(pair, x_);
    if (!(closest.square > least_distance * least_distance)) return false;
    if (has_one_sided_ && is_behind(pair, closest.weight)) return false;
    made.least_square = std::min(made.least_square, closest.square);
    if (!ways_.room.empty()) {
      const double most = ways_.motion + 2 * ways_.most_room(pair) + ways_.least_gap;
      if (closest.square > most * most) return true;
      if (std::sqrt(closest.square) > ways_.most_closing(pair) + ways_.least_gap) return true;
    }
    const Vec3 way = combine(pair.point, closest.weight, x_);
    made.planes.push_back(make_plane(pair.point, pair.on_first_side(), way / std::sqrt(closest.square), x_));
    return true;
  }

  void make(const ContactPair& pair, Made& made) const {
    ClosestPoints closest;
    if (!add_plane(pair, closest, made)) return;
    const VertexId a = pair.point[0], d = pair.point[3];
    const double gap = surface_.gap(a, d), reach = gap + 2 * ways_.most_room(pair);
    if (closest.square > (reach + ways_.motion) * (reach + ways_.motion)) return;
    const auto start = [&](VertexId p) { return x_[p]; };
    Touch touch = make_touch(pair, closest.weight, start);
    if (!faces(pair, touch, start)) return;
    const double distance = std::sqrt(closest.square),
                 approach = dot(touch.way, combine(pair.point, closest.weight, ways_.ahead)) / distance;
    if (distance + std::min(0.0, approach) > reach || is_near_at_rest(pair, gap)) return;
    const bool may_tilt = touch.first.corners + touch.second.corners < 4;  // at an edge or a corner
    if (may_tilt && distance >= gap && surface_.body[a] != surface_.body[d] && !follow(pair, gap, touch))
      return;
    round_weights(touch.weight, pair.on_first_side());
    const double length = norm(touch.way);
    if (!(length > least_distance)) return;
    const Vec3 normal = touch.way / length;
    const double apart = dot(normal, combine(pair.point, touch.weight, x_));
    bool is_swapped = false;
    const ContactKey key = key_of(surface_, pair, touch.first, touch.second, is_swapped);
    if (is_swapped)
      for (double& weight : touch.weight) weight = -weight;
    made.rows.push_back({.key = key,
                         .point = pair.point,
                         .weight = touch.weight,
                         .normal = is_swapped ? -normal : normal,
                         .distance = apart,
                         .gap = gap,
                         .friction = std::sqrt(surface_.friction[a] * surface_.friction[d])});
  }

 private:
  /// Where the sides of a pair are closest.
  struct Touch {
    std::array<double, 4> weight;
    Side first, second;
    Vec3 way;  // m, from the second to the first
  };
  static Touch make_touch(const ContactPair& pair, const std::array<double, 4>& weight, const auto& at) {
    Touch touch{weight, side_of(pair, weight, true), side_of(pair, weight, false), {}};
    for (int k = 0; k < 4; ++k) touch.way += weight[k] * at(pair.point[k]);
    return touch;
  }
  /// Looks at corners and edges of two bodies where the step leads, if that is not nearer than they keep: a
  /// corner that comes from ahead of another's rim would meet it with a tilted normal, though it slides past.
  /// False where the contact goes to another pair. (Within a body, the folds of a towel wrung by eight turns
  /// are too restless for that: its springs stretched by 77 % instead of 39.)
  bool follow(const ContactPair& pair, double gap, Touch& touch) const {
    constexpr double kept = 0.99;  // of the gap
    const auto end = [&](VertexId p) { return x_[p] + ways_.ahead[p]; };
    const std::array<Vec3, 4> place{end(pair.point[0]), end(pair.point[1]), end(pair.point[2]),
                                    end(pair.point[3])};
    const ContactPair there{.point = {0, 1, 2, 3}, .is_edges = pair.is_edges};
    const ClosestPoints closest = find_closest(there, place);
    const Touch later = make_touch(pair, closest.weight, end);
    if (closest.square < kept * gap * kept * gap || !(dot(later.way, touch.way) > 0)) return true;
    if (!faces(pair, later, end)) return false;
    touch = later;
    return true;
  }
  /// Whether no other part of the surfaces is to have this contact instead. A point meets what lies nearest
  /// to it, however the surface around it goes on; two edges meet where both stand out.
  bool faces(const ContactPair& pair, const Touch& touch, const auto& at) const {
    const Side &first = touch.first, &second = touch.second;
    const auto first_leads = [&] { return leads_away(surface_, first, pair, true, -touch.way, at); };
    const auto second_leads = [&] { return leads_away(surface_, second, pair, false, touch.way, at); };
    if (!pair.is_edges) return second_leads();
    if (first.corners != second.corners) return first.corners == 1 ? second_leads() : first_leads();
    return first.corners == 1 ? first_leads() || second_leads() : first_leads() && second_leads();
  }
  /// Whether one side of the pair is of a mesh that pushes at its front only, and the other lies behind all
  /// triangles of the mesh that meet at its closest point. Near the rim of a face, what is in front of the
  /// mesh may be behind some of them.
  bool is_behind(const ContactPair& pair, const std::array<double, 4>& weight) const {
    const bool is_first = surface_.is_one_sided[pair.point[0]];
    if (!is_first && !surface_.is_one_sided[pair.point[3]]) return false;
    const Side side = side_of(pair, weight, is_first);
    const Vec3 way = combine(pair.point, weight, x_), outwards = is_first ? -way : way;
    return std::ranges::all_of(surface_.triangles_at(side.corner[0]), [&](std::uint32_t t) {
      const auto& triangle = surface_.triangles[t];
      for (int k = 1; k < side.corners; ++k)
        if (std::ranges::find(triangle, side.corner[k]) == triangle.end()) return true;
      const Vec3& a = x_[triangle[0]];
      return dot(cross(x_[triangle[1]] - a, x_[triangle[2]] - a), outwards) < 0;
    });
  }
  bool is_near_at_rest(const ContactPair& pair, double gap) const {
    const VertexId a = pair.point[0], d = pair.point[3];
    if (surface_.body[a] != surface_.body[d] || surface_.is_of_obstacle(a)) return false;
    if (is_apart_at_middle(pair, gap, rest_)) return false;
    return find_closest(pair, rest_).square < gap * gap;
  }

  const ContactSurface& surface_;
  const StepWays& ways_;
  Positions x_, rest_;
  bool has_one_sided_;
};

}  // namespace

void round_weights(std::array<double, 4>& weight, int split) {
  double sum[2] = {0, 0};
  for (int k = 0; k < 4; ++k) {
    if (std::abs(weight[k]) <= least_weight) weight[k] = 0;
    sum[k < split ? 0 : 1] += std::abs(weight[k]);
  }
  for (int k = 0; k < 4; ++k) weight[k] /= sum[k < split ? 0 : 1];
}

void add_force(const ContactRow& row, const Vec3& force, std::span<const Vec3> inverse_mass,
               const Carried& carried, std::span<Vec3> to) {
  const auto is_free = [&](VertexId p) { return inverse_mass[p] != Vec3{}; };
  for (int k = 0; k < 4; ++k)
    carried.for_each(row.point[k], [&](VertexId v, double weight) {
      if (is_free(row.point[k]) || !is_free(v)) to[v] += (row.weight[k] * weight) * force;
    });
}

double compliance(const ContactRow& row, std::span<const Vec3> inverse_mass, const Carried& carried) {
  const Vec3& n = row.normal;
  double sum = 0;
  const auto add = [&](double weight, const Vec3& m) { sum += weight * weight * give_along(n, m); };
  const auto is_carried = [&](VertexId p) { return carried.find(p) != nullptr; };
  if (std::ranges::none_of(row.point, is_carried)) {
    for (int k = 0; k < 4; ++k) add(row.weight[k], inverse_mass[row.point[k]]);
    return sum;
  }
  // Points of one side may share vertices.
  std::array<VertexId, 32> vertex;
  std::array<double, 32> weight;
  std::size_t count = 0;
  const auto note = [&](VertexId v, double w) {
    const auto known = std::find(vertex.begin(), vertex.begin() + count, v) - vertex.begin();
    if (static_cast<std::size_t>(known) == count) vertex[count] = v, weight[count++] = 0;
    weight[static_cast<std::size_t>(known)] += w;
  };
  for (int k = 0; k < 4; ++k)
    if (inverse_mass[row.point[k]] != Vec3{})
      carried.for_each(row.point[k], [&](VertexId v, double w) { note(v, row.weight[k] * w); });
  for (std::size_t i = 0; i < count; ++i) add(weight[i], inverse_mass[vertex[i]]);
  return sum;
}

DividingPlane make_plane(const std::array<VertexId, 4>& point, int split, const Vec3& normal, Positions x) {
  DividingPlane plane{point, split, normal, {}, 0};
  double low = HUGE_VAL, high = -HUGE_VAL;  // of the first side and the second
  for (int k = 0; k < 4; ++k) {
    plane.up[k] = dot(normal, x[point[k]] - x[point[3]]);
    if (k < split)
      low = std::min(low, plane.up[k]);
    else
      high = std::max(high, plane.up[k]);
  }
  plane.distance = std::max(0.0, low - high);
  for (int k = 0; k < 4; ++k) {
    const double height = plane.up[k] - 0.5 * (low + high);
    plane.up[k] = std::max(0.0, k < split ? height : -height);
  }
  return plane;
}

namespace {

/// Lets workers make rows and planes of pairs, in shares whose results follow each other. Returns the least
/// distance.
template <class Make>
double make_in_shares(std::span<const ContactPair> pairs, Workers& workers, std::vector<ContactRow>& rows,
                      std::vector<DividingPlane>& planes, const Make& make) {
  constexpr std::size_t share = 512;
  std::vector<Made> made((pairs.size() + share - 1) / share);
  workers.run(made.size(), [&](std::size_t i) {
    for (const ContactPair& pair : pairs.subspan(i * share, std::min(share, pairs.size() - i * share)))
      make(pair, made[i]);
  });
  planes.clear();
  double least_square = HUGE_VAL;
  for (const Made& part : made) {
    rows.insert(rows.end(), part.rows.begin(), part.rows.end());
    planes.insert(planes.end(), part.planes.begin(), part.planes.end());
    least_square = std::min(least_square, part.least_square);
  }
  return std::sqrt(least_square);
}

/// Sorts rows by key and keeps the first of each.
void sort_unique(std::vector<ContactRow>& rows) {
  struct Place {
    ContactKey key;
    std::uint32_t row;
    auto operator<=>(const Place&) const = default;
  };
  std::vector<Place> places;
  places.reserve(rows.size());
  for (const ContactRow& row : rows) places.push_back({row.key, static_cast<std::uint32_t>(places.size())});
  std::ranges::sort(places);
  const auto [first, last] = std::ranges::unique(places, {}, &Place::key);
  places.erase(first, last);
  std::vector<ContactRow> sorted;
  sorted.reserve(places.size());
  for (const Place& place : places) sorted.push_back(rows[place.row]);
  rows.swap(sorted);
}

}  // namespace

double make_rows(const ContactSurface& surface, std::span<const ContactPair> pairs, const StepWays& ways,
                 Positions rest, Workers& workers, std::vector<ContactRow>& rows,
                 std::vector<DividingPlane>& planes) {
  rows.clear();
  const RowMaker maker(surface, ways, rest);
  const double least = make_in_shares(pairs, workers, rows, planes,
                                      [&](const ContactPair& pair, Made& made) { maker.make(pair, made); });
  sort_unique(rows);
  return least;
}

double make_planes(const ContactSurface& surface, std::span<const ContactPair> pairs, const StepWays& ways,
                   Workers& workers, std::vector<DividingPlane>& planes) {
  const RowMaker maker(surface, ways, {});
  std::vector<ContactRow> none;
  return make_in_shares(pairs, workers, none, planes, [&](const ContactPair& pair, Made& made) {
    ClosestPoints closest;
    maker.add_plane(pair, closest, made);
  });
}

}  // namespace tensio
