#include "contact/collider_rows.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "geometry/distance.h"
#include "math/bounds.h"

namespace tensio {
namespace {

constexpr double inner_gap = 0.75;  // of a gap, that edges and faces keep; most are held by their corners
constexpr double corner_weight = 1e-10;  // below, the nearest point is a corner
constexpr unsigned char all_sides = 63;  // beyond all sides of a box, a bit each
constexpr unsigned char is_known = 64;   // beyond none, and the closest surface was found

/// The farthest point of a convex shape in the direction of the unit vector n.
Vec3 farthest(const Sphere& sphere, const Vec3& n) {
  return sphere.center + sphere.radius * n;
}
Vec3 farthest(const Box& box, const Vec3& n) {
  Vec3 point = box.center;
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis{box.turn(0, k), box.turn(1, k), box.turn(2, k)};
    point += std::copysign(box.half_extent[k], dot(axis, n)) * axis;
  }
  return point;
}
Vec3 farthest(const Capsule& capsule, const Vec3& n) {
  return (dot(capsule.b - capsule.a, n) > 0 ? capsule.b : capsule.a) + capsule.radius * n;
}
Vec3 farthest(const Cylinder& cylinder, const Vec3& n) {
  const Vec3 axis = normalized(cylinder.b - cylinder.a);
  const double along = dot(axis, n);
  const Vec3 out = n - along * axis;
  const Vec3 end = along > 0 ? cylinder.b : cylinder.a;
  return norm(out) > 1e-9 ? end + cylinder.radius * normalized(out) : end;
}
/// None: its vertices suffice, or it has rows of its own.
template <class Other>
std::optional<Vec3> farthest(const Other&, const Vec3&) {
  return std::nullopt;
}
std::optional<Vec3> farthest(const Shape& shape, const Vec3& n) {
  return std::visit([&](const auto& s) { return std::optional<Vec3>(farthest(s, n)); }, shape);
}

class ColliderRowMaker {
 public:
  ColliderRowMaker(const ContactSurface& surface, const ColliderStep& step, ColliderScratch& scratch,
                   std::vector<ContactRow>& rows)
      : surface_(surface), step_(step), scratch_(scratch), rows_(rows) {}

  void add(const Collider& collider, std::uint32_t number, Workers& workers) {
    if (std::holds_alternative<Mesh>(collider.shape)) return;
    collider_ = &collider;
    number_ = number;
    offset_ = collider.path.offset(step_.ways.before);
    drift_ = collider.path.offset(step_.ways.after) - offset_;
    ball_ = std::nullopt;
    for (std::size_t b = 0; b < step_.balls.size(); ++b) {
      if (step_.balls[b].collider != number) continue;
      ball_ = step_.point_of(b);
      offset_ = step_.ways.start[*ball_] - step_.balls[b].home;
      drift_ = step_.ways.ahead[*ball_];
    }
    const std::size_t points = ball_ ? surface_.point_count() : surface_.own_count();
    const bool has_sides = find_sides();
    auto& [near, place, code, made] = scratch_;
    code.assign(surface_.point_count(), all_sides);  // also obstacles, which nothing pushes
    near.resize(code.size()), place.resize(code.size());
    if (!step_.only.empty()) return add_some(points, has_sides);
    add_in_shares(points, workers, [&](VertexId p, Rows& rows) {  // also those that no edge ends at
      if (!meets(p)) return;
      code[p] = has_sides ? outside(p) : 0;
      if (code[p] != 0) return;
      near[p] = closest_surface(collider_->shape, at(p)), code[p] = is_known;
      if (has_sides) place[p] = place_of(make_corner(p));
      if (ball_ || !step_.is_led[p]) add_vertex(p, rows);
    });
    if (!has_sides) return;
    add_in_shares(surface_.edges.size(), workers, [&](std::uint32_t e, Rows& rows) {
      const auto [a, b] = surface_.edges[e];
      if ((code[a] & code[b] & all_sides) == 0 && !is_edge_beyond(a, b)) add_edge(e, rows);
    });
    add_in_shares(surface_.triangles.size(), workers, [&](std::uint32_t t, Rows& rows) {
      const auto [a, b, c] = surface_.triangles[t];
      if ((code[a] & code[b] & code[c] & all_sides) == 0 && !is_face_beyond(a, b, c)) add_face(t, rows);
    });
  }

