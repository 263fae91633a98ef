#pragma once

#include "minimise/minimiser.h"
#include "support/random_system.h"

namespace tensio {

/// With one thread.
inline std::unique_ptr<Minimiser> make_minimiser(const MinimiseOptions& options) {
  static Workers alone;
  return make_minimiser(options, alone);
}

/// What rounding leaves uncertain of the value, in double precision.
inline double value_noise(const StepObjective& objective, Positions x) {
  std::vector<double> diagonal(x.size());
  objective.quadratic_diagonal(diagonal);
  return objective.rounding(x, diagonal).value;
}

inline std::vector<Vec3> frozen_start(System& system, const StepAim& aim) {
  for (auto& dissipation : system.dissipations) dissipation->freeze(aim.w);
  return aim.y;
}

/// A net stretched over a frame of pins, so that nothing is compressed: one minimum, no buckling.
inline Model stretched_net(std::uint32_t n) {
  Model model;
  const double a = 1.0 / (n - 1);
  for (std::uint32_t j = 0; j < n; ++j)
    for (std::uint32_t i = 0; i < n; ++i) model.add_vertex({i * a, 0, j * a}, 0.01);
  for (std::uint32_t j = 0; j < n; ++j) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const VertexId v = j * n + i;
      if (i + 1 < n) model.springs.add(v, v + 1, SpringFamily::structural, 0.7 * a, 200, 0.01);
      if (j + 1 < n) model.springs.add(v, v + n, SpringFamily::structural, 0.7 * a, 200, 0.01);
      if (i == 0 || j == 0 || i == n - 1 || j == n - 1) model.pins.push_back({v, model.rest_position[v], {}});
    }
  }
  return model;
}

inline StepAim implicit_euler_aim(const Model& model, double h) {
  StepAim aim;
  aim.s2 = h * h;
  aim.tau = h;
  aim.w = aim.y = model.rest_position;
  Random random(4);
  for (std::size_t i = 0; i < aim.y.size(); ++i) aim.y[i] += h * random.vec3(1);
  for (const Pin& pin : model.pins) aim.y[pin.vertex] = pin.position;
  return aim;
}

/// Those that need no matrix but the constant one.
inline constexpr Method descent_methods[] = {Method::local_global, Method::ncg,       Method::lbfgs,
                                             Method::anderson,     Method::chebyshev, Method::nesterov,
                                             Method::newton_cg,    Method::automatic};

}  // namespace tensio
