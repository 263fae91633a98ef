#pragma once

#include "linear/supernodal_solve.h"

namespace tensio::detail {

/// Where the entries of A go in the fronts, and how much memory the fronts take at once.
struct AssemblyPlan {
  struct Entry {
    std::uint32_t from;       // index into the values of A
    std::uint32_t local_row;  // in the front of the column's supernode
  };
  std::vector<std::size_t> start;  // per column of L
  std::vector<Entry> entry;
  std::size_t largest_panel = 0, deepest_stack = 0;  // numbers
};

AssemblyPlan make_assembly_plan(const SparseMatrix& a, const Supernodes& nodes);

/// The numbers of the factor, supernode by supernode: each gathers A and its children's updates in a dense
/// front, eliminates its columns and leaves an update to its parent. Duff and Reid, "The multifrontal
/// solution of indefinite sparse symmetric linear equations", ACM TOMS 9 (1983). False when A is not positive
/// definite.
template <class Real>
[[nodiscard]] bool factor(const SparseMatrix& a, const Supernodes& nodes, const AssemblyPlan& plan,
                          SimdLevel level, SolveFactor<Real>& result);

}  // namespace tensio::detail
