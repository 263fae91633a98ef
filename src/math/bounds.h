#pragma once

#include <algorithm>

#include "tensio/vec3.h"

namespace tensio {

/// The box around points and balls, its sides along the axes; empty as long as nothing was added.
struct Bounds {
  Vec3 low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};  // m

  void add(const Vec3& p, double radius = 0) {
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], p[axis] - radius);
      high[axis] = std::max(high[axis], p[axis] + radius);
    }
  }
  Vec3 middle() const { return 0.5 * (low + high); }
  double diagonal() const { return norm(high - low); }
};

/// Around all points; where there are none, the origin alone.
inline Bounds bounds_of(Positions x) {
  Bounds bounds;
  for (const Vec3& p : x) bounds.add(p);
  if (x.empty()) bounds.add({});
  return bounds;
}

}  // namespace tensio
