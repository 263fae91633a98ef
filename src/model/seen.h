#pragma once

#include "tensio/model.h"

namespace tensio {

/// A body in Seen: half-open ranges of its triangles and segments.
struct SeenBody {
  std::string name{};
  Rgb colour{}, rope_colour{};
  std::size_t triangle_begin = 0, triangle_end = 0;
  std::size_t segment_begin = 0, segment_end = 0;

  friend bool operator==(const SeenBody&, const SeenBody&) = default;
};

/// What pictures, files and viewers show of a model. It changes only with the model's tables; the points move
/// (seen_points).
struct Seen {
  std::size_t points = 0;                            // the model's vertices, then the points of its skins
  std::vector<std::array<VertexId, 3>> triangles{};  // body by body, counter-clockwise seen from the front
  std::vector<std::array<VertexId, 3>> normals{};    // of each triangle, see smooth_parts()
  std::vector<std::array<VertexId, 2>> segments{};   // of strands, body by body
  std::vector<std::array<double, 2>> radii{};        // m, at the ends of each segment
  std::vector<SeenBody> bodies{};

  friend bool operator==(const Seen&, const Seen&) = default;
};

/// A skin replaces the triangles of its body. Strands are the structural springs of parts without triangles.
/// Neighbouring parts of one name are one body; what belongs to no part is a last body without a name.
Seen see(const Model& model, const Look& look = {});

std::size_t seen_count(const Model& model);
std::vector<Vec3> seen_points(const Model& model, Positions x);

/// For each triangle the numbers of the normals at its corners: triangles that meet at a point share a normal
/// there if they are connected by edges that are not creases, which are bent by more than this angle. A
/// point's first normal has the number of the point.
std::vector<std::array<VertexId, 3>> smooth_parts(Positions points,
                                                  const std::vector<std::array<VertexId, 3>>& triangles,
                                                  double most_degrees = 65);

}  // namespace tensio
