#include "lab/plot_labels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tensio::lab {
namespace {

constexpr double sample_distance = 4;  // px
constexpr double gap = 5;              // px between curve and label

/// The part of a curve within the panel as points at short distances.
Polyline sample(const Polyline& curve, const Box& panel) {
  Polyline points;
  for (std::size_t i = 0; i + 1 < curve.size(); ++i) {
    const auto [x0, y0] = curve[i];
    const auto [x1, y1] = curve[i + 1];
    const double length = std::hypot(x1 - x0, y1 - y0);
    const int steps = static_cast<int>(std::clamp(length / sample_distance, 1.0, 4000.0));
    for (int s = 0; s < steps; ++s) {
      const double u = static_cast<double>(s) / steps;
      const std::array<double, 2> point{x0 + u * (x1 - x0), y0 + u * (y1 - y0)};
      if (panel.contains(point)) points.push_back(point);
    }
  }
  if (!curve.empty() && panel.contains(curve.back())) points.push_back(curve.back());
  return points;
}

/// The boxes around a point: right, left, and the four corners.
std::array<Box, 6> candidates(const std::array<double, 2>& p, double width, double height) {
  const auto box = [&](double left, double top) { return Box{left, top, left + width, top + height}; };
  const double right = p[0] + gap, left = p[0] - gap - width;
  return {box(right, p[1] - height / 2), box(left, p[1] - height / 2), box(right, p[1] - height - 1),
          box(left, p[1] + 1),           box(right, p[1] + 1),         box(left, p[1] - height - 1)};
}

}  // namespace

double text_width(const std::string& text, double font_size) {
  const auto characters =
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  return 0.62 * font_size * static_cast<double>(characters);
}

std::vector<std::optional<Box>> place_labels(const Box& panel, const std::vector<Polyline>& curves,
                                             const std::vector<std::string>& labels, double font_size) {
  std::vector<Polyline> samples;
  for (const Polyline& curve : curves) samples.push_back(sample(curve, panel));
  std::vector<std::optional<Box>> boxes(labels.size());
  for (std::size_t c = 0; c < labels.size(); ++c) {
    if (labels[c].empty()) continue;
    const double width = text_width(labels[c], font_size), height = 1.1 * font_size;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < samples[c].size(); ++i) {
      // Near the end a curve is most its own; far from it the label could be mistaken.
      const double from_end =
          2.0 * static_cast<double>(samples[c].size() - i) / static_cast<double>(samples[c].size());
      for (const Box& box : candidates(samples[c][i], width, height)) {
        const bool is_free = panel.contains(box) && std::ranges::none_of(boxes, [&](const auto& other) {
                               return other && other->overlaps(box);
                             });
        if (!is_free) continue;
        double cost = from_end;
        const Box near{box.left - 3, box.top - 2, box.right + 3, box.bottom + 2};
        for (std::size_t other = 0; other < samples.size() && cost < least; ++other)
          cost += (other == c ? 1.5 : 1.0) *
                  static_cast<double>(
                      std::ranges::count_if(samples[other], [&](const auto& p) { return near.contains(p); }));
        if (cost >= least) continue;
        least = cost;
        boxes[c] = box;
      }
    }
  }
  return boxes;
}

}  // namespace tensio::lab
