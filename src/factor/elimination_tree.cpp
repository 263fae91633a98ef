#include "factor/elimination_tree.h"

#include <utility>

namespace tensio::detail {

namespace {

std::vector<std::uint32_t> find_parents(const Graph& graph, std::span<const std::uint32_t> order,
                                        std::span<const std::uint32_t> place) {
  const auto n = static_cast<std::uint32_t>(graph.size());
  std::vector<std::uint32_t> parent(n, no_parent), ancestor(n, no_parent);  // shortcuts up the tree
  for (std::uint32_t row = 0; row < n; ++row) {
    for (const std::uint32_t neighbour : graph.neighbours(order[row])) {
      std::uint32_t j = place[neighbour];
      while (j < row) {
        const std::uint32_t next = ancestor[j];
        ancestor[j] = row;
        if (next == no_parent) parent[j] = row;
        if (next >= row) break;
        j = next;
      }
    }
  }
  return parent;
}

/// Row i of L is a subtree with root i, so that a column has one entry for each such subtree that it lies in.
/// Leaves of row subtrees add one to the count of their column and of all above; where two of them meet, and
/// above each root, one is taken away again. Gilbert, Ng and Peyton, "An efficient algorithm to compute row
/// and column counts for sparse Cholesky factorization", SIAM J. Matrix Anal. Appl. 15 (1994).
std::vector<std::uint32_t> count_entries(const Graph& graph, std::span<const std::uint32_t> order,
                                         std::span<const std::uint32_t> place,
                                         std::span<const std::uint32_t> parent) {
  const auto n = static_cast<std::uint32_t>(graph.size());
  const std::vector<std::uint32_t> postorder = make_postorder(parent);
  std::vector<std::uint32_t> first(n, no_parent);  // the first descendant's place in the postorder
  std::vector<std::uint32_t> count(n, 0);  // differences along the tree, modulo 2³², then their sums
  for (std::uint32_t k = 0; k < n; ++k) {
    count[postorder[k]] = first[postorder[k]] == no_parent;
    for (std::uint32_t j = postorder[k]; j != no_parent && first[j] == no_parent; j = parent[j]) first[j] = k;
  }
  std::vector<std::uint32_t> reached(n, 0);       // one past `first` of the last leaf of a row
  std::vector<std::uint32_t> leaf(n, no_parent);  // that leaf
  std::vector<std::uint32_t> ancestor(n);         // towards the root of what has been seen
  for (std::uint32_t j = 0; j < n; ++j) ancestor[j] = j;
  for (const std::uint32_t j : postorder) {
    if (parent[j] != no_parent) --count[parent[j]];
    for (const std::uint32_t neighbour : graph.neighbours(order[j])) {
      const std::uint32_t row = place[neighbour];
      if (row <= j || first[j] < reached[row]) continue;
      reached[row] = first[j] + 1;
      ++count[j];
      const std::uint32_t before = std::exchange(leaf[row], j);
      if (before == no_parent) continue;
      std::uint32_t meeting = before;
      while (ancestor[meeting] != meeting) meeting = ancestor[meeting];
      for (std::uint32_t i = before; i != meeting;) i = std::exchange(ancestor[i], meeting);
      --count[meeting];
    }
    if (parent[j] != no_parent) ancestor[j] = parent[j];
  }
  for (std::uint32_t j = 0; j < n; ++j)
    if (parent[j] != no_parent) count[parent[j]] += count[j];
  return count;
}

}  // namespace

EliminationTree make_elimination_tree(const Graph& graph, std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> place(graph.size());
  for (std::uint32_t j = 0; j < place.size(); ++j) place[order[j]] = j;
  EliminationTree tree{.parent = find_parents(graph, order, place), .count = {}};
  tree.count = count_entries(graph, order, place, tree.parent);
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
