#include "integrate/implicit.h"

#include "math/elementary.h"

namespace tensio {

void ImplicitEuler::aim(const System& system, const State& state, double h, double end, StepAim& aim) const {
  aim.inertia = 1;
  aim.s2 = h * h;
  aim.tau = h;
  aim.stage_time = end;
  aim.w = state.x;
  aim.y.resize(state.x.size());
  const double kept = power(system.ether, h);
  for (std::size_t i = 0; i < state.x.size(); ++i) aim.y[i] = state.x[i] + (h * kept) * state.v[i];
}

void ImplicitEuler::finish(const StepAim&, Positions x, double h, State& state) const {
  for (std::size_t i = 0; i < x.size(); ++i) {
    state.v[i] = (x[i] - state.x[i]) / h;
    state.x[i] = x[i];
  }
}

void StaticEquilibrium::aim(const System&, const State& state, double, double end, StepAim& aim) const {
  aim.inertia = 0;
  aim.s2 = 1;
  aim.tau = 1;
  aim.stage_time = end;
  aim.y = state.x;
}

void StaticEquilibrium::finish(const StepAim&, Positions x, double, State& state) const {
  for (std::size_t i = 0; i < x.size(); ++i) {
    state.x[i] = x[i];
    state.v[i] = {};
  }
}

std::unique_ptr<ImplicitScheme> make_scheme(Scheme scheme) {
  if (scheme == Scheme::static_equilibrium) return std::make_unique<StaticEquilibrium>();
  return std::make_unique<ImplicitEuler>();
}

ImplicitIntegrator::ImplicitIntegrator(std::unique_ptr<ImplicitScheme> scheme, const MinimiseOptions& options,
                                       Workers& workers)
    : scheme_(std::move(scheme)), minimiser_(make_minimiser(options, workers)), start_(options.start) {}

void begin_step(const ImplicitScheme& scheme, System& system, const State& state, double h, double end,
                Start start, StepAim& aim, std::vector<Vec3>& x) {
  scheme.aim(system, state, h, end, aim);
  system.set_time(aim.stage_time);
  for (auto& dissipation : system.dissipations) dissipation->freeze(state.x);
  for (const Pin& pin : system.model->pins)
    aim.y[pin.vertex] = pin.position + pin.path.offset(aim.stage_time);
  x = start == Start::target ? aim.y : state.x;
  for (const Pin& pin : system.model->pins) x[pin.vertex] = aim.y[pin.vertex];
}

SolveReport ImplicitIntegrator::advance(System& system, State& state, double h, double end) {
  begin_step(*scheme_, system, state, h, end, start_, aim_, x_);
  SolveReport report = minimiser_->minimise(StepObjective(system, aim_), x_);
  if (is_usable(report.status) && !is_finite(x_)) report.status = SolveStatus::diverged;
  if (is_usable(report.status)) {
    scheme_->finish(aim_, x_, h, state);
    state.time = end;
  }
  return report;
}

}  // namespace tensio
