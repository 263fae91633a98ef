#include "linear/multifrontal.h"

#include <algorithm>
#include <memory>

#include "linear/elimination_tree.h"
#include "linear/front.h"

namespace tensio::detail {
namespace {

/// Adds what is below the diagonal of a child's update to the front of its parent.
void add_update(const double* update, std::span<const std::uint32_t> place, const Front& front) {
  const std::size_t stride = Front::update_stride(place.size());
  for (std::size_t j = 0; j < place.size(); ++j, update += stride) {
    const std::size_t column = place[j];
    double* to =
        column < front.width
            ? front.panel + column * front.panel_stride()
            : front.update + (column - front.width) * Front::update_stride(front.height) - front.width;
    for (std::size_t i = j; i < place.size(); ++i) to[place[i]] += update[i];
  }
}

}  // namespace

AssemblyPlan make_assembly_plan(const SparseMatrix& a, const Supernodes& nodes) {
  const std::size_t n = a.size();
  std::vector<std::uint32_t> place(n), node_of(n);
  for (std::uint32_t j = 0; j < n; ++j) place[nodes.order[j]] = j;
  for (std::uint32_t s = 0; s < nodes.size(); ++s)
    std::fill(node_of.begin() + nodes.first[s], node_of.begin() + nodes.first[s + 1], s);

  AssemblyPlan plan;
  plan.start.assign(n + 1, 0);
  for (std::uint32_t j = 0; j < n; ++j)
    for (std::uint32_t p = a.column_start[j]; p < a.column_start[j + 1]; ++p)
      ++plan.start[std::min(place[j], place[a.row[p]]) + 1];
  for (std::size_t j = 0; j < n; ++j) plan.start[j + 1] += plan.start[j];
  plan.entry.resize(a.row.size());
  std::vector<std::size_t> next(plan.start.begin(), plan.start.end() - 1);
  for (std::uint32_t j = 0; j < n; ++j) {
    for (std::uint32_t p = a.column_start[j]; p < a.column_start[j + 1]; ++p) {
      const auto [column, row] = std::minmax(place[j], place[a.row[p]]);
      plan.entry[next[column]++] = {p, static_cast<std::uint32_t>(nodes.local(node_of[column], row))};
    }
  }

  std::vector<std::size_t> from_children(nodes.size(), 0);
  std::size_t depth = 0;
  for (std::size_t s = 0; s < nodes.size(); ++s) {
    const std::size_t update = Front::update_size(nodes.height(s));
    plan.largest_panel =
        std::max(plan.largest_panel, Front{.width = nodes.width(s), .height = nodes.height(s)}.panel_size());
    depth += update;
    plan.deepest_stack = std::max(plan.deepest_stack, depth);
    depth -= from_children[s];
    if (nodes.parent[s] != no_parent) from_children[nodes.parent[s]] += update;
  }
  return plan;
}

template <class Real>
bool factor(const SparseMatrix& a, const Supernodes& nodes, const AssemblyPlan& plan, SimdLevel level,
            SolveFactor<Real>& result) {
  const auto panel = std::make_unique_for_overwrite<double[]>(plan.largest_panel);
  const auto stack = std::make_unique_for_overwrite<double[]>(plan.deepest_stack);
  double* top = stack.get();
  std::vector<std::uint32_t> last_child(nodes.size(), no_parent), previous_sibling(nodes.size(), no_parent);
  for (std::uint32_t s = 0; s < nodes.size(); ++s) {
    const std::size_t height = nodes.height(s);
    const Front front{.width = nodes.width(s), .height = height, .panel = panel.get(), .update = top};
    std::fill_n(front.panel, front.panel_size(), 0.0);
    std::fill_n(front.update, Front::update_size(height), 0.0);
    for (std::size_t j = 0; j < front.width; ++j) {
      const std::size_t column = nodes.first[s] + j;
      for (std::size_t p = plan.start[column]; p < plan.start[column + 1]; ++p)
        front.panel[plan.entry[p].local_row + j * front.panel_stride()] += a.value[plan.entry[p].from];
    }
    // The children's updates lie on top of the stack, the last child uppermost.
    for (std::uint32_t c = last_child[s]; c != no_parent; c = previous_sibling[c]) {
      top -= Front::update_size(nodes.height(c));
      add_update(top, {nodes.in_parent.data() + nodes.row_start[c], nodes.height(c)}, front);
    }
    if (!eliminate(front, level)) return false;
    const double* below = front.panel + front.width;
    result.set(nodes, s, below + height, below, front.panel_stride());
    std::copy_n(front.update, Front::update_size(height), top);
    top += Front::update_size(height);
    if (nodes.parent[s] == no_parent) continue;
    previous_sibling[s] = last_child[nodes.parent[s]];
    last_child[nodes.parent[s]] = s;
  }
  return true;
}

template bool factor(const SparseMatrix&, const Supernodes&, const AssemblyPlan&, SimdLevel,
                     SolveFactor<double>&);
template bool factor(const SparseMatrix&, const Supernodes&, const AssemblyPlan&, SimdLevel,
                     SolveFactor<float>&);

}  // namespace tensio::detail
