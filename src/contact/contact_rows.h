#pragma once

#include <cmath>
#include <compare>

#include "contact/pair_list.h"

namespace tensio {

/// Names what touches what: two of a point, an edge and a triangle by their numbers, one of them and a
/// collider, or two colliders. An edge may also cross a triangle, and pairs touch at distance 0. It stays the
/// same as long as the surface does.
struct ContactKey {
  enum class Kind : std::uint8_t {  // in the order of rows
    point_point,
    point_edge,
    point_face,
    edge_edge,
    point_collider,
    edge_collider,
    face_collider,
    ball_collider,
    crossing,
    touching_face,
    touching_edges
  };
  Kind kind{};
  std::uint32_t first = 0, second = 0;

  bool is_of_point() const { return kind < Kind::edge_edge; }
  bool is_of_pair() const { return kind < Kind::point_collider; }
  bool is_of_collider() const { return kind >= Kind::point_collider && kind <= Kind::ball_collider; }
  bool is_of_ball() const { return kind == Kind::ball_collider; }  // both numbers are colliders
  bool has_collider(std::uint32_t number) const {
    return (is_of_collider() && second == number) || (is_of_ball() && first == number);
  }
  /// Counts colliders as if this one were gone.
  void number_without(std::uint32_t number) {
    if (is_of_collider() && second > number) --second;
    if (is_of_ball() && first > number) --first;
  }

  friend auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

/// A contact, frozen at the start of a step: of points whose displacements u within the step change the
/// distance by n · (Σ w u − drift).
struct ContactRow {
  ContactKey key;
  std::array<VertexId, 4> point{};
  std::array<double, 4> weight{};  // of one sign on each side, adding up to 1 and −1; a collider has none
  Vec3 normal{};                   // from the second side to the first
  Vec3 drift{};                    // m, how far a collider moves within the step
  double distance = 0;             // m, at the start of the step
  double gap = 0;                  // m, to keep
  double friction = 0;             // Coulomb's μ
  double most = HUGE_VAL;          // m, that the distance is to grow in the step
  double give = 0;                 // 1/kg, what a unit impulse along n changes of the speed along n

  // What the solver found, kg·m: the impulse times how far it leads. Along n, and across.
  double push = 0;
  Vec3 pull{};
};

/// Leaves out weights that are but rounding: a point above an edge is above neither face beside it, and what
/// only rounding could move would be flung away.
void round_weights(std::array<double, 4>& weight, int split);

/// Adds the force of a contact to the points that it acts on, and for carried ones to what carries them.
/// What leads a carried point takes all of its force.
void add_force(const ContactRow& row, const Vec3& force, std::span<const Vec3> inverse_mass,
               const Carried& carried, std::span<Vec3> to);

/// What a unit impulse along n changes of a point's speed along n, 1/kg.
inline double give_along(const Vec3& n, const Vec3& inverse_mass) {
  return n.x * n.x * inverse_mass.x + n.y * n.y * inverse_mass.y + n.z * n.z * inverse_mass.z;
}

/// ContactRow::give
double compliance(const ContactRow& row, std::span<const Vec3> inverse_mass, const Carried& carried = {});

/// A plane between the two sides of a pair, frozen at the start of a step: each of the four points keeps to
/// its side of it. A convex collider as the second side is held by a free ball's centre, or by no point
/// where it goes its own way.
struct DividingPlane {
  std::array<VertexId, 4> point{};
  int split = 1;             // points on the first side
  Vec3 normal;               // towards the first side
  std::array<double, 4> up;  // m, of each point from the middle of the gap, on its own side
  double distance = 0;       // m
  Vec3 drift{};              // m, how far the second side moves that has no point

  bool is_of_collider() const { return split > 2; }
  bool is_driven() const { return split == 4; }  // its second side has no point
};

/// The plane across this unit normal between the sides of a pair at x; at distance 0 where none divides them.
DividingPlane make_plane(const std::array<VertexId, 4>& point, int split, const Vec3& normal, Positions x);

/// Makes the rows and planes of pairs at the start of a step. Rows are made for contacts that can come within
/// the gap in the step: of each, once, where its normal points away from all that surrounds it (Chen et al.
/// 2025, Offset geometric contact, sec. 3). Pairs of one body that are as near at rest have planes only.
/// Pairs nearer than a nanometre have neither. Planes are made for pairs that the step can close. Returns the
/// least distance of any pair, m; infinite where there are none.
double make_rows(const ContactSurface& surface, std::span<const ContactPair> pairs, const StepWays& ways,
                 Positions rest, Workers& workers, std::vector<ContactRow>& rows,
                 std::vector<DividingPlane>& planes);
/// The planes alone; of all pairs where the ways do not say how far they go.
double make_planes(const ContactSurface& surface, std::span<const ContactPair> pairs, const StepWays& ways,
                   Workers& workers, std::vector<DividingPlane>& planes);

}  // namespace tensio
