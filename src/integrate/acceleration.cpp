#include "integrate/acceleration.h"

#include <algorithm>

namespace tensio {

void accelerate(System& system, Positions x, std::span<const Vec3> v, double time, std::span<Vec3> a) {
  system.set_time(time);
  std::ranges::fill(a, Vec3{});
  for (const auto& energy : system.energies) energy->add_gradient(x, -1, a);
  for (auto& dissipation : system.dissipations) {
    dissipation->freeze(x);
    dissipation->add_gradient(v, -1, a);
  }
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = system.pinned[i] != 0 ? Vec3{} : a[i] / system.model->mass[i];
}

void place_pins(const Model& model, double time, std::span<Vec3> x) {
  for (const Pin& pin : model.pins) x[pin.vertex] = pin.position + pin.path.offset(time);
}

void set_pin_velocities(const Model& model, double start, double end, std::span<Vec3> v) {
  for (const Pin& pin : model.pins)
    v[pin.vertex] = (pin.path.offset(end) - pin.path.offset(start)) / (end - start);
}

}  // namespace tensio
