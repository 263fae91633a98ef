#pragma once

#include <string>

#include "tensio/simulation.h"

namespace tensio {

/// Returns the present moment of a simulation as an .npz archive for NumPy, in double precision:
///   time (s); position, velocity (m, m/s: one row per vertex); springs, tension (two vertices and N per
///   spring); pins, reaction (vertex and N per pin); contact (N per vertex, mean over the frame); kinetic,
///   elastic, potential (J).
/// A scene can start from it.
Result<std::string> write_numpy_frame(const Simulation& simulation);

/// Reads positions and velocities of such an archive for so many vertices; velocities may be missing. `name`
/// is the file in errors.
struct NumpyState {
  std::vector<Vec3> x, v;  // m, m/s
};
Result<NumpyState> parse_numpy_state(std::string_view bytes, std::string_view name, std::size_t vertices);

}  // namespace tensio
