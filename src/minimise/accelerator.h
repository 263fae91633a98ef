#pragma once

#include "minimise/descent.h"

namespace tensio {

/// Methods that differ from local/global only in the next iterate that they propose. One that does not lower
/// the objective is replaced by the plain step x − P⁻¹ g, which never raises it when P bounds the Hessian,
/// and is shortened until it does not otherwise.
template <class Real>
class Accelerator : public DescentMethod<Real> {
 public:
  void run(Descent<Real>& descent) final;

 protected:
  /// Forgets what was learnt of another objective.
  virtual void begin(Descent<Real>& descent) = 0;
  /// Writes the trial. False: it is the plain step, or close to it, and needs no safeguard.
  virtual bool propose(Descent<Real>& descent) = 0;
  /// What was proposed raised the objective; z is P⁻¹ g again.
  virtual void reject(Descent<Real>&) {}
  /// Whether to return early, to another method that goes on from here.
  virtual bool should_hand_over(const Descent<Real>&) { return false; }
};

/// Of the blocks in Descent::precondition: anything from 0.2 to 1 serves alike.
inline constexpr double block_weight = 0.5;

/// z ← P⁻¹ g, trial ← x − z
template <class Real>
void take_plain_step(Descent<Real>& descent);

}  // namespace tensio
