#pragma once

#include "factor/graph.h"

namespace tensio::detail {

inline constexpr std::uint32_t no_parent = ~std::uint32_t{0};

/// The tree whose node j has as parent the first row below the diagonal of column j of L. Liu, "The role of
/// elimination trees in sparse factorization", SIAM J. Matrix Anal. Appl. 11 (1990).
struct EliminationTree {
  std::vector<std::uint32_t> parent;
  std::vector<std::uint32_t> count;  // entries of each column of L, diagonal included
};

/// Column j of L is vertex order[j] of the graph.
EliminationTree make_elimination_tree(const Graph& graph, std::span<const std::uint32_t> order);

/// Nodes so that every subtree is contiguous and ends with its root; siblings keep their order. A parent
/// need not have a greater index than its children.
std::vector<std::uint32_t> make_postorder(std::span<const std::uint32_t> parent);

}  // namespace tensio::detail
