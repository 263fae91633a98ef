#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tensio/export.h"
#include "tensio/model.h"

namespace tensio TENSIO_API {

/// How a body's mass is shared among its vertices.
enum class Lumping {
  uniform,  // every vertex weighs the same
  area,     // a third of each triangle's share: boundary vertices weigh less, as a continuum needs
};

/// Stiffness of each spring family, N/m; a family of stiffness 0 gets no springs.
struct FamilyStiffness {
  double structural = 80;  // along rows and columns; more: stretches less
  double shear = 80;       // along diagonals; less: drapes more easily
  double bend = 20;        // over one vertex; more: fewer, wider folds
};

/// Biphasic springs: beyond a strain the stiffness is `factor` times higher. With e the strain beyond it,
/// E = ½ k (l − r)² + ½ (factor − 1) k (r e)²: the force has a kink, the energy none.
struct StiffeningOptions {
  std::optional<double> strain{};  // ≥ 0; none: no stiffening
  double factor = 10;              // ≥ 1
};

/// What strain bounds hold.
enum class BoundedElements {
  springs,    // the length of each spring, or of each thread of a woven triangle
  triangles,  // all stretches of each triangle: the singular values of its deformation
};

/// Strain limits as an energy, ½ w (distance of the strain from min … max)²: Bouaziz et al. 2014, secs. 5.1
/// and 5.2. They give way under load; Provot's limit (StrainLimitOptions) does not.
struct StrainBoundsOptions {
  std::optional<double> max{};  // ≥ 0; none: no bounds
  double min = -1;              // −1 … 0; −1: none below
  double stiffness = 1000;      // N/m: of a spring, or of a sheet's tension
  BoundedElements of = BoundedElements::springs;
};

/// What resists bending. All models but springs are calibrated to one bending stiffness D: a cylinder of
/// radius R has the energy D/(2R²) per area.
enum class BendingModel {
  springs,      // springs of the family "bend", in N/m: next to nothing against small angles
  quadratic,    // Bergou et al. 2006: a constant matrix; flat rest shape; projective
  hinges,       // quadratic in the dihedral angle, about the rest shape
  sine_hinges,  // Bridson et al. 2003: proportional to the sine of half the angle
  projective,   // keeps the rest shape's mean curvature, after Bouaziz et al. 2014, sec. 5.4; projective
  plate,        // a plate with Poisson's ratio (Oñate and Zárate 2000); flat rest shape; projective
};
struct BendingOptions {
  BendingModel model = BendingModel::springs;
  double stiffness = 1e-4;       // D, N·m, along the warp; silk 1e-6, denim 1e-4. Not used by springs
  std::optional<double> weft{};  // D, N·m, along the weft; none: the same
  double poisson = 0;            // Poisson's ratio of a plate, −0.99 … 0.99
};

/// What resists stretching and shearing in the sheet's plane.
enum class MembraneModel {
  springs,    // structural and shear springs
  corotated,  // corotated linear triangles
  woven,      // threads of warp and weft, and what resists their shearing
};
struct MembraneOptions {
  MembraneModel model = MembraneModel::springs;
  double young = 100;            // N/m: Young's modulus times thickness, of corotated triangles
  double poisson = 0;            // Poisson's ratio of corotated triangles, 0 … 0.99
  double warp = 1000;            // N/m: tension over strain of a woven strip cut and pulled along the warp
  double weft = 1000;            // N/m: the same along the weft
  double shear = 50;             // N/m: shear force per width over the shear angle in rad
  Vec3 warp_direction{0, 1, 0};  // for a mesh, projected onto each triangle; a grid's warp runs along columns
};

/// Which springs a grid gets besides the structural ones.
enum class GridLayout {
  paper,       // one diagonal per cell and bending springs: the cloth of Table 1 in Liu et al. 2013
  full,        // both diagonals and bending springs
  simplified,  // one diagonal, no bending springs
};
/// How a grid's cells are cut into triangles.
enum class GridCells {
  same,         // all along the same diagonal
  alternating,  // along either diagonal by turns: bending alike in all directions but for a few percent
  staggered,    // odd rows stand half a cell to the right: equilateral triangles where depth and width fit
};

/// A rectangle of cloth in the xz-plane, centred at the origin: columns run along +x (left to right), rows
/// along +z (back to front), the triangles' front looks along +y. Vertex (column, row) has the index
/// row·columns + column.
struct GridOptions {
  std::size_t columns = 81, rows = 81;  // vertices, ≥ 2 each; more: finer folds, longer solves
  std::size_t coarsening = 1;           // ≥ 1; n: simulates about every n-th of them, and carries all as a skin
  double width = 2, depth = 2;          // m, along x and z
  GridCells cells = GridCells::same;
  GridLayout layout = GridLayout::paper;
  int bend_reach = 2;           // bending springs join every 2nd or every 3rd vertex
  FamilyStiffness stiffness{};  // with MembraneModel::springs. Per spring: a finer grid is softer
  double spring_damping = 0;    // N·s/m along every spring
  bool half_boundary = false;   // half stiffness along the boundary, as a continuum needs
  MembraneOptions membrane{};   // other than springs: replaces `stiffness`
  BendingOptions bending{};     // other than springs: replaces bending springs
  StiffeningOptions stiffening{};
  StrainBoundsOptions strain_bounds{};
  double mass = 1;          // kg, in all
  double area_density = 0;  // kg/m²; above 0: replaces mass. Cotton 0.15, denim 0.4
  Lumping lumping = Lumping::uniform;
};

/// Lines of vertices that are simulated of so many (GridOptions::coarsening): evenly spaced, both ends among them.
constexpr std::size_t simulated_lines(std::size_t count, std::size_t coarsening) {
  const std::size_t cells = (count - 1 + coarsening / 2) / coarsening;
  return 1 + (cells > 0 ? cells : 1);
}

/// Builds a grid. Springs stand in runs of one offset each, row by row: structural along x, along z, shear,
/// bend along x, along z. A cell has two triangles, along the shear spring of the paper's layout. A staggered
/// grid has structural springs along all edges of triangles and no shear springs; its width counts from the
/// leftmost to the rightmost vertex, and triangles are equilateral where depth/(rows − 1) =
/// ½√3 · width/(columns − ½). A woven grid has its warp along its columns, both diagonals in each cell, and
/// half of a spring on its boundary; where it is staggered, or its cells are too long for its shear
/// stiffness, it has threads in its triangles instead. One part, "grid". A coarsened grid has the mass and the tension of the whole one: a
/// vertex weighs as much as it carries of the skin's points.
Result<Model> make_grid(const GridOptions& options);

/// Points and triangles, as a mesh file gives them.
struct TriangleMesh {
  std::vector<Vec3> points;  // m
  std::vector<std::array<VertexId, 3>> triangles;
};
/// Larger meshes are refused. A surface has about two triangles per vertex; this leaves room for soups.
inline constexpr std::size_t max_triangles = 4 * max_vertices;

/// Stiffness of a mesh's springs, N/m; a family of stiffness 0 gets no springs.
struct MeshStiffness {
  double structural = 80;  // along the edges
  double bend = 20;        // across each interior edge
};
/// Which vertices springs of the family "bend" join.
enum class MeshBendSprings {
  across_edges,       // those that face each other across an edge
  second_neighbours,  // all pairs two edges apart: against shear as well as bending
};
struct MeshOptions {
  MeshStiffness stiffness{};
  MeshBendSprings bend_springs = MeshBendSprings::across_edges;
  MembraneOptions membrane{};  // other than springs: replaces structural springs
  BendingOptions bending{};    // other than springs: replaces bending springs
  StiffeningOptions stiffening{};
  StrainBoundsOptions strain_bounds{};
  double pressure = 0;        // Pa, inside a closed mesh over that outside; inflates it
  double spring_damping = 0;  // N·s/m along every spring
  double mass = 1;            // kg, in all
  double area_density = 0;    // kg/m²; above 0: replaces mass
  Lumping lumping = Lumping::uniform;
  double weld_distance = -1;  // m: joins vertices closer than this; 0: exact duplicates; negative: off
  bool strict = false;        // refuse what is otherwise accepted with a warning
};

/// A model, and one sentence with a count for each kind of oddity of the mesh.
struct MeshModel {
  Model model;
  std::vector<std::string> warnings;
  std::size_t welded = 0;  // vertices welded into another
};

/// Builds cloth from a mesh: springs on unique edges (structural) and across each interior edge between the
/// two opposite vertices, or between all second neighbours (bend), never two between the same vertices;
/// across an edge of more than two triangles they join the opposite vertices of triangles that follow one
/// another in the file. Leaves out degenerate triangles (repeated corner or zero area) and duplicates.
/// Accepts these, non-manifold edges, coincident and isolated vertices with a warning, or refuses them when
/// strict. Refuses empty meshes, bad indices and non-finite points. One part, "mesh".
Result<MeshModel> make_mesh_model(TriangleMesh mesh, const MeshOptions& options);

/// A cloth by name, with the numbers of MembraneOptions (woven) and BendingOptions.
struct Fabric {
  const char* name;
  const char* description;
  double area_density;                // kg/m²
  double warp, weft;                  // N/m
  double shear;                       // N/m
  double bending_warp, bending_weft;  // D, N·m
  const char* source;                 // what was measured, by whom; the rest is called typical or computed
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

}  // namespace TENSIO_API
