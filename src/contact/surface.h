#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/carried.h"
#include "tensio/collider.h"
#include "tensio/contact.h"
#include "tensio/model.h"

namespace tensio {

/// Everything that can touch: points with the triangles and edges between them. The vertices of a model come
/// first, then the points of its skins, which touch in place of the vertices that carry them, then the points
/// of obstacles.
struct ContactSurface {
  std::size_t vertices = 0;  // of the model
  std::vector<std::array<VertexId, 3>> triangles{};
  std::vector<std::array<VertexId, 2>> edges{};  // of triangles and strands, each once, smaller end first
  std::vector<VertexId> points{};                // that any of them has, in rising order

  // One entry per point, also of those that touch nothing.
  std::vector<double> thickness{};    // m
  std::vector<double> friction{};     // Coulomb's μ
  std::vector<std::uint32_t> body{};  // points of one body meet only where bodies touch themselves
  std::vector<bool> is_one_sided{};   // points of meshes that push at their front only
  std::vector<bool> is_covered{};     // vertices that touch nothing, since a skin does
  std::vector<SkinPoint> skin{};      // what moves the points of skins

  std::vector<std::uint32_t> collider_body{};           // of each collider
  std::vector<std::array<std::uint32_t, 2>> ignored{};  // bodies that do not meet, both ways round, sorted

  std::size_t point_count() const { return thickness.size(); }
  /// How many points come before those of obstacles.
  std::size_t own_count() const { return vertices + skin.size(); }
  Carried carried() const { return {vertices, skin}; }
  bool is_of_obstacle(VertexId point) const { return point >= own_count(); }
  /// The distance that the surfaces at two points keep, m.
  double gap(VertexId a, VertexId b) const { return 0.5 * (thickness[a] + thickness[b]); }
  /// The third corners of the triangles at an edge.
  std::span<const VertexId> opposite(std::size_t edge) const {
    return std::span(opposite_).subspan(opposite_begin_[edge],
                                        opposite_begin_[edge + 1] - opposite_begin_[edge]);
  }
  /// The points that edges join to a point.
  std::span<const VertexId> neighbours(VertexId point) const {
    return std::span(neighbour_)
        .subspan(neighbour_begin_[point], neighbour_begin_[point + 1] - neighbour_begin_[point]);
  }
  /// The numbers of these edges.
  std::span<const std::uint32_t> edges_at(VertexId point) const {
    return std::span(edge_at_).subspan(neighbour_begin_[point],
                                       neighbour_begin_[point + 1] - neighbour_begin_[point]);
  }
  /// The number of the edge between two points, which must have one.
  std::uint32_t edge_between(VertexId a, VertexId b) const;

  /// The triangles at a point.
  std::span<const std::uint32_t> triangles_at(VertexId point) const {
    return std::span(around_).subspan(around_begin_[point], around_begin_[point + 1] - around_begin_[point]);
  }
  /// Whether two bodies do not meet.
  bool ignores(std::uint32_t a, std::uint32_t b) const {
    return !ignored.empty() && std::ranges::binary_search(ignored, std::array{a, b});
  }

  /// Adds points of a new body; returns the number of the first.
  VertexId add_points(std::size_t count, double thick, double mu, bool one_sided = false);
  /// Finds edges, points and neighbours from triangles and strands.
  void connect(std::span<const std::array<VertexId, 2>> strands);

 private:
  std::vector<VertexId> opposite_, neighbour_;
  std::vector<std::uint32_t> edge_at_, around_;
  std::vector<std::uint32_t> opposite_begin_, neighbour_begin_, around_begin_;
};

/// Of triangles and strands at rest, m; ∞ where there are none.
double shortest_edge(const Model& model);
/// The surface of a model and of the meshes among its colliders: triangles, those of skins in place of what
/// they cover, and the strands of the model, which are structural springs of parts without triangles. Each
/// part is a body, and so is each collider.
ContactSurface make_contact_surface(const Model& model, std::span<const Collider> colliders,
                                    const ContactOptions& options);

}  // namespace tensio
