#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "factor/sparse.h"

namespace tensio::detail {

/// The off-diagonal pattern of a symmetric matrix: each vertex's neighbours, both directions.
struct Graph {
  std::vector<std::size_t> start;  // n + 1
  std::vector<std::uint32_t> neighbour;

  std::size_t size() const { return start.empty() ? 0 : start.size() - 1; }
  std::size_t degree(std::size_t i) const { return start[i + 1] - start[i]; }
  std::span<const std::uint32_t> neighbours(std::size_t i) const {
    return {neighbour.data() + start[i], degree(i)};
  }
};

inline Graph make_graph(const SparseMatrix& a) {
  const std::size_t n = a.size();
  Graph graph;
  graph.start.assign(n + 1, 0);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::uint32_t p = a.column_start[j] + 1; p < a.column_start[j + 1]; ++p) {
      ++graph.start[j + 1];
      ++graph.start[a.row[p] + 1];
    }
  }
  for (std::size_t i = 0; i < n; ++i) graph.start[i + 1] += graph.start[i];
  graph.neighbour.resize(graph.start[n]);
  std::vector<std::size_t> next(graph.start.begin(), graph.start.end() - 1);
  for (std::uint32_t j = 0; j < n; ++j) {
    for (std::uint32_t p = a.column_start[j] + 1; p < a.column_start[j + 1]; ++p) {
      graph.neighbour[next[j]++] = a.row[p];
      graph.neighbour[next[a.row[p]]++] = j;
    }
  }
  return graph;
}

}  // namespace tensio::detail
