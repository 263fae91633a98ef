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
  double altitude_stiffness = 0;  // N/m, of altitude springs in the tetrahedra of every cell; 0: none
};

Result<void> check(const SolidOptions& options);

/// Adds the six tetrahedra of Kuhn's division of a cell, whose corners come in binary order: x, then y, then
/// z. They are elements where the model has any, and altitude springs where these have a stiffness.
void add_cell_tetrahedra(Model& model, const std::array<VertexId, 8>& corner, const SolidOptions& options);

}  // namespace tensio
