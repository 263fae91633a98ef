#include "minimise/newton_cg.h"

#include <algorithm>
#include <cmath>

namespace tensio {
namespace {

constexpr double first_eta = 0.3;
constexpr double largest_eta = 0.5;
constexpr int most_halvings = 30;
constexpr double enough_decrease = 1e-4;  // Armijo's fraction of the predicted decrease

}  // namespace

template <class Real>
void NewtonCg<Real>::run(Descent<Real>& d) {
  for (auto* field : {&d_, &r_, &p_, &hp_})
    if (field->size() != d.x.size()) field->resize(d.x.size());
  double eta = first_eta;
  for (;;) {
    const double norm_before = d.gradient_norm;
    find_direction(d, eta);
    bool has_ended = false;
    if (!search(d, has_ended)) {
      take_plain_step(d);
      const auto at = d.evaluate_trial();
      if (!d.is_descent(at)) {
        const bool is_rounding = d.gradient_norm <= d.noise.gradient;
        return d.progress().stop(is_rounding ? SolveStatus::rounding_limit : SolveStatus::stalled);
      }
      has_ended = d.accept(at);
    }
    if (has_ended) return;
    eta = next_eta(d, eta, norm_before);
  }
}

/// η = 0.9 (|∇g| / |∇g_before|)², but no sudden drop, and no finer than the tolerance asks or rounding
/// allows.
template <class Real>
double NewtonCg<Real>::next_eta(const Descent<Real>& d, double eta, double norm_before) const {
  const double ratio = d.gradient_norm / norm_before, kept = 0.9 * eta * eta;
  double next = 0.9 * ratio * ratio;
  if (kept > 0.1) next = std::max(next, kept);
  const double finest = 0.5 * std::max(d.target(), d.noise.gradient) / d.gradient_norm;
  return std::min(std::max(next, finest), largest_eta);
}

/// d ≈ −H⁻¹ ∇g: the iterate of conjugate gradients at which they stop, at least one step.
template <class Real>
void NewtonCg<Real>::find_direction(Descent<Real>& d, double eta) {
  Workers& workers = d.workers();
  d.precondition(d.g, block_weight, d.z);
  double rz = dot(d.g, d.z, workers);
  const double enough = eta * eta * rz;
  combine<Real>({{-1, d.z}}, p_, workers);
  for (int inner = 0; inner < inner_iterations_; ++inner) {
    d.multiply_hessian(p_, HessianForm::exact, hp_);
    const double curvature = dot(p_, hp_, workers), alpha = rz / curvature;
    if (!(curvature > 0) || !std::isfinite(alpha)) {
      if (inner == 0) combine<Real>({{1, p_}}, d_, workers);
      return;
    }
    if (inner == 0)
      combine<Real>({{alpha, p_}}, d_, workers);
    else
      combine<Real>({{1, d_}, {alpha, p_}}, d_, workers);
    combine<Real>({{1, inner == 0 ? d.g : r_}, {alpha, hp_}}, r_, workers);
    d.precondition(r_, block_weight, d.z);
    const double rz_before = rz;
    rz = dot(r_, d.z, workers);
    if (!(rz > enough)) return;
    combine<Real>({{rz / rz_before, p_}, {-1, d.z}}, p_, workers);
  }
}

/// Moves to the first of d, d/2, d/4 … that lowers the objective enough; false when none does. Where the
/// decrease drowns in rounding, a smaller gradient decides instead.
template <class Real>
bool NewtonCg<Real>::search(Descent<Real>& d, bool& has_ended) {
  const double slope = dot(d.g, d_, d.workers());
  if (!(slope < 0)) return false;
  double step = 1;
  for (int halving = 0; halving <= most_halvings; ++halving, step /= 2) {
    combine<Real>({{1, d.x}, {step, d_}}, d.trial(), d.workers());
    const auto at = d.evaluate_trial();
    const bool is_lower = at.value <= d.value + enough_decrease * step * slope;
    const bool drowns = -slope * step < d.noise.value && at.value <= d.value + d.noise.value;
    if (!is_lower && !(drowns && std::sqrt(at.gradient_square) < d.gradient_norm)) continue;
    has_ended = d.accept(at);
    return true;
  }
  return false;
}

template class NewtonCg<double>;
template class NewtonCg<float>;

}  // namespace tensio
