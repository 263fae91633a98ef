#include "factor/multifrontal.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>

#include "factor/elimination_tree.h"
#include "factor/front.h"

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

/// The children of each supernode, the last first.
struct FamilyTree {
  std::vector<std::uint32_t> last_child, previous_sibling;

  explicit FamilyTree(const Supernodes& nodes)
      : last_child(nodes.size(), no_parent), previous_sibling(nodes.size(), no_parent) {
    for (std::uint32_t s = 0; s < nodes.size(); ++s) {
      if (nodes.parent[s] == no_parent) continue;
      previous_sibling[s] = last_child[nodes.parent[s]];
      last_child[nodes.parent[s]] = s;
    }
  }
};

template <class Real>
struct Elimination {
  const SparseMatrix& a;
  const Supernodes& nodes;
  const AssemblyPlan& plan;
  SimdLevel level;
  SolveFactor<Real>& result;
  FamilyTree family;
  std::vector<const double*> update;  // of each supernode that is done and whose parent is not

  struct Memory {
    std::size_t panel = 0, stack = 0;  // numbers
  };
  /// `members` must be in postorder; children that are not among them lie elsewhere.
  Memory memory_of(std::span<const std::uint32_t> members) const {
    Memory most;
    std::size_t depth = 0, next = 0;
    std::vector<std::pair<std::uint32_t, std::size_t>> stack;  // who has left what
    for (; next < members.size(); ++next) {
      const std::uint32_t s = members[next];
      const std::size_t height = nodes.height(s), size = Front::update_size(height);
      most.panel = std::max(most.panel, Front{.width = nodes.width(s), .height = height}.panel_size());
      most.stack = std::max(most.stack, depth + size);
      while (!stack.empty() && nodes.parent[stack.back().first] == s)
        depth -= stack.back().second, stack.pop_back();
      depth += size;
      stack.emplace_back(s, size);
    }
    return most;
  }

  void assemble(std::uint32_t s, const Front& front) const {
    std::fill_n(front.panel, front.panel_size(), 0.0);
    std::fill_n(front.update, Front::update_size(front.height), 0.0);
    for (std::size_t j = 0; j < front.width; ++j) {
      const std::size_t column = nodes.first[s] + j;
      for (std::size_t p = plan.start[column]; p < plan.start[column + 1]; ++p)
        front.panel[plan.entry[p].local_row + j * front.panel_stride()] += a.value[plan.entry[p].from];
    }
    for (std::uint32_t c = family.last_child[s]; c != no_parent; c = family.previous_sibling[c])
      add_update(update[c], {nodes.in_parent.data() + nodes.row_start[c], nodes.height(c)}, front);
  }

  /// Eliminates the members; `last_update` keeps what the last of them leaves to its parent.
  FactorStatus run(std::span<const std::uint32_t> members, std::unique_ptr<double[]>& last_update) {
    const Memory memory = memory_of(members);
    const auto panel = std::make_unique_for_overwrite<double[]>(memory.panel);
    const auto stack = std::make_unique_for_overwrite<double[]>(memory.stack);
    double* top = stack.get();
    for (const std::uint32_t s : members) {
      const std::size_t height = nodes.height(s), size = Front::update_size(height);
      const Front front{.width = nodes.width(s), .height = height, .panel = panel.get(), .update = top};
      assemble(s, front);
      // The children's updates lie on top of the stack, the first child lowest.
      for (std::uint32_t c = family.last_child[s]; c != no_parent; c = family.previous_sibling[c])
        if (update[c] >= stack.get() && update[c] < front.update) top = const_cast<double*>(update[c]);
      if (!eliminate(front, level)) return FactorStatus::not_positive_definite;
      const double* below = front.panel + front.width;
      if (!result.set(nodes, s, below + height, below, front.panel_stride()))
        return FactorStatus::out_of_range;
      std::copy_n(front.update, size, top);
      update[s] = top;
      top += size;
    }
    if (members.empty() || nodes.parent[members.back()] == no_parent) return FactorStatus::ready;
    const std::size_t size = Front::update_size(nodes.height(members.back()));
    last_update = std::make_unique_for_overwrite<double[]>(size);
    std::copy_n(update[members.back()], size, last_update.get());
    update[members.back()] = last_update.get();
    return FactorStatus::ready;
  }
};

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
  return plan;
}

template <class Real>
FactorStatus factor(const SparseMatrix& a, const Supernodes& nodes, const AssemblyPlan& plan, SimdLevel level,
                    Workers& workers, SolveFactor<Real>& result) {
  result.set_scale(nodes, a);
  SolvePlan& cut = result.plan();
  Elimination<Real> elimination{
      a, nodes, plan, level, result, FamilyTree(nodes), std::vector<const double*>(nodes.size(), nullptr)};
  std::vector<std::unique_ptr<double[]>> update(cut.subtrees.size());
  std::atomic<FactorStatus> status = FactorStatus::ready;
  cut.forward.run(workers, [&](std::uint32_t task) {
    for (std::uint32_t t = cut.tasks[task].begin; t < cut.tasks[task].end; ++t) {
      if (status != FactorStatus::ready) return;
      const SolvePlan::Subtree& tree = cut.subtrees[t];
      std::vector<std::uint32_t> members(tree.end - tree.begin);
      std::iota(members.begin(), members.end(), tree.begin);
      const FactorStatus result_of_tree = elimination.run(members, update[t]);
      if (result_of_tree != FactorStatus::ready) status = result_of_tree;
      for (std::uint32_t c = tree.last_child; c != no_parent; c = cut.subtrees[c].previous_sibling)
        update[c].reset();
    }
  });
  if (status != FactorStatus::ready) return status;
  std::unique_ptr<double[]> nothing;
  return elimination.run(cut.crown, nothing);
}

template FactorStatus factor(const SparseMatrix&, const Supernodes&, const AssemblyPlan&, SimdLevel, Workers&,
                             SolveFactor<double>&);
template FactorStatus factor(const SparseMatrix&, const Supernodes&, const AssemblyPlan&, SimdLevel, Workers&,
                             SolveFactor<float>&);

}  // namespace tensio::detail
