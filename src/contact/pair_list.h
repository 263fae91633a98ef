#pragma once

#include "contact/surface.h"
#include "geometry/box_tree.h"

namespace tensio {

/// Four points: one and the three of a triangle, or two of each of two edges.
struct ContactPair {
  std::array<VertexId, 4> point{};
  std::uint32_t first = 0, second = 0;  // the point and the triangle, or the two edges, first < second
  bool is_edges = false;

  int on_first_side() const { return is_edges ? 2 : 1; }  // points; the others are on the second side
};

/// What must hold for a pair to be listed.
struct PairRules {
  bool self = true, bodies = true;
};

/// The pairs of a surface that can come near each other for a while. Every point has a home that moves
/// uniformly; pairs are listed that can come within their thickness while no point is farther from its home
/// than its slack. Pairs that share a point are left out, and so are those of two obstacles.
class PairList {
 public:
  /// Lists from positions x, velocities v, m/s, and slacks, m, of all points, for that many seconds.
  void build(const ContactSurface& surface, const PairRules& rules, Positions x, std::span<const Vec3> v,
             std::span<const double> slack, double seconds);
  /// Whether it still knows all pairs when the points are at x, seconds after it was built.
  bool covers(Positions x, double seconds) const;
  /// Makes it cover nothing.
  void clear() { home_.clear(), pairs_.clear(); }

  const std::vector<ContactPair>& pairs() const { return pairs_; }

 private:
  bool may_touch(const ContactSurface& surface, const PairRules& rules, const ContactPair& pair) const;
  bool is_near(const ContactSurface& surface, const ContactPair& pair) const;

  std::vector<ContactPair> pairs_;  // points and triangles, then edges, each in rising order
  std::vector<Vec3> home_, velocity_;
  std::vector<double> slack_;
  std::vector<VertexId> points_;  // of the surface
  double seconds_ = 0;

  std::vector<Bounds> point_box_, box_;
  BoxTree points_tree_, triangles_tree_, edges_tree_;
};

}  // namespace tensio
