#pragma once

#include "tensio/cloth.h"

namespace tensio {

Result<void> check(const StiffeningOptions& options);
Result<void> check(const StrainBoundsOptions& options);

/// Adds what stiffens all springs that the model has, but those for bending, and all threads of woven
/// triangles. To be called before bending is added. An error if it is asked for and there are none.
Result<void> add_stiffening(Model& model, const StiffeningOptions& options);
/// Bounds the same springs and threads, or the triangles.
Result<void> add_strain_bounds(Model& model, const StrainBoundsOptions& options);

namespace detail {

/// Each names the field in its error.
Result<void> check_positive(const char* field, double value, const char* unit);
Result<void> check_not_negative(const char* field, double value, const char* unit);
Result<void> check_length(const char* field, double value);         // > 0 and at most max_length
Result<void> check_position(const char* field, const Vec3& value);  // within max_length on every axis
Result<void> check_stiffness(const FamilyStiffness& stiffness);

}  // namespace detail
}  // namespace tensio
