#include "io/scene_field.h"

#include <cmath>
#include <fmt/format.h>

namespace tensio {

std::string describe(const Range& range) {
  const bool low = std::isfinite(range.min), high = std::isfinite(range.max);
  const char* lower = range.above_min ? "more than" : "at least";
  if (low && high) return fmt::format("{} {} and at most {}", lower, range.min, range.max);
  if (low) return fmt::format("{} {}", lower, range.min);
  if (high) return fmt::format("at most {}", range.max);
  return "finite";
}

}  // namespace tensio
