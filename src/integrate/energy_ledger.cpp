#include "integrate/energy_ledger.h"

#include <algorithm>
#include <cmath>

#include "math/elementary.h"

namespace tensio {

double EnergyLedger::potential(Positions x, double time) {
  system_.set_time(time);
  double sum = 0;
  for (const auto& energy : system_.energies) sum += energy->value(x);
  return sum;
}

double EnergyLedger::energy(const State& state) {
  double sum = potential(state.x, state.time);
  for (std::size_t i = 0; i < state.v.size(); ++i) sum += kinetic(i, state.v[i]);
  return sum;
}

double EnergyLedger::kinetic(std::size_t vertex, Vec3 v) const {
  copy_axes(system_.pinned[vertex], {}, v);
  return 0.5 * system_.model->mass[vertex] * dot(v, v);
}

void EnergyLedger::enter(double EnergyFlow::*where, const State& state) {
  if (!is_running_) return;
  const double now = energy(state);
  flow_.*where += now - energy_;
  energy_ = now;
}

void EnergyLedger::begin_run(const State& state) {
  if (is_running_)
    enter(&EnergyFlow::edits, state);
  else
    energy_ = energy(state);
  is_running_ = true;
}

void EnergyLedger::begin_step(const State& state) {
  time_before_ = state.time;
  x_before_ = state.x;
  v_before_ = state.v;
}

void EnergyLedger::end_step(const State& state, double h) {
  const std::size_t n = state.x.size();
  x_.resize(n), v_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    x_[i] = 0.5 * (x_before_[i] + state.x[i]);
    v_[i] = (state.x[i] - x_before_[i]) / h;
  }
  double known = 0;
  const auto add = [&](double& flow, double work) { flow += work, known += work; };

  if (!system_.model->attachments.empty() || !system_.model->pushes.empty())
    add(flow_.pins, potential(x_, state.time) - potential(x_, time_before_));
  system_.set_time(0.5 * (time_before_ + state.time));
  pull_.assign(n, {});
  const auto held_motion = [&](const Pin& pin) {
    Vec3 held;
    copy_axes(pin.axes, v_[pin.vertex], held);
    return held;
  };
  if (std::ranges::any_of(system_.model->pins, [&](const Pin& pin) { return held_motion(pin) != Vec3{}; }))
    for (const auto& energy : system_.energies) energy->add_gradient(x_, 1, pull_);
  for (const auto& dissipation : system_.dissipations) {
    drag_.assign(n, {});
    dissipation->freeze(x_);
    dissipation->add_gradient(v_, 1, drag_);
    add(std::holds_alternative<AirShape>(dissipation->shape()) ? flow_.air : flow_.damping,
        -dot(drag_, v_) * h);
    for (std::size_t i = 0; i < n; ++i) pull_[i] += drag_[i];
  }
  for (const Pin& pin : system_.model->pins) add(flow_.pins, dot(pull_[pin.vertex], held_motion(pin)) * h);
  if (system_.ether < 1) {
    const double lost = 1 - power(system_.ether, 2 * h);
    for (std::size_t i = 0; i < n; ++i) add(flow_.damping, -lost * kinetic(i, v_before_[i]));
  }
  const double now = energy(state);
  flow_.numerical += now - energy_ - known;
  energy_ = now;
}

void EnergyBudget::apply(EnergyLedger& ledger, State& state) {
  const double excess = ledger.flow().surplus() - surplus_at_start_;
  if (!(excess > 0)) return;

  motions_.fit(state.x, state.v);
  double beside = 0;  // J, of the motion beside the rigid one
  for (std::size_t i = 0; i < state.v.size(); ++i) {
    Vec3 d = state.v[i] - motions_.velocity(i, state.x[i]);
    copy_axes(system_.pinned[i], {}, d);
    beside += 0.5 * system_.model->mass[i] * dot(d, d);
  }
  if (!(beside > 0)) return;
  const double kept = std::sqrt(std::max(0.0, 1 - excess / beside));
  for (std::size_t i = 0; i < state.v.size(); ++i) {
    const Vec3 rigid = motions_.velocity(i, state.x[i]);
    copy_axes(other_axes(system_.pinned[i]), rigid + kept * (state.v[i] - rigid), state.v[i]);
  }
  ledger.enter(&EnergyFlow::damping, state);
}

}  // namespace tensio
