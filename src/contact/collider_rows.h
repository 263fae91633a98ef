#pragma once

#include "contact/balls.h"
#include "contact/contact_rows.h"

namespace tensio {

/// The points of a surface in a step, as colliders meet them.
struct ColliderStep {
  StepWays ways;
  const std::vector<bool>& is_led;
  std::span<const Ball> balls;  // their centres are the last points
  /// Points, in rising order, whose rows and those of edges and faces at them are to be made; none: all.
  std::span<const VertexId> only{};

  VertexId point_of(std::size_t ball) const {
    return static_cast<VertexId>(ways.start.size() - balls.size() + ball);
  }
};

/// Room for add_collider_rows() to work in.
struct ColliderScratch {
  /// A vertex in single precision.
  struct Place {
    std::array<float, 3> at;  // m, seen from the collider
    float distance;           // m, at most that from the collider
    float reach;              // m, at least that within which edges and faces at it may have rows
  };
  std::vector<SurfacePoint> near{};  // of the collider, of each point
  std::vector<Place> place{};
  std::vector<unsigned char> code{};            // sides of the box around the collider that a point is beyond
  std::vector<std::vector<ContactRow>> made{};  // by each share
};

/// Appends the rows of vertices, edges and faces of a model against all convex colliders, by key. Every
/// vertex that is near has a row. An edge or a face has one where a point inside it is nearest, and keeps
/// three quarters of the gap: most are held by their corners. Where a face has a contact, its edges have
/// none. A ball is a further point of its rows; it also meets obstacles, all other colliders and balls.
void add_collider_rows(const ContactSurface& surface, std::span<const Collider> colliders,
                       const ColliderStep& step, Workers& workers, ColliderScratch& scratch,
                       std::vector<ContactRow>& rows);

/// Appends the planes that keep points of rows against convex colliders outside, for rows of what is outside
/// at the start of the step and that the step can close. Points that the plane cannot move have none.
void add_collider_planes(std::span<const ContactRow> rows, const StepWays& ways,
                         std::span<const Vec3> inverse_mass, std::vector<DividingPlane>& planes);

}  // namespace tensio
