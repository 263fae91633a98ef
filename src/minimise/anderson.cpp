#include "minimise/anderson.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tensio {

template <class Real>
void Anderson<Real>::begin(Descent<Real>& d) {
  if (z_before_.size() != d.x.size()) {
    z_before_.resize(d.x.size());
    for (int i = 0; i < history_; ++i) {
      change_[i].x.resize(d.x.size());
      change_[i].z.resize(d.x.size());
    }
    pairs_.reserve(2 * max_history);
    terms_.reserve(2 + 2 * max_history);
  }
  count_ = 0;
  is_first_ = true;
}

template <class Real>
bool Anderson<Real>::propose(Descent<Real>& d) {
  d.solve(d.g, d.z);
  if (!std::exchange(is_first_, false)) remember(d);
  Numbers theta{};
  const int used = fit(theta);
  terms_.clear();
  terms_.push_back({1, d.x});
  terms_.push_back({-1, d.z});
  for (int i = 0; i < used; ++i) {
    terms_.push_back({-theta[i], change_[i].x});
    terms_.push_back({theta[i], change_[i].z});
  }
  combine<Real>(terms_, d.trial(), d.workers());
  std::swap(d.z, z_before_);
  return used > 0;
}

template <class Real>
void Anderson<Real>::remember(Descent<Real>& d) {
  count_ = std::min(count_ + 1, history_);
  std::rotate(change_.begin(), change_.begin() + count_ - 1, change_.begin() + count_);
  for (int i = count_ - 1; i > 0; --i)
    for (int j = count_ - 1; j > 0; --j) zz_[i][j] = zz_[i - 1][j - 1];
  combine<Real>({{1, d.x}, {-1, d.x_before}}, change_[0].x, d.workers());
  combine<Real>({{1, d.z}, {-1, z_before_}}, change_[0].z, d.workers());
  pairs_.clear();
  for (int i = 0; i < count_; ++i) pairs_.push_back({change_[i].z, d.z});
  for (int i = 0; i < count_; ++i) pairs_.push_back({change_[i].z, change_[0].z});
  double sum[2 * max_history];
  dots<Real>(pairs_, sum, d.workers());
  for (int i = 0; i < count_; ++i) {
    zf_[i] = sum[i];
    zz_[i][0] = zz_[0][i] = sum[count_ + i];
  }
}

/// Solves the normal equations by Cholesky, newest change first, and stops at the first that the ones before
/// explain already: the rest would only add noise. Returns how many are used.
template <class Real>
int Anderson<Real>::fit(Numbers& theta) const {
  constexpr double least = std::is_same_v<Real, float> ? 1e-6 : 1e-10;  // of a change that is new, squared
  std::array<Numbers, max_history> l{};
  int used = 0;
  for (; used < count_; ++used) {
    for (int j = 0; j < used; ++j) {
      double sum = zz_[used][j];
      for (int k = 0; k < j; ++k) sum -= l[used][k] * l[j][k];
      l[used][j] = sum / l[j][j];
    }
    double pivot = zz_[used][used];
    for (int k = 0; k < used; ++k) pivot -= l[used][k] * l[used][k];
    if (!(pivot > least * zz_[used][used])) break;
    l[used][used] = std::sqrt(pivot);
  }
  for (int i = 0; i < used; ++i) {
    theta[i] = zf_[i];
    for (int k = 0; k < i; ++k) theta[i] -= l[i][k] * theta[k];
    theta[i] /= l[i][i];
  }
  for (int i = used - 1; i >= 0; --i) {
    for (int k = i + 1; k < used; ++k) theta[i] -= l[k][i] * theta[k];
    theta[i] /= l[i][i];
  }
  return std::ranges::all_of(theta, [](double t) { return std::isfinite(t); }) ? used : 0;
}

template class Anderson<double>;
template class Anderson<float>;

}  // namespace tensio