 private:
  using Rows = std::vector<ContactRow>;

  bool meets(VertexId p) const {
    return !surface_.is_covered[p] && !surface_.ignores(surface_.body[p], surface_.collider_body[number_]);
  }
  /// The rows of some of the first points, and of edges and faces at them.
  void add_some(std::size_t points, bool has_sides) {
    std::vector<std::uint32_t> edges, triangles;
    std::fill_n(scratch_.code.begin(), points, 0);  // nothing is known of neighbours
    for (const VertexId p : step_.only) {
      if (p >= points || !meets(p)) continue;
      scratch_.near[p] = closest_surface(collider_->shape, at(p)), scratch_.code[p] = is_known;
      if (ball_ || !step_.is_led[p]) add_vertex(p, rows_);
      std::ranges::copy(surface_.edges_at(p), std::back_inserter(edges));
      std::ranges::copy(surface_.triangles_at(p), std::back_inserter(triangles));
    }
    if (!has_sides) return;
    for (std::vector<std::uint32_t>* items : {&edges, &triangles}) {
      std::ranges::sort(*items);
      items->erase(std::ranges::unique(*items).begin(), items->end());
    }
    for (const std::uint32_t e : edges) add_edge(e, rows_);
    for (const std::uint32_t t : triangles) add_face(t, rows_);
  }
  /// Lets workers call add(i, rows) for all i < count, in shares whose rows follow each other.
  template <class Add>
  void add_in_shares(std::size_t count, Workers& workers, const Add& add) {
    constexpr std::size_t share = 1024;
    const std::size_t shares = (count + share - 1) / share;
    std::vector<Rows>& made = scratch_.made;
    if (made.size() < shares) made.resize(shares);
    workers.run(shares, [&](std::size_t s) {
      made[s].clear();
      for (std::size_t i = s * share; i < std::min(count, (s + 1) * share); ++i)
        add(static_cast<std::uint32_t>(i), made[s]);
    });
    for (std::size_t s = 0; s < shares; ++s) rows_.insert(rows_.end(), made[s].begin(), made[s].end());
  }
  /// Finds the box around the shape; false where it has none.
  bool find_sides() {
    const double reach = collider_->thickness;
    for (int k = 0; k < 3; ++k) {
      Vec3 axis;
      axis[k] = 1;
      const auto high = farthest(collider_->shape, axis), low = farthest(collider_->shape, -axis);
      if (!high) return false;
      box_.low[k] = (*low)[k] - reach, box_.high[k] = (*high)[k] + reach;
    }
    return true;
  }
  /// A bit for each side of the box that a point is beyond at the start and stays beyond.
  unsigned char outside(VertexId p) const {
    const Vec3 start = at(p), end = start + way(p);
    const double half = 0.5 * surface_.thickness[p] + room(p);
    unsigned char code = 0;
    for (int k = 0; k < 3; ++k) {
      if (std::min(start[k], end[k]) > box_.high[k] + half) code |= 1u << (2 * k);
      if (std::max(start[k], end[k]) < box_.low[k] - half) code |= 2u << (2 * k);
    }
    return code;
  }
  /// Where a point is, and how far it wants to go, seen from the collider.
  Vec3 at(VertexId p) const { return step_.ways.start[p] - offset_; }
  Vec3 way(VertexId p) const { return step_.ways.ahead[p] - drift_; }

