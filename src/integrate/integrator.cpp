#include "integrate/integrator.h"

#include <algorithm>

#include "integrate/acceleration.h"
#include "math/elementary.h"

namespace tensio {

void add_step(SolveReport& sum, const SolveReport& step) {
  sum.status = std::max(sum.status, step.status);  // declared from good to bad
  sum.iterations += step.iterations;
  sum.evaluations += step.evaluations;
  sum.factorisations += step.factorisations;
  sum.seconds += step.seconds;
  sum.factor_seconds += step.factor_seconds;
  sum.check_seconds += step.check_seconds;
  sum.energy_seconds += step.energy_seconds;
  sum.linear_seconds += step.linear_seconds;
  sum.turned += step.turned;
  sum.objective = step.objective;
  sum.gradient_norm = step.gradient_norm;
  sum.start_gradient_norm = step.start_gradient_norm;
  sum.trace = step.trace;
}

SolveReport Integrator::advance_run(System& system, State& state, double h, int count, double end) {
  SolveReport report;
  long taken = 0;
  for (int step = 0; step < count && is_usable(report.status); ++step) {
    add_step(report, advance(system, state, h, end - (count - step - 1) * h));
    taken += steps_;
  }
  steps_ = taken;
  return report;
}

void correct_history(Positions x_after, std::span<const Vec3> v_after, State& state) {
  History& past = state.history;
  for (std::size_t i = 0; i < past.x.size(); ++i) {
    if (state.x[i] == x_after[i] && state.v[i] == v_after[i]) continue;
    const Vec3 dv = state.v[i] - v_after[i];
    past.x[i] += state.x[i] - x_after[i] - past.h * dv;
    past.v[i] += dv;
  }
}

ForcesNow forces_now(System& system, const State& state) {
  ForcesNow now{std::vector<Vec3>(state.x.size()), std::vector<double>(state.x.size(), 0.0)};
  accelerate(system, state.x, state.v, state.time, now.acceleration);
  for (const auto& energy : system.energies) energy->add_quadratic_diagonal(1, now.stiffness);
  return now;
}

void jump_history(System& system, const ForcesNow& before, State& state) {
  const ForcesNow now = forces_now(system, state);
  History& past = state.history;
  for (std::size_t i = 0; i < state.x.size(); ++i) {
    const Vec3 jump = now.acceleration[i] - before.acceleration[i];
    if (jump == Vec3{}) continue;
    const double stiffness = std::max(before.stiffness[i], now.stiffness[i]);
    if (past.x.empty()) {
      state.v[i] -= (0.5 * past.h) * jump;
    } else if (past.h * past.h * stiffness <= system.model->mass[i]) {
      past.x[i] += (0.5 * past.h * past.h) * jump;
      past.v[i] -= past.h * jump;
    }
  }
}

void apply_ether(const System& system, double h, std::span<Vec3> v) {
  if (system.ether == 1) return;
  const double kept = power(system.ether, h);
  for (Vec3& velocity : v) velocity *= kept;
}

}  // namespace tensio
