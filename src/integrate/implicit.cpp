#include "integrate/implicit.h"

#include <algorithm>

#include "integrate/acceleration.h"

namespace tensio {

Vec3 ImplicitScheme::pin_offset(const Pin& pin, double, double, double stage_time) const {
  return pin.path.offset(stage_time);
}

void ImplicitScheme::freeze(System& system, const State& state, double, double, const StepAim&) const {
  for (auto& dissipation : system.dissipations) dissipation->freeze(state.x);
}

System& begin_stage(ImplicitScheme& scheme, int stage, System& system, const State& state, double h,
                    double end, Start start, StepAim& aim, std::vector<Vec3>& x) {
  scheme.aim(stage, system, state, h, end, aim);
  System& part = scheme.implicit_part(system);
  part.set_time(aim.stage_time);
  scheme.freeze(part, state, h, end, aim);
  for (auto& dissipation : part.dissipations)
    if (dissipation->fit(state.v)) ++part.revision;
  for (const Pin& pin : system.model->pins)
    aim.y[pin.vertex] = pin.position + scheme.pin_offset(pin, end - h, end, aim.stage_time);
  x = start == Start::target ? aim.y : state.x;
  for (const Pin& pin : system.model->pins) x[pin.vertex] = aim.y[pin.vertex];
  return part;
}

ImplicitIntegrator::ImplicitIntegrator(std::unique_ptr<ImplicitScheme> scheme, const MinimiseOptions& options,
                                       Workers& workers)
    : scheme_(std::move(scheme)), minimiser_(make_minimiser(options, workers)), start_(options.start) {}

SolveReport ImplicitIntegrator::advance(System& system, State& state, double h, double end) {
  SolveReport report;
  steps_ = 1;
  for (int stage = 0; stage < scheme_->stages(); ++stage) {
    const System& part = begin_stage(*scheme_, stage, system, state, h, end, start_, aim_, x_);
    SolveReport minimised = minimiser_->minimise(StepObjective(part, aim_), x_);
    if (is_usable(minimised.status) && !is_finite(x_)) minimised.status = SolveStatus::diverged;
    add_step(report, minimised);
    report.trace = std::move(minimised.trace);
    if (!is_usable(report.status)) return report;
    if (stage + 1 < scheme_->stages()) scheme_->keep(stage, aim_, x_);
  }
  report.evaluations = scheme_->evaluations();
  const double start = state.time;
  scheme_->finish(aim_, x_, h, state);
  place_pins(*system.model, end, state.x);
  if (!scheme_->is_static()) set_pin_velocities(*system.model, start, end, state.v);
  state.time = end;
  return report;
}

}  // namespace tensio
