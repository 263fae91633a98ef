#pragma once

#include <functional>

#include "tensio/cloth.h"
#include "tensio/export.h"

namespace tensio TENSIO_API {

/// What a soft body resists deformation by.
enum class SolidModel {
  springs,         // along edges and diagonals
  corotated,       // corotated linear tetrahedra
  neo_hookean,     // stable Neo-Hookean tetrahedra (Smith et al. 2018)
  shape_matching,  // overlapping clusters (Müller et al. 2005, sec. 4.5)
};
struct SolidOptions {
  SolidModel model = SolidModel::springs;
  double young = 1e4;   // Pa; jelly 1e3, rubber 1e6. A cluster has its cell's stiffness E · edge
  double poisson = 0;   // Poisson's ratio of tetrahedra, 0 … 0.49; more: bulges more when squeezed
  double linear = 0.5;  // β of clusters: 0 rigid … 1 as soft as a linear map allows
  double altitude_stiffness = 0;  // N/m, of altitude springs in every tetrahedron; 0: none
  double bulk = 0;  // κ, Pa, of ½ κ (J − 1)² on tetrahedra besides, which keeps the volume; 0: none

  bool has_elements() const { return model == SolidModel::corotated || model == SolidModel::neo_hookean; }
  bool needs_tetrahedra() const { return has_elements() || bulk > 0 || altitude_stiffness > 0; }
};

/// Makes a surface fit to be filled: welds vertices in the same place, drops those of no triangle, turns
/// triangles outwards. Refuses a surface with holes, which has no inside.
Result<TriangleMesh> close_surface(TriangleMesh mesh);
/// Volume inside a closed surface, m³; positive where triangles look outwards.
double enclosed_volume(const TriangleMesh& mesh);
/// Ellipsoid with these diameters about the origin: an octahedron, each triangle cut into four `level` times.
TriangleMesh make_ellipsoid(const Vec3& size, int level);

/// Which springs a cell of a lattice gets besides its edges.
enum class LatticeLayout {
  faces,       // both diagonals of every face: C₁₁ = (k₁ + 2 k₂)/a, C₁₂ = C₄₄ = k₂/a
  tetrahedra,  // one diagonal per face and one through the cell: the edges of Kuhn's six tetrahedra
  full,        // both diagonals of every face and all four through the cell: stiff alike in all directions
};
/// Stiffness of a lattice's springs, N/m; a kind of stiffness 0 gets no springs.
struct LatticeStiffness {
  double structural = 80;  // along the edges of cells
  double shear = 80;       // along the diagonals of faces and cells
};

/// A soft body: a box of equal cells, or the part of it that a shape or a closed surface fills.
struct LatticeOptions {
  std::array<std::size_t, 3> cells{8, 8, 8};  // along x, y, z; ≥ 1 each
  Vec3 size{1, 1, 1};                         // m, of the box
  Vec3 center{};                              // m, of the box
  /// Keeps the cells whose centres it accepts (m, in the box's own frame); empty: all.
  std::function<bool(const Vec3& center)> contains{};
  /// A closed surface in the box (close_surface) to fill. The body carries it as its skin, by trilinear
  /// interpolation. Cells that it cuts have a share of mass and stiffness (Nesme et al. 2006). Empty: none.
  TriangleMesh surface{};
  LatticeLayout layout = LatticeLayout::tetrahedra;
  LatticeStiffness stiffness{};
  bool half_boundary = false;  // springs on the surface weigh by the fraction of their cells that exists, as
                               // a continuum needs
  SolidOptions solid{};        // other than springs: replaces `stiffness`
  double spring_damping = 0;   // N·s/m along every spring
  double mass = 1;             // kg, in all; a cell gives an eighth of its share to each corner
  double density = 0;          // kg/m³; above 0: replaces mass

  /// Fits the box around the surface, with `resolution` cubes along its longest side.
  void fit_surface(std::size_t resolution);
};

/// Builds a lattice. Vertices run along x first, then y, then z; springs stand in runs of one offset each,
/// edges before diagonals. Triangles cover the surface, their front outwards. One part, "lattice".
Result<Model> make_lattice(const LatticeOptions& options);

/// Points and tetrahedra, as a file or a mesher gives them.
struct TetMesh {
  std::vector<Vec3> points;  // m
  std::vector<std::array<VertexId, 4>> tetrahedra;
};
/// Larger meshes are refused. A body has five or six tetrahedra per vertex.
inline constexpr std::size_t max_tetrahedra = 6 * max_vertices;

/// Fills a closed surface (close_surface) with tetrahedra of nearly one size: isosurface stuffing (Labelle
/// and Shewchuk 2007) of a body-centred cubic lattice with `resolution` cubes along the longest side. Lattice
/// vertices near the surface are moved onto it; tetrahedra that it still crosses are cut. Details sharper or
/// thinner than a cube are rounded off or lost.
Result<TetMesh> stuff(const TriangleMesh& surface, std::size_t resolution);

struct TetOptions {
  SolidOptions solid{};
  double spring_damping = 0;  // N·s/m along every spring
  double mass = 1;            // kg, in all; a tetrahedron gives a quarter of its share to each corner
  double density = 0;         // kg/m³; above 0: replaces mass
};

/// Builds a soft body of tetrahedra. Turns tetrahedra that are inside out; leaves out those without volume
/// and points of no tetrahedron, with a warning. Springs run along the edges, k = Σ E V/l² over the
/// tetrahedra around each (Van Gelder 1998); clusters are a vertex and its neighbours. Triangles cover the
/// surface, their front outwards. One part, "tetrahedra".
Result<MeshModel> make_tet_model(TetMesh mesh, const TetOptions& options);

}  // namespace TENSIO_API
