#pragma once

#include "factor/solve_factor.h"

namespace tensio::detail {

/// Where the entries of A go in the fronts.
struct AssemblyPlan {
  struct Entry {
    std::uint32_t from;       // index into the values of A
    std::uint32_t local_row;  // in the front of the column's supernode
  };
  std::vector<std::size_t> start;  // per column of L
  std::vector<Entry> entry;
};

AssemblyPlan make_assembly_plan(const SparseMatrix& a, const Supernodes& nodes);

enum class FactorStatus { ready, not_positive_definite, out_of_range };

/// The numbers of the factor, supernode by supernode: each gathers A and its children's updates in a dense
/// front, eliminates its columns and leaves an update to its parent. Duff and Reid, "The multifrontal
/// solution of indefinite sparse symmetric linear equations", ACM TOMS 9 (1983). Threads take subtrees. Out
/// of range: a number is too large for the storage of the result.
template <class Real>
[[nodiscard]] FactorStatus factor(const SparseMatrix& a, const Supernodes& nodes, const AssemblyPlan& plan,
                                  SimdLevel level, Workers& workers, SolveFactor<Real>& result);

}  // namespace tensio::detail
