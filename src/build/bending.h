#pragma once

#include <optional>

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
  plate,        // a plate with Poisson's ratio, see plate.h; flat rest shape; projective
};

struct BendingOptions {
  BendingModel model = BendingModel::springs;
  double stiffness = 1e-4;  // D, N·m, of all models but springs; of threads of the warp, if there is weft
  std::optional<double> weft{};  // D, N·m, where threads of the weft are bent; nothing: the same
  double poisson = 0;            // Poisson's ratio of a plate, −0.99 … 0.99
};

/// What resists stretching and shearing in the sheet's plane.
enum class MembraneModel {
  springs,    // structural and shear springs
  corotated,  // corotated linear triangles
  woven,      // threads of warp and weft and what resists their shearing, see weave.h
};

struct MembraneOptions {
  MembraneModel model = MembraneModel::springs;
  double young = 100;  // N/m: Young's modulus times thickness, of corotated triangles
  double poisson = 0;  // 0 … 0.99
  double warp = 1000;  // N/m: tension over strain of a woven strip that is cut and pulled along the warp
  double weft = 1000;  // the same along the weft
  double shear = 50;   // N/m: shear force per width over the shear angle in rad
  Vec3 warp_direction{0, 1,
                      0};  // of a mesh, projected to each triangle; a grid's warp runs along its columns
};

Result<void> check(const BendingOptions& options);
Result<void> check(const MembraneOptions& options);

/// Adds what resists bending across every edge that two triangles share (of more, those that follow one
/// another), at rest in the model's rest position. With |e| the edge and A the area of both triangles, a
/// hinge has the stiffness D |e|²/A, a stencil the weight D/A on the sum |e| Σ c_i x_i of its cotangent
/// weights. With another stiffness for the weft, D = D_warp sin²φ + D_weft cos²φ, φ the angle from the edge
/// to the warp: right for edges along threads, and in between for others. Nothing is added for springs.
void add_bending(Model& model, const BendingOptions& options, const Vec3& warp_direction);

/// Adds what resists in the plane of every triangle: corotated elements, or threads; for springs, nothing.
/// Triangles without area are left out.
void add_membranes(Model& model, const MembraneOptions& options);

}  // namespace tensio
