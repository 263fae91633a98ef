#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "tensio/export.h"
#include "tensio/model.h"
#include "tensio/result.h"

namespace tensio TENSIO_API {

struct Ray {
  Vec3 origin;     // m
  Vec3 direction;  // any length but zero
};

struct Hit {
  BodyPoint point;      // to grab it by
  Vec3 position;        // m
  double distance = 0;  // m, from the ray's origin

  /// The vertex nearest to the point.
  VertexId vertex() const;
};

/// The first triangle that the ray meets, from either side. Where it meets none, the nearest spring that is
/// part of no triangle (a rope), if the ray passes within the fraction `spread` of the distance to it.
std::optional<Hit> pick(const Model& model, Positions x, const Ray& ray, double spread);

/// A line drawn on the screen. Seen from the eye it sweeps a sheet of rays through the scene.
struct Stroke {
  Vec3 eye;                      // m
  std::vector<Vec3> directions;  // at least two, any length but zero, less than 90° from their mean
};
inline constexpr std::size_t max_stroke_points = 1000;
/// Checks that it has points, and that an eye can see them at once.
Result<void> validate(const Stroke& stroke);

/// Holds a vertex, or some of its coordinates, where it is now; with a path, it moves on from there.
struct PinVertex {
  VertexId vertex = 0;
  Path path{};
  Axes axes = all_axes;
};
/// Checks that it holds something, along a path that is valid.
Result<void> validate(const PinVertex& pin);
/// Lets a vertex move again. Nothing changes if it is not pinned.
struct UnpinVertex {
  VertexId vertex = 0;
};
/// Grabs a point of a body. A hand that held another point lets go of that one. Move the hand with
/// Simulation::move_grab.
struct GrabPoint {
  Grab grab;
};
/// Lets go of what a hand holds, if anything.
struct Release {
  std::uint32_t id = 0;  // the hand's
};
/// Cuts everything that the stroke crosses, along edges of the mesh.
struct Cut {
  Stroke stroke;
};
/// Cuts a vertex out, with its triangles and springs. Where a triangle reached only to the diagonal of a
/// grid's cell, the cell's other half stays, so the hole is symmetric. The vertex itself stays in the tables,
/// alone and pinned, so that no index changes.
struct RemoveVertex {
  VertexId vertex = 0;
};
/// Breaks springs that are stretched beyond this fraction of their rest length, once. The number of springs may rise
/// all the same: where a sheet parts, both sides get the springs along the tear.
struct Tear {
  double strain = 0;
};
/// Multiplies the stiffness of a family of springs.
struct ScaleStiffness {
  SpringFamily family = SpringFamily::structural;
  double factor = 1;  // > 0
};

/// A change of a running model, for Simulation::request.
using Edit =
    std::variant<PinVertex, UnpinVertex, GrabPoint, Release, Cut, RemoveVertex, Tear, ScaleStiffness>;

}  // namespace tensio
