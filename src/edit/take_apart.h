#pragma once

#include "edit/incidence.h"

namespace tensio::detail {

/// Where a model is to be taken apart; all indices are those before.
struct Incision {
  std::vector<VertexPair> edges;         // the triangles on both sides of them part
  std::vector<std::uint32_t> triangles;  // taken away, rising
  std::vector<std::uint32_t> springs;    // broken, rising
  /// Put into the places of triangles that are taken away: the first into the first, and so on.
  std::vector<std::array<VertexId, 3>> patches;

  bool is_empty() const { return edges.empty() && triangles.empty() && springs.empty(); }
};

/// What became of the model.
struct Separation {
  std::vector<VertexId> origin;  // of every vertex that was appended: the one that it is a copy of
  std::vector<VertexId> crumbs;  // vertices that were left with neither triangle nor spring
  std::size_t springs_removed = 0, triangles_removed = 0;
  bool is_changed = false;
};

/// Takes the model apart. Around every vertex the triangles that still hang together by an edge keep it
/// together; each further group gets a copy of the vertex. Mass, force and attachments are shared among the
/// copies by rest area, pins hold all of them.
///
/// A spring goes where the triangles lead that carry it:
/// - an edge of triangles goes with these; on a cut edge each side gets its share of the stiffness;
/// - a spring across an edge (the other diagonal of a cell, bending of a mesh) needs the two triangles that
///   share the edge;
/// - a bending spring over one vertex, or two, needs the edges along it: where that vertex was parted between
///   its ends, it is gone;
/// - a spring that nothing carries (a rope) stays unless it is broken; what stands beside it and tells its
///   twist breaks with it.
/// Elements likewise, see edit/move_elements.h. So nothing joins what the triangles of a sheet part; springs
/// inside of a lattice stay. A body with a skin loses it. Refuses, and changes nothing, if there were too
/// many vertices.
Separation take_apart(Model& model, const Incision& incision);

}  // namespace tensio::detail
