#pragma once

#include <compare>

#include "contact/pair_list.h"

namespace tensio {

/// Names what touches what: two of a point, an edge and a triangle by their numbers, or a vertex and a
/// collider. It stays the same as long as the surface does.
struct ContactKey {
  enum class Kind : std::uint8_t { point_point, point_edge, point_face, edge_edge, point_collider };
  Kind kind{};
  std::uint32_t first = 0, second = 0;

  friend auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

/// A contact, frozen at the start of a step: of points whose displacements u within the step change the
/// distance by n · (Σ w u − drift).
struct ContactRow {
  ContactKey key;
  std::array<VertexId, 4> point{};
  std::array<double, 4> weight{};  // above 0 on the first side, below on the second; they add up to 0
  Vec3 normal{};                   // from the second side to the first
  Vec3 drift{};                    // m, how far a collider moves within the step
  double distance = 0;             // m, at the start of the step
  double gap = 0;                  // m, to keep
  double friction = 0;             // Coulomb's μ

  // What the solver found, kg·m: the impulse times how far it leads. Along n, and across.
  double push = 0;
  Vec3 pull{};
};

/// A plane between the two sides of a pair, frozen at the start of a step: each of the four points keeps to
/// its side of it.
struct DividingPlane {
  std::array<VertexId, 4> point{};
  int split = 1;             // points on the first side
  Vec3 normal;               // towards the first side
  std::array<double, 4> up;  // m, of each point from the middle of the gap, on its own side
  double distance = 0;       // m
};

/// The plane across this unit normal between the sides of a pair at x; at distance 0 where none divides them.
DividingPlane make_plane(const std::array<VertexId, 4>& point, int split, const Vec3& normal, Positions x);

/// Makes the rows and planes of all pairs at positions x. Rows are made for contacts that are nearer than the
/// gap, or would be if the points moved by `ahead`, and by up to `slack`, m, more: of each, once, where its
/// normal points away from all that surrounds it (Chen et al. 2025, Offset geometric contact, sec. 3). Pairs
/// of one body that are as near at rest have planes only. Pairs nearer than a nanometre have neither.
void make_rows(const ContactSurface& surface, std::span<const ContactPair> pairs, Positions x, Positions rest,
               std::span<const Vec3> ahead, double slack, std::vector<ContactRow>& rows,
               std::vector<DividingPlane>& planes);

}  // namespace tensio
