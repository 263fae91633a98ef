#include "contact/pair_list.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <ranges>

#include "geometry/distance.h"

namespace tensio {
namespace {

/// The order of the list. No function, whose address sorting would call.
constexpr auto place_of = [](const ContactPair& pair) {
  return std::uint64_t{pair.is_edges} << 63 | std::uint64_t{pair.first} << 32 | pair.second;
};

/// The way from the middle of the second side to that of the first.
Vec3 between_middles(const ContactPair& pair, Positions x) {
  const auto& [a, b, c, d] = pair.point;
  return pair.is_edges ? 0.5 * (x[a] + x[b] - x[c] - x[d]) : x[a] - (1.0 / 3) * (x[b] + x[c] + x[d]);
}

/// How far the two sides of a pair are apart along a direction, times its length; negative where they
/// overlap.
double apart_along(const ContactPair& pair, const Vec3& direction, Positions x) {
  double height[4];
  for (int k = 0; k < 4; ++k) height[k] = dot(direction, x[pair.point[k]] - x[pair.point[3]]);
  return pair.is_edges ? std::min(height[0], height[1]) - std::max(height[2], height[3])
                       : height[0] - std::max(height[1], std::max(height[2], height[3]));
}

}  // namespace

double StepWays::most_closing(const ContactPair& pair) const {
  const auto& [a, b, c, d] = pair.point;
  const auto square = [&](VertexId p, VertexId q) {
    const Vec3 way = ahead[p] - ahead[q];
    return dot(way, way);
  };
  double most = std::max(square(a, c), square(a, d));
  most = std::max(most, pair.is_edges ? std::max(square(b, c), square(b, d)) : square(a, b));
  return std::sqrt(most) + 2 * most_room(pair);
}

ClosestPoints find_closest(const ContactPair& pair, Positions x) {
  const auto& [a, b, c, d] = pair.point;
  if (pair.is_edges) {
    const SegmentSegment closest = closest_segment_segment(x[a], x[b], x[c], x[d]);
    return {{1 - closest.s, closest.s, closest.t - 1, -closest.t}, closest.square};
  }
  const PointTriangle closest = closest_point_triangle(x[a], x[b], x[c], x[d]);
  return {{1, -closest.weight[0], -closest.weight[1], -closest.weight[2]}, closest.square};
}

bool is_apart_at_middle(const ContactPair& pair, double distance, Positions x) {
  const Vec3 middle = between_middles(pair, x);
  const double apart = apart_along(pair, middle, x);
  return apart > 0 && apart * apart > distance * distance * dot(middle, middle);
}

bool may_touch(const ContactSurface& surface, const PairRules& rules, VertexId a, VertexId b) {
  if (surface.is_of_obstacle(a) && surface.is_of_obstacle(b)) return false;
  if (surface.ignores(surface.body[a], surface.body[b])) return false;
  if (surface.body[a] == surface.body[b]) return rules.self;
  return rules.bodies || surface.is_of_obstacle(a) || surface.is_of_obstacle(b);
}

/// Whether the two sides can come within their thickness from now on. Along a direction the distance of their
/// homes is a concave function of time: at least the mean of those now and at the end. Most pairs are apart
/// along the way from middle to middle; the others are measured between their closest points.
bool PairList::is_near(const ContactSurface& surface, ContactPair& pair) const {
  const auto& [a, b, c, d] = pair.point;
  const double thickness = surface.gap(a, d);
  const double across = std::max(slack_[c], slack_[d]);
  const double slack =
      pair.is_edges ? std::max(slack_[a], slack_[b]) + across : slack_[a] + std::max(slack_[b], across);
  const double reach = thickness + slack;
  const Vec3 middle = between_middles(pair, now_);
  const double least = std::min(apart_along(pair, middle, now_), apart_along(pair, middle, last_));
  if (least > 0 && least * least > reach * reach * dot(middle, middle)) return false;

  const ClosestPoints closest = find_closest(pair, now_);
  const double distance = std::sqrt(closest.square);
  const Vec3 way = combine(pair.point, closest.weight, now_);
  const double later = distance > 0 ? apart_along(pair, way, last_) / distance : 0;
  const double age = origin_->time - begin_, left = origin_->end - origin_->time;
  const double earlier = distance - (later - distance) * age / left;
  pair.clear = {static_cast<float>(earlier - thickness), static_cast<float>(later - thickness)};
  if (distance > 0)
    pair.axis = {static_cast<float>(way.x / distance), static_cast<float>(way.y / distance),
                 static_cast<float>(way.z / distance)};
  return std::min(distance, later) <= reach;
}

void PairList::consider_point(const ContactSurface& surface, VertexId a, std::size_t triangle,
                              Found& found) const {
  const auto& [b, c, d] = surface.triangles[triangle];
  if (a == b || a == c || a == d) return;
  ContactPair pair{{a, b, c, d}, a, static_cast<std::uint32_t>(triangle), false};
  if (may_touch(surface, rules_, a, d) && is_near(surface, pair)) found.push_back(pair);
}

void PairList::consider_edges(const ContactSurface& surface, std::size_t first, std::size_t second,
                              Found& found) const {
  const auto& [a, b] = surface.edges[first];
  const auto& [c, d] = surface.edges[second];
  if (a == c || a == d || b == c || b == d) return;
  ContactPair pair{{a, b, c, d}, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second), true};
  if (may_touch(surface, rules_, a, d) && is_near(surface, pair)) found.push_back(pair);
}

