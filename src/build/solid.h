#pragma once

#include "math/result.h"
#include "model/model.h"

namespace tensio {

/// What a soft body resists deformation by.
enum class SolidModel {
  springs,         // along edges and diagonals
  corotated,       // corotated linear tetrahedra
  neo_hookean,     // stable Neo-Hookean tetrahedra (Smith et al. 2018)
  shape_matching,  // overlapping clusters (Müller et al. 2005, sec. 4.5)
};

struct SolidOptions {
  SolidModel model = SolidModel::springs;
  double young = 1e4;             // Pa; a cluster has the stiffness of its cell, Young's modulus times edge
  double poisson = 0;             // 0 … 0.49, of tetrahedra
  double linear = 0.5;            // β of clusters: 0 rigid … 1 as soft as a linear map allows
  double altitude_stiffness = 0;  // N/m, of altitude springs in every tetrahedron; 0: none
  double bulk = 0;  // Pa; κ of ½ κ (J − 1)² on tetrahedra besides, which keeps the volume; 0: none

  bool has_elements() const { return model == SolidModel::corotated || model == SolidModel::neo_hookean; }
  bool needs_tetrahedra() const { return has_elements() || bulk > 0 || altitude_stiffness > 0; }
};

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
