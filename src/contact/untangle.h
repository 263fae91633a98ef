#pragma once

#include "contact/contact_rows.h"
#include "geometry/crossings.h"

namespace tensio {

/// How far rows part surfaces that are tangled or touch.
struct UntangleOptions {
  double most = 0;       // m, per step
  double least_gap = 0;  // m, for what is as near at rest
};

/// Pulls surfaces apart that pass through each other or touch at distance 0. An edge that passes through a
/// triangle is drawn back: out of a closed surface, or else so that the smaller part of what the crossings
/// divide follows the larger (after Baraff, Witkin and Kass 2003, Untangling cloth), or, where they divide
/// nothing, along the direction that shortens the line of intersection (Volino and Magnenat-Thalmann 2006,
/// Resolving surface collisions through intersection contour minimization). Depends on positions only.
class Untangler {
 public:
  /// The surface must outlive it.
  Untangler(const ContactSurface& surface, const PairRules& rules);

  /// All crossings of edges, also those of strands, with triangles at x, between what may touch; touching
  /// ones only if asked for.
  std::vector<Crossing> find(Positions x, bool with_touching = false);
  /// Whether a triangle of three of the points would cross anything but what is at this point.
  bool crosses(const std::array<VertexId, 3>& triangle, VertexId but, Positions x);
  /// Finds what is tangled at x, to amend rows and planes there. Nothing can move points that are led: a
  /// part with any of them counts as larger than one without.
  void look(Positions x, const std::vector<bool>& is_led);
  std::size_t crossings() const { return crossings_.size(); }

  /// Takes out the planes of pairs that a crossing must pass to end, and rows that would push the wrong way;
  /// adds rows that pull apart, and rows and planes between what touches. Tells whether anything is tangled
  /// or touches. Positions are those of the last look.
  bool amend(std::span<const ContactPair> pairs, Positions x, Positions rest, const UntangleOptions& options,
             std::vector<ContactRow>& rows, std::vector<DividingPlane>& planes) const;

 private:
  /// The points of a plane, and how many are on its first side.
  struct PlaneName {
    std::array<VertexId, 4> point{};
    int split = 1;
    friend auto operator<=>(const PlaneName&, const PlaneName&) = default;
  };

  void find_pieces();
  void find_outsides(Positions x);
  void divide(Positions x, const std::vector<bool>& is_led);
  void suspend(const Crossing& crossing);
  /// The unit normal of the crossed triangle towards the end of the edge that is on the right side, and the
  /// other end; false where neither is.
  bool find_way_back(const Crossing& crossing, Positions x, Vec3& normal, VertexId& wrong) const;
  Vec3 shortening(const Crossing& crossing, const Vec3& normal, Positions x) const;
  bool pushes_wrong_way(const ContactRow& row) const;
  void add_row(const Crossing& crossing, Positions x, double most, std::vector<ContactRow>& rows) const;
  bool add_touching(const ContactPair& pair, Positions x, Positions rest, const UntangleOptions& options,
                    std::vector<ContactRow>& rows, std::vector<DividingPlane>& planes) const;
  Vec3 inward(std::span<const VertexId> feature, Positions x) const;
  Vec3 normal_at(const ContactPair& pair, const std::array<double, 4>& weight, bool is_first) const;
  Vec3 parting(const ContactPair& pair, const std::array<double, 4>& weight, Positions x) const;

  const ContactSurface& surface_;
  PairRules rules_;
  std::vector<std::array<VertexId, 2>> strands_;
  std::vector<VertexId> piece_;  // of each point, the least of its points
  std::vector<bool> is_closed_;  // by piece: edges have two triangles that turn alike
  std::vector<double> outside_;  // by piece: 1 where normals of a closed one lead out, −1 where in
  std::vector<Vec3> normal_;     // of each point, times area

  CrossingFinder finder_;
  std::vector<Crossing> crossings_;
  std::vector<VertexId> part_;                    // of each point: what crossings leave of its piece
  std::vector<std::size_t> part_size_;            // points, those that are led many times
  std::vector<bool> is_astray_;                   // points on the wrong side or at a crossing
  std::vector<std::array<VertexId, 2>> tangled_;  // pieces
  std::vector<PlaneName> suspended_;
};

}  // namespace tensio
