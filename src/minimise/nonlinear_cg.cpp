#include "minimise/nonlinear_cg.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tensio {
namespace {

constexpr int look = 20;                   // iterations over which it is judged whether to hand over
constexpr double plain = 2, settling = 8;  // iterations without the blocks; until they count in full
constexpr double slow = 1e-7;              // of the decrease since the start, in that many iterations

}  // namespace

template <class Real>
void NonlinearCg<Real>::begin(Descent<Real>& d) {
  if (p_.size() != d.x.size()) p_.resize(d.x.size());
  has_direction_ = false;
  iteration_ = 0;
  start_value_ = checked_value_ = d.value;
}

template <class Real>
bool NonlinearCg<Real>::propose(Descent<Real>& d) {
  // The blocks come in by and by: at first they change from one iterate to the next, and P alone serves.
  d.precondition(d.g, block_weight * std::clamp((iteration_ - plain) / settling, 0.0, 1.0), d.z);
  ++iteration_;
  double zg = 0, beta = 0, slope = 0;
  if (has_direction_) {
    double sum[3];  // z·g, z·g_before, p·g
    dots<Real>({{d.z, d.g}, {d.z, d.g_before}, {p_, d.g}}, sum, d.workers());
    zg = sum[0];
    beta = std::max(0.0, (zg - sum[1]) / zg_before_);
    slope = beta * sum[2] - zg;
  } else {
    zg = dot(d.z, d.g, d.workers());
  }
  zg_before_ = zg;
  if (has_direction_ && slope < 0 && std::isfinite(beta)) {
    combine<Real>({{beta, p_}, {-1, d.z}}, p_, d.workers());
  } else {
    slope = -zg;
    combine<Real>({{-1, d.z}}, p_, d.workers());
  }
  const double curvature = d.curvature(p_, HessianForm::projected);
  const double alpha = -slope / curvature;
  has_direction_ = curvature > 0 && std::isfinite(alpha);
  combine<Real>({{1, d.x}, {has_direction_ ? alpha : 1, p_}}, d.trial(), d.workers());
  return true;
}

template <class Real>
bool NonlinearCg<Real>::should_hand_over(const Descent<Real>& d) {
  if (!hands_over_ || iteration_ % look != 0) return false;
  return std::exchange(checked_value_, d.value) - d.value < slow * (start_value_ - d.value);
}

template class NonlinearCg<double>;
template class NonlinearCg<float>;

}  // namespace tensio
