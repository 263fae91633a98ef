#include "minimise/nesterov.h"

#include <cmath>

namespace tensio {

template <class Real>
void Nesterov<Real>::begin(Descent<Real>& d) {
  if (change_.size() != d.x.size()) change_.resize(d.x.size());
  this->reject(d);
}

template <class Real>
bool Nesterov<Real>::propose(Descent<Real>& d) {
  d.solve(d.g, d.z);
  if (beta_ > 0)
    combine<Real>({{beta_, change_}, {-1, d.z}}, change_, d.workers());
  else
    combine<Real>({{-1, d.z}}, change_, d.workers());
  const double t_before = t_;
  t_ = (1 + std::sqrt(1 + 4 * t_ * t_)) / 2;
  beta_ = (t_before - 1) / t_;
  combine<Real>({{1, d.x}, {-1, d.z}, {beta_, change_}}, d.trial(), d.workers());
  return beta_ > 0;
}

template class Nesterov<double>;
template class Nesterov<float>;

}  // namespace tensio
