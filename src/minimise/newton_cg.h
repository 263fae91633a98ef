#pragma once

#include "minimise/accelerator.h"

namespace tensio {

/// Truncated Newton without a matrix of its own (Nocedal and Wright 2006, algorithm 7.1): the direction
/// solves H d = −∇g with the exact Hessian by conjugate gradients, preconditioned by the constant matrix, to
/// the relative residual η of Eisenstat and Walker (1996, choice 2), or to the first direction of negative
/// curvature; then a backtracking line search. Where the search fails, the plain step is taken.
template <class Real>
class NewtonCg final : public DescentMethod<Real> {
 public:
  explicit NewtonCg(const MinimiseOptions& options) : inner_iterations_(options.linear.iterations) {}
  void run(Descent<Real>& descent) override;

 private:
  void find_direction(Descent<Real>& descent, double eta);
  double next_eta(const Descent<Real>& descent, double eta, double norm_before) const;
  bool search(Descent<Real>& descent, bool& has_ended);

  const int inner_iterations_;
  Field<Real> d_, r_, p_, hp_;
};

}  // namespace tensio
