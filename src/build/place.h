#pragma once

#include <string>
#include <variant>
#include <vector>

#include "math/mat3.h"
#include "math/result.h"
#include "model/model.h"

namespace tensio {

/// Turns the model's rest position (and its pins and anchors) about the origin, then moves it.
void place(Model& model, const Mat3& turn, const Vec3& shift);

/// Which vertices of a body a pin, an attachment or a force concerns. A place is where the body has been put.
struct SelectVertices {
  std::vector<std::size_t> vertices;
};
struct SelectCorner {
  std::string name;  // of a grid: back-left, back-right, front-left, front-right
};
struct SelectEdge {
  std::string name;  // of a grid: back, front, left, right
};
struct SelectEnd {
  std::string name;  // of a chain: start, end
};
struct SelectBox {
  Vec3 min, max;  // m
};
struct SelectSphere {
  Vec3 center;
  double radius = 0;  // m
};
struct SelectAll {};
using Selection =
    std::variant<SelectVertices, SelectCorner, SelectEdge, SelectEnd, SelectBox, SelectSphere, SelectAll>;

/// What names a body understands: a grid knows its columns and rows, a chain its ends, a mesh neither.
enum class BodyKind { grid, chain, mesh };
struct BodyShape {
  BodyKind kind = BodyKind::mesh;
  std::size_t columns = 0, rows = 0;  // of a grid
};

/// The chosen vertices in rising order. An empty choice, an index out of range or a name that the body does
/// not know is an error that says so.
Result<std::vector<VertexId>> select(const Model& model, const BodyShape& shape, const Selection& selection);

}  // namespace tensio
