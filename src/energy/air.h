#pragma once

#include "math/vec3.h"

namespace tensio {

/// The air around all triangles: still, or a wind with gusts.
struct Air {
  double density = 0;      // ρ, kg/m³; 0: no air. At sea level 1.2
  double drag = 1.2;       // C_n against motion along a triangle's normal: flat plates have about 1.2
  double friction = 0.02;  // C_t against motion along its surface
  Vec3 wind;               // m/s
  double gust = 0;         // by how much of the wind's speed gusts go up and down, 0 … 1
  double gust_period = 2;  // s, of the slowest gust

  bool is_there() const { return density > 0 && (drag > 0 || friction > 0); }
  /// The wind there and then, m/s. Gusts are a few sines of incommensurate periods, along and, half as
  /// strong, across the wind, that the wind carries along with it (Taylor's frozen turbulence).
  Vec3 wind_at(const Vec3& place, double time) const;
};

}  // namespace tensio
