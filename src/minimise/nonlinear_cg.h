#pragma once

#include "minimise/accelerator.h"

namespace tensio {

/// Nonlinear conjugate gradients (Polak–Ribière+) preconditioned by the constant matrix of local/global and
/// the diagonal blocks of the Hessian (Descent::precondition):
///   z = (P⁻¹ + ½ D⁻¹) ∇g,   p ← β p − z,   β = max(0, z·(∇g − ∇g_before) / (z·∇g)_before),   x ← x + α p,
/// with the step α = −∇g·p / pᵀHp along the projected Hessian, so that no step length has to be searched.
template <class Real>
class NonlinearCg final : public Accelerator<Real> {
 public:
  /// `hands_over`: returns where it slows down.
  explicit NonlinearCg(bool hands_over = false) : hands_over_(hands_over) {}
  bool may_turn() const override { return true; }

 private:
  void begin(Descent<Real>& descent) override;
  bool propose(Descent<Real>& descent) override;
  void reject(Descent<Real>&) override { has_direction_ = false; }
  bool should_hand_over(const Descent<Real>& descent) override;

  const bool hands_over_;
  Field<Real> p_;
  double zg_before_ = 0;
  bool has_direction_ = false;
  int iteration_ = 0;
  double start_value_ = 0, checked_value_ = 0;  // when its fall was last looked at
};

}  // namespace tensio
