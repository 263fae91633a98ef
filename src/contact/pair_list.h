#pragma once

#include <cmath>
#include <memory>

#include "contact/surface.h"
#include "geometry/box_tree.h"
#include "math/workers.h"

namespace tensio {

/// Four points: one and the three of a triangle, or two of each of two edges.
struct ContactPair {
  std::array<VertexId, 4> point{};
  std::uint32_t first = 0, second = 0;  // the point and the triangle, or the two edges, first < second
  bool is_edges = false;

  // m, how much farther than their thickness the sides are apart while their points are at home, at least: a
  // linear function of time, when the list begins and when it ends
  std::array<float, 2> clear{};
  std::array<float, 3>
      axis{};  // the unit vector along which they were apart when listed; 0 where they touched

  int on_first_side() const { return is_edges ? 2 : 1; }  // points; the others are on the second side
};

/// The closest points of the two sides of a pair: Σ w x over its points leads from the second to the first.
struct ClosestPoints {
  std::array<double, 4> weight{};  // none below 0 on the first side, none above on the second
  double square = 0;               // m², of their distance
};
ClosestPoints find_closest(const ContactPair& pair, Positions x);
/// Whether the sides are farther apart than this distance along the way from middle to middle: quick to find,
/// and true of most that are.
bool is_apart_at_middle(const ContactPair& pair, double distance, Positions x);

/// Σ w a
inline Vec3 combine(const std::array<VertexId, 4>& point, const std::array<double, 4>& weight,
                    std::span<const Vec3> a) {
  return weight[0] * a[point[0]] + weight[1] * a[point[1]] + weight[2] * a[point[2]] +
         weight[3] * a[point[3]];
}

/// What must hold for a pair to be listed.
struct PairRules {
  bool self = true, bodies = true;
};

/// Whether what these points are of may meet.
bool may_touch(const ContactSurface& surface, const PairRules& rules, VertexId a, VertexId b);

/// What a list of pairs was made from: where points were, how they are expected to go on, and how far they
/// may stray from there. Later, the homes of a few points may be moved; the list is then made from the first
/// entry and all that follow it.
struct PairOrigin {
  std::shared_ptr<const PairOrigin> former{};  // null: the first, with all points
  int moves = 0;                               // how many entries there are after the first
  std::size_t count = 0;                       // of all points
  double time = 0, end = 0;                    // s, when it was made, and how long the list lasts
  std::vector<VertexId> points{};
  std::vector<Vec3> home{}, velocity{};  // m, m/s
  std::vector<double> slack{};           // m
};

/// Where points go in a step, give or take some room.
struct StepWays {
  double before = 0, after = 0;  // s
  Positions start;
  std::span<const Vec3> ahead;   // m
  std::span<const double> room;  // m
  double least_gap = 0;          // m, that planes are to leave
  double motion = HUGE_VAL;      // m, that one point may go seen from another, at most, without room

  /// The room of the points of a pair, at most.
  double most_room(const ContactPair& pair) const {
    const auto& [a, b, c, d] = pair.point;
    return std::max(std::max(room[a], room[b]), std::max(room[c], room[d]));
  }
  /// The most that a pair may close by, m: how far one of its points goes seen from another, and the room of
  /// both.
  double most_closing(const ContactPair& pair) const;
};

/// Pairs of a point and a triangle, or of two edges, that can come within their thickness while each point
/// stays within its slack of a home that moves uniformly.
class PairList {
 public:
  /// Makes the list. If it was made from the former entry, only adds what changed.
  void build(const ContactSurface& surface, const PairRules& rules,
             const std::shared_ptr<const PairOrigin>& origin, Workers& workers);
  /// Empties the list.
  void clear() { origin_.reset(), pairs_.clear(); }
  const std::shared_ptr<const PairOrigin>& origin() const { return origin_; }
  double begin() const { return begin_; }  // s, when its first entry was made
  double slack(VertexId point) const { return slack_[point]; }

  /// Points and triangles first, then edges; each by number.
  const std::vector<ContactPair>& pairs() const { return pairs_; }
  /// Whether it is of as many points, and lasts until this time, s.
  bool lasts(std::size_t points, double time) const {
    return origin_ && home_.size() == points && time <= origin_->end;
  }
  /// Finds the pairs that can come within their thickness in a step, in the same order; or else the points
  /// that go farther from their homes than they may.
  void find_near(const ContactSurface& surface, const StepWays& ways, Workers& workers,
                 std::vector<ContactPair>& near, std::vector<VertexId>& strayed);

  /// Finds the same for pairs with any of these points alone, which have a mark each. All others must go as
  /// they did in the last call.
  void find_near_at(const ContactSurface& surface, const StepWays& ways, std::span<const VertexId> points,
                    const std::vector<char>& is_marked, std::vector<ContactPair>& near,
                    std::vector<VertexId>& strayed);

  /// After that, where points went too far: these, and those that will soon.
  void find_restless(std::vector<VertexId>& restless) const;
  bool has_strayed(VertexId point) const { return !(reach_[point] <= slack_[point]); }

 private:
  using Found = std::vector<ContactPair>;

  void set_homes(const ContactSurface& surface, const PairOrigin& origin);
  void search_all(const ContactSurface& surface, Workers& workers);
  void search_around(const ContactSurface& surface, const std::vector<VertexId>& points);
  void measure_reach(VertexId point, const StepWays& ways, std::vector<VertexId>& strayed);
  bool can_meet(const ContactSurface& surface, const ContactPair& pair, const StepWays& ways) const;
  static bool is_clear(const ContactSurface& surface, const ContactPair& pair, const StepWays& ways);
  bool is_near(const ContactSurface& surface, ContactPair& pair) const;
  void consider_point(const ContactSurface& surface, VertexId a, std::size_t triangle, Found& found) const;
  void consider_edges(const ContactSurface& surface, std::size_t first, std::size_t second,
                      Found& found) const;
  template <class Find>
  void gather(Found& to, std::size_t shares, Workers& workers, const Find& find);
  template <class Item>
  Bounds box_of(const Item& item, std::size_t end) const;
  template <class Items>
  void fit(BoxTree& tree, const Items& items);

  PairRules rules_;
  std::shared_ptr<const PairOrigin> origin_;  // null: knows nothing
  double begin_ = 0;                          // s, when the first entry was made
  std::vector<Vec3> home_, velocity_;         // at that time
  std::vector<double> slack_;
  std::vector<Vec3> now_, last_;  // homes at the time of the last entry, and when the list ends
  std::vector<VertexId> points_;
  std::array<std::vector<Bounds>, 2> point_box_, box_;  // when the list begins, and when it ends
  BoxTree points_tree_, triangles_tree_, edges_tree_;
  std::vector<bool> is_moved_;
  std::vector<Found> found_;  // by each share of the search
  std::vector<ContactPair> pairs_;
  std::vector<float> reach_;  // m, of points from their homes in a step
};

}  // namespace tensio
