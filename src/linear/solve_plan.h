#pragma once

#include "linear/supernodes.h"

namespace tensio::detail {

/// The elimination tree cut into subtrees, which threads work on at the same time, and the top that they hang
/// from. The cut depends on the tree alone, never on the number of threads, and so do the results. What a
/// subtree adds to the rows above it waits in a buffer of its own and is added by the top in a fixed order.
struct SolvePlan {
  struct Subtree {
    std::uint32_t begin, end;  // supernodes; the last is its root
    std::uint32_t buffer;      // slot of the first of the root's rows
  };
  struct Task {
    std::uint32_t begin, end;  // of `subtrees`
    double cost;
  };

  std::vector<Subtree> subtrees;   // in the order of the columns
  std::vector<Task> tasks;         // of falling cost
  std::vector<std::uint32_t> top;  // the other supernodes, children before parents

  // Slots 0 … n − 1 are the columns, then come the buffers and one for the padding of fields.
  std::uint32_t slots = 0;
  std::vector<std::uint32_t> slot;   // of each row of each supernode
  std::vector<std::uint32_t> place;  // slot of each vertex, then of a field's padding
};

SolvePlan make_solve_plan(const Supernodes& nodes);

}  // namespace tensio::detail
