#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tensio/export.h"
#include "tensio/model.h"

namespace tensio TENSIO_API {

/// A half-space, solid on the side away from the normal.
struct Plane {
  Vec3 point;            // m
  Vec3 normal{0, 1, 0};  // any length but zero

  friend bool operator==(const Plane&, const Plane&) = default;
};
struct Sphere {
  Vec3 center;        // m
  double radius = 1;  // m

  friend bool operator==(const Sphere&, const Sphere&) = default;
};
/// All center + turn · (a, b, c) with |a|, |b|, |c| at most half_extent.
struct Box {
  Vec3 center;                      // m
  Vec3 half_extent{0.5, 0.5, 0.5};  // m
  Mat3 turn = Mat3::identity();     // a rotation

  friend bool operator==(const Box& p, const Box& q) {
    return p.center == q.center && p.half_extent == q.half_extent && p.turn.a == q.turn.a;
  }
};
/// All points within the radius of the segment from a to b; a sphere when a = b.
struct Capsule {
  Vec3 a, b;            // m
  double radius = 0.5;  // m

  friend bool operator==(const Capsule&, const Capsule&) = default;
};
/// All points within the radius of the straight line from a to b, between planes across it at both.
struct Cylinder {
  Vec3 a, b{0, 1, 0};   // m, the middles of its ends, apart from each other
  double radius = 0.5;  // m

  friend bool operator==(const Cylinder&, const Cylinder&) = default;
};
/// Triangles, and where their points are as time goes on. Points that no triangle uses count for nothing.
struct ColliderMesh {
  struct Frame {
    double time = 0;             // s, strictly increasing
    std::vector<Vec3> points{};  // m, as many as the mesh has

    friend bool operator==(const Frame&, const Frame&) = default;
  };
  std::vector<Vec3> points{};                        // m
  std::vector<std::array<VertexId, 3>> triangles{};  // counter-clockwise seen from the front
  // Empty: the points stay. Otherwise they go straight and at even speed from one frame to the next, and rest
  // before the first and after the last.
  std::vector<Frame> frames{};
  // s, not before the first frame and before the last: from the last frame, the motion goes back to this time,
  // again and again, instead of resting. It is steady if the points are the same then.
  std::optional<double> repeat_from{};

  friend bool operator==(const ColliderMesh&, const ColliderMesh&) = default;
};

/// A surface of triangles, open or closed, of any shape; fixed or animated.
struct Mesh {
  std::shared_ptr<const ColliderMesh> data{};  // never changes; copies of a collider share it
  int sides = 2;  // that push. 1: the front only; what is behind passes to the front, nothing the other way

  bool is_animated() const { return data && data->frames.size() > 1; }
  /// Compares what the data say, not where they are stored.
  friend bool operator==(const Mesh& p, const Mesh& q) {
    return p.sides == q.sides && (p.data == q.data || (p.data && q.data && *p.data == *q.data));
  }
};

/// Every shape but Mesh is convex; projecting vertices out of it relies on that (needs_contact_rows).
using Shape = std::variant<Plane, Sphere, Box, Capsule, Cylinder, Mesh>;

/// A rigid obstacle that vertices cannot enter.
struct Collider {
  Shape shape;
  double friction = 0.3;  // Coulomb's μ, ≥ 0. 0: ice; 0.3: cotton on wood; 1: rubber
  double thickness = 0;   // m, gap kept between surface and vertices, ≥ 0. Raise it where edges of a coarse
                          // mesh show through
  Path path{};            // scripted motion; see also Simulation::move_collider
  double mass = 0;     // kg, ≥ 0. A sphere with mass is free where its path has ended: it falls, and what
                       // it touches pushes back. Its path then says where it came from and is
  Vec3 velocity{};     // m/s, of a free sphere
  std::string name{};  // for ContactOptions::ignore and reports; may be empty
};

/// Whether vertices cannot simply be projected out of the collider: a mesh is not convex, may have no inside,
/// and its points and edges can slip through between vertices.
bool needs_contact_rows(const Collider& collider);

/// Finds where the points of a mesh are at a time; none of any other shape. Reuses the memory of `points`.
void mesh_points(const Shape& shape, double time, std::vector<Vec3>& points);
/// The same, moved along the path of the collider.
void mesh_points(const Collider& collider, double time, std::vector<Vec3>& points);

/// Signed distance to the surface (negative inside) and the outward unit normal at the closest surface point.
/// Where several points are closest (a sphere's centre, the axis of a capsule or a cylinder) it is always the
/// same one. Every point is infinitely far from a mesh, which has no inside.
struct SurfacePoint {
  double distance = 0;  // m
  Vec3 normal{0, 1, 0};
};
SurfacePoint closest_surface(const Shape& shape, const Vec3& p);

/// The surface of a shape as triangles, to draw it. Edges of boxes and cylinders are a little rounded.
struct Outline {
  std::vector<Vec3> points{};                        // m
  std::vector<Vec3> normals{};                       // outwards, unit length; one per point
  std::vector<std::array<VertexId, 3>> triangles{};  // counter-clockwise seen from outside
};
/// Triangulates a shape, with `pieces` edges along an eighth of a circle; a plane has no outline. Sizes
/// shrink by the gap (m), at most by half, so that cloth lying on the shape stays visible. A mesh keeps its
/// triangles and its size; it is shown at this time (s), and its points are repeated along creases.
Outline outline(const Shape& shape, int pieces = 8, double gap = 0, double time = 0);

/// Checks that sizes are positive, directions not zero, coefficients not negative, every number finite, every
/// length at most max_length, keyframes in order, and that a repeating path does not jump. A mesh needs at
/// least one triangle, corners among its points, and frames in order with a place for each point; triangles
/// without area are accepted.
Result<void> validate(const Collider& collider);

}  // namespace TENSIO_API