  /// A vertex as edges and faces see it.
  struct Corner {
    Vec3 at;            // m, seen from the collider
    SurfacePoint near;  // of the collider
    double way = 0;     // m, length
    double reach = 0;   // m, within which an edge or a face has a row
    /// How far it approaches the shape, m.
    double closing(const Vec3& its_way) const { return std::max(0.0, -dot(near.normal, its_way)); }
  };
  /// How far a point between corners can approach the shape, m, where the normal is between theirs too.
  double closing(std::span<const VertexId> points, std::span<const Corner> corners) const {
    double most = 0, longest = 0, turn = 0;
    for (std::size_t k = 0; k < points.size(); ++k) {
      most = std::max(most, corners[k].closing(way(points[k])));
      longest = std::max(longest, corners[k].way);
      const Vec3 turned = corners[k].near.normal - corners[0].near.normal;
      turn += std::abs(turned.x) + std::abs(turned.y) + std::abs(turned.z);
    }
    return std::min(longest, most + turn * longest);
  }
  Corner make_corner(VertexId p) const {
    const Vec3 place = at(p);
    const bool is_near = scratch_.code[p] == is_known;
    return {place, is_near ? scratch_.near[p] : closest_surface(collider_->shape, place), norm(way(p)),
            inner_reach(p)};
  }
  /// What is_edge_beyond() reads, with room for rounding to single precision.
  static ColliderScratch::Place place_of(const Corner& corner) {
    constexpr double rounding = 4e-7;
    const Vec3& at = corner.at;
    const double size = std::abs(at.x) + std::abs(at.y) + std::abs(at.z) + std::abs(corner.near.distance);
    return {{static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z)},
            static_cast<float>(corner.near.distance - rounding * size),
            static_cast<float>((1 + rounding) * (corner.reach + corner.way))};
  }
  /// Whether no point of an edge can have a row, since none is nearer to the shape than this: half of what
  /// both ends are away less the length of the edge.
  bool is_edge_beyond(VertexId a, VertexId b) const {
    if (scratch_.code[a] != is_known || scratch_.code[b] != is_known) return false;
    const ColliderScratch::Place &first = scratch_.place[a], &second = scratch_.place[b];
    const float beyond = first.distance + second.distance - 2 * std::max(first.reach, second.reach);
    return beyond > 0 && beyond * beyond > square_between(first, second);
  }
  /// The same of a face: none is nearer than a corner less the longer of the two edges there.
  bool is_face_beyond(VertexId a, VertexId b, VertexId c) const {
    if (scratch_.code[a] != is_known || scratch_.code[b] != is_known || scratch_.code[c] != is_known)
      return false;
    const ColliderScratch::Place &first = scratch_.place[a], &second = scratch_.place[b],
                                 &third = scratch_.place[c];
    const float beyond = first.distance - std::max({first.reach, second.reach, third.reach});
    return beyond > 0 &&
           beyond * beyond > std::max(square_between(first, second), square_between(first, third));
  }
  static float square_between(const ColliderScratch::Place& a, const ColliderScratch::Place& b) {
    const float x = a.at[0] - b.at[0], y = a.at[1] - b.at[1], z = a.at[2] - b.at[2];
    constexpr float rounding = 1e-6F;
    return (1 + rounding) * (x * x + y * y + z * z);
  }
  bool are_led(auto... corners) const { return !ball_ && (step_.is_led[corners] && ...); }

  void add_vertex(VertexId p, Rows& rows) const {
    add_row(ContactKey::Kind::point_collider, p, {p, p, p, p}, {1, 0, 0, 0}, scratch_.near[p], rows);
  }

