#pragma once

#include "minimise/minimiser.h"
#include "minimise/step_matrix.h"

namespace tensio {

/// Block coordinate descent of Liu et al. 2013, sec. 4: the local step projects every spring to its rest
/// length (inside the gradient), the global step solves with the constant matrix A = M + s² L, factored once:
///   x ← x − A⁻¹ ∇g(x).
/// With A x = b(d) the paper's global step, this is the same iterate, as ∇g(x) = A x − b(d(x)); written as a
/// change it loses no digits when x is nearly right. The objective never rises, and no line search is needed.
class LocalGlobal final : public Minimiser {
 public:
  explicit LocalGlobal(const MinimiseOptions& options) : options_(options) {}
  SolveReport minimise(const StepObjective& objective, std::span<Vec3> x) override;

 private:
  MinimiseOptions options_;
  StepMatrixCache cache_;
  std::vector<Vec3> g_;
};

}  // namespace tensio
