#include "minimise/accelerator.h"

namespace tensio {

template <class Real>
void take_plain_step(Descent<Real>& d) {
  d.solve(d.g, d.z);
  combine<Real>({{1, d.x}, {-1, d.z}}, d.trial(), d.workers());
}

namespace {

/// The plain step descends where P bounds the Hessian. A solver that is only nearly exact may overshoot, and
/// so do energies that are not projective: then half of it, a quarter … (Methods may have used z otherwise.)
template <class Real>
void shorten_plain_step(Descent<Real>& d, typename FieldObjective<Real>::Evaluation& at) {
  d.solve(d.g, d.z);
  for (double step = 0.5; step > 1e-9 && !d.is_descent(at); step /= 2) {
    combine<Real>({{1, d.x}, {-step, d.z}}, d.trial(), d.workers());
    at = d.evaluate_trial();
  }
}

}  // namespace

template <class Real>
void Accelerator<Real>::run(Descent<Real>& d) {
  begin(d);
  for (;;) {
    const bool is_plain = !propose(d);
    auto at = d.evaluate_trial();
    if (!is_plain && !d.is_descent(at)) {
      take_plain_step(d);
      reject(d);
      at = d.evaluate_trial();
    }
    if (!d.is_descent(at)) shorten_plain_step(d, at);
    if (d.accept(at) || should_hand_over(d)) return;
  }
}

template class Accelerator<double>;
template class Accelerator<float>;
template void take_plain_step(Descent<double>&);
template void take_plain_step(Descent<float>&);

}  // namespace tensio
