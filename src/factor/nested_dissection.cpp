#include <algorithm>
#include <cmath>

#include "factor/ordering.h"
#include "factor/separator.h"

namespace tensio::detail {
namespace {

/// The subgraph on those vertices; `local` is scratch, all unused before and after.
constexpr std::uint32_t unused = ~std::uint32_t{0};
Graph make_subgraph(const Graph& graph, std::span<const std::uint32_t> vertices,
                    std::vector<std::uint32_t>& local) {
  for (std::uint32_t i = 0; i < vertices.size(); ++i) local[vertices[i]] = i;
  Graph result;
  result.start.assign(1, 0);
  for (const std::uint32_t v : vertices) {
    for (const std::uint32_t u : graph.neighbours(v))
      if (local[u] != unused) result.neighbour.push_back(local[u]);
    result.start.push_back(result.neighbour.size());
  }
  for (const std::uint32_t v : vertices) local[v] = unused;
  return result;
}

/// Sorts `vertices` by the given order of their places.
void arrange(std::span<std::uint32_t> vertices, std::span<const std::uint32_t> order) {
  const std::vector<std::uint32_t> old(vertices.begin(), vertices.end());
  for (std::size_t i = 0; i < old.size(); ++i) vertices[i] = old[order[i]];
}

/// The order of a part, `part` being its own graph. What it borders on is eliminated later and dense by then:
/// minimum degree is shown that as a clique, which it takes last, so that it knows all that a vertex fills
/// in.
std::vector<std::uint32_t> make_part_order(const Graph& graph, std::span<const std::uint32_t> vertices,
                                           const Graph& part, std::vector<std::uint32_t>& local) {
  std::vector<std::uint32_t> all(vertices.begin(), vertices.end());
  for (const std::uint32_t v : vertices) local[v] = 0;
  for (const std::uint32_t v : vertices)
    for (const std::uint32_t u : graph.neighbours(v))
      if (local[u] == unused) local[u] = 0, all.push_back(u);
  for (const std::uint32_t v : all) local[v] = unused;
  const auto size = static_cast<std::uint32_t>(vertices.size()), end = static_cast<std::uint32_t>(all.size());
  const std::size_t clique = std::size_t{end - size} * (end - size);
  const bool is_worth_it = clique <= 32 * part.neighbour.size();
  if (!is_worth_it) return make_minimum_degree_order(part);

  const Graph open = make_subgraph(graph, all, local);
  Graph closed;
  closed.start.assign(1, 0);
  for (std::uint32_t i = 0; i < end; ++i) {
    for (const std::uint32_t u : open.neighbours(i))
      if (i < size || u < size) closed.neighbour.push_back(u);
    for (std::uint32_t u = size; i >= size && u < end; ++u)
      if (u != i) closed.neighbour.push_back(u);
    closed.start.push_back(closed.neighbour.size());
  }
  std::vector<std::uint32_t> order = make_minimum_degree_order(closed);
  std::erase_if(order, [&](std::uint32_t i) { return i >= size; });
  return order;
}

/// left, right, separator, each in its old order; gives the sizes of the halves.
std::pair<std::size_t, std::size_t> partition(std::span<std::uint32_t> vertices,
                                              const std::vector<Side>& side) {
  std::vector<std::uint32_t> order;
  std::size_t count[3] = {};
  for (const Side wanted : {Side::left, Side::right, Side::separator}) {
    for (std::uint32_t i = 0; i < side.size(); ++i) {
      if (side[i] != wanted) continue;
      order.push_back(i);
      ++count[static_cast<std::size_t>(wanted)];
    }
  }
  arrange(vertices, order);
  return {count[0], count[1]};
}

}  // namespace

std::vector<std::uint32_t> make_nested_dissection_order(const Graph& graph, std::size_t leaf_size) {
  const std::size_t n = graph.size();
  std::vector<std::uint32_t> order(n), local(n, unused);
  for (std::uint32_t i = 0; i < n; ++i) order[i] = i;
  // A vertex with neighbours everywhere would be in every separator: it goes last.
  const double dense = std::max(16.0, 10 * std::sqrt(static_cast<double>(n)));
  const auto sparse_end = std::stable_partition(order.begin(), order.end(), [&](std::uint32_t v) {
    return static_cast<double>(graph.degree(v)) <= dense;
  });

  std::vector<std::span<std::uint32_t>> pending{{order.begin(), sparse_end}};
  while (!pending.empty()) {
    const std::span<std::uint32_t> vertices = pending.back();
    pending.pop_back();
    const Graph part = make_subgraph(graph, vertices, local);
    if (vertices.size() > leaf_size) {
      const std::vector<Side> side = find_separator(part);
      const auto separator = static_cast<std::size_t>(std::ranges::count(side, Side::separator));
      const auto left = static_cast<std::size_t>(std::ranges::count(side, Side::left));
      const bool is_useful = left > 0 && left + separator < side.size() && 3 * separator < side.size();
      if (is_useful) {
        const auto [left_size, right_size] = partition(vertices, side);
        pending.push_back(vertices.subspan(0, left_size));
        pending.push_back(vertices.subspan(left_size, right_size));
        continue;
      }
    }
    arrange(vertices, make_part_order(graph, vertices, part, local));
  }
  return order;
}

}  // namespace tensio::detail
