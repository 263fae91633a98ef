#pragma once

#include "math/result.h"
#include "math/vec3.h"
#include "model/path.h"

namespace tensio {

/// How a body's mass is shared among its vertices.
enum class Lumping {
  uniform,  // every vertex gets the same share of the mass
  area,     // a third of each triangle's share: boundary vertices weigh less, as a continuum needs
};

/// Stiffness of each spring family, N/m; a family of stiffness 0 gets no springs.
struct FamilyStiffness {
  double structural = 80;
  double shear = 80;
  double bend = 20;
};

namespace detail {

/// Each names the field in its error.
Result<void> check_positive(const char* field, double value, const char* unit);
Result<void> check_not_negative(const char* field, double value, const char* unit);
Result<void> check_length(const char* field, double value);         // > 0 and at most max_length
Result<void> check_position(const char* field, const Vec3& value);  // within max_length on every axis
Result<void> check_stiffness(const FamilyStiffness& stiffness);

}  // namespace detail
}  // namespace tensio
