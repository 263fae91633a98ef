#pragma once

#include "edit/take_apart.h"
#include "tensio/edit.h"

namespace tensio {

namespace detail {

/// The edges nearest to where the sheet meets the surface. In every triangle that the stroke passes through
/// it enters and leaves across an edge; each crossing is moved to the nearer end of its edge, and the two
/// ends, both corners of the triangle, are joined along an edge of it. So the incision is one unbroken line
/// without gaps, and nothing has to be remeshed. Springs that no triangle carries are broken where the stroke
/// crosses them. The stroke must be valid.
Incision cut_along(const Model& model, Positions x, const Stroke& stroke);

}  // namespace detail
}  // namespace tensio
