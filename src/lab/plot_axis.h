#pragma once

#include <vector>

#include "lab/plot.h"

namespace tensio::lab {

struct Tick {
  double value = 0;
  std::string text;  // empty: a minor tick
};

/// Maps values to pixels and places the ticks.
class AxisMap {
 public:
  /// `values` are all coordinates of the data along this axis. The range min … max maps to
  /// the pixels from … to.
  AxisMap(const PlotAxis& axis, const std::vector<double>& values, double from, double to);

  bool is_logarithmic() const { return logarithmic_; }
  double min() const { return min_; }
  double max() const { return max_; }
  double pixel(double value) const;
  std::vector<Tick> ticks() const;

 private:
  std::vector<Tick> linear_ticks() const;
  std::vector<Tick> logarithmic_ticks() const;

  bool logarithmic_;
  double min_ = 0, max_ = 1, from_, to_;
};

}  // namespace tensio::lab
