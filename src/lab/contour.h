#pragma once

#include <array>
#include <functional>
#include <vector>

namespace tensio::lab {

/// A rectangle sampled at columns × rows points.
struct SampledRectangle {
  double left = 0, right = 1, bottom = 0, top = 1;
  std::size_t columns = 2, rows = 2;
  std::vector<double> values{};  // row by row from the bottom

  double x(std::size_t column) const {
    return left + (right - left) * static_cast<double>(column) / static_cast<double>(columns - 1);
  }
  double y(std::size_t row) const {
    return bottom + (top - bottom) * static_cast<double>(row) / static_cast<double>(rows - 1);
  }
  void sample(const std::function<double(double x, double y)>& f);
};

using ContourLoop = std::vector<std::array<double, 2>>;

/// Returns closed outlines of the area with values ≤ 0, by marching squares with linear interpolation. They
/// run along the border where they meet it. Values that are not finite count as positive.
std::vector<ContourLoop> outline(const SampledRectangle& rectangle);

}  // namespace tensio::lab
