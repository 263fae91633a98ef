#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "geometry/box_tree.h"
#include "geometry/predicates.h"
#include "tensio/elements.h"

namespace tensio {

/// Points, and the triangles and strands between them. It refers to tables that live elsewhere.
struct SurfaceView {
  Positions points;  // m, finite
  std::span<const std::array<VertexId, 3>> triangles;
  std::span<const std::array<VertexId, 2>> strands{};  // edges without triangles
};

/// A place where an edge meets a triangle.
struct Crossing {
  std::array<VertexId, 2> edge{};  // its vertices, the lower first
  std::size_t triangle = 0;
  Vec3 place{};                         // m, up to rounding
  Meeting meeting = Meeting::crossing;  // that it is there is exact
  friend bool operator==(const Crossing&, const Crossing&) = default;
};

/// Finds the meetings of edges and triangles. Whether they meet is exact: no crossing is missed, none is made
/// up by rounding. Two surfaces pass through each other only where an edge of one crosses a triangle of the
/// other, or touches it in a special position.
///
/// An edge and a triangle with a common vertex share that point by design. They can have another point in
/// common only where they lie in one plane (or the triangle has no area), and then they touch: a fold pressed
/// flat onto itself. An edge of the triangle itself does not count. Vertices at the same place but with
/// different numbers are different vertices: seams that are not welded touch all along.
class CrossingFinder {
 public:
  /// Within one surface. Found in the order of triangles, then of edges; touching ones only if asked for.
  std::span<const Crossing> find(const SurfaceView& surface, bool with_touching = false);
  /// Edges of one surface at the triangles of another. For all crossings of the two, call it both ways.
  std::span<const Crossing> find(const SurfaceView& edges_of, const SurfaceView& triangles_of,
                                 bool with_touching = false);

 private:
  void list_edges(const SurfaceView& surface);
  void fit_triangles(const SurfaceView& surface);
  void search(const SurfaceView& edges_of, const SurfaceView& triangles_of, bool is_same, bool with_touching);

  std::vector<std::array<VertexId, 2>> edges_;
  std::vector<Bounds> boxes_;
  BoxTree edge_tree_, triangle_tree_;
  std::vector<Crossing> found_;
};

}  // namespace tensio
