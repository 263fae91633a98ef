#pragma once

#include "build/solid.h"
#include "build/surface.h"
#include "math/result.h"

namespace tensio {

/// Points and tetrahedra, as a file or a mesher gives them.
struct TetMesh {
  std::vector<Vec3> points;  // m
  std::vector<std::array<VertexId, 4>> tetrahedra;
};

/// More are refused. A body has five or six per vertex.
inline constexpr std::size_t max_tetrahedra = 6 * max_vertices;

struct TetShape {
  double volume = 0;                       // m³, of all
  double smallest = 0;                     // m³, of one; negative where one is inside out
  double least_angle = 0, most_angle = 0;  // degrees, between two faces of a tetrahedron
};
TetShape measure(const TetMesh& mesh);

/// Fills a closed surface (see close_surface()) with tetrahedra of nearly one size: isosurface stuffing
/// (Labelle and Shewchuk 2007) of a body-centred cubic lattice with so many cubes along the longest side. The
/// lattice's vertices near the surface are moved onto it, the tetrahedra that it still crosses are cut. What
/// is sharper or thinner than a cube is rounded off or lost.
Result<TetMesh> stuff(const TriangleMesh& surface, std::size_t resolution);

/// How many cubes along each axis the lattice has that stuff() looks at. Of c it has fewer than 2 (c + 1)
/// vertices along each.
std::array<std::size_t, 3> stuffing_cells(const TriangleMesh& surface, std::size_t resolution);

struct TetOptions {
  SolidOptions solid{};
  double spring_damping = 0;  // N·s/m along every spring
  double mass = 1;            // kg, in all; a tetrahedron gives a quarter of its share to each corner
  double density = 0;         // kg/m³; 0: as mass says
};

/// Tetrahedra that are inside out are turned; those without volume and points of no tetrahedron are left out,
/// with a warning. Springs run along the edges, k = Σ E V/l² over the tetrahedra around each (Van Gelder
/// 1998); clusters are a vertex and those that share an edge with it. Triangles cover the surface, their
/// front outwards. One part, "tetrahedra".
Result<MeshModel> make_tet_model(TetMesh mesh, const TetOptions& options);

}  // namespace tensio
