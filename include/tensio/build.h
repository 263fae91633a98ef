#pragma once

// Builders of bodies, and what places them and selects their vertices.

#include <string>
#include <variant>
#include <vector>

#include "tensio/cloth.h"
#include "tensio/export.h"
#include "tensio/solids.h"
#include "tensio/strands.h"

namespace tensio TENSIO_API {

/// Turns the model's rest position, pins and anchors about the origin, then moves them.
void place(Model& model, const Mat3& turn, const Vec3& shift);

/// Which vertices of a body a pin, an attachment or a force applies to. Places are in the scene, after the
/// body was placed.
struct SelectVertices {
  std::vector<std::size_t> vertices;
};
struct SelectCorner {
  std::string name;  // for a grid: back-left, back-right, front-left, front-right
};
struct SelectEdge {
  std::string name;  // for a grid: back, front, left, right
};
struct SelectEnd {
  std::string name;  // for a chain: start, end
};
struct SelectBox {
  Vec3 min, max;  // m
};
struct SelectSphere {
  Vec3 center;        // m
  double radius = 0;  // m
};
struct SelectAll {};
using Selection =
    std::variant<SelectVertices, SelectCorner, SelectEdge, SelectEnd, SelectBox, SelectSphere, SelectAll>;

/// Which names a body understands: a grid knows its corners and edges, a chain its ends, a mesh neither.
enum class BodyKind { grid, chain, mesh };
struct BodyShape {
  BodyKind kind = BodyKind::mesh;
  std::size_t columns = 0, rows = 0;  // for a grid
  std::size_t coarsening = 1;         // see GridOptions
};

/// The selected vertices in rising order; of a coarsened grid, whose numbers are those of the whole one, the
/// simulated ones nearest to them. An empty selection, an index out of range or a name that the body
/// does not have is an error.
Result<std::vector<VertexId>> select(const Model& model, const BodyShape& shape, const Selection& selection);

}  // namespace TENSIO_API
