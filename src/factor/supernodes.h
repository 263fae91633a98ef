#pragma once

#include "factor/graph.h"

namespace tensio::detail {

/// The pattern of L: supernodes are runs of columns that share their rows below the last of them, children
/// before parents. Some of the entries may be zeros that were let in to have fewer and larger supernodes.
struct Supernodes {
  std::vector<std::uint32_t> order;      // column j of L is row and column order[j] of A
  std::vector<std::uint32_t> first;      // first column of each supernode, and n
  std::vector<std::uint32_t> parent;     // the supernode of its first row, or no_parent
  std::vector<std::size_t> row_start;    // of each supernode's rows below its columns
  std::vector<std::uint32_t> row;        // rising
  std::vector<std::uint32_t> in_parent;  // for each row: its place among the columns and rows of the parent

  std::size_t size() const { return parent.size(); }
  std::uint32_t width(std::size_t s) const { return first[s + 1] - first[s]; }
  std::size_t height(std::size_t s) const { return row_start[s + 1] - row_start[s]; }
  std::span<const std::uint32_t> rows(std::size_t s) const { return {row.data() + row_start[s], height(s)}; }
  /// Entries of L, the diagonal and the zeros included.
  std::size_t entries() const;
  /// Place of column or row i of L among the columns, then the rows, of supernode s.
  std::size_t local(std::size_t s, std::uint32_t i) const;
};

/// Vertex order[j] of the graph is eliminated as the j-th, up to an equivalent reordering.
Supernodes make_supernodes(const Graph& graph, std::vector<std::uint32_t> order);

}  // namespace tensio::detail