  /// The distance from a convex shape is convex along the edge, so that halving finds where it is least.
  /// Inside a box it has a kink there, and the normal across the edge lies between those of both sides.
  void add_edge(std::uint32_t e, Rows& rows) const {
    const auto [a, b] = surface_.edges[e];
    const std::array corner{make_corner(a), make_corner(b)};
    const Vec3 start = corner[0].at, edge = corner[1].at - start;
    Vec3 falling = corner[0].near.normal, rising = corner[1].near.normal;
    double fall = dot(falling, edge), rise = dot(rising, edge);
    if (!(fall < 0 && rise > 0)) return;  // an end is nearest
    const double reach = std::max(corner[0].reach, corner[1].reach) + closing(std::array{a, b}, corner);
    // Whether the tangents at two places meet out of reach, without the division by fall − rise < 0.
    double low_distance = corner[0].near.distance, high_distance = corner[1].near.distance;
    double low = 0, high = 1;
    const auto is_beyond = [&] {
      const double rises = high_distance - low_distance - (high - low) * rise;
      return rises * fall < (reach - low_distance) * (fall - rise);
    };
    if (is_beyond() || are_led(a, b)) return;

    constexpr int most_looks = 80;
    constexpr double flat = 1e-12;
    for (int look = 0; look < most_looks && high - low > flat; ++look) {
      const double part = look % 2 == 0 ? fall / (fall - rise) : 0.5;  // by the slopes and by halves in turn
      const double middle = low + part * (high - low);
      const SurfacePoint point = closest_surface(collider_->shape, start + middle * edge);
      const double slope = dot(point.normal, edge);
      if (slope < 0)
        low = middle, low_distance = point.distance, falling = point.normal, fall = slope;
      else
        high = middle, high_distance = point.distance, rising = point.normal, rise = slope;
      if (is_beyond()) return;
      if (slope * slope < flat * flat * dot(edge, edge)) low = high = middle;
    }
    const double part = 0.5 * (low + high);
    const Vec3 between = rise * falling - fall * rising;
    const SurfacePoint least_point{closest_surface(collider_->shape, start + part * edge).distance,
                                   normalized(between)};
    if (!(norm(least_point.normal) > 0.5)) return;  // through the middle of the shape, no side is nearer
    const auto touches = [&](VertexId c) { return find_face(a, b, c).has_value(); };
    if (std::ranges::any_of(surface_.opposite(e), touches)) return;
    add_row(ContactKey::Kind::edge_collider, e, {a, b, b, b}, {1 - part, part, 0, 0}, least_point, rows);
  }

  /// Whether a face stays out of reach: the distance from a convex shape lies above its tangents at the
  /// corners, and so above their mean, which is least at a corner.
  bool is_face_far(VertexId a, VertexId b, VertexId c) const {
    const std::array corner{make_corner(a), make_corner(b), make_corner(c)};
    const auto& [first, second, third] = corner;
    const double reach =
        std::max({first.reach, second.reach, third.reach}) + closing(std::array{a, b, c}, corner);
    const Vec3 left = second.at - first.at, right = third.at - first.at;  // all is seen from the first corner
    const Vec3 slope = first.near.normal + second.near.normal + third.near.normal;
    const double sum = first.near.distance + (second.near.distance - dot(second.near.normal, left)) +
                       (third.near.distance - dot(third.near.normal, right));
    return sum + std::min({0.0, dot(slope, left), dot(slope, right)}) > 3 * reach;
  }

  struct FaceContact {
    std::array<double, 3> weight;
    SurfacePoint near;
  };
  /// A face meets the point of the shape that is farthest towards it, where that lies above it.
  std::optional<FaceContact> find_face(VertexId a, VertexId b, VertexId c) const {
    if (is_face_far(a, b, c)) return {};
    Vec3 normal = normalized(cross(at(b) - at(a), at(c) - at(a)));
    if (!(norm(normal) > 0.5)) return {};  // it has no area
    Vec3 point = farthest(collider_->shape, normal).value_or(Vec3{});
    double distance = dot(normal, at(a) - point);
    if (const Vec3 back = farthest(collider_->shape, -normal).value_or(Vec3{});
        dot(normal, back - at(a)) > distance)
      normal = -normal, point = back, distance = dot(normal, at(a) - back);
    const double closing = -std::min({dot(normal, way(a)), dot(normal, way(b)), dot(normal, way(c))});
    if (distance - std::max(0.0, closing) > inner_reach(a, b, c)) return {};
    // What is far apart meets where both will be by then.
    const double ahead = closing > 0 ? std::clamp((distance - gap(a)) / closing, 0.0, 1.0) : 0;
    const PointTriangle closest =
        closest_point_triangle(point, at(a) + ahead * way(a), at(b) + ahead * way(b), at(c) + ahead * way(c));
    const auto& w = closest.weight;
    if (!(std::ranges::min(w) > corner_weight)) return {};
    // The plane of a face may cut a shape that the face does not reach; and along it, depth means nothing.
    constexpr double steepest = 3;
    const Vec3 place = w[0] * at(a) + w[1] * at(b) + w[2] * at(c);
    if (distance < 0 && distance < steepest * closest_surface(collider_->shape, place).distance) return {};
    return FaceContact{closest.weight, {distance, normal}};
  }
  void add_face(std::uint32_t t, Rows& rows) const {
    const auto [a, b, c] = surface_.triangles[t];
    if (are_led(a, b, c)) return;
    if (const auto face = find_face(a, b, c))
      add_row(ContactKey::Kind::face_collider, t, {a, b, c, c},
              {face->weight[0], face->weight[1], face->weight[2], 0}, face->near, rows);
  }

