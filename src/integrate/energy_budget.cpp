#include "integrate/energy_budget.h"

#include <algorithm>
#include <cmath>

namespace tensio {

double EnergyBudget::potential(Positions x, double time) {
  system_.set_time(time);
  double sum = 0;
  for (const auto& energy : system_.energies) sum += energy->value(x);
  return sum;
}

double EnergyBudget::energy(const State& state) {
  double sum = potential(state.x, state.time);
  for (std::size_t i = 0; i < state.v.size(); ++i)
    if (!system_.pinned[i]) sum += 0.5 * system_.model->mass[i] * dot(state.v[i], state.v[i]);
  return sum;
}

/// ∂E/∂x, which a pin has to overcome.
void EnergyBudget::pull_of_pins(const State& state, std::vector<Vec3>& force) {
  if (system_.model->pins.empty()) return;
  system_.set_time(state.time);
  force.assign(state.x.size(), {});
  for (const auto& energy : system_.energies) energy->add_gradient(state.x, 1, force);
}

void EnergyBudget::begin(const State& state) {
  const double now = energy(state);
  budget_ = is_running_ ? budget_ + (now - energy_) : now;
  is_running_ = true;
  time_before_ = state.time;
  x_before_ = state.x;
  pull_of_pins(state, pull_before_);
}

void EnergyBudget::end(State& state) {
  pull_of_pins(state, pull_);
  for (const Pin& pin : system_.model->pins) {
    const VertexId i = pin.vertex;
    budget_ += dot(0.5 * (pull_before_[i] + pull_[i]), state.x[i] - x_before_[i]);
  }
  if (!system_.model->attachments.empty())
    for (const Positions x : {Positions(x_before_), Positions(state.x)})
      budget_ += 0.5 * (potential(x, state.time) - potential(x, time_before_));
  energy_ = energy(state);
  const double excess = energy_ - budget_;
  if (!(excess > 0)) return;

  motions_.fit(state.x, state.v);
  double beside = 0;  // J, of the motion beside the rigid one
  for (std::size_t i = 0; i < state.v.size(); ++i) {
    if (system_.pinned[i]) continue;
    const Vec3 d = state.v[i] - motions_.velocity(i, state.x[i]);
    beside += 0.5 * system_.model->mass[i] * dot(d, d);
  }
  if (!(beside > 0)) return;
  const double kept = std::sqrt(std::max(0.0, 1 - excess / beside));
  for (std::size_t i = 0; i < state.v.size(); ++i) {
    if (system_.pinned[i]) continue;
    const Vec3 rigid = motions_.velocity(i, state.x[i]);
    state.v[i] = rigid + kept * (state.v[i] - rigid);
  }
  energy_ -= (1 - kept * kept) * beside;
}

}  // namespace tensio
