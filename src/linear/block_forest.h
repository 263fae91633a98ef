#pragma once

#include "factor/sparse.h"
#include "linear/forest_plan.h"
#include "linear/forest_tables.h"
#include "math/workers.h"
#include "tensio/model.h"

namespace tensio {

/// The factor of P = Q ⊗ I + s² Σ_e Σ_ij c_i c_j (H_e − w_e I): the constant matrix Q of a step, in which
/// stencils, springs among them, count with their projected Hessian H_e where they are instead of its bound
/// w_e. Its 3×3 blocks know which way a thread gives. At other positions it is another one, which is cheap
/// where columns of L have few rows, as those of strands and plants, and many columns are alike: those with
/// the same rows and children go in the lanes of vectors, column by column of thousands of strands.
template <class Real>
class BlockForest {
 public:
  /// Makes tables for the pattern of Q and the stencils that it counts, by a plan of the same pattern.
  void build(const detail::ForestPlan& plan, const SparseMatrix& q, std::span<const Stencil> stencils);
  /// Takes the numbers of Q, of the same pattern, which counts stencils with s² w.
  void set(const SparseMatrix& q, double s2);
  /// Takes over other rest lengths of the same stencils.
  void set_rests(std::span<const Stencil> stencils);
  /// Factors P for the stencils at x.
  void factor(const Field<Real>& x, Workers& workers);
  /// x ← P⁻¹ b, zero at pins; b and x may be the same. The same bits for every number of threads; in double
  /// precision on every processor.
  void solve(const Field<Real>& b, Field<Real>& x, Workers& workers);

 private:
  void run(detail::ForestPass pass, const detail::ForestWork<Real>& work, Workers& workers) const;

  detail::ForestTables<Real> tables_;
  std::vector<VertexId> held_;        // vertices that are no unknowns
  std::vector<std::uint32_t> order_;  // of stencils
};

}  // namespace tensio
