#pragma once

#include "minimise/descent.h"
#include "minimise/step_solver.h"

namespace tensio {

/// The method that the options name, of those that descend on fields.
template <class Real>
std::unique_ptr<DescentMethod<Real>> make_descent_method(const MinimiseOptions& options);
template <>
std::unique_ptr<DescentMethod<double>> make_descent_method(const MinimiseOptions& options);
template <>
std::unique_ptr<DescentMethod<float>> make_descent_method(const MinimiseOptions& options);

/// Minimises on fields, in the precision of Real, by all threads, with the constant matrix of local/global as
/// the only one. Positions become fields once per step, and the result positions again.
template <class Real>
class DescentMinimiser final : public Minimiser {
 public:
  /// For the methods that make_descent_method knows. The workers must outlive it.
  DescentMinimiser(const MinimiseOptions& options, Workers& workers)
      : options_(options),
        workers_(workers),
        method_(make_descent_method<Real>(options)),
        descent_(workers) {}
  SolveReport minimise(const StepObjective& objective, std::span<Vec3> x) override;
  SolveReport resume(const StepObjective& objective, std::span<const VertexId> changed,
                     std::span<const VertexId> watched, std::span<Vec3> x) override;
  void get(std::span<Vec3> x) const override { descent_.get(x); }
  void set_iterations(int iterations) override { options_.iterations = iterations; }

 private:
  template <class Begin, class Get>
  SolveReport iterate(const StepObjective& objective, Positions x, const Begin& begin, const Get& get);
  bool prepare(StepSolver<Real>& step, const StepObjective& objective, detail::Progress& progress);

  MinimiseOptions options_;
  Workers& workers_;
  std::unique_ptr<DescentMethod<Real>> method_;
  StepSolverCache<Real> cache_;
  Descent<Real> descent_;
};

}  // namespace tensio
