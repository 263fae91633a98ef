#pragma once

#include <array>
#include <span>
#include <vector>

#include "build/mesh.h"
#include "math/bounds.h"
#include "tensio/solids.h"

namespace tensio {

/// Evenly spaced lines along x: line (j, k) has y = low.y + j step.y and z = low.z + k step.z.
struct LineGrid {
  Vec3 low, step;                      // m; x does not count
  std::array<std::size_t, 2> count{};  // along y and z
};

/// Where lines along x cross a closed surface. What is inside is told by the winding number, so that bodies
/// may overlap. A line that meets an edge or a corner exactly is taken as a little beside it, the same way
/// for all triangles there (Edelsbrunner and Mücke 1990), so that it can slip through nowhere.
class LineCrossings {
 public:
  struct Crossing {
    double x;  // m
    int turn;  // +1 where the line goes in, −1 where it comes out
  };
  /// Refused where triangles overlap each other so much that it would take for ever.
  static Result<LineCrossings> make(const TriangleMesh& mesh, const LineGrid& lines);

  /// By rising x.
  std::span<const Crossing> on(std::size_t j, std::size_t k) const {
    const std::size_t line = k * count_ + j;
    return std::span(crossings_).subspan(first_[line], first_[line + 1] - first_[line]);
  }
  bool is_inside(std::size_t j, std::size_t k, double x) const;

 private:
  std::size_t count_ = 0;           // lines along y
  std::vector<std::size_t> first_;  // of each line, and one more
  std::vector<Crossing> crossings_;
};

/// A box of equal cells.
struct CellGrid {
  Vec3 low, cell;                      // m
  std::array<std::size_t, 3> cells{};  // along x, y, z
};

/// The share of every cell that lies inside the surface, x fastest: lengths along sixteen lines through it.
Result<std::vector<double>> fill_cells(const TriangleMesh& mesh, const CellGrid& grid);

}  // namespace tensio
