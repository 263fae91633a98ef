#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tensio::lab {

struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;  // px
  bool overlaps(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  bool contains(const std::array<double, 2>& point) const {
    return point[0] > left && point[0] < right && point[1] > top && point[1] < bottom;
  }
  bool contains(const Box& other) const {
    return other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom;
  }
};

using Polyline = std::vector<std::array<double, 2>>;  // px

/// Estimates the width of a text at this font size, px; no font is available.
double text_width(const std::string& text, double font_size);

/// Places a label beside each curve, covering as little of the curves as possible and no other label. Labels
/// without text or free space get no box.
std::vector<std::optional<Box>> place_labels(const Box& panel, const std::vector<Polyline>& curves,
                                             const std::vector<std::string>& labels, double font_size);

}  // namespace tensio::lab
