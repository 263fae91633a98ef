#pragma once

#include <functional>

#include "build/mesh.h"
#include "build/solid.h"
#include "math/result.h"
#include "model/model.h"

namespace tensio {

/// Which springs a cell of a lattice gets besides its edges.
enum class LatticeLayout {
  faces,       // both diagonals of every face: C₁₁ = (k₁ + 2 k₂)/a, C₁₂ = C₄₄ = k₂/a
  tetrahedra,  // one diagonal per face and one through the cell: the edges of Kuhn's six tetrahedra
  full,        // both diagonals of every face and all four through the cell: stiff alike in all directions
};

/// Stiffness of each kind of spring, N/m; a kind of stiffness 0 gets no springs.
struct LatticeStiffness {
  double structural = 80;  // along the edges of cells
  double shear = 80;       // along the diagonals of faces and cells
};

/// A soft body: a box of equal cells, or the part of it that a shape or a closed surface fills.
struct LatticeOptions {
  std::array<std::size_t, 3> cells{8, 8, 8};  // along x, y, z; ≥ 1 each
  Vec3 size{1, 1, 1};                         // m, of the box
  Vec3 center{};                              // m, of the box
  /// Keeps the cells whose centres it accepts (m, in the box's own frame); none: all. Corners that no kept
  /// cell has are left out.
  std::function<bool(const Vec3& center)> contains{};
  /// A closed surface in the box, see close_surface(): what is inside of it is filled, and the body carries
  /// it as its skin, by trilinear interpolation. Cells that it cuts have a share of the mass and of the
  /// stiffness (Nesme et al. 2006). Empty: none.
  TriangleMesh surface{};
  LatticeLayout layout = LatticeLayout::tetrahedra;
  LatticeStiffness stiffness{};
  bool half_boundary = false;  // springs on the surface at the fraction of their cells that there is, as a
                               // continuum needs
  SolidOptions solid{};        // all but springs: no springs
  double spring_damping = 0;   // N·s/m along every spring
  double mass = 1;             // kg, in all; a cell gives an eighth of its share to each corner
  double density = 0;          // kg/m³; 0: as mass says

  /// Makes the box fit around the surface, of cubes, so many along its longest side.
  void fit_surface(std::size_t resolution);
};

/// Vertices run along x first, then y, then z; springs stand in runs of one offset each, edges before
/// diagonals. Triangles cover the surface, their front outwards. One part, "lattice".
Result<Model> make_lattice(const LatticeOptions& options);

}  // namespace tensio
