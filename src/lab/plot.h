#pragma once

#include <array>
#include <string>
#include <vector>

namespace tensio::lab {

/// Okabe and Ito's palette (2008) for colour-blind readers, without yellow, which is too faint on white.
enum class PlotColour { black, orange, sky, green, blue, vermillion, purple };
inline constexpr std::size_t plot_colour_count = 7;
enum class PlotDash { solid, dashed, dotted };
enum class PlotMarker { circle, square, diamond, triangle, cross };

/// One curve. Series of the same name in several panels share one entry of the legend.
struct PlotSeries {
  std::string name;   // in the legend
  std::string label;  // beside the curve; empty: none
  PlotColour colour = PlotColour::black;
  PlotDash dash = PlotDash::solid;
  double width = 1.8;  // px
  bool has_markers = true;
  int marker_every = 1;  // points, from one marker to the next
  bool has_line = true;  // from point to point
  PlotMarker marker = PlotMarker::circle;
  /// Omits points that are not finite. A logarithmic axis also omits x ≤ 0, and draws y ≤ 0 out of the panel
  /// at the bottom.
  std::vector<std::array<double, 2>> points;
};

/// An area below the curves, enclosed by the loops an odd number of times. Named like series.
struct PlotRegion {
  std::string name;
  PlotColour colour = PlotColour::sky;
  std::vector<std::vector<std::array<double, 2>>> loops{};
};

enum class AxisScale { linear, logarithmic };

struct PlotAxis {
  std::string title;  // with the unit
  AxisScale scale = AxisScale::linear;
  /// Visible range; taken from the data if min is not below max.
  double min = 0, max = 0;
};

struct PlotPanel {
  std::string title;
  PlotAxis x, y;
  std::vector<PlotSeries> series;
  std::string note;  // below the title, smaller
  std::vector<PlotRegion> regions{};
};

/// Panels in rows, with one legend below them.
struct Plot {
  std::string title, subtitle;
  std::vector<PlotPanel> panels;
  int columns = 2;
  int panel_width = 520, panel_height = 400;  // px, of the area within the axes
};

/// Returns a stand-alone SVG document on a light background, without scripts or external resources.
std::string plot_svg(const Plot& plot);

}  // namespace tensio::lab