void PairList::build(const ContactSurface& surface, const PairRules& rules,
                     const std::shared_ptr<const PairOrigin>& origin, Workers& workers) {
  rules_ = rules;
  if (origin->former && origin->former != origin_) build(surface, rules, origin->former, workers);
  origin_ = origin;
  if (origin->former) {
    set_homes(surface, *origin);
    search_around(surface, origin->points);
    return;
  }
  begin_ = origin->time;
  points_ = surface.points;
  home_.resize(surface.point_count()), velocity_.resize(home_.size()), slack_.resize(home_.size());
  for (auto& boxes : point_box_) boxes.resize(home_.size());
  set_homes(surface, *origin);
  search_all(surface, workers);
}

void PairList::set_homes(const ContactSurface& surface, const PairOrigin& origin) {
  for (std::size_t i = 0; i < origin.points.size(); ++i) {
    const VertexId p = origin.points[i];
    velocity_[p] = origin.velocity[i];
    home_[p] = origin.home[i] - (origin.time - begin_) * velocity_[p];
    slack_[p] = origin.slack[i];
    for (const std::size_t end : {0u, 1u}) {
      Bounds& box = point_box_[end][p];
      box = {};
      box.add(home_[p] + (end == 0 ? 0 : origin.end - begin_) * velocity_[p],
              slack_[p] + 0.5 * surface.thickness[p]);
    }
  }
  now_.resize(home_.size()), last_.resize(home_.size());
  for (const VertexId p : points_) {
    now_[p] = home_[p] + (origin.time - begin_) * velocity_[p];
    last_[p] = home_[p] + (origin.end - begin_) * velocity_[p];
  }
}

/// The box around the points of an item.
template <class Item>
Bounds PairList::box_of(const Item& item, std::size_t end) const {
  Bounds box;
  for (const VertexId p : item) box.add(point_box_[end][p].low), box.add(point_box_[end][p].high);
  return box;
}

template <class Items>
void PairList::fit(BoxTree& tree, const Items& items) {
  for (const std::size_t end : {0u, 1u}) {
    box_[end].clear();
    for (const auto& item : items) box_[end].push_back(box_of(item, end));
  }
  if (tree.size() == items.size())
    tree.refit(box_[0], box_[1]);
  else
    tree.build(box_[0], box_[1]);
}

