#include "integrate/kick_drift.h"

#include "integrate/acceleration.h"
#include "math/stopwatch.h"

namespace tensio {
std::span<const KickDriftMove> kick_drift_moves(Scheme scheme) {
  static constexpr KickDriftMove euler[] = {{true, 1}, {false, 1}};
  static constexpr KickDriftMove leapfrog[] = {{false, 0.5}, {true, 1}, {false, 0.5}};
  static constexpr KickDriftMove verlet[] = {{true, 0.5}, {false, 1}, {true, 0.5}};
  if (scheme == Scheme::leapfrog) return leapfrog;
  if (scheme == Scheme::velocity_verlet) return verlet;
  return euler;
}

SolveReport KickDriftIntegrator::advance(System& system, State& state, double h, double end) {
  const Stopwatch clock;
  const Model& model = *system.model;
  const std::size_t n = state.x.size();
  x_ = state.x;
  v_ = state.v;
  a_.resize(n);
  apply_ether(system, h, v_);
  double drifted = 0;  // fraction of the step that the positions have gone
  int evaluations = 0;
  for (const KickDriftMove& move : kick_drift_moves(scheme_)) {
    if (move.is_kick) {
      accelerate(system, x_, v_, end - (1 - drifted) * h, a_);
      ++evaluations;
      for (std::size_t i = 0; i < n; ++i) v_[i] += (move.fraction * h) * a_[i];
    } else {
      for (std::size_t i = 0; i < n; ++i) x_[i] += (move.fraction * h) * v_[i];
      drifted += move.fraction;
      place_pins(model, end - (1 - drifted) * h, x_);
    }
  }
  return finish_explicit(system, evaluations, clock.seconds(), end - h, end, x_, v_, state);
}

SolveReport PositionVerlet::advance(System& system, State& state, double h, double end) {
  const Stopwatch clock;
  const std::size_t n = state.x.size();
  const bool is_first = !state.history.fits(n, h);
  x_.resize(n);
  v_ = state.v;
  a_.resize(n);
  apply_ether(system, h, v_);
  accelerate(system, state.x, v_, end - h, a_);
  for (std::size_t i = 0; i < n; ++i) {
    v_[i] = is_first ? v_[i] + (0.5 * h) * a_[i] : (1 - drag_) * v_[i] + h * a_[i];
    x_[i] = state.x[i] + h * v_[i];
  }
  const SolveReport report = finish_explicit(system, 1, clock.seconds(), end - h, end, x_, v_, state);
  if (is_usable(report.status)) state.history.set(state.x, state.v, h);
  return report;
}

}  // namespace tensio
