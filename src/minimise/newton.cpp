#include "minimise/newton.h"

#include <algorithm>
#include <utility>

namespace tensio {
namespace {

constexpr double first_lambda = 1e-4;
constexpr double static_lambda = 1e-3;
constexpr double largest_lambda = 1e12;
constexpr int halvings = 40;
constexpr double sufficient = 1e-4;  // Armijo's fraction of the predicted decrease

}  // namespace

SolveReport Newton::minimise(const StepObjective& objective, std::span<Vec3> x) {
  detail::Progress progress(options_);
  progress.report().start_gradient_norm = std::exchange(reference_gradient_, 0.0);
  diagonal_.resize(x.size());
  objective.quadratic_diagonal(diagonal_);
  if (hessian_.size() != x.size() || hessian_revision_ != objective.system().revision) {
    hessian_ = objective.make_hessian();
    hessian_revision_ = objective.system().revision;
  }
  for (auto* column : {&g_, &minus_g_, &d_, &trial_, &trial_gradient_}) column->resize(x.size());

  const bool is_static = objective.aim().inertia == 0;
  lambda_ = is_static ? static_lambda : 0;
  value_ = objective.value(x);
  for (;;) {
    objective.gradient(x, g_);
    const auto noise = objective.rounding(x, diagonal_);
    if (progress.visit(value_, norm(g_), noise.gradient)) break;
    const bool is_rounding = progress.report().gradient_norm <= noise.gradient;
    if (!find_direction(objective, x)) {
      progress.stop(solver_->is_too_large() ? SolveStatus::too_large
                    : is_rounding           ? SolveStatus::rounding_limit
                                            : SolveStatus::not_positive_definite);
      break;
    }
    const double step = line_search(objective, x, noise.value);
    if (step == 0) {
      progress.stop(is_rounding ? SolveStatus::rounding_limit : SolveStatus::stalled);
      break;
    }
    if (!is_static)
      lambda_ = 0;
    else
      lambda_ *= step == 1 ? 0.1 : step < 0.25 ? 10 : 1;
  }
  return progress.finish(value_);
}

/// d = −(H + λ diag)⁻¹ g with the smallest λ of a geometric sequence that makes it a descent direction.
bool Newton::find_direction(const StepObjective& objective, Positions x) {
  objective.hessian(x, options_.hessian, hessian_);
  for (std::size_t i = 0; i < g_.size(); ++i) minus_g_[i] = -g_[i];
  double added = 0;
  while (lambda_ < largest_lambda) {
    if (lambda_ > added) {
      for (std::uint32_t i = 0; i < x.size(); ++i)
        if (!objective.is_pinned(i)) hessian_.add_diagonal(i, (lambda_ - added) * diagonal_[i]);
      added = lambda_;
    }
    if (solver_->prepare(hessian_)) {
      const LinearReport linear = solver_->solve(minus_g_, d_);
      if (!linear.diverged && dot(g_, d_) < 0 && is_finite(d_)) return true;
    }
    if (solver_->is_too_large()) return false;
    lambda_ = std::max(first_lambda, 4 * lambda_);
  }
  return false;
}

/// Moves x by the first of d, d/2, d/4 … that lowers the objective enough and returns the fraction; 0 when
/// none does. Where the decrease drowns in rounding, a smaller gradient decides instead.
double Newton::line_search(const StepObjective& objective, std::span<Vec3> x, double value_noise) {
  const double slope = dot(g_, d_), gradient_norm = norm(g_);
  double step = 1;
  for (int halving = 0; halving <= halvings; ++halving, step /= 2) {
    for (std::size_t i = 0; i < x.size(); ++i) trial_[i] = x[i] + step * d_[i];
    const double value = objective.value(trial_);
    bool accepted = value <= value_ + sufficient * step * slope;
    if (!accepted && -slope * step < value_noise && value <= value_ + value_noise) {
      objective.gradient(trial_, trial_gradient_);
      accepted = norm(trial_gradient_) < gradient_norm;
    }
    if (!accepted) continue;
    std::copy(trial_.begin(), trial_.end(), x.begin());
    value_ = value;
    return step;
  }
  return 0;
}

}  // namespace tensio
