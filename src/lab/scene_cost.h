#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lab/bench.h"
#include "tensio/setup.h"

namespace tensio::lab {

/// A scene to measure with `tensio bench --scenes`.
struct TimedScene {
  std::string name;
  Setup setup;
  int frames = 0;  // to simulate, at least 2
};

/// What frames of a scene cost on one thread, from its start on; the first, which sets up, is left out.
struct SceneCost {
  std::string name;
  std::size_t vertices = 0, springs = 0, elements = 0;  // at the end
  int frames = 0;                                       // measured
  double frame_time = 0;                                // s, that a frame simulates
  double least = 0, median = 0, most = 0;               // s of processor time, of a frame
  /// Shares of the time of all frames; they add up to 1.
  struct Shares {
    double energy = 0;   // objective, gradients, curvatures
    double linear = 0;   // solves with the constant matrix
    double factor = 0;   // its factorisations
    double contact = 0;  // pairs, rows, sweeps, planes
    double rest = 0;
  } share;

  /// Frames per second over 30.
  double at_30_hz() const { return 1 / (30 * median); }
  /// Simulated time over processor time.
  double real_time() const { return frame_time / median; }
};

Result<std::vector<SceneCost>> measure_scene_costs(const std::vector<TimedScene>& scenes,
                                                   const BenchProgress& progress = {});

std::string scene_cost_table(const std::vector<SceneCost>& costs);
/// docs/performance.md explains every key.
nlohmann::ordered_json scene_cost_json(const std::vector<SceneCost>& costs);

}  // namespace tensio::lab
