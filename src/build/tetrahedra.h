#pragma once

#include "tensio/solids.h"

namespace tensio {

struct TetShape {
  double volume = 0;                       // m³, of all
  double smallest = 0;                     // m³, of one; negative where one is inside out
  double least_angle = 0, most_angle = 0;  // degrees, between two faces of a tetrahedron
};
TetShape measure(const TetMesh& mesh);

/// How many cubes along each axis the lattice has that stuff() looks at. Of c it has fewer than 2 (c + 1)
/// vertices along each.
std::array<std::size_t, 3> stuffing_cells(const TriangleMesh& surface, std::size_t resolution);

}  // namespace tensio
