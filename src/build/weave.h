#pragma once

#include "build/bending.h"
#include "tensio/model.h"

namespace tensio {

// Woven cloth: an orthotropic sheet whose threads are springs, of MembraneOptions' warp, weft and shear. With
// 1 the weft and 2 the warp, a sheet of springs has C₁₂ = C₆₆ (Cauchy), which is the shear stiffness G. A
// strip with free sides that is pulled along 1 has the stiffness E₁ = C₁₁ − G²/C₂₂, so that
//   C₁₁ = ½ E₁ (1 + √(1 + 4 G²/(E₁E₂))),   C₂₂ = ½ E₂ (1 + √(1 + 4 G²/(E₁E₂))).
// Poisson's ratios follow: G/C₂₂ and G/C₁₁.

/// Stiffness of each spring of a grid with cells of dx × dz and both diagonals. A row of cells carries
/// C₁₁ dz at a strain of 1, of which diagonals carry G dx²/dz. A spring on the boundary has half.
struct WeaveSprings {
  double weft, warp, diagonal;  // N/m
};
/// An error where the diagonals alone would be stiffer than warp or weft.
Result<WeaveSprings> weave_springs(const MembraneOptions& options, double dx, double dz);

/// Adds the springs of a grid whose vertices stand in rows, beginning with `first`, in runs of one offset:
/// weft (along rows), warp (along columns), both diagonals. False, and nothing added, where weave_springs is
/// an error.
bool add_woven_grid(Model& model, VertexId first, std::size_t columns, std::size_t rows,
                    const MembraneOptions& options, double damping);

/// The same of any triangles: threads along warp, weft and at 45° to both as stencils, weighted by area.
/// Exact where the deformation is the same everywhere, whatever the mesh.
void add_woven_triangles(Model& model, const MembraneOptions& options);
/// An error where shear is too stiff for threads at 45°.
Result<void> check_woven_triangles(const MembraneOptions& options);

/// A direction projected to the plane with this unit normal and normalized; where it nearly is the normal,
/// the z-axis or the x-axis instead.
Vec3 in_plane(const Vec3& direction, const Vec3& normal);

}  // namespace tensio
