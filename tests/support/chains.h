#pragma once

#include "tensio/simulation.h"

namespace tensio {

/// Runs to static equilibrium by one frame of the given minimiser.
inline Result<Simulation> settle(Setup setup, FrameReport& report) {
  setup.scheme = Scheme::static_equilibrium;
  auto simulation = Simulation::make(std::move(setup));
  if (simulation) report = simulation->advance_frame();
  return simulation;
}

/// N equal springs hanging from a pin, rest length `a` each, masses m (the last one `last`).
inline Model hanging_chain(int n, double k, double m, double last, double a) {
  Model model;
  model.add_vertex({0, 0, 0}, m);
  model.pins.push_back({0, {0, 0, 0}, {}});
  for (int i = 1; i <= n; ++i) {
    model.add_vertex({0, -a * i, 0}, i == n ? last : m);
    model.springs.add(static_cast<VertexId>(i - 1), static_cast<VertexId>(i), SpringFamily::structural, a, k);
  }
  return model;
}

}  // namespace tensio
