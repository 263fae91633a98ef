#pragma once

#include "minimise/minimiser.h"
#include "minimise/step_matrix.h"

namespace tensio {

/// Nonlinear conjugate gradients (Polak–Ribière+) preconditioned by the constant matrix A of local/global:
///   z = A⁻¹ ∇g,   p ← −z + β p,   β = max(0, z·(∇g − ∇g_before) / (z·∇g)_before),   x ← x + α p,
/// with the step α = −∇g·p / pᵀHp along the projected Hessian, so that no step length has to be searched.
/// Where the objective would rise all the same, the plain local/global step x − z, which never raises it, is
/// taken instead.
class NonlinearCg final : public Minimiser {
 public:
  explicit NonlinearCg(const MinimiseOptions& options) : options_(options) {}
  SolveReport minimise(const StepObjective& objective, std::span<Vec3> x) override;

 private:
  MinimiseOptions options_;
  StepMatrixCache cache_;
  std::vector<Vec3> g_, g_before_, z_, p_, trial_;
};

}  // namespace tensio