  double gap(VertexId p) const { return collider_->thickness + 0.5 * surface_.thickness[p]; }
  /// How much farther a point may go than foreseen.
  double most_room(VertexId p) const { return step_.ways.room[p] + (ball_ ? step_.ways.room[*ball_] : 0); }
  /// A part of it for edges and faces, which corners hold farther away: where cloth lies on a round shape,
  /// all of them would have rows without a force.
  double inner_room(VertexId p) const { return 0.25 * most_room(p); }
  /// More for vertices: the first iterates of a step go farther still, and cheap rows let forces grow in
  /// time.
  double room(VertexId p) const { return most_room(p) + surface_.thickness[p]; }
  double inner_reach(VertexId p, auto... others) const {
    return inner_gap * gap(p) + std::max({inner_room(p), inner_room(others)...});
  }

  void add_row(ContactKey::Kind kind, std::uint32_t first, const std::array<VertexId, 4>& point,
               const std::array<double, 4>& weight, const SurfacePoint& near, Rows& rows) const {
    const double approach = dot(near.normal, combine(point, weight, step_.ways.ahead) - drift_);
    const bool is_inner = kind != ContactKey::Kind::point_collider;
    const double kept = (is_inner ? inner_gap : 1) * gap(point[0]);
    double farther = is_inner ? 0 : room(point[0]);
    for (int k = 0; is_inner && k < 4; ++k)
      if (weight[k] != 0) farther = std::max(farther, inner_room(point[k]));
    if (near.distance + std::min(0.0, approach) > kept + farther) return;
    rows.push_back({.key = {kind, first, number_},
                    .point = point,
                    .weight = weight,
                    .normal = near.normal,
                    .drift = ball_ ? Vec3{} : drift_,
                    .distance = near.distance,
                    .gap = kept,
                    .friction = std::sqrt(collider_->friction * surface_.friction[point[0]])});
    if (ball_) rows.back().point[3] = *ball_, rows.back().weight[3] = -1;
  }

  const ContactSurface& surface_;
  const ColliderStep& step_;
  ColliderScratch& scratch_;
  std::vector<ContactRow>& rows_;
  const Collider* collider_ = nullptr;
  std::uint32_t number_ = 0;
  std::optional<VertexId> ball_;  // the point of the collider, if it is a ball
  Vec3 offset_, drift_;           // m
  Bounds box_;                    // of what is near
};

