#pragma once

#include <span>

#include "build/bending.h"
#include "build/material.h"
#include "model/model.h"

namespace tensio {

/// A cloth by name, with the numbers of MembraneOptions (woven) and BendingOptions.
struct Fabric {
  const char* name;
  const char* description;
  double area_density;                // kg/m²
  double warp, weft;                  // N/m
  double shear;                       // N/m
  double bending_warp, bending_weft;  // D, N·m
  const char* source;  // what was measured, by whom; what was not measured is called typical or computed
};

std::span<const Fabric> fabrics();

/// Makes a grid or a mesh of this fabric: woven, with quadratic bending, its mass by area.
template <class SheetOptions>
void set_fabric(const Fabric& fabric, SheetOptions& options) {
  options.membrane.model = MembraneModel::woven;
  options.membrane.warp = fabric.warp;
  options.membrane.weft = fabric.weft;
  options.membrane.shear = fabric.shear;
  options.bending = {BendingModel::quadratic, fabric.bending_warp, fabric.bending_weft};
  options.area_density = fabric.area_density;
  options.lumping = Lumping::area;
}

/// Makes all sheets of a model, which may be in motion and cut, of another fabric: their masses, springs and
/// elements are replaced, stiffening and strain bounds are gone; their triangles, pins and the rest stay.
/// An error if there is no sheet.
Result<void> change_fabric(Model& model, const Fabric& fabric);

}  // namespace tensio
