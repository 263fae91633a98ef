#include "lab/contour.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

namespace tensio::lab {
namespace {

/// Walks around every cell of the samples, which have got a rim of positive values.
class MarchingSquares {
 public:
  explicit MarchingSquares(const SampledRectangle& r) : r_(r), columns_(r.columns + 2), rows_(r.rows + 2) {}

  std::vector<ContourLoop> loops() {
    for (std::size_t row = 0; row + 1 < rows_; ++row)
      for (std::size_t column = 0; column + 1 < columns_; ++column) add_cell(column, row);
    std::vector<ContourLoop> loops;
    while (!next_.empty()) {
      ContourLoop& loop = loops.emplace_back();
      const Edge first = next_.begin()->first;
      for (Edge at = first;;) {
        loop.push_back(crossing(at));
        const auto found = next_.find(at);
        if (found == next_.end()) break;
        at = found->second;
        next_.erase(found);
        if (at == first) break;
      }
    }
    return loops;
  }

 private:
  /// From a point to the one at its right (0) or above it (1).
  struct Edge {
    std::size_t column, row;
    int direction;
    auto operator<=>(const Edge&) const = default;
  };

  double value(std::size_t column, std::size_t row) const {
    if (column == 0 || row == 0 || column + 1 == columns_ || row + 1 == rows_) return 1;
    const double v = r_.values[(row - 1) * r_.columns + column - 1];
    return std::isfinite(v) ? v : 1;
  }
  bool is_inside(std::size_t column, std::size_t row) const { return value(column, row) <= 0; }

  std::array<double, 2> point(std::size_t column, std::size_t row) const {
    return {r_.x(std::clamp<std::size_t>(column, 1, r_.columns) - 1),
            r_.y(std::clamp<std::size_t>(row, 1, r_.rows) - 1)};
  }

  std::array<double, 2> crossing(const Edge& edge) const {
    const std::size_t c = edge.column + (edge.direction == 0 ? 1 : 0),
                      r = edge.row + (edge.direction == 1 ? 1 : 0);
    const double a = value(edge.column, edge.row), b = value(c, r);
    const double u = a == b ? 0.5 : std::clamp(a / (a - b), 0.0, 1.0);
    const auto p = point(edge.column, edge.row), q = point(c, r);
    return {p[0] + u * (q[0] - p[0]), p[1] + u * (q[1] - p[1])};
  }

  /// Pieces of the outline within a cell, with the inside to their left.
  void add_cell(std::size_t c, std::size_t r) {
    const Edge bottom{c, r, 0}, left{c, r, 1}, top{c, r + 1, 0}, right{c + 1, r, 1};
    const std::array<bool, 4> in{is_inside(c, r), is_inside(c + 1, r), is_inside(c + 1, r + 1),
                                 is_inside(c, r + 1)};
    const std::array<Edge, 4> edges{bottom, right, top, left};
    // Counter-clockwise around the cell, the outline leaves where the inside ends and enters where it begins.
    // Where two corners meet diagonally they stay apart.
    for (std::size_t i = 0; i < 4; ++i) {
      if (!in[i] || in[(i + 1) % 4]) continue;
      std::size_t begin = i;  // back to the first corner of this stretch of the inside
      while (in[(begin + 3) % 4]) begin = (begin + 3) % 4;
      next_[edges[i]] = edges[(begin + 3) % 4];
    }
  }

  const SampledRectangle& r_;
  std::size_t columns_, rows_;
  std::map<Edge, Edge> next_;
};

}  // namespace

void SampledRectangle::sample(const std::function<double(double, double)>& f) {
  values.resize(columns * rows);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      values[row * columns + column] = f(x(column), y(row));
}

std::vector<ContourLoop> outline(const SampledRectangle& rectangle) {
  return MarchingSquares(rectangle).loops();
}

}  // namespace tensio::lab
