#include "contact/pair_list.h"

#include <algorithm>
#include <cmath>

#include "geometry/distance.h"

namespace tensio {
namespace {

bool has_shared_point(const ContactPair& pair) {
  const int split = pair.on_first_side();
  for (int i = 0; i < split; ++i)
    for (int j = split; j < 4; ++j)
      if (pair.point[i] == pair.point[j]) return true;
  return false;
}

}  // namespace

bool PairList::may_touch(const ContactSurface& surface, const PairRules& rules,
                         const ContactPair& pair) const {
  const VertexId a = pair.point[0], b = pair.point[3];
  if (a >= surface.vertices && b >= surface.vertices) return false;
  if (surface.body[a] == surface.body[b]) return rules.self && !has_shared_point(pair);
  return rules.bodies || a >= surface.vertices || b >= surface.vertices;
}

/// Whether the two sides can come within their thickness. Along the direction between their closest points
/// the distance of their homes is a concave function of time: least now or at the end.
bool PairList::is_near(const ContactSurface& surface, const ContactPair& pair) const {
  const auto& [a, b, c, d] = pair.point;
  Vec3 way;
  double square = 0;
  if (pair.is_edges) {
    const SegmentSegment closest = closest_segment_segment(home_[a], home_[b], home_[c], home_[d]);
    way =
        (1 - closest.s) * home_[a] + closest.s * home_[b] - (1 - closest.t) * home_[c] - closest.t * home_[d];
    square = closest.square;
  } else {
    const PointTriangle closest = closest_point_triangle(home_[a], home_[b], home_[c], home_[d]);
    way =
        home_[a] - closest.weight[0] * home_[b] - closest.weight[1] * home_[c] - closest.weight[2] * home_[d];
    square = closest.square;
  }
  double slack[2] = {0, 0}, edge[2] = {HUGE_VAL, -HUGE_VAL};  // along the way, at the end
  for (int k = 0; k < 4; ++k) {
    const VertexId p = pair.point[k];
    const int side = k < pair.on_first_side() ? 0 : 1;
    const double along = dot(way, (home_[p] - home_[d]) + seconds_ * velocity_[p]);
    slack[side] = std::max(slack[side], slack_[p]);
    edge[side] = side == 0 ? std::min(edge[side], along) : std::max(edge[side], along);
  }
  const double reach = 0.5 * (surface.thickness[a] + surface.thickness[d]) + slack[0] + slack[1];
  return square <= reach * reach || edge[0] - edge[1] <= reach * std::sqrt(square);
}

void PairList::build(const ContactSurface& surface, const PairRules& rules, Positions x,
                     std::span<const Vec3> v, std::span<const double> slack, double seconds) {
  home_.assign(x.begin(), x.end());
  velocity_.assign(v.begin(), v.end());
  slack_.assign(slack.begin(), slack.end());
  points_ = surface.points;
  seconds_ = seconds;

  point_box_.resize(x.size());
  for (const VertexId p : points_) {
    const double radius = slack[p] + 0.5 * surface.thickness[p];
    point_box_[p] = {};
    point_box_[p].add(x[p], radius);
    point_box_[p].add(x[p] + seconds * v[p], radius);
  }
  const auto fit = [&](BoxTree& tree) {
    if (tree.size() == box_.size())
      tree.refit(box_);
    else
      tree.build(box_);
  };
  const auto fill = [&](BoxTree& tree, const auto& items) {
    box_.clear();
    for (const auto& item : items) {
      Bounds box;
      for (const VertexId p : item) box.add(point_box_[p].low), box.add(point_box_[p].high);
      box_.push_back(box);
    }
    fit(tree);
  };
  box_.clear();
  for (const VertexId p : points_) box_.push_back(point_box_[p]);
  fit(points_tree_);
  fill(triangles_tree_, surface.triangles);
  fill(edges_tree_, surface.edges);

  pairs_.clear();
  const auto consider = [&](const ContactPair& pair) {
    if (may_touch(surface, rules, pair) && is_near(surface, pair)) pairs_.push_back(pair);
  };
  points_tree_.visit_pairs(triangles_tree_, [&](std::size_t i, std::size_t triangle) {
    const auto& [b, c, d] = surface.triangles[triangle];
    const VertexId a = points_[i];
    if (a != b && a != c && a != d) consider({{a, b, c, d}, a, static_cast<std::uint32_t>(triangle), false});
  });
  const auto order = [](const ContactPair& pair) { return std::pair(pair.first, pair.second); };
  std::ranges::sort(pairs_, {}, order);
  const auto edges_begin = static_cast<std::ptrdiff_t>(pairs_.size());
  edges_tree_.visit_pairs([&](std::size_t first, std::size_t second) {
    const auto& [a, b] = surface.edges[first];
    const auto& [c, d] = surface.edges[second];
    consider({{a, b, c, d}, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second), true});
  });
  std::ranges::sort(pairs_.begin() + edges_begin, pairs_.end(), {}, order);
}

bool PairList::covers(Positions x, double seconds) const {
  if (home_.size() != x.size() || seconds > (1 + 1e-9) * seconds_) return false;
  return std::ranges::all_of(points_, [&](VertexId p) {
    const Vec3 strayed = x[p] - home_[p] - seconds * velocity_[p];
    return dot(strayed, strayed) <= slack_[p] * slack_[p];
  });
}

}  // namespace tensio
