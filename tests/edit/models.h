#pragma once

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>

#include "build/chain.h"
#include "build/mesh.h"
#include "edit/edit.h"
#include "edit/incidence.h"
#include "support/random_system.h"
#include "tensio/cloth.h"

namespace tensio {

/// A grid from −1 to 1 in x and z, seen from above at (0, 5, 0).
inline Model cloth(std::size_t side, GridLayout layout = GridLayout::paper, int bend_reach = 2) {
  return *make_grid(
      {.columns = side, .rows = side, .width = 2, .depth = 2, .layout = layout, .bend_reach = bend_reach});
}

/// A stroke through these points (x, z) of the plane y = 0, drawn from (0, 5, 0).
inline Cut stroke_over(const std::vector<std::array<double, 2>>& points) {
  Cut cut{{.eye = {0, 5, 0}, .directions = {}}};
  for (const auto& [x, z] : points) cut.stroke.directions.push_back({x, -5, z});
  return cut;
}

inline double total_mass(const Model& model) {
  return std::accumulate(model.mass.begin(), model.mass.end(), 0.0);
}

/// Pieces of vertices that triangles join; vertices without triangles are pieces of their own.
inline std::vector<std::uint32_t> triangle_pieces(const Model& model) {
  Model net;
  for (std::size_t v = 0; v < model.vertex_count(); ++v) net.add_vertex({}, 1);
  for (const auto& [a, b, c] : model.triangles) {
    net.springs.add(a, b, SpringFamily::structural, 1, 1);
    net.springs.add(b, c, SpringFamily::structural, 1, 1);
  }
  return connected_pieces(net);
}

/// How many pieces have at least one triangle.
inline std::size_t surface_count(const Model& model) {
  const auto piece = triangle_pieces(model);
  std::set<std::uint32_t> found;
  for (const auto& triangle : model.triangles) found.insert(piece[triangle[0]]);
  return found.size();
}

/// Edges of triangles between two vertices, at most 4.
inline int edges_between(const detail::Incidence& incidence, const Model& model, VertexId from, VertexId to) {
  std::set<VertexId> reached = {from};
  for (int count = 0; count < 4; ++count) {
    if (reached.contains(to)) return count;
    std::set<VertexId> next = reached;
    for (const VertexId v : reached)
      for (const std::uint32_t t : incidence.triangles_at(v))
        next.insert(model.triangles[t].begin(), model.triangles[t].end());
    reached = std::move(next);
  }
  return 4;
}

/// All that must hold of a cloth after whatever edits: valid tables, no spring between separated parts nor
/// across a cut, no triangle twice, and triangles that agree with springs.
inline void expect_consistent(const Model& model) {
  const auto valid = validate(model);
  ASSERT_TRUE(valid) << valid.error().message;
  const auto piece = triangle_pieces(model);
  const detail::Incidence incidence(model);
  std::set<std::array<VertexId, 2>> edges, springs;
  std::set<std::array<VertexId, 3>> seen;
  for (auto triangle : model.triangles) {
    EXPECT_TRUE(triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[0] != triangle[2]);
    for (int i = 0; i < 3; ++i) edges.insert(detail::pair_of(triangle[i], triangle[(i + 1) % 3]));
    std::ranges::sort(triangle);
    EXPECT_TRUE(seen.insert(triangle).second) << "a triangle is there twice";
  }
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    const auto [a, b] = model.springs.ends[s];
    EXPECT_EQ(piece[a], piece[b]) << "spring " << s << " of family "
                                  << static_cast<int>(model.springs.family[s]) << " joins separated parts";
    springs.insert(detail::pair_of(a, b));
    const int reach = model.springs.family[s] == SpringFamily::bend ? 3 : 2;
    EXPECT_LE(edges_between(incidence, model, a, b), reach) << "spring " << s << " jumps across a cut";
    const bool needs_edge = model.springs.family[s] == SpringFamily::structural;
    EXPECT_TRUE(!needs_edge || edges.contains(detail::pair_of(a, b)))
        << "a structural spring without triangle";
  }
  for (const auto& edge : edges) EXPECT_TRUE(springs.contains(edge)) << "an edge without spring";
}

}  // namespace tensio
