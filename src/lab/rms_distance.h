#pragma once

#include <cmath>

#include "tensio/vec3.h"

namespace tensio::lab {

/// Returns the root mean square distance over the vertices, m.
inline double rms_distance(Positions a, Positions b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i] - b[i], a[i] - b[i]);
  return a.empty() ? 0 : std::sqrt(sum / static_cast<double>(a.size()));
}

}  // namespace tensio::lab
