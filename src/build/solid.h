#pragma once

#include "tensio/solids.h"

namespace tensio {

Result<void> check(const SolidOptions& options);

/// Adds the six tetrahedra of Kuhn's division of a cell, whose corners come in binary order: x, then y, then
/// z. Of a cell that is filled to a part only, stiffnesses are this part.
void add_cell_tetrahedra(Model& model, const std::array<VertexId, 8>& corner, const SolidOptions& options,
                         double share = 1);

/// Adds the elements that one tetrahedron of this material gets: one of its law, one of its volume, an
/// altitude spring, or none of them. False where it has no volume or is inside out.
bool add_tetrahedron(Model& model, const std::array<VertexId, 4>& vertex, const SolidOptions& options,
                     double share = 1);

}  // namespace tensio
