#include "energy/field_objective.h"

#include <algorithm>

namespace tensio {

template <class Real>
void FieldObjective<Real>::begin(const StepObjective& objective) {
  objective_ = &objective;
  origin_ = {};
  const std::size_t n = objective.aim().y.size();
  for (auto* column : {&x_, &p_, &g_}) column->resize(n);
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

template class FieldObjective<double>;
template class FieldObjective<float>;

}  // namespace tensio
