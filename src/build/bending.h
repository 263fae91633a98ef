#pragma once

#include "math/result.h"
#include "model/model.h"

namespace tensio {

/// What resists bending. All but springs are calibrated to one bending stiffness D: a cylinder of radius R
/// has the energy D/(2R²) per area.
enum class BendingModel {
  springs,      // those of the spring family "bend", in N/m: next to nothing against small angles
  quadratic,    // Bergou et al. 2006: a constant matrix; flat rest shape; projective
  hinges,       // quadratic in the dihedral angle, about the rest shape
  sine_hinges,  // Bridson et al. 2003: proportional to the sine of half the angle
  projective,   // keeps the rest shape's mean curvature, after Bouaziz et al. 2014, sec. 5.4; projective
};

struct BendingOptions {
  BendingModel model = BendingModel::springs;
  double stiffness = 1e-4;  // D, N·m, of all models but springs
};

/// What resists stretching and shearing in the sheet's plane.
enum class MembraneModel {
  springs,    // structural and shear springs
  corotated,  // corotated linear triangles
};

struct MembraneOptions {
  MembraneModel model = MembraneModel::springs;
  double young = 100;  // N/m: Young's modulus times thickness, of corotated triangles
  double poisson = 0;  // 0 … 0.99
};

Result<void> check(const BendingOptions& options);
Result<void> check(const MembraneOptions& options);

/// Adds what resists bending across every edge that two triangles share (of more, those that follow one
/// another), at rest in the model's rest position. With |e| the edge and A the area of both triangles, a
/// hinge has the stiffness D |e|²/A, a stencil the weight D/A on the sum |e| Σ c_i x_i of its cotangent
/// weights. Nothing is added for springs.
void add_bending(Model& model, const BendingOptions& options);

/// Adds an element for every triangle; for springs, nothing. Triangles without area are left out.
void add_membranes(Model& model, const MembraneOptions& options);

}  // namespace tensio
