#pragma once

#include "minimise/accelerator.h"

namespace tensio {

/// Nesterov's accelerated gradients (1983) in the metric of the constant matrix: after the plain step, go on
/// a little in the direction of the step before,
///   u ← x − P⁻¹ ∇g(x),   x ← u + β (u − u_before),   β = (t_before − 1)/t,   t = (1 + √(1 + 4 t_before²))
///   / 2.
/// As x = u + β (u − u_before), the change of u is that before times β less P⁻¹ ∇g: only it is kept.
/// Where the objective would rise, the momentum starts anew (O'Donoghue and Candès 2015, sec. 3.2).
template <class Real>
class Nesterov final : public Accelerator<Real> {
  void begin(Descent<Real>& descent) override;
  bool propose(Descent<Real>& descent) override;
  void reject(Descent<Real>&) override {
    t_ = 1;
    beta_ = 0;
  }

  Field<Real> change_;  // u − u_before
  double t_ = 1, beta_ = 0;
};

}  // namespace tensio
