#pragma once

#include <vector>

#include "math/result.h"
#include "math/vec3.h"

namespace tensio {

/// A scripted motion: the displacement from the place of rest as a function of time, through keyframes.
/// Constant before the first and after the last keyframe, unless it repeats.
struct Path {
  struct Key {
    double time = 0;  // s, strictly increasing
    Vec3 offset;      // m
  };
  std::vector<Key> keys;
  bool smooth = false;  // ease in and out of every keyframe (3u² − 2u³) instead of straight lines
  bool repeat = false;  // start over after the last keyframe

  Vec3 offset(double time) const;  // m; zero without keyframes
};

/// Lengths and coordinates beyond this are refused, so that no square or area overflows.
inline constexpr double max_length = 1e9;  // m

/// Keyframes in order, every number finite, and no jump where the path repeats: it would throw what it moves.
Result<void> validate(const Path& path);

}  // namespace tensio
