#pragma once

#include <optional>

#include "math/result.h"
#include "model/model.h"

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

/// Biphasic springs: beyond a strain the stiffness is so many times higher. With e the strain beyond it,
/// E = ½ k (l − r)² + ½ (factor − 1) k (r e)²: the force has a kink, the energy none.
struct StiffeningOptions {
  std::optional<double> strain{};  // ≥ 0; nothing: no stiffening
  double factor = 10;              // ≥ 1
};

/// What strain bounds hold.
enum class BoundedElements {
  springs,    // the length of each spring, or of each thread of a woven triangle
  triangles,  // all stretches of each triangle: the singular values of its deformation
};

/// Strain limits as an energy, ½ w (distance of the strain from min … max)²: Bouaziz et al. 2014, secs. 5.1
/// and 5.2. It gives way by as much as the load asks for; Provot's limit (integrate/strain_limit.h) does not.
struct StrainBoundsOptions {
  std::optional<double> max{};  // ≥ 0; nothing: no bounds
  double min = -1;              // −1 … 0; −1: none below
  double stiffness = 1000;      // N/m: of a spring, or of a sheet's tension
  BoundedElements of = BoundedElements::springs;
};

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
