#pragma once

#include "minimise/field_method.h"
#include "minimise/step_solver.h"

namespace tensio {

/// Minimises on fields, in the precision of Real, by all threads, with the constant matrix of local/global as
/// the only one. Positions become fields once per step, and the result positions again.
template <class Real>
class FieldMinimiser final : public Minimiser {
 public:
  /// For the methods that make_field_method knows. The workers must outlive it.
  FieldMinimiser(const MinimiseOptions& options, Workers& workers)
      : options_(options), workers_(workers), method_(make_field_method<Real>(options)), descent_(workers) {}
  SolveReport minimise(const StepObjective& objective, std::span<Vec3> x) override;

 private:
  bool prepare(StepSolver<Real>& step, const StepObjective& objective, detail::Progress& progress);

  MinimiseOptions options_;
  Workers& workers_;
  std::unique_ptr<FieldMethod<Real>> method_;
  StepSolverCache<Real> cache_;
  Descent<Real> descent_;
};

}  // namespace tensio
