#include "minimise/descent.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tensio {
namespace {

constexpr double safety = 8;  // the estimate of the value's noise is no bound

}  // namespace

template <class Real>
bool Descent<Real>::begin(const StepObjective& objective, StepSolver<Real>& solver,
                          detail::Progress& progress, Positions from) {
  step_ = &objective;
  solver_ = &solver;
  progress_ = &progress;
  {
    const TimeShare share(progress.report().energy_seconds);
    objective_.begin(objective);
    x.set(from, objective_.origin());
    for (auto* field : {&g, &x_before, &g_before, &z})
      if (field->size() != from.size()) field->resize(from.size());
    const auto at = objective_.gradient(x, g);
    value = at.value;
    point_ = at.point;
    gradient_norm = std::sqrt(at.gradient_square);
    noise = objective_.rounding(x);
    value_rounding_ = noise.value;
    size_ = std::sqrt(dot(x, x, workers_));
    limit_noise();
  }
  has_turned_ = false;
  const bool has_ended = visit();
  if (!has_ended) turn();
  return has_ended;
}

/// Moving x by its rounding error changes the value by ∇g times that to first order only; the bound of
/// rounding() takes the whole stiffness for it, which single precision cannot afford. Where the value is a
/// difference of larger terms, it does not tell how they are rounded.
template <class Real>
void Descent<Real>::limit_noise() {
  if (objective_.has_differences()) return;
  constexpr double epsilon = std::numeric_limits<Real>::epsilon();
  const double size = std::abs(value) + gradient_norm * size_;
  noise.value = std::min(value_rounding_, safety * epsilon * size);
}

template <class Real>
bool Descent<Real>::resume(const StepObjective& objective, StepSolver<Real>& solver,
                           detail::Progress& progress, std::span<const VertexId> changed) {
  step_ = &objective;
  solver_ = &solver;
  progress_ = &progress;
  {
    const TimeShare share(progress.report().energy_seconds);
    value += objective_.change_loads(objective, changed, x, g);
    gradient_norm = std::sqrt(dot(g, g, workers_));
    limit_noise();
  }
  const bool has_ended = visit();
  if (!has_ended && !has_turned_) turn();
  return has_ended;
}

template <class Real>
void Descent<Real>::get_one(std::size_t i, std::span<Vec3> to) const {
  const Vec3 origin = objective_.origin();
  const Vec3 from_origin{x.component(0)[i], x.component(1)[i], x.component(2)[i]};
  copy_axes(other_axes(step_->held(i)), from_origin + origin, to[i]);
}

template <class Real>
void Descent<Real>::get(std::span<Vec3> to) const {
  for (std::size_t i = 0; i < to.size(); ++i) get_one(i, to);
}

template <class Real>
void Descent<Real>::get(std::span<const VertexId> vertices, std::span<Vec3> to) const {
  for (const VertexId v : vertices) get_one(v, to);
}

template <class Real>
bool Descent<Real>::is_descent(const typename FieldObjective<Real>::Evaluation& at) const {
  constexpr double much = 1.5;
  return at.value <= value ||
         (at.value <= value + noise.value && std::sqrt(at.gradient_square) <= much * gradient_norm);
}

template <class Real>
bool Descent<Real>::accept(const typename FieldObjective<Real>::Evaluation& at) {
  std::swap(x, x_before);
  std::swap(g, g_before);
  value = at.value;
  point_ = at.point;
  gradient_norm = std::sqrt(at.gradient_square);
  const bool has_ended = visit();
  if (!has_ended) turn();
  return has_ended;
}

template <class Real>
bool Descent<Real>::visit() {
  // Positions in single precision know the gradient no better than to this.
  const double floor = std::is_same_v<Real, float> ? noise.gradient : 0;
  return has_ended_ = progress_->visit(value, gradient_norm, noise.gradient, floor);
}

template class Descent<double>;
template class Descent<float>;

}  // namespace tensio
