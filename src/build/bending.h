#pragma once

#include "tensio/cloth.h"

namespace tensio {

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
