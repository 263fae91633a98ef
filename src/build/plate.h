#pragma once

#include "build/bending.h"

namespace tensio {

/// Adds what resists bending of every triangle, by the curvature of the quadratic surface through its corners
/// and the vertices across its edges, the neighbours unfolded into its plane: exact for a surface of one
/// curvature, whatever that is, so that a sheet has its D and Poisson's ratio in all directions, where no
/// vertex has a way to evade (cells cut the same way, or staggered). Where an edge has no neighbour the
/// curvature is the one of least energy: a free edge. With another stiffness for the weft it has
/// ½ (D_weft κ₁₁² + D_warp κ₂₂² + 2 ν D κ₁₁ κ₂₂ + 2 (1 − ν) D κ₁₂²) per area, D² = D_warp D_weft.
/// Rotation-free triangles of this kind are those of Oñate and Zárate 2000.
void add_plates(Model& model, const BendingOptions& options, const Vec3& warp_direction);

}  // namespace tensio
