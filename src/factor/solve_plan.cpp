#include "factor/solve_plan.h"

#include <algorithm>
#include <utility>

#include "factor/elimination_tree.h"
#include "math/field.h"

namespace tensio::detail {
namespace {

/// Subtrees are at most this part of the work, but not smaller than what is worth a task: what goes through
/// buffers takes a tenth of the solve of an 81×81 cloth when it is cut into 24 parts instead of four.
constexpr double subtree_share = 1.0 / 24, smallest_task = 200'000;

/// Work of a supernode of the crown.
constexpr double crown_work = 200'000;

double cost(const Supernodes& nodes, std::size_t s) {
  const auto width = static_cast<double>(nodes.width(s)), height = static_cast<double>(nodes.height(s));
  return width * (width + 2 * height) + 100;
}

/// Maximal subtrees of work within the limit, and the supernodes above them.
void find_subtrees(const Supernodes& nodes, std::span<const double> work, double limit, SolvePlan& plan) {
  const auto count = static_cast<std::uint32_t>(nodes.size());
  std::vector<std::uint32_t> first_of(count), subtree_of(count, no_parent);
  std::vector<char> is_crown(count, 0);
  for (std::uint32_t s = 0; s < count; ++s) first_of[s] = s;
  for (std::uint32_t s = 0; s < count; ++s) {
    const std::uint32_t parent = nodes.parent[s];
    const bool is_top = work[s] > limit;
    is_crown[s] |= is_top && cost(nodes, s) > crown_work;
    if (parent != no_parent) {
      first_of[parent] = std::min(first_of[parent], first_of[s]);
      is_crown[parent] |= is_crown[s];
    }
    if (is_crown[s]) {
      plan.crown.push_back(s);
    } else if (is_top || parent == no_parent || work[parent] > limit) {
      subtree_of[s] = static_cast<std::uint32_t>(plan.subtrees.size());
      plan.subtrees.push_back({.begin = is_top ? s : first_of[s],
                               .end = s + 1,
                               .buffer = 0,
                               .parent = no_parent,
                               .last_child = no_parent,
                               .previous_sibling = no_parent});
    }
  }
  for (std::uint32_t t = 0; t < plan.subtrees.size(); ++t) {
    SolvePlan::Subtree& tree = plan.subtrees[t];
    const std::uint32_t above = nodes.parent[tree.end - 1];
    if (above == no_parent || is_crown[above]) continue;
    tree.parent = subtree_of[above];
    tree.previous_sibling = std::exchange(plan.subtrees[tree.parent].last_child, t);
  }
}

/// Neighbouring small subtrees make one task.
void group_tasks(const Supernodes& nodes, std::span<const double> work, double limit, SolvePlan& plan) {
  std::vector<double> own;  // work of each task
  std::vector<std::uint32_t> task_of(plan.subtrees.size());
  bool is_open = false;
  for (std::uint32_t t = 0; t < plan.subtrees.size(); ++t) {
    const SolvePlan::Subtree& tree = plan.subtrees[t];
    const bool is_leaf = tree.last_child == no_parent;
    const double of_tree = is_leaf ? work[tree.end - 1] : cost(nodes, tree.begin);
    if (!is_open || !is_leaf || own.back() + of_tree > limit) plan.tasks.push_back({t, t}), own.push_back(0);
    is_open = is_leaf;
    plan.tasks.back().end = t + 1;
    own.back() += of_tree;
    task_of[t] = static_cast<std::uint32_t>(plan.tasks.size() - 1);
  }
  const std::size_t count = plan.tasks.size();
  std::vector<std::vector<std::uint32_t>> children(count), parents(count);
  std::vector<double> above = own, below = own;  // the longest chain of tasks to a root, to a leaf
  for (std::size_t t = plan.subtrees.size(); t-- > 0;) {
    if (plan.subtrees[t].parent == no_parent) continue;
    const std::uint32_t task = task_of[t], parent = task_of[plan.subtrees[t].parent];
    children[parent].push_back(task);
    parents[task].push_back(parent);
    above[task] = std::max(above[task], own[task] + above[parent]);
  }
  for (std::uint32_t task = 0; task < count; ++task)
    for (const std::uint32_t child : children[task])
      below[task] = std::max(below[task], own[task] + below[child]);
  plan.forward = TaskGraph(std::move(children), above);
  plan.backward = TaskGraph(std::move(parents), below);
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
  std::vector<double> work(nodes.size(), 0);
  double total = 0;
  for (std::size_t s = 0; s < nodes.size(); ++s) {
    const double own = cost(nodes, s);
    total += own;
    work[s] += own;
    if (nodes.parent[s] != no_parent) work[nodes.parent[s]] += work[s];
  }
  SolvePlan plan;
  const double limit = std::max(total * subtree_share, smallest_task);
  find_subtrees(nodes, work, limit, plan);
  group_tasks(nodes, work, limit, plan);
  assign_slots(nodes, plan);
  return plan;
}

}  // namespace tensio::detail
