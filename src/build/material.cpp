#include "build/material.h"

#include <cmath>
#include <fmt/format.h>

namespace tensio::detail {

Result<void> check_positive(const char* field, double value, const char* unit) {
  if (value > 0 && std::isfinite(value)) return {};
  return fail(fmt::format("{} is {} {}; it must be positive and finite", field, value, unit));
}

Result<void> check_not_negative(const char* field, double value, const char* unit) {
  if (value >= 0 && std::isfinite(value)) return {};
  return fail(fmt::format("{} is {} {}; it must be 0 or more and finite", field, value, unit));
}

Result<void> check_length(const char* field, double value) {
  if (value > 0 && value <= max_length) return {};
  return fail(fmt::format("{} is {} m; it must be positive and at most {} m", field, value, max_length));
}

Result<void> check_position(const char* field, const Vec3& value) {
  for (const double coordinate : {value.x, value.y, value.z})
    if (!(std::abs(coordinate) <= max_length))
      return fail(fmt::format("{} is ({}, {}, {}) m; every coordinate must be finite and within ±{} m", field,
                              value.x, value.y, value.z, max_length));
  return {};
}

Result<void> check_stiffness(const FamilyStiffness& stiffness) {
  if (auto ok = check_not_negative("stiffness.structural", stiffness.structural, "N/m"); !ok) return ok;
  if (auto ok = check_not_negative("stiffness.shear", stiffness.shear, "N/m"); !ok) return ok;
  return check_not_negative("stiffness.bend", stiffness.bend, "N/m");
}

}  // namespace tensio::detail
