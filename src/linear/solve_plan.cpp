#include "linear/solve_plan.h"

#include <algorithm>

#include "linear/elimination_tree.h"
#include "math/field.h"

namespace tensio::detail {
namespace {

/// Tasks are at most this part of the work, unless they are smaller than what starting them costs.
constexpr double task_share = 1.0 / 24, smallest_task = 20'000;

constexpr std::size_t field_padding = Field<float>::padding;

double cost(const Supernodes& nodes, std::size_t s) {
  const auto width = static_cast<double>(nodes.width(s)), height = static_cast<double>(nodes.height(s));
  return width * (width + 2 * height) + 100;
}

/// Maximal subtrees whose cost is within the limit.
void find_subtrees(const Supernodes& nodes, std::span<const double> subtree_cost, double limit,
                   SolvePlan& plan) {
  std::vector<std::uint32_t> first_of(nodes.size());  // first supernode of each subtree
  for (std::uint32_t s = 0; s < nodes.size(); ++s) first_of[s] = s;
  for (std::uint32_t s = 0; s < nodes.size(); ++s)
    if (nodes.parent[s] != no_parent)
      first_of[nodes.parent[s]] = std::min(first_of[nodes.parent[s]], first_of[s]);
  for (std::uint32_t s = 0; s < nodes.size(); ++s) {
    if (subtree_cost[s] > limit) {
      plan.top.push_back(s);
    } else if (nodes.parent[s] == no_parent || subtree_cost[nodes.parent[s]] > limit) {
      plan.subtrees.push_back({first_of[s], s + 1, 0});
    }
  }
}

/// Neighbouring small subtrees make one task.
void group_tasks(std::span<const double> subtree_cost, double limit, SolvePlan& plan) {
  for (std::uint32_t t = 0; t < plan.subtrees.size(); ++t) {
    const double work = subtree_cost[plan.subtrees[t].end - 1];
    if (plan.tasks.empty() || plan.tasks.back().cost + work > limit) plan.tasks.push_back({t, t, 0, 0});
    plan.tasks.back().end = t + 1;
    plan.tasks.back().cost += work;
  }
  std::stable_sort(plan.tasks.begin(), plan.tasks.end(),
                   [](const auto& a, const auto& b) { return a.cost > b.cost; });
}

void assign_slots(const Supernodes& nodes, std::size_t lanes, SolvePlan& plan) {
  const auto n = static_cast<std::uint32_t>(nodes.order.size());
  plan.slots = n;
  for (SolvePlan::Subtree& tree : plan.subtrees) {
    tree.buffer = plan.slots;
    plan.slots += static_cast<std::uint32_t>(nodes.height(tree.end - 1));
  }
  const std::uint32_t zero = plan.slots++;
  plan.place.assign((n + field_padding - 1) / field_padding * field_padding, plan.slots++);
  for (std::uint32_t j = 0; j < n; ++j) plan.place[nodes.order[j]] = j;

  std::vector<std::uint32_t> subtree_of(nodes.size(), no_parent);
  for (std::uint32_t t = 0; t < plan.subtrees.size(); ++t)
    std::fill(subtree_of.begin() + plan.subtrees[t].begin, subtree_of.begin() + plan.subtrees[t].end, t);
  plan.slot_start.assign(1, 0);
  for (std::size_t s = 0; s < nodes.size(); ++s) {
    const std::uint32_t t = subtree_of[s];
    const std::uint32_t root = t == no_parent ? 0 : plan.subtrees[t].end - 1;
    const std::uint32_t inside = t == no_parent ? n : nodes.first[root + 1];
    for (const std::uint32_t row : nodes.rows(s)) {
      const bool is_inside = row < inside;
      plan.slot.push_back(is_inside
                              ? row
                              : plan.subtrees[t].buffer +
                                    static_cast<std::uint32_t>(nodes.local(root, row) - nodes.width(root)));
    }
    for (std::uint32_t j = nodes.first[s]; j < nodes.first[s + 1]; ++j) plan.slot.push_back(j);
    plan.slot.resize((plan.slot.size() + lanes - 1) / lanes * lanes, zero);
    plan.slot_start.push_back(plan.slot.size());
  }
}

void assign_scratch(SolvePlan& plan) {
  for (SolvePlan::Task& task : plan.tasks) {
    std::size_t most = 0;
    for (std::uint32_t t = task.begin; t < task.end; ++t)
      for (std::uint32_t s = plan.subtrees[t].begin; s < plan.subtrees[t].end; ++s)
        most = std::max(most, plan.stride(s));
    task.scratch = plan.scratch_rows;
    plan.scratch_rows += most;
  }
  plan.top_scratch = plan.scratch_rows;
  std::size_t most = 0;
  for (const std::uint32_t s : plan.top) most = std::max(most, plan.stride(s));
  plan.scratch_rows += most;
}

}  // namespace

SolvePlan make_solve_plan(const Supernodes& nodes, std::size_t lanes) {
  std::vector<double> subtree_cost(nodes.size(), 0);
  double total = 0;
  for (std::size_t s = 0; s < nodes.size(); ++s) {
    const double own = cost(nodes, s);
    total += own;
    subtree_cost[s] += own;
    if (nodes.parent[s] != no_parent) subtree_cost[nodes.parent[s]] += subtree_cost[s];
  }
  SolvePlan plan;
  const double limit = std::max(total * task_share, smallest_task);
  find_subtrees(nodes, subtree_cost, limit, plan);
  group_tasks(subtree_cost, limit, plan);
  assign_slots(nodes, lanes, plan);
  assign_scratch(plan);
  return plan;
}

}  // namespace tensio::detail
