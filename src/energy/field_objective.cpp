#include "energy/field_objective.h"

#include <algorithm>
#include <limits>

namespace tensio {

template <class Real>
void FieldObjective<Real>::begin(const StepObjective& objective) {
  objective_ = &objective;
  origin_ = {};
  const std::size_t n = objective.aim().y.size();
  for (auto* column : {&x_, &p_, &g_}) column->resize(n);
  diagonal_.resize(n);
  objective.quadratic_diagonal(diagonal_);
  if (n == 0) return;
  Vec3 low = objective.aim().y[0], high = low;
  for (const Vec3& y : objective.aim().y)
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], y[axis]);
      high[axis] = std::max(high[axis], y[axis]);
    }
  origin_ = 0.5 * (low + high);
}

template <class Real>
double FieldObjective<Real>::value(const Field<Real>& x) {
  x.get(x_, origin_);
  return objective_->value(x_);
}

template <class Real>
auto FieldObjective<Real>::gradient(const Field<Real>& x, Field<Real>& g) -> Evaluation {
  x.get(x_, origin_);
  objective_->gradient(x_, g_);
  g.set(g_);
  return {objective_->value(x_), dot(g_, g_)};
}

template <class Real>
double FieldObjective<Real>::curvature(const Field<Real>& x, const Field<Real>& p, HessianForm form) {
  x.get(x_, origin_);
  p.get(p_);
  return objective_->curvature(x_, p_, form);
}

template <class Real>
void FieldObjective<Real>::multiply_hessian(const Field<Real>& x, const Field<Real>& p, HessianForm form,
                                            Field<Real>& out) {
  x.get(x_, origin_);
  p.get(p_);
  objective_->multiply_hessian(x_, p_, form, g_);
  out.set(g_);
}

template <class Real>
StepObjective::Rounding FieldObjective<Real>::rounding(const Field<Real>& x) {
  x.get(x_);
  double value = 0, gradient = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (objective_->is_pinned(i)) continue;
    const double a = diagonal_[i], square = dot(x_[i], x_[i]);
    value += a * square;
    gradient += a * a * square;
  }
  constexpr double epsilon = std::numeric_limits<Real>::epsilon();
  return {epsilon * value, epsilon * std::sqrt(gradient)};
}

template class FieldObjective<double>;
template class FieldObjective<float>;

}  // namespace tensio
