#include "minimise/chebyshev.h"

#include <algorithm>
#include <cmath>

namespace tensio {
namespace {

constexpr int settle = 6;  // iterations of a phase after which its contraction means something
constexpr double largest_rho = 0.9995;

}  // namespace

template <class Real>
void Chebyshev<Real>::begin(Descent<Real>& d) {
  if (change_.size() != d.x.size()) change_.resize(d.x.size());
  phase_ = 0;
}

template <class Real>
bool Chebyshev<Real>::propose(Descent<Real>& d) {
  d.solve(d.g, d.z);
  estimate(std::sqrt(std::max(0.0, dot(d.z, d.g, d.workers()))));
  omega_ = phase_ == 0 ? 1 : phase_ == 1 ? 2 / (2 - rho_ * rho_) : 4 / (4 - rho_ * rho_ * omega_);
  ++phase_;
  if (omega_ == 1)
    combine<Real>({{-1, d.z}}, change_, d.workers());
  else
    combine<Real>({{omega_ - 1, change_}, {-omega_, d.z}}, change_, d.workers());
  combine<Real>({{1, d.x}, {1, change_}}, d.trial(), d.workers());
  return omega_ != 1;
}

/// From √(z·∇g), the norm in which local/global contracts.
template <class Real>
void Chebyshev<Real>::estimate(double residual) {
  const double r = residual / residual_before_;
  residual_before_ = residual;
  const int needed = rho_ == 0 ? 2 : settle;  // plain iterations tell at once
  if (phase_ < needed || !(r > 0)) return;
  const double t = r * (1 + std::sqrt(1 - rho_ * rho_));
  const double lambda = std::min((t * t + rho_ * rho_) / (2 * t), largest_rho);
  if (t <= rho_ || lambda <= rho_) return;  // as fast as it should be
  rho_ = lambda;
  phase_ = 0;
}

template <class Real>
void Chebyshev<Real>::reject(Descent<Real>& d) {
  combine<Real>({{-1, d.z}}, change_, d.workers());
  rho_ = std::max(0.0, 1 - 2 * (1 - rho_));
  phase_ = 1;  // the plain step was the first of a new phase
  omega_ = 1;
}

template class Chebyshev<double>;
template class Chebyshev<float>;

}  // namespace tensio