/// Adds the rows of a ball against colliders, and against balls that come after it.
void add_ball_rows(const ContactSurface& surface, std::span<const Collider> colliders,
                   const ColliderStep& step, std::size_t number, std::vector<ContactRow>& rows) {
  const Ball& ball = step.balls[number];
  const VertexId point = step.point_of(number);
  for (std::size_t c = 0; c < colliders.size(); ++c) {
    const Collider& other = colliders[c];
    const auto same = std::ranges::find(step.balls, c, &Ball::collider);
    const bool is_ball = same != step.balls.end();
    if (is_ball && c <= ball.collider) continue;
    if (surface.ignores(surface.collider_body[ball.collider], surface.collider_body[c])) continue;
    const VertexId second =
        is_ball ? step.point_of(static_cast<std::size_t>(same - step.balls.begin())) : point;
    const Vec3 offset = is_ball ? step.ways.start[second] - same->home : other.path.offset(step.ways.before);
    const Vec3 drift = is_ball ? step.ways.ahead[second] : other.path.offset(step.ways.after) - offset;
    const SurfacePoint near = closest_surface(other.shape, step.ways.start[point] - offset);
    const double distance = near.distance - ball.radius, gap = ball.thickness + other.thickness;
    const double room = step.ways.room[point] + (is_ball ? step.ways.room[second] : 0);
    if (distance + std::min(0.0, dot(near.normal, step.ways.ahead[point] - drift)) > gap + room) continue;
    rows.push_back({.key = {ContactKey::Kind::ball_collider, static_cast<std::uint32_t>(ball.collider),
                            static_cast<std::uint32_t>(c)},
                    .point = {point, point, point, second},
                    .weight = {1, 0, 0, is_ball ? -1.0 : 0.0},
                    .normal = near.normal,
                    .drift = is_ball ? Vec3{} : drift,
                    .distance = distance,
                    .gap = gap,
                    .friction = std::sqrt(ball.friction * other.friction)});
  }
}

}  // namespace

void add_collider_rows(const ContactSurface& surface, std::span<const Collider> colliders,
                       const ColliderStep& step, Workers& workers, ColliderScratch& scratch,
                       std::vector<ContactRow>& rows) {
  const std::size_t first = rows.size();
  ColliderRowMaker maker(surface, step, scratch, rows);
  for (std::size_t c = 0; c < colliders.size(); ++c)
    maker.add(colliders[c], static_cast<std::uint32_t>(c), workers);
  for (std::size_t b = 0; b < step.balls.size(); ++b) add_ball_rows(surface, colliders, step, b, rows);
  const std::ranges::subrange made(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end());
  if (!std::ranges::is_sorted(made, {}, &ContactRow::key)) std::ranges::sort(made, {}, &ContactRow::key);
}

void add_collider_planes(std::span<const ContactRow> rows, const StepWays& ways,
                         std::span<const Vec3> inverse_mass, std::vector<DividingPlane>& planes) {
  for (const ContactRow& row : rows) {
    if (!row.key.is_of_collider() || !(row.distance > 0)) continue;
    const bool is_driven = row.weight[3] != -1;
    if (!is_driven && row.point[0] != row.point[1]) continue;  // it would push corners without the ball
    const Vec3 nearest =
        combine(row.point, row.weight, ways.start) + (is_driven ? Vec3{} : ways.start[row.point[3]]);
    const auto height = [&](VertexId p) { return row.distance + dot(row.normal, ways.start[p] - nearest); };
    const Vec3& drift = is_driven ? row.drift : ways.ahead[row.point[3]];
    const double room = is_driven ? 0 : ways.room[row.point[3]];
    DividingPlane plane{.point = row.point, .split = is_driven ? 4 : 3, .normal = row.normal, .up = {}};
    if (is_driven) plane.drift = drift;
    bool can_close = false;
    int held = 0;  // points
    for (int k = 0; k < plane.split; ++k) {
      const VertexId p = row.point[k];
      if (is_driven && give_along(row.normal, inverse_mass[p]) == 0) continue;
      plane.point[held++] = p;
      const double left = height(p) + dot(row.normal, ways.ahead[p] - drift) - ways.room[p] - room;
      can_close = can_close || left < ways.least_gap;
    }
    if (!can_close) continue;
    for (; held < plane.split; ++held) plane.point[held] = plane.point[0];
    plane.distance = HUGE_VAL;
    for (int k = 0; k < plane.split; ++k) plane.distance = std::min(plane.distance, height(plane.point[k]));
    if (!(plane.distance > 0)) continue;
    for (int k = 0; k < plane.split; ++k) plane.up[k] = height(plane.point[k]) - 0.5 * plane.distance;
    if (!is_driven) plane.up[3] = 0.5 * plane.distance;
    planes.push_back(plane);
  }
}

}  // namespace tensio
