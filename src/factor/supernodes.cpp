#include "factor/supernodes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "factor/elimination_tree.h"

namespace tensio::detail {
namespace {

/// What a supernode costs in a solve, in cycles of a core that multiplies and adds 16 floats in one: its M is
/// used on the way down, Mᵀ and D⁻¹ on the way up, 16 rows of a column at a time for x, y and z. Scattering
/// a row takes a cycle, and a supernode has an overhead of its own. The solve of an 81×81 cloth takes the
/// same time within 3 % for 0.5 to 2 per row and 10 to 60 per supernode.
struct SolveCost {
  static constexpr double per_row = 1, per_supernode = 10;

  static double column(double rows) { return 3 * std::ceil(rows / 16); }
  double operator()(double width, double height) const {
    return width * column(height) + (width + height) * column(width) + per_row * height + per_supernode;
  }
};

/// A tree of supernodes before their rows are known.
struct Clusters {
  std::vector<std::uint32_t> parent, width, height;
  std::vector<std::uint32_t> of_column;
};

/// Runs of columns of equal pattern; the columns are in postorder.
Clusters find_clusters(const EliminationTree& tree) {
  const auto n = static_cast<std::uint32_t>(tree.parent.size());
  Clusters clusters;
  clusters.of_column.resize(n);
  for (std::uint32_t j = 0; j < n; ++j) {
    const bool continues = j > 0 && tree.parent[j - 1] == j && tree.count[j - 1] == tree.count[j] + 1;
    if (!continues) clusters.width.push_back(0), clusters.height.push_back(0);
    ++clusters.width.back();
    clusters.height.back() = tree.count[j] - 1;
    clusters.of_column[j] = static_cast<std::uint32_t>(clusters.width.size() - 1);
  }
  clusters.parent.resize(clusters.width.size());
  for (std::uint32_t j = 0; j < n; ++j) {  // the last column of a cluster decides
    const std::uint32_t parent = tree.parent[j];
    clusters.parent[clusters.of_column[j]] = parent == no_parent ? no_parent : clusters.of_column[parent];
  }
  return clusters;
}

/// Merges children into parents where the zeros that come in cost less than the overheads that go. The rows
/// of a child are columns or rows of its parent, so the merged supernode has the parent's rows.
void amalgamate(Clusters& clusters) {
  const auto count = static_cast<std::uint32_t>(clusters.width.size());
  constexpr SolveCost cost;
  auto& [parent, width, height, of_column] = clusters;
  std::vector<std::uint32_t> into(count), child_start(count + 2, 0);
  for (std::uint32_t s = 0; s < count; ++s) into[s] = s;

  for (std::uint32_t s = 0; s < count; ++s)
    if (parent[s] != no_parent) ++child_start[parent[s] + 2];
  for (std::uint32_t s = 0; s < count; ++s) child_start[s + 2] += child_start[s + 1];
  std::vector<std::uint32_t> children(child_start.back());
  for (std::uint32_t s = 0; s < count; ++s)
    if (parent[s] != no_parent) children[child_start[parent[s] + 1]++] = s;

  const auto gain = [&](std::uint32_t child, std::uint32_t p) {
    return cost(width[child], height[child]) + cost(width[p], height[p]) -
           cost(width[child] + width[p], height[p]);
  };
  std::vector<std::pair<double, std::uint32_t>> candidates;
  for (std::uint32_t p = 0; p < count; ++p) {  // clusters stand in postorder: children are complete
    candidates.clear();
    for (std::uint32_t q = child_start[p]; q < child_start[p + 1]; ++q)
      candidates.emplace_back(-gain(children[q], p), children[q]);
    std::sort(candidates.begin(), candidates.end());
    for (const auto& [ignored, child] : candidates) {
      if (gain(child, p) <= 0) continue;
      into[child] = p;
      width[p] += width[child];
    }
  }
  for (std::uint32_t s = count; s-- > 0;) into[s] = into[into[s]];
  for (std::uint32_t s = 0; s < count; ++s)
    if (parent[s] != no_parent) parent[s] = into[parent[s]];
  for (std::uint32_t& s : of_column) s = into[s];
}

/// Columns sorted by cluster, clusters in postorder of what is left of their tree.
void lay_out(const Clusters& clusters, std::span<const std::uint32_t> column_order, Supernodes& result) {
  const auto n = static_cast<std::uint32_t>(column_order.size());
  const auto count = static_cast<std::uint32_t>(clusters.parent.size());
  std::vector<std::uint32_t> columns(count, 0), place(count, no_parent);
  for (const std::uint32_t s : clusters.of_column) ++columns[s];
  std::vector<std::uint32_t> alive;
  for (std::uint32_t s = 0; s < count; ++s)
    if (columns[s] > 0) place[s] = static_cast<std::uint32_t>(alive.size()), alive.push_back(s);
  std::vector<std::uint32_t> tree;
  for (const std::uint32_t s : alive)
    tree.push_back(clusters.parent[s] == no_parent ? no_parent : place[clusters.parent[s]]);
  const std::vector<std::uint32_t> postorder = make_postorder(tree);

  std::vector<std::uint32_t> rank(alive.size()), next(count);
  result.first.assign(1, 0);
  result.parent.resize(alive.size());
  for (std::uint32_t s = 0; s < alive.size(); ++s) {
    rank[postorder[s]] = s;
    next[alive[postorder[s]]] = result.first.back();
    result.first.push_back(result.first.back() + columns[alive[postorder[s]]]);
  }
  for (std::uint32_t s = 0; s < alive.size(); ++s)
    result.parent[rank[s]] = tree[s] == no_parent ? no_parent : rank[tree[s]];
  result.order.resize(n);
  for (std::uint32_t j = 0; j < n; ++j) result.order[next[clusters.of_column[j]]++] = column_order[j];
}

/// Rows of a supernode: those of A in its columns, and those of its children, below its columns.
void find_rows(const Graph& graph, Supernodes& nodes) {
  const auto n = static_cast<std::uint32_t>(graph.size());
  std::vector<std::uint32_t> place(n), seen(n, no_parent), last_child(nodes.size(), no_parent),
      previous_sibling(nodes.size(), no_parent);
  for (std::uint32_t j = 0; j < n; ++j) place[nodes.order[j]] = j;
  nodes.row_start.assign(1, 0);
  for (std::uint32_t s = 0; s < nodes.size(); ++s) {
    const std::uint32_t end = nodes.first[s + 1];
    const auto add = [&](std::uint32_t i) {
      if (i < end || seen[i] == s) return;
      seen[i] = s;
      nodes.row.push_back(i);
    };
    for (std::uint32_t j = nodes.first[s]; j < end; ++j)
      for (const std::uint32_t neighbour : graph.neighbours(nodes.order[j])) add(place[neighbour]);
    for (std::uint32_t c = last_child[s]; c != no_parent; c = previous_sibling[c])
      for (std::size_t p = nodes.row_start[c]; p < nodes.row_start[c + 1]; ++p) add(nodes.row[p]);
    std::sort(nodes.row.begin() + static_cast<std::ptrdiff_t>(nodes.row_start.back()), nodes.row.end());
    nodes.row_start.push_back(nodes.row.size());
    if (nodes.parent[s] == no_parent) continue;
    previous_sibling[s] = last_child[nodes.parent[s]];
    last_child[nodes.parent[s]] = s;
  }
  nodes.in_parent.resize(nodes.row.size());
  for (std::size_t s = 0; s < nodes.size(); ++s)
    for (std::size_t p = nodes.row_start[s]; p < nodes.row_start[s + 1]; ++p)
      nodes.in_parent[p] = static_cast<std::uint32_t>(nodes.local(nodes.parent[s], nodes.row[p]));
}

}  // namespace

std::size_t Supernodes::entries() const {
  std::size_t sum = 0;
  for (std::size_t s = 0; s < size(); ++s) {
    const std::size_t w = width(s);
    sum += w * (w + 1) / 2 + w * height(s);
  }
  return sum;
}

std::size_t Supernodes::local(std::size_t s, std::uint32_t i) const {
  if (i < first[s + 1]) return i - first[s];
  const auto below = rows(s);
  return width(s) + static_cast<std::size_t>(std::ranges::lower_bound(below, i) - below.begin());
}

Supernodes make_supernodes(const Graph& graph, std::vector<std::uint32_t> order) {
  EliminationTree tree = make_elimination_tree(graph, order);
  const std::vector<std::uint32_t> postorder = make_postorder(tree.parent);
  const std::size_t n = order.size();
  std::vector<std::uint32_t> rank(n), column_order(n);
  for (std::uint32_t j = 0; j < n; ++j) rank[postorder[j]] = j;
  EliminationTree relabelled = tree;
  for (std::uint32_t j = 0; j < n; ++j) {
    const std::uint32_t old = postorder[j];
    column_order[j] = order[old];
    relabelled.parent[j] = tree.parent[old] == no_parent ? no_parent : rank[tree.parent[old]];
    relabelled.count[j] = tree.count[old];
  }
  Clusters clusters = find_clusters(relabelled);
  amalgamate(clusters);
  Supernodes nodes;
  lay_out(clusters, column_order, nodes);
  find_rows(graph, nodes);
  return nodes;
}

}  // namespace tensio::detail
