#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <set>

#include "factor/elimination_tree.h"
#include "factor/ordering.h"
#include "factor/separator.h"
#include "support/random_system.h"

namespace tensio::detail {
namespace {

Workers& serial() {
  static Workers workers;
  return workers;
}

using Edges = std::vector<std::array<std::uint32_t, 2>>;

Graph make(std::uint32_t n, const Edges& edges) {
  SparseBuilder builder(n);
  for (const auto [a, b] : edges) builder.add_difference(a, b, 1);
  return make_graph(builder.build());
}
Graph grid(std::uint32_t rows, std::uint32_t columns) {
  Edges edges;
  for (std::uint32_t r = 0; r < rows; ++r) {
    for (std::uint32_t c = 0; c < columns; ++c) {
      if (c + 1 < columns) edges.push_back({r * columns + c, r * columns + c + 1});
      if (r + 1 < rows) edges.push_back({r * columns + c, (r + 1) * columns + c});
    }
  }
  return make(rows * columns, edges);
}
Graph random_graph(std::uint32_t n, std::uint32_t count, std::uint32_t seed) {
  Random random(seed);
  Edges edges;
  for (std::uint32_t e = 0; e < count; ++e) {
    const std::uint32_t a = random.below(n), b = random.below(n);
    if (a != b) edges.push_back({a, b});
  }
  return make(n, edges);
}
Graph star(std::uint32_t n) {
  Edges edges;
  for (std::uint32_t i = 1; i < n; ++i) edges.push_back({0, i});
  return make(n, edges);
}
Graph complete(std::uint32_t n) {
  Edges edges;
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < i; ++j) edges.push_back({i, j});
  return make(n, edges);
}
std::vector<Graph> many_graphs() {
  return {make(0, {}),  make(1, {}),   make(700, {}),
          grid(40, 40), grid(2, 2000), random_graph(500, 400, 1),
          star(3000),   complete(200), random_graph(900, 6000, 2)};
}

bool is_permutation(std::vector<std::uint32_t> order, std::size_t n) {
  std::ranges::sort(order);
  std::vector<std::uint32_t> expected(n);
  std::iota(expected.begin(), expected.end(), 0u);
  return order == expected;
}

TEST(Ordering, IsAPermutationOfAnyGraph) {
  for (const Graph& graph : many_graphs()) {
    for (const std::size_t leaf_size : {1u, 50u, 500u})
      EXPECT_TRUE(is_permutation(make_nested_dissection_order(graph, leaf_size, serial()), graph.size()))
          << graph.size() << ' ' << leaf_size;
    EXPECT_TRUE(is_permutation(make_fill_reducing_order(graph, serial()), graph.size())) << graph.size();
  }
}

TEST(Ordering, IsTheSameInEveryRun) {
  const Graph graph = random_graph(900, 2000, 3);
  EXPECT_EQ(make_nested_dissection_order(graph, 100, serial()),
            make_nested_dissection_order(graph, 100, serial()));
}

TEST(Ordering, IsTheSameForEveryNumberOfThreads) {
  Workers three(3);
  for (const Graph& graph : {grid(70, 90), random_graph(3000, 5000, 4), star(500)})
    EXPECT_EQ(make_nested_dissection_order(graph, 60, three),
              make_nested_dissection_order(graph, 60, serial()));
}

TEST(Ordering, HasNoMoreFillThanMinimumDegree) {
  const auto entries = [](const Graph& graph, const std::vector<std::uint32_t>& order) {
    const EliminationTree tree = make_elimination_tree(graph, order);
    return std::accumulate(tree.count.begin(), tree.count.end(), std::size_t{0});
  };
  for (const Graph& graph : {grid(50, 60), grid(81, 81), grid(160, 160), random_graph(3000, 6000, 1)}) {
    EXPECT_LE(entries(graph, make_fill_reducing_order(graph, serial())),
              entries(graph, make_minimum_degree_order(graph)))
        << graph.size();
  }
}

TEST(Separator, LeavesNoEdgeBetweenTheHalves) {
  for (const Graph& graph : many_graphs()) {
    const std::vector<Side> side = find_separator(graph);
    ASSERT_EQ(side.size(), graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v)
      for (const std::uint32_t u : graph.neighbours(v))
        EXPECT_FALSE(side[v] == Side::left && side[u] == Side::right);
  }
}

TEST(Separator, OfAGridIsAboutOneLineAndHalvesAreAlike) {
  const std::vector<Side> side = find_separator(grid(60, 60));
  EXPECT_LE(std::ranges::count(side, Side::separator), 70);
  EXPECT_GE(std::ranges::count(side, Side::left), 60 * 60 * 35 / 100);
  EXPECT_GE(std::ranges::count(side, Side::right), 60 * 60 * 35 / 100);
}

TEST(EliminationTree, OfAPathInNaturalOrderIsAPath) {
  const Graph graph = grid(1, 5);
  const std::vector<std::uint32_t> order{0, 1, 2, 3, 4};
  const EliminationTree tree = make_elimination_tree(graph, order);
  EXPECT_EQ(tree.parent, (std::vector<std::uint32_t>{1, 2, 3, 4, no_parent}));
  EXPECT_EQ(tree.count, (std::vector<std::uint32_t>{2, 2, 2, 2, 1}));
}

TEST(EliminationTree, CountsTheEntriesOfEliminationByHand) {
  for (const Graph& graph : many_graphs()) {
    if (graph.size() > 2000) continue;
    const auto order = make_fill_reducing_order(graph, serial());
    const auto n = static_cast<std::uint32_t>(graph.size());
    std::vector<std::uint32_t> place(n);
    for (std::uint32_t j = 0; j < n; ++j) place[order[j]] = j;
    std::vector<std::set<std::uint32_t>> below(n);
    for (std::uint32_t j = 0; j < n; ++j)
      for (const std::uint32_t v : graph.neighbours(order[j]))
        if (place[v] > j) below[j].insert(place[v]);
    for (std::uint32_t j = 0; j < n; ++j)
      if (!below[j].empty()) below[*below[j].begin()].insert(std::next(below[j].begin()), below[j].end());
    const EliminationTree tree = make_elimination_tree(graph, order);
    for (std::uint32_t j = 0; j < n; ++j) {
      EXPECT_EQ(tree.count[j], below[j].size() + 1);
      EXPECT_EQ(tree.parent[j], below[j].empty() ? no_parent : *below[j].begin());
    }
  }
}

TEST(EliminationTree, PostorderOfADeepTreeNeedsNoRecursion) {
  constexpr std::uint32_t n = 1'000'000;
  std::vector<std::uint32_t> parent(n);
  std::iota(parent.begin(), parent.end(), 1u);
  parent.back() = no_parent;
  const std::vector<std::uint32_t> order = make_postorder(parent);
  ASSERT_EQ(order.size(), n);
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

TEST(Ordering, ExtendedByTheCopiesOfACutItHasLittleMoreFill) {
  // A grid cut along a row: copies of its vertices, joined to each other and to the row below.
  constexpr std::uint32_t side = 60, row = 23;
  Edges whole, parted;
  for (std::uint32_t r = 0; r < side; ++r)
    for (std::uint32_t c = 0; c < side; ++c) {
      const std::uint32_t v = r * side + c, copy = side * side + c;
      if (c + 1 < side) whole.push_back({v, v + 1}), parted.push_back({v, v + 1});
      if (r + 1 < side) whole.push_back({v, v + side}), parted.push_back({r == row ? copy : v, v + side});
      if (r == row && c + 1 < side) parted.push_back({copy, copy + 1});
    }
  const auto fill = [](const Graph& graph, const std::vector<std::uint32_t>& order) {
    const EliminationTree tree = make_elimination_tree(graph, order);
    return std::accumulate(tree.count.begin(), tree.count.end(), std::size_t{0});
  };
  const Graph before = make(side * side, whole), after = make(side * side + side, parted);
  const auto order = make_fill_reducing_order(before, serial());
  auto extended = extend_order(after, order);
  EXPECT_LT(fill(after, extended), fill(before, order) * 5 / 4);
  std::ranges::sort(extended);
  for (std::uint32_t v = 0; v < extended.size(); ++v) ASSERT_EQ(extended[v], v);
}

TEST(Ordering, ExtendedByWhatKnowsNobodyItIsStillAnOrder) {
  auto extended =
      extend_order(make(8, {{0, 1}, {5, 6}, {6, 7}, {7, 2}}), std::vector<std::uint32_t>{2, 1, 0});
  EXPECT_EQ(extended.size(), 8u);
  std::ranges::sort(extended);
  for (std::uint32_t v = 0; v < 8; ++v) EXPECT_EQ(extended[v], v);
}

}  // namespace
}  // namespace tensio::detail
