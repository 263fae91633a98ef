#include "linear/elimination_tree.h"

namespace tensio::detail {

EliminationTree make_elimination_tree(const Graph& graph, std::span<const std::uint32_t> order) {
  const auto n = static_cast<std::uint32_t>(graph.size());
  std::vector<std::uint32_t> place(n);
  for (std::uint32_t j = 0; j < n; ++j) place[order[j]] = j;

  EliminationTree tree;
  tree.parent.assign(n, no_parent);
  tree.count.assign(n, 1);
  std::vector<std::uint32_t> ancestor(n, no_parent);  // shortcuts up the tree
  for (std::uint32_t row = 0; row < n; ++row) {
    for (const std::uint32_t neighbour : graph.neighbours(order[row])) {
      std::uint32_t j = place[neighbour];
      while (j < row) {
        const std::uint32_t next = ancestor[j];
        ancestor[j] = row;
        if (next == no_parent) tree.parent[j] = row;
        if (next >= row) break;
        j = next;
      }
    }
  }
  // Row i of L is the part of the tree on the paths from its entries in A up to i.
  std::vector<std::uint32_t> visited(n, no_parent);
  for (std::uint32_t row = 0; row < n; ++row) {
    visited[row] = row;
    for (const std::uint32_t neighbour : graph.neighbours(order[row])) {
      if (place[neighbour] > row) continue;
      for (std::uint32_t j = place[neighbour]; visited[j] != row; j = tree.parent[j]) {
        visited[j] = row;
        ++tree.count[j];
      }
    }
  }
  return tree;
}

std::vector<std::uint32_t> make_postorder(std::span<const std::uint32_t> parent) {
  const auto n = static_cast<std::uint32_t>(parent.size());
  std::vector<std::uint32_t> first_child(n, no_parent), next_sibling(n, no_parent), order, stack;
  order.reserve(n);
  for (std::uint32_t j = n; j-- > 0;) {
    if (parent[j] == no_parent) continue;
    next_sibling[j] = first_child[parent[j]];
    first_child[parent[j]] = j;
  }
  for (std::uint32_t root = 0; root < n; ++root) {
    if (parent[root] != no_parent) continue;
    stack.push_back(root);
    while (!stack.empty()) {
      const std::uint32_t j = stack.back(), child = first_child[j];
      if (child != no_parent) {
        first_child[j] = next_sibling[child];
        stack.push_back(child);
      } else {
        order.push_back(j);
        stack.pop_back();
      }
    }
  }
  return order;
}

}  // namespace tensio::detail
