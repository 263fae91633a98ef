#pragma once

#include <cstdint>
#include <random>

#include "tensio/vec3.h"

namespace tensio {

/// Random numbers that are the same on every machine.
struct Dice {
  std::mt19937_64 engine{7};

  double number(double low = -1, double high = 1) {
    return low + (high - low) * (static_cast<double>(engine() >> 11) * 0x1p-53);
  }
  int whole(int low, int high) {
    const auto count = static_cast<std::uint64_t>(std::int64_t{high} - low + 1);
    return static_cast<int>(low + static_cast<std::int64_t>(engine() % count));
  }
  Vec3 point(double reach = 1) {
    return {number(-reach, reach), number(-reach, reach), number(-reach, reach)};
  }
  /// A point of a small grid: often the same as another, or in line with others.
  Vec3 grid_point(int reach) {
    return {double(whole(-reach, reach)), double(whole(-reach, reach)), double(whole(-reach, reach))};
  }
};

}  // namespace tensio
