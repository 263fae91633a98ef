#pragma once

#include "factor/supernodes.h"
#include "math/task_graph.h"

namespace tensio::detail {

/// How threads share the elimination tree. Maximal subtrees of little work and, above them, single supernodes
/// make tasks, which wait for those of their children on the way forward and for those of their parents on
/// the way back. Supernodes so large that threads had better share each of them are the crown, on top of all.
/// The cut depends on the tree alone, never on the number of threads, and so do the results: what a subtree
/// adds to the rows above it waits in a buffer of its own and is added by its parent in a fixed order.
struct SolvePlan {
  struct Subtree {
    std::uint32_t begin, end;                    // supernodes; the last is its root
    std::uint32_t buffer;                        // slot of the first of the root's rows
    std::uint32_t parent;                        // the subtree that it hangs from, or no_parent
    std::uint32_t last_child, previous_sibling;  // subtrees, or no_parent
  };
  struct Task {
    std::uint32_t begin, end;  // of `subtrees`
  };

  std::vector<Subtree> subtrees;     // in the order of the columns
  std::vector<Task> tasks;           // in the same order
  TaskGraph forward, backward;       // of `tasks`
  std::vector<std::uint32_t> crown;  // supernodes, children before parents

  // Slots 0 … n − 1 are the columns, then come the buffers and one for the padding of fields.
  std::uint32_t slots = 0;
  std::vector<std::uint32_t> slot;   // of each row of each supernode
  std::vector<std::uint32_t> place;  // slot of each vertex, then of a field's padding
};

SolvePlan make_solve_plan(const Supernodes& nodes);

}  // namespace tensio::detail