void PairList::search_all(const ContactSurface& surface, Workers& workers) {
  fit(points_tree_, surface.points | std::views::transform([](VertexId p) { return std::array{p}; }));
  fit(triangles_tree_, surface.triangles);
  fit(edges_tree_, surface.edges);
  pairs_.clear();
  const auto shares = points_tree_.shares(triangles_tree_);
  gather(pairs_, shares.size(), workers, [&](std::size_t share, Found& found) {
    points_tree_.visit_pairs(shares[share], triangles_tree_, [&](std::size_t i, std::size_t triangle) {
      consider_point(surface, points_[i], triangle, found);
    });
  });
  std::ranges::sort(pairs_, {}, place_of);
  const auto points = static_cast<std::ptrdiff_t>(pairs_.size());
  const auto edge_shares = edges_tree_.shares();
  gather(pairs_, edge_shares.size(), workers, [&](std::size_t share, Found& found) {
    edges_tree_.visit_pairs(edge_shares[share], [&](std::size_t first, std::size_t second) {
      consider_edges(surface, first, second, found);
    });
  });
  std::ranges::sort(pairs_.begin() + points, pairs_.end(), {}, place_of);
}

/// Lists the pairs of some points, whose homes have moved.
void PairList::search_around(const ContactSurface& surface, const std::vector<VertexId>& points) {
  is_moved_.assign(home_.size(), false);
  for (const VertexId p : points) is_moved_[p] = true;
  const auto has_moved = [&](const auto& item) {
    return std::ranges::any_of(item, [&](VertexId p) { return is_moved_[p]; });
  };
  std::erase_if(pairs_, [&](const ContactPair& pair) { return has_moved(pair.point); });
  const auto move = [&](BoxTree& tree, std::size_t i, const auto& item) {
    tree.move(i, box_of(item, 0), box_of(item, 1));
  };
  std::vector<std::uint32_t> places, triangles, edges;  // that have moved
  for (const VertexId p : points) {
    places.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(points_, p) - points_.begin()));
    std::ranges::copy(surface.triangles_at(p), std::back_inserter(triangles));
    std::ranges::copy(surface.edges_at(p), std::back_inserter(edges));
  }
  for (std::vector<std::uint32_t>* items : {&triangles, &edges}) {
    std::ranges::sort(*items);
    items->erase(std::ranges::unique(*items).begin(), items->end());
  }
  for (const std::uint32_t i : places) move(points_tree_, i, std::array{points_[i]});
  for (const std::uint32_t t : triangles) move(triangles_tree_, t, surface.triangles[t]);
  for (const std::uint32_t e : edges) move(edges_tree_, e, surface.edges[e]);

  Found found;
  for (const std::uint32_t i : places)
    points_tree_.visit_overlaps(i, triangles_tree_, [&](std::size_t triangle) {
      consider_point(surface, points_[i], triangle, found);
    });
  for (const std::uint32_t t : triangles)
    triangles_tree_.visit_overlaps(t, points_tree_, [&](std::size_t i) {
      if (!is_moved_[points_[i]]) consider_point(surface, points_[i], t, found);
    });
  for (const std::uint32_t e : edges)
    edges_tree_.visit_overlaps(e, edges_tree_, [&](std::size_t other) {
      if (other < e && has_moved(surface.edges[other])) return;  // found from there
      consider_edges(surface, std::min<std::size_t>(e, other), std::max<std::size_t>(e, other), found);
    });
  const auto middle = static_cast<std::ptrdiff_t>(pairs_.size());
  pairs_.insert(pairs_.end(), found.begin(), found.end());
  std::ranges::sort(pairs_.begin() + middle, pairs_.end(), {}, place_of);
  std::ranges::inplace_merge(pairs_, pairs_.begin() + middle, {}, place_of);
}

/// Adds the pairs that each share finds.
template <class Find>
void PairList::gather(Found& to, std::size_t shares, Workers& workers, const Find& find) {
  if (found_.size() < shares) found_.resize(shares);
  workers.run(shares, [&](std::size_t share) {
    found_[share].clear();
    find(share, found_[share]);
  });
  for (std::size_t share = 0; share < shares; ++share)
    to.insert(to.end(), found_[share].begin(), found_[share].end());
}

