#include "integrate/acceleration.h"

#include <algorithm>

namespace tensio {

void find_forces(System& system, Positions x, std::span<const Vec3> v, double time, std::span<Vec3> f) {
  system.set_time(time);
  std::ranges::fill(f, Vec3{});
  for (const auto& energy : system.energies) energy->add_gradient(x, -1, f);
  for (auto& dissipation : system.dissipations) {
    dissipation->freeze(x);
    dissipation->add_gradient(v, -1, f);
  }
}

void accelerate(System& system, Positions x, std::span<const Vec3> v, double time, std::span<Vec3> a) {
  find_forces(system, x, v, time, a);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = a[i] / system.model->mass[i];
    copy_axes(system.pinned[i], {}, a[i]);
  }
}

void place_pins(const Model& model, double time, std::span<Vec3> x) {
  for (const Pin& pin : model.pins) copy_axes(pin.axes, pin.place(time), x[pin.vertex]);
}

void set_pin_velocities(const Model& model, double start, double end, std::span<Vec3> v) {
  for (const Pin& pin : model.pins)
    copy_axes(pin.axes, (pin.path.offset(end) - pin.path.offset(start)) / (end - start), v[pin.vertex]);
}

}  // namespace tensio
