#include <algorithm>

#include "build/mesh.h"

namespace tensio {

MeshEdges unique_edges(const std::vector<std::array<VertexId, 3>>& triangles) {
  std::vector<std::array<std::uint32_t, 3>> triples;  // lower end, upper end, triangle
  triples.reserve(3 * triangles.size());
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const VertexId a = triangles[t][corner], b = triangles[t][(corner + 1) % 3];
      if (a != b) triples.push_back({std::min(a, b), std::max(a, b), t});
    }
  std::sort(triples.begin(), triples.end());
  triples.erase(std::unique(triples.begin(), triples.end()), triples.end());

  MeshEdges edges;
  for (const auto& [lower, upper, triangle] : triples) {
    const std::array<VertexId, 2> ends{lower, upper};
    if (edges.ends.empty() || edges.ends.back() != ends) {
      edges.ends.push_back(ends);
      edges.first.push_back(static_cast<std::uint32_t>(edges.triangles.size()));
    }
    edges.triangles.push_back(triangle);
  }
  edges.first.push_back(static_cast<std::uint32_t>(edges.triangles.size()));
  return edges;
}

VertexId opposite(const std::array<VertexId, 3>& triangle, const std::array<VertexId, 2>& edge) {
  for (const VertexId v : triangle)
    if (v != edge[0] && v != edge[1]) return v;
  return edge[0];
}

}  // namespace tensio
