#include "linear/forest_plan.h"

#include <algorithm>
#include <map>
#include <utility>

#include "linear/forest_tables.h"

namespace tensio::detail {
namespace {

/// Lanes may be this many times the columns; more work in emptier lanes does not pay.
constexpr std::size_t most_lanes_per_column = 2;

/// With more edges per vertex nothing is like a tree: sheets and solids need no closer look.
constexpr std::size_t most_edges = 4;

}  // namespace

std::size_t ForestPlan::Column::block_of(std::uint32_t column, std::uint32_t own) const {
  if (column == own) return 0;
  return 1 + static_cast<std::size_t>(std::ranges::lower_bound(rows, column) - rows.begin());
}

/// The farthest from a root first, as a search in breadth finds them: what stands in for a tree is eliminated
/// from its leaves, and has no fill. Roots are next to pins if there are any.
void ForestPlan::order_columns(const Graph& graph, std::span<const Axes> pinned) {
  const auto n = static_cast<VertexId>(graph.size());
  std::vector<VertexId> found;
  column_of.assign(n, none);
  const auto find = [&](VertexId v) {
    if (pinned[v] || column_of[v] != none) return;
    column_of[v] = static_cast<std::uint32_t>(found.size());
    found.push_back(v);
  };
  const auto search = [&](VertexId root) {
    std::size_t next = found.size();
    for (find(root); next < found.size(); ++next)
      for (const VertexId other : graph.neighbours(found[next])) find(other);
  };
  for (VertexId v = 0; v < n; ++v)
    if (std::ranges::any_of(graph.neighbours(v), [&](VertexId other) { return pinned[other] != 0; }))
      search(v);
  for (VertexId v = 0; v < n; ++v) search(v);
  std::ranges::reverse(found);
  columns.reserve(found.size());
  for (const VertexId v : found) {
    column_of[v] = static_cast<std::uint32_t>(columns.size());
    columns.push_back({.vertex = v});
  }
}

/// The rows of A in a column, and those of its children.
bool ForestPlan::find_rows(const Graph& graph) {
  std::vector<std::vector<std::uint32_t>> children(columns.size());
  for (std::uint32_t j = 0; j < columns.size(); ++j) {
    Column& column = columns[j];
    const auto add = [&](std::uint32_t row) {
      if (row != none && row > j) column.rows.push_back(row);
    };
    for (const VertexId other : graph.neighbours(column.vertex)) add(column_of[other]);
    for (const std::uint32_t child : children[j]) {
      for (const std::uint32_t row : columns[child].rows) add(row);
      column.height = std::max(column.height, columns[child].height + 1);
      column.children.push_back({child, {}});
    }
    std::ranges::sort(column.rows);
    const auto [first, last] = std::ranges::unique(column.rows);
    column.rows.erase(first, last);
    if (column.rows.size() > most_forest_rows) return false;
    if (!column.rows.empty()) children[column.rows.front()].push_back(j);
  }
  return true;
}

/// Where children stand in the fronts of their parents, those alike side by side.
void ForestPlan::find_children() {
  for (std::uint32_t j = 0; j < columns.size(); ++j) {
    for (Child& child : columns[j].children)
      for (const std::uint32_t row : columns[child.column].rows)
        for (std::size_t axis = 0; axis < 3; ++axis)
          child.place.push_back(static_cast<std::uint16_t>(3 * columns[j].block_of(row, j) + axis));
    std::ranges::sort(columns[j].children, {}, [&](const Child& child) {
      return std::pair(child.place, columns[child.column].vertex);
    });
  }
}

/// Columns of one height, with as many rows and the same places of children, in the order of their vertices:
/// those of equal strands fall into the same lanes all the way.
void ForestPlan::make_groups(std::size_t lanes) {
  std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> alike;
  std::vector<std::uint32_t> key;
  for (std::uint32_t j = 0; j < columns.size(); ++j) {
    const Column& column = columns[j];
    key = {column.height, static_cast<std::uint32_t>(column.rows.size())};
    for (const Child& child : column.children) {
      key.push_back(static_cast<std::uint32_t>(child.place.size()));
      key.insert(key.end(), child.place.begin(), child.place.end());
    }
    alike[key].push_back(j);
  }
  for (auto& [ignored, members] : alike) {
    std::ranges::sort(members, {}, [&](std::uint32_t j) { return columns[j].vertex; });
    for (std::size_t first = 0; first < members.size(); first += lanes) {
      const auto begin = members.begin() + static_cast<std::ptrdiff_t>(first);
      groups.emplace_back(begin,
                          begin + static_cast<std::ptrdiff_t>(std::min(lanes, members.size() - first)));
    }
  }
}

/// Parents soon after their children, whose numbers are in the cache then.
void ForestPlan::order_groups() {
  const auto place = [&] {
    for (std::uint32_t g = 0; g < groups.size(); ++g)
      for (std::uint32_t lane = 0; lane < groups[g].size(); ++lane)
        columns[groups[g][lane]].group = g, columns[groups[g][lane]].lane = lane;
  };
  place();
  std::vector<std::uint32_t> order;
  std::vector<char> is_done(groups.size(), 0);
  std::vector<std::pair<std::uint32_t, bool>> open;  // groups, and whether their children are done
  for (std::uint32_t root = 0; root < groups.size(); ++root) {
    const bool has_parent =
        std::ranges::any_of(groups[root], [&](std::uint32_t j) { return !columns[j].rows.empty(); });
    if (!has_parent) open.emplace_back(root, false);
    while (!open.empty()) {
      const auto [group, has_children_done] = open.back();
      open.pop_back();
      if (is_done[group]) continue;
      if (has_children_done) {
        is_done[group] = 1;
        order.push_back(group);
        continue;
      }
      open.emplace_back(group, true);
      for (const std::uint32_t j : groups[group])
        for (const Child& child : columns[j].children)
          if (!is_done[columns[child.column].group]) open.emplace_back(columns[child.column].group, false);
    }
  }
  std::vector<std::vector<std::uint32_t>> ordered;
  ordered.reserve(groups.size());
  for (const std::uint32_t group : order) ordered.push_back(std::move(groups[group]));
  groups = std::move(ordered);
  place();
}

std::optional<ForestPlan> ForestPlan::make(const Graph& graph, std::span<const Axes> pinned,
                                           std::size_t lanes) {
  if (graph.neighbour.size() > 2 * most_edges * graph.size()) return {};
  ForestPlan plan;
  plan.order_columns(graph, pinned);
  if (plan.columns.empty() || !plan.find_rows(graph)) return {};
  plan.find_children();
  plan.make_groups(lanes);
  if (plan.groups.size() * lanes > most_lanes_per_column * plan.columns.size()) return {};
  plan.order_groups();
  return plan;
}

}  // namespace tensio::detail
