#pragma once

#include "linear/linear_solver.h"
#include "minimise/minimiser.h"

namespace tensio {

/// Newton's method with backtracking line search. Where the Hessian in the form asked is not positive
/// definite, or the direction does not descend, λ times the diagonal of the constant matrix is added, λ
/// growing until it is (Liu et al. 2013, sec. 5). A static problem starts with a small λ, as its Hessian may
/// be singular, and lets it fade.
class Newton final : public Minimiser {
 public:
  explicit Newton(const MinimiseOptions& options)
      : options_(options), solver_(make_linear_solver(options.linear)) {}
  /// With another solver than the options name.
  Newton(const MinimiseOptions& options, std::unique_ptr<LinearSolver> solver)
      : options_(options), solver_(std::move(solver)) {}
  SolveReport minimise(const StepObjective& objective, std::span<Vec3> x) override;
  void set_iterations(int iterations) override { options_.iterations = iterations; }
  /// The next minimisation counts its tolerance from this gradient norm instead of its own start's.
  void set_reference_gradient(double norm) { reference_gradient_ = norm; }

 private:
  bool find_direction(const StepObjective& objective, Positions x);
  double line_search(const StepObjective& objective, std::span<Vec3> x, double value_noise);

  MinimiseOptions options_;
  std::unique_ptr<LinearSolver> solver_;
  std::vector<double> diagonal_;  // of the constant matrix
  BlockMatrix hessian_;
  std::uint64_t hessian_revision_ = 0;
  std::vector<Vec3> g_, minus_g_, d_, trial_, trial_gradient_;
  double lambda_ = 0;  // of the present iteration
  double value_ = 0;   // objective at x
  double reference_gradient_ = 0;
};

}  // namespace tensio
