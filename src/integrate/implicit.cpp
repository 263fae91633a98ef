#include "integrate/implicit.h"

#include "math/elementary.h"

namespace tensio {

void ImplicitEuler::aim(const System& system, const State& state, double h, StepAim& aim) const {
  aim.inertia = 1;
  aim.s2 = h * h;
  aim.tau = h;
  aim.stage_time = state.time + h;
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
  state.time += h;
}

void StaticEquilibrium::aim(const System&, const State& state, double h, StepAim& aim) const {
  aim.inertia = 0;
  aim.s2 = 1;
  aim.tau = 1;
  aim.stage_time = state.time + h;
  aim.y = state.x;
}

void StaticEquilibrium::finish(const StepAim&, Positions x, double h, State& state) const {
  for (std::size_t i = 0; i < x.size(); ++i) {
    state.x[i] = x[i];
    state.v[i] = {};
  }
  state.time += h;
}

ImplicitIntegrator::ImplicitIntegrator(std::unique_ptr<ImplicitScheme> scheme, const MinimiseOptions& options)
    : scheme_(std::move(scheme)), minimiser_(make_minimiser(options)), start_(options.start) {}

SolveReport ImplicitIntegrator::advance(System& system, State& state, double h) {
  scheme_->aim(system, state, h, aim_);
  for (const Pin& pin : system.model->pins)
    aim_.y[pin.vertex] = pin.position + pin.path.offset(aim_.stage_time);
  for (auto& dissipation : system.dissipations) dissipation->freeze(state.x);
  x_ = start_ == Start::target ? aim_.y : state.x;
  for (const Pin& pin : system.model->pins) x_[pin.vertex] = aim_.y[pin.vertex];

  SolveReport report = minimiser_->minimise(StepObjective(system, aim_), x_);
  if (is_usable(report.status) && !is_finite(x_)) report.status = SolveStatus::diverged;
  if (is_usable(report.status)) scheme_->finish(aim_, x_, h, state);
  return report;
}

}  // namespace tensio