void PairList::find_restless(std::vector<VertexId>& restless) const {
  constexpr float soon = 0.6F;
  restless.clear();
  for (const VertexId p : points_)
    if (!(reach_[p] <= soon * static_cast<float>(slack_[p]))) restless.push_back(p);
}

/// Whether a pair is apart along the axis that it was when listed, by more than the step may close.
bool PairList::is_clear(const ContactSurface& surface, const ContactPair& pair, const StepWays& ways) {
  const double apart = apart_along(pair, {pair.axis[0], pair.axis[1], pair.axis[2]}, ways.start);
  const double most = surface.gap(pair.point[0], pair.point[3]) + ways.least_gap;
  constexpr double rounding = 1 - 1e-6;
  if (!(rounding * apart > most)) return false;
  return rounding * apart > most + ways.motion + 2 * ways.most_room(pair) ||
         rounding * apart > most + ways.most_closing(pair);
}

/// Finds how far a point is from its home in a step.
void PairList::measure_reach(VertexId p, const StepWays& ways, std::vector<VertexId>& strayed) {
  const double begin = ways.before - begin_, end = ways.after - begin_;
  const Vec3 first = ways.start[p] - home_[p] - begin * velocity_[p],
             last = ways.start[p] + ways.ahead[p] - home_[p] - end * velocity_[p];
  const double reach = std::sqrt(std::max(dot(first, first), dot(last, last))) + ways.room[p];
  if (!(reach <= slack_[p])) strayed.push_back(p);
  reach_[p] = static_cast<float>(reach);
}

/// Whether a pair can come within its thickness while points are no farther from home than they reach.
bool PairList::can_meet(const ContactSurface& surface, const ContactPair& pair, const StepWays& ways) const {
  const double seconds = origin_->end - begin_;
  const auto from = static_cast<float>((ways.before - begin_) / seconds),
             to = static_cast<float>((ways.after - begin_) / seconds);
  const auto& [a, b, c, d] = pair.point;
  const float across = std::max(reach_[c], reach_[d]);
  const float reach =
      pair.is_edges ? std::max(reach_[a], reach_[b]) + across : reach_[a] + std::max(reach_[b], across);
  const float rise = pair.clear[1] - pair.clear[0];
  const float clear = pair.clear[0] + std::min(from * rise, to * rise);
  const float rounding = 1e-6F * (std::abs(pair.clear[0]) + std::abs(rise) + reach);
  return clear <= reach + rounding && !is_clear(surface, pair, ways);
}

void PairList::find_near(const ContactSurface& surface, const StepWays& ways, Workers& workers,
                         std::vector<ContactPair>& near, std::vector<VertexId>& strayed) {
  near.clear();
  strayed.clear();
  reach_.resize(home_.size());
  for (const VertexId p : points_) measure_reach(p, ways, strayed);
  if (!strayed.empty()) return;
  constexpr std::size_t share = 4096;
  gather(near, (pairs_.size() + share - 1) / share, workers, [&](std::size_t number, Found& found) {
    const std::span pairs = std::span<const ContactPair>(pairs_).subspan(number * share);
    for (const ContactPair& pair : pairs.first(std::min(share, pairs.size())))
      if (can_meet(surface, pair, ways)) found.push_back(pair);
  });
}

void PairList::find_near_at(const ContactSurface& surface, const StepWays& ways,
                            std::span<const VertexId> points, const std::vector<char>& is_marked,
                            std::vector<ContactPair>& near, std::vector<VertexId>& strayed) {
  near.clear();
  strayed.clear();
  for (const VertexId p : points) measure_reach(p, ways, strayed);
  if (!strayed.empty()) return;
  for (const ContactPair& pair : pairs_) {
    const auto& [a, b, c, d] = pair.point;
    if ((is_marked[a] | is_marked[b] | is_marked[c] | is_marked[d]) && can_meet(surface, pair, ways))
      near.push_back(pair);
  }
}

}  // namespace tensio
