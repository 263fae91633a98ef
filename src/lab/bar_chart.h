#pragma once

#include <string>
#include <vector>

namespace tensio::lab {

struct Bar {
  std::string name;
  double value = 0;          // above 0
  std::string text;          // beside the bar
  bool is_accented = false;  // in colour
};

/// Groups of horizontal bars, one below the other, on one logarithmic axis.
struct BarChart {
  struct Group {
    std::string title;
    std::vector<Bar> bars;
  };
  std::string title, subtitle;
  std::vector<Group> groups;
};

/// Returns a stand-alone SVG document on a light background.
std::string bar_chart_svg(const BarChart& chart);

}  // namespace tensio::lab
