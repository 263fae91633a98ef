#pragma once

#include "minimise/accelerator.h"

namespace tensio {

/// Chebyshev's semi-iteration over local/global (Wang 2015, eqs. 6 and 8, without under-relaxation):
///   x ← ω (x − P⁻¹ ∇g) + (1 − ω) x_before,   ω₁ = 1,   ω₂ = 2 / (2 − ρ²),   ω ← 4 / (4 − ρ² ω),
/// computed as a change, x ← x + s with s ← (ω − 1) s − ω P⁻¹ ∇g, so that what stands still stands exactly.
/// The spectral radius ρ of local/global is estimated, not given: while an error of factor λ per plain
/// iteration is left that is larger than ρ, it falls by r = (λ + √(λ² − ρ²)) / (1 + √(1 − ρ²)) per iteration
/// (Hageman and Young 1981, sec. 5), so that an observed r tells λ = (t² + ρ²) / 2t, t = r (1 + √(1 − ρ²)).
/// ρ starts at 0, which is local/global, grows to the λ observed, and shrinks where the objective would rise.
/// It is kept from step to step.
template <class Real>
class Chebyshev final : public Accelerator<Real> {
  void begin(Descent<Real>& descent) override;
  bool propose(Descent<Real>& descent) override;
  void reject(Descent<Real>& descent) override;
  void estimate(double residual);

  Field<Real> change_;
  double rho_ = 0;
  double omega_ = 1;
  int phase_ = 0;  // iterations since ω was 1
  double residual_before_ = 0;
};

}  // namespace tensio
