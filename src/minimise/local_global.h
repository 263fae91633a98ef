#pragma once

#include "minimise/accelerator.h"

namespace tensio {

/// Block coordinate descent of Liu et al. 2013, sec. 4: the local step projects every spring to its rest
/// length (inside the gradient), the global step solves with the constant matrix A = M + s² L, prepared once:
///   x ← x − A⁻¹ ∇g(x).
/// With A x = b(d) the paper's global step, this is the same iterate, as ∇g(x) = A x − b(d(x)); written as a
/// change it loses no digits when x is nearly right. The objective never rises, and no line search is needed.
template <class Real>
class LocalGlobal final : public Accelerator<Real> {
  void begin(Descent<Real>&) override {}
  bool propose(Descent<Real>& descent) override {
    take_plain_step(descent);
    return false;
  }
};

}  // namespace tensio
