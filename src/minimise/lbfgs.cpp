#include "minimise/lbfgs.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tensio {

template <class Real>
void Lbfgs<Real>::begin(Descent<Real>& d) {
  if (p_.size() != d.x.size()) {
    p_.resize(d.x.size());
    for (int i = 0; i < history_; ++i) {
      change_[i].s.resize(d.x.size());
      change_[i].y.resize(d.x.size());
    }
    pairs_.reserve(2 * max_history);
    terms_.reserve(1 + max_history);
  }
  count_ = 0;
  is_first_ = true;
}

template <class Real>
bool Lbfgs<Real>::propose(Descent<Real>& d) {
  if (!std::exchange(is_first_, false)) remember(d);
  const double slope = find_direction(d);
  const double curvature = d.curvature(p_, HessianForm::projected);
  const double alpha = -slope / curvature;
  if (!(slope < 0 && curvature > 0 && std::isfinite(alpha))) {
    count_ = 0;
    take_plain_step(d);
    return false;
  }
  combine<Real>({{1, d.x}, {alpha, p_}}, d.trial(), d.workers());
  return true;
}

/// Adds the last change to the history; one without positive curvature would spoil it and is left out.
template <class Real>
void Lbfgs<Real>::remember(Descent<Real>& d) {
  if (count_ == history_) {
    std::rotate(change_.begin(), change_.begin() + 1, change_.begin() + count_);
    --count_;
    for (int i = 0; i < count_; ++i)
      for (int j = i; j < count_; ++j) sy_[i][j] = sy_[i + 1][j + 1];
  }
  Change& last = change_[count_];
  combine<Real>({{1, d.x}, {-1, d.x_before}}, last.s, d.workers());
  combine<Real>({{1, d.g}, {-1, d.g_before}}, last.y, d.workers());
  pairs_.clear();
  for (int i = 0; i <= count_; ++i) pairs_.push_back({change_[i].s, d.g});
  for (int i = 0; i <= count_; ++i) pairs_.push_back({change_[i].s, last.y});
  double sum[2 * max_history];
  dots<Real>(pairs_, sum, d.workers());
  for (int i = 0; i <= count_; ++i) {
    sg_[i] = sum[i];
    sy_[i][count_] = sum[count_ + 1 + i];
  }
  if (sy_[count_][count_] > 0) ++count_;
}

/// The two-loop recursion, p = −H ∇g. In its first loop a_i = s_i·q / s_i·y_i with q the gradient less the
/// a_j y_j of newer changes; in its second b_i = y_i·r / s_i·y_i with r the solution plus the (a_j − b_j) s_j
/// of older ones. Both products follow from those with g and z. Returns p·∇g.
template <class Real>
double Lbfgs<Real>::find_direction(Descent<Real>& d) {
  Numbers a{}, b{};
  terms_.clear();
  terms_.push_back({1, d.g});
  for (int i = count_ - 1; i >= 0; --i) {
    double sq = sg_[i];
    for (int j = i + 1; j < count_; ++j) sq -= a[j] * sy_[i][j];
    a[i] = sq / sy_[i][i];
    terms_.push_back({-a[i], change_[i].y});
  }
  combine<Real>(terms_, p_, d.workers());
  d.solve(p_, d.z);

  pairs_.clear();
  pairs_.push_back({d.z, d.g});
  for (int i = 0; i < count_; ++i) pairs_.push_back({change_[i].y, d.z});
  double sum[1 + max_history];
  dots<Real>(pairs_, sum, d.workers());
  double slope = -sum[0];
  terms_.clear();
  terms_.push_back({-1, d.z});
  for (int i = 0; i < count_; ++i) {
    double yr = sum[1 + i];
    for (int j = 0; j < i; ++j) yr += (a[j] - b[j]) * sy_[j][i];
    b[i] = yr / sy_[i][i];
    terms_.push_back({b[i] - a[i], change_[i].s});
    slope += (b[i] - a[i]) * sg_[i];
  }
  combine<Real>(terms_, p_, d.workers());
  return slope;
}

template class Lbfgs<double>;
template class Lbfgs<float>;

}  // namespace tensio
