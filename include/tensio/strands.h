#pragma once

#include <functional>
#include <optional>

#include "tensio/cloth.h"
#include "tensio/export.h"

namespace tensio TENSIO_API {

/// A rope or chain: point masses joined by springs, straight from `start` to `end`, or along a line.
struct ChainOptions {
  std::size_t segments = 40;               // springs, ≥ 1; more: smoother curves, longer solves
  Vec3 start{-0.5, 0, 0}, end{0.5, 0, 0};  // m
  std::vector<Vec3> points{};              // m; a line through these points instead, at least 2
  std::function<Vec3(double)> curve{};     // m; a curve from s = 0 to s = 1 instead
  bool closed = false;            // the last vertex joins the first: a ring, of a line or a curve only
  bool is_curved = false;         // the line is also the rest shape; otherwise the rope is straight at rest
  double rest_length = 0;         // m in all; 0: that of the line, between its vertices. Longer: it sags
  double stiffness = 1000;        // N/m of each spring; the whole rope has stiffness / segments
  double bend_stiffness = 0;      // N/m of springs over one vertex; 0: none
  double flexural_rigidity = 0;   // E I, N·m²: resists curvature; 0: none
  double torsional_rigidity = 0;  // G J, N·m²: resists twist; 0: none
  double altitude_stiffness = 0;  // N/m of altitude springs, with torsional rigidity only; 0: none
  double spring_damping = 0;      // N·s/m along every spring
  StiffeningOptions stiffening{};
  StrainBoundsOptions strain_bounds{};  // springs only
  double mass = 0.1;                    // kg, in all
  Lumping lumping = Lumping::uniform;   // area: the two end vertices weigh half
};

/// Builds a chain. Vertex 0 stands where the line begins, and all stand on it, at equal distances along it.
/// Springs along the chain come first, then those over one vertex. With a flexural rigidity, a stencil (1,
/// −2, 1) of weight E I/l³ stands at every inner vertex, l the rest length of a segment; where the segments
/// l₁, l₂ beside it differ, l is their mean and the stencil (l/l₁, −l/l₁ − l/l₂, l/l₂). One part, "chain";
/// with a torsional rigidity, which needs a straight chain, a second one, "frame".
Result<Model> make_chain(const ChainOptions& options);

/// A spring between two vertices.
struct PointSpring {
  VertexId a = 0, b = 0;
  double stiffness = 1000;              // N/m
  std::optional<double> rest_length{};  // m; none: the distance of its ends
  double damping = 0;                   // N·s/m, beside PointsOptions::spring_damping
};

/// A body that is listed vertex by vertex and spring by spring.
struct PointsOptions {
  std::vector<Vec3> positions{};  // m
  std::vector<double> masses{1};  // kg, one per vertex, or one for all
  std::vector<PointSpring> springs{};
  std::vector<std::array<VertexId, 3>> triangles{};  // to be seen and blown at; they resist nothing
  double spring_damping = 0;                         // N·s/m along every spring
};

/// Builds a model of these rows. One part, "points".
Result<Model> make_points(const PointsOptions& options);

/// Hair: strands that grow out of a sphere about the origin, after Selle et al. 2008. Bending is a stencil,
/// which keeps curls. Straight strands get a frame of extra vertices against torsion; curls get springs over
/// two vertices. With ρ and ρ' the distances of their ends from the line of the segment in the middle, d the
/// distance between them and φ the angle between the planes, ∂d/∂φ = ρ ρ' sin φ/d, and the stiffness
/// (G J/l)/(∂d/∂φ)², capped at 1000 G J/l³, makes the energy ½ (G J/l) δφ².
struct HairOptions {
  std::size_t strands = 1000;       // ≥ 1, spread evenly by Vogel's spiral
  std::size_t segments = 15;        // per strand, ≥ 3
  double length = 0.3;              // m, of each strand
  double radius = 0.1;              // m, of the sphere
  double cap = 90;                  // ° from the top within which strands grow, 0 … 180
  double curl_radius = 0;           // m, of the helix; 0: straight
  double curl_turns = 4;            // root to tip
  double stiffness = 100;           // N/m, of edges
  double flexural_rigidity = 1e-8;  // E I, N·m²; more: hair stands out farther
  double torsional_rigidity = 0;    // G J, N·m²; 0: none
  double altitude_stiffness = 0;    // N/m, with torsional rigidity only; 0: none
  double strand_mass = 1e-4;        // kg
};

/// Builds hair. Vertices run strand by strand, root first, those of its frame behind. The first two of each
/// strand, and the first of its frame, are pinned. One part, "hair".
Result<Model> make_hair(const HairOptions& options);

/// A tree as a skeleton of strands: a trunk from the origin upwards, with branches at its end, branches at
/// their ends …; twigs hang along the last branches, and leaves from the twigs. Branches are straight at rest
/// and taper; where one ends, the squares of the radii of what grows there add up to its own (Leonardo's
/// rule). All stiffness follows from Young's modulus and radius: springs E A/l, bending E I = E π r⁴/4,
/// torsion G J = E π r⁴/5 (Poisson's ratio ¼). Where branches meet, a cluster keeps their angles: it holds
/// each by E I/l³ at the end of its first segment.
struct PlantOptions {
  double height = 1;              // m, of the trunk
  double radius = 0.05;           // m, of the trunk at the root
  std::size_t levels = 3;         // levels of branches, counting the trunk; 1 … 8
  std::size_t branches = 3;       // at the end of each but the last, 1 … 12
  std::size_t segments = 5;       // per branch, ≥ 2
  double spread = 45;             // ° between a branch and its parent
  double shorten = 0.7;           // length of a branch over that of its parent
  std::size_t twigs = 2;          // at each vertex of the last branches; 0: none
  std::size_t twig_segments = 8;  // ≥ 1
  double twig_length = 0.5;       // m
  double twig_radius = 0.002;     // m
  double droop = 0.3;             // droop of twigs at rest, 0: along their spread … 1: straight down
  double leaf = 0.05;             // m long, at every vertex of a twig; 0: none
  double leaf_mass = 1e-4;        // kg
  double young = 1e9;             // Pa; more: a stiffer tree that sways faster
  double density = 700;           // kg/m³
};

/// Builds a tree. Vertices run branch by branch, those of its frame behind; then the twigs; then two for each
/// leaf, a triangle that hangs from its twig. The first segment of the trunk is pinned. Two parts, "plant"
/// and, with leaves, "leaves".
Result<Model> make_plant(const PlantOptions& options);

/// A rope bridge along x with its ends at height 0: two ropes with boards across, and two handrails tied to
/// them.
struct BridgeOptions {
  double span = 6;               // m, from post to post
  double sag = 0.5;              // m, of the ropes at rest in the middle
  double width = 0.8;            // m, between the ropes
  std::size_t boards = 20;       // ≥ 1
  double gap = 0.3;              // between two boards, over the distance from one to the next, 0.02 … 0.9
  double rail_height = 0.9;      // m, of handrails above the ropes; 0: none
  double stiffness = 2e4;        // N/m, of each rope segment
  double board_stiffness = 2e4;  // N/m, of springs within a board
  double board_rigidity = 500;   // E I, N·m², of each edge of a board
  double board_mass = 3;         // kg
  double rope_mass = 0.5;        // kg/m
  double rope_radius = 0.02;     // m, as drawn; rails and ties are thinner
};

/// Builds a bridge. Vertices: left rope, right rope and the boards' middle line, from one end to the other;
/// then the left and the right rail. Boards are two triangles on either side of the middle line. The ends of
/// ropes and rails are pinned. Two parts, "bridge" (ropes) and "boards" (triangles).
Result<Model> make_bridge(const BridgeOptions& options);

}  // namespace TENSIO_API
