#pragma once

// What the measurements in this folder share.

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "energy/objective.h"
#include "math/stopwatch.h"
#include "tensio/cloth.h"

namespace tensio {

/// The least of many runs, in seconds; a run is repeated for about so long.
template <class Work>
double least_seconds(const Work& work, double seconds = 0.5) {
  double least = 1e300, total = 0;
  for (int run = 0; run < 3 || (total < seconds && run < 20'000); ++run) {
    const Stopwatch watch;
    work();
    const double taken = watch.seconds();
    least = std::min(least, taken);
    total += taken;
  }
  return least;
}

/// A square cloth in the paper's layout, two corners pinned.
inline Model make_cloth(std::size_t side, GridOptions grid = {}) {
  grid.columns = grid.rows = side;
  grid.layout = GridLayout::paper;
  Model model = *make_grid(grid);
  for (const std::size_t corner : {std::size_t{0}, side - 1})
    model.pins.push_back({static_cast<VertexId>(corner), model.rest_position[corner], {}});
  return model;
}

/// Implicit Euler's step from rest; without inertia, static equilibrium.
inline StepAim make_aim(const Model& model, double h, double inertia = 1) {
  StepAim aim;
  aim.inertia = inertia;
  aim.s2 = h * h;
  aim.tau = h;
  aim.y = aim.w = model.rest_position;
  return aim;
}

/// Vertices along a side, as named on the command line.
inline std::vector<std::size_t> sides_of(int count, char** arguments, std::vector<std::size_t> otherwise) {
  std::vector<std::size_t> sides;
  for (int i = 1; i < count; ++i)
    sides.push_back(std::clamp<std::size_t>(std::strtoul(arguments[i], nullptr, 10), 2, 2000));
  return sides.empty() ? otherwise : sides;
}

}  // namespace tensio
