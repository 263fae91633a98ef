#pragma once

#include "build/bending.h"
#include "build/material.h"
#include "math/result.h"
#include "model/model.h"

namespace tensio {

/// Which springs a grid cloth gets besides the structural ones (along rows and columns).
enum class GridLayout {
  paper,       // one diagonal per cell + bending springs: Table 1's cloth of Liu et al. 2013
  full,        // both diagonals + bending springs
  simplified,  // one diagonal, no bending springs
};

/// How a grid's cells are cut into triangles.
enum class GridCells {
  same,         // all along the same diagonal
  alternating,  // along either diagonal by turns: bending alike in all directions but for a few percent
  staggered,  // odd rows stand half a cell to the right: equilateral triangles where depth and width are such
};

/// A rectangle of cloth in the xz-plane, centred at the origin: columns run along +x (left to right), rows
/// along +z (back to front), the front side of the triangles looks along +y. Vertex (column, row) has index
/// row·columns + column.
struct GridOptions {
  std::size_t columns = 81, rows = 81;  // vertices, ≥ 2 each
  double width = 2, depth = 2;          // m, along x and z
  GridCells cells = GridCells::same;
  GridLayout layout = GridLayout::paper;
  int bend_reach = 2;  // bending springs join every 2nd or every 3rd vertex
  FamilyStiffness stiffness{};
  double spring_damping = 0;   // N·s/m along every spring
  bool half_boundary = false;  // structural springs on the boundary at half stiffness, as a continuum needs
  MembraneOptions membrane{};  // all but springs: no springs of `stiffness`, nor for bending
  BendingOptions bending{};    // all but springs: no bending springs
  StiffeningOptions stiffening{};
  StrainBoundsOptions strain_bounds{};
  double mass = 1;          // kg, in all
  double area_density = 0;  // kg/m²; above 0: instead of mass
  Lumping lumping = Lumping::uniform;
};

/// Springs stand in runs of one offset each, row by row: structural along x, along z, shear, bend along x,
/// along z. Two triangles per cell, along the shear spring of the paper's layout. A staggered grid has
/// structural springs along all edges of triangles and no shear springs; its width counts from the leftmost
/// to the rightmost vertex, and triangles are equilateral where depth/(rows − 1) = ½√3 · width/(columns − ½).
/// A woven grid has its warp along its columns, both diagonals in each cell, whatever the layout, and half of
/// a spring on its boundary; a staggered one, and one whose cells are too long for its shear stiffness, has
/// threads in its triangles instead. One part, "grid".
Result<Model> make_grid(const GridOptions& options);

}  // namespace tensio
