#include "linear/solve_plan.h"

#include <algorithm>

#include "linear/elimination_tree.h"
#include "math/field.h"

namespace tensio::detail {
namespace {

/// Tasks are at most this part of the work, unless they are smaller than what starting them costs.
constexpr double task_share = 1.0 / 24, smallest_task = 20'000;

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
    if (plan.tasks.empty() || plan.tasks.back().cost + work > limit) plan.tasks.push_back({t, t, 0});
    plan.tasks.back().end = t + 1;
    plan.tasks.back().cost += work;
  }
  std::stable_sort(plan.tasks.begin(), plan.tasks.end(),
                   [](const auto& a, const auto& b) { return a.cost > b.cost; });
}

void assign_slots(const Supernodes& nodes, SolvePlan& plan) {
  const auto n = static_cast<std::uint32_t>(nodes.order.size());
  plan.slots = n;
  plan.slot = nodes.row;
  for (SolvePlan::Subtree& tree : plan.subtrees) {
    tree.buffer = plan.slots;
    const std::uint32_t root = tree.end - 1, inside = nodes.first[tree.end];
    for (std::size_t p = nodes.row_start[tree.begin]; p < nodes.row_start[tree.end]; ++p)
      if (nodes.row[p] >= inside)
        plan.slot[p] =
            tree.buffer + static_cast<std::uint32_t>(nodes.local(root, nodes.row[p]) - nodes.width(root));
    plan.slots += static_cast<std::uint32_t>(nodes.height(root));
  }
  constexpr std::size_t padding = Field<float>::padding;
  plan.place.assign((n + padding - 1) / padding * padding, plan.slots++);
  for (std::uint32_t j = 0; j < n; ++j) plan.place[nodes.order[j]] = j;
}

}  // namespace

SolvePlan make_solve_plan(const Supernodes& nodes) {
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
  assign_slots(nodes, plan);
  return plan;
}

}  // namespace tensio::detail
