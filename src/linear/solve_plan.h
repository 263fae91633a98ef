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
    std::size_t scratch;  // where its numbers begin
  };

  std::vector<Subtree> subtrees;   // in the order of the columns
  std::vector<Task> tasks;         // of falling cost
  std::vector<std::uint32_t> top;  // the other supernodes, children before parents
  std::size_t scratch_rows = 0;    // that tasks and, behind theirs, the top need
  std::size_t top_scratch = 0;

  // Slots 0 … n − 1 are the columns, then come the buffers, one that is always 0 and one for padding. Each
  // supernode lists those of its rows, of its columns, and the zero up to a multiple of `lanes`.
  std::uint32_t slots = 0;
  std::vector<std::size_t> slot_start;
  std::vector<std::uint32_t> slot;
  std::vector<std::uint32_t>
      place;  // slot of each vertex, then of the padding of a field: one that is not read

  std::size_t stride(std::size_t s) const { return slot_start[s + 1] - slot_start[s]; }
};

/// `lanes`: what the rows of a supernode are padded to.
SolvePlan make_solve_plan(const Supernodes& nodes, std::size_t lanes);

}  // namespace tensio::detail
