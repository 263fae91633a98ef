#include "lab/plot.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

#include "lab/plot_axis.h"
#include "lab/plot_labels.h"
#include "lab/svg_text.h"

namespace tensio::lab {
namespace {

constexpr double font_size = 13, label_size = 12, title_size = 18;
constexpr double margin = 24, left_space = 74, right_space = 22, bottom_space = 62;
constexpr double panel_title_space = 46;
constexpr double legend_line = 22, legend_sample = 34;
constexpr double region_opacity = 0.35;
constexpr std::array<const char*, plot_colour_count> palette = {"#000000", "#E69F00", "#56B4E9", "#009E73",
                                                                "#0072B2", "#D55E00", "#CC79A7"};

const char* colour_of(PlotColour colour) {
  return palette[std::min(static_cast<std::size_t>(colour), plot_colour_count - 1)];
}
const char* colour_of(const PlotSeries& series) {
  return colour_of(series.colour);
}

std::string dash_of(const PlotSeries& series) {
  if (series.dash == PlotDash::dashed) return " stroke-dasharray=\"8 4\"";
  if (series.dash == PlotDash::dotted) return " stroke-dasharray=\"2 4\" stroke-linecap=\"round\"";
  return {};
}

std::string marker_at(double x, double y, const PlotSeries& series) {
  const char* colour = colour_of(series);
  const auto polygon = [&](const char* offsets) {
    return fmt::format("<path d=\"M{:.1f} {:.1f}{}\" fill=\"{}\"/>\n", x, y, offsets, colour);
  };
  switch (series.marker) {
    case PlotMarker::square:
      return polygon("m-2.6 -2.6h5.2v5.2h-5.2z");
    case PlotMarker::diamond:
      return polygon("m0 -3.8l3.8 3.8l-3.8 3.8l-3.8 -3.8z");
    case PlotMarker::triangle:
      return polygon("m0 -3.8l3.6 6.2h-7.2z");
    case PlotMarker::cross:
      return fmt::format(
          "<path d=\"M{:.1f} {:.1f}m-3 -3l6 6m0 -6l-6 6\" stroke=\"{}\" stroke-width=\"1.6\" "
          "fill=\"none\"/>\n",
          x, y, colour);
    case PlotMarker::circle:
      break;
  }
  return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.6\" fill=\"{}\"/>\n", x, y, colour);
}

/// One panel on its place.
class PanelDrawing {
 public:
  PanelDrawing(const PlotPanel& panel, const Box& area, int number)
      : panel_(panel),
        area_(area),
        number_(number),
        x_(panel.x, values(0), area.left, area.right),
        y_(panel.y, values(1), area.bottom, area.top) {}

  std::string svg() const { return titles() + axes() + curves(); }

 private:
  std::vector<double> values(std::size_t k) const {
    std::vector<double> all;
    for (const PlotSeries& series : panel_.series)
      for (const auto& point : series.points) all.push_back(point[k]);
    for (const PlotRegion& region : panel_.regions)
      for (const auto& loop : region.loops)
        for (const auto& point : loop) all.push_back(point[k]);
    return all;
  }

  std::string titles() const {
    const double middle = (area_.left + area_.right) / 2;
    const double x = area_.left - left_space + 18, y = (area_.top + area_.bottom) / 2;
    return text_at(area_.left, area_.top - 26, panel_.title, font_size + 2, "start", ink,
                   " font-weight=\"bold\"") +
           text_at(area_.left, area_.top - 9, panel_.note, label_size, "start", faint) +
           text_at(middle, area_.bottom + 42, panel_.x.title, font_size, "middle") +
           text_at(x, y, panel_.y.title, font_size, "middle", ink,
                   fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", x, y));
  }

  std::string axes() const {
    std::string svg;
    const auto line = [&](double x0, double y0, double x1, double y1, const char* colour) {
      svg +=
          fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\"/>\n", x0, y0, x1, y1, colour);
    };
    for (const Tick& tick : x_.ticks()) {
      const double x = x_.pixel(tick.value);
      if (!tick.text.empty()) line(x, area_.top, x, area_.bottom, "#e4e4e4");
      line(x, area_.bottom, x, area_.bottom + (tick.text.empty() ? 3 : 6), faint);
      svg += text_at(x, area_.bottom + 21, tick.text, font_size, "middle");
    }
    for (const Tick& tick : y_.ticks()) {
      const double y = y_.pixel(tick.value);
      if (!tick.text.empty()) line(area_.left, y, area_.right, y, "#e4e4e4");
      line(area_.left - (tick.text.empty() ? 3 : 6), y, area_.left, y, faint);
      svg += text_at(area_.left - 9, y + 0.35 * font_size, tick.text, font_size, "end");
    }
    return svg + fmt::format(
                     "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
                     "stroke=\"{}\"/>\n",
                     area_.left, area_.top, area_.right - area_.left, area_.bottom - area_.top, faint);
  }

  Polyline trace(const std::vector<std::array<double, 2>>& points) const {
    Polyline pixels;
    for (const auto& [x, y] : points) {
      if (!std::isfinite(x) || !std::isfinite(y) || (x_.is_logarithmic() && x <= 0)) continue;
      // Far outside is as good as outside, and SVG viewers choke on huge numbers.
      const double far = 2 * (area_.bottom - area_.top);
      const double down = y_.is_logarithmic() && y <= 0 ? area_.bottom + far : y_.pixel(y);
      pixels.push_back({std::clamp(x_.pixel(x), area_.left - 1e4, area_.right + 1e4),
                        std::clamp(down, area_.top - far, area_.bottom + far)});
    }
    return pixels;
  }

  std::string path_of(const Polyline& line) const {
    std::string path;
    for (const auto& [x, y] : line) path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
    return path;
  }

  std::string areas() const {
    std::string svg;
    for (const PlotRegion& region : panel_.regions) {
      std::string path;
      for (const auto& loop : region.loops) path += path_of(trace(loop)) + "Z";
      if (!path.empty())
        svg += fmt::format("<path d=\"{}\" fill=\"{}\" fill-opacity=\"{}\" fill-rule=\"evenodd\"/>\n", path,
                           colour_of(region.colour), region_opacity);
    }
    return svg;
  }

  std::string curves() const {
    std::string svg = fmt::format(
        "<clipPath id=\"panel{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
        "height=\"{:.1f}\"/></clipPath>\n"
        "<g clip-path=\"url(#panel{})\" fill=\"none\" stroke-linejoin=\"round\">\n",
        number_, area_.left, area_.top, area_.right - area_.left, area_.bottom - area_.top, number_);
    svg += areas();
    std::vector<Polyline> lines;
    std::vector<std::string> labels;
    for (const PlotSeries& series : panel_.series) {
      const Polyline& line = lines.emplace_back(trace(series.points));
      labels.push_back(series.label);
      if (line.empty()) continue;
      if (series.has_line)
        svg += fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"{:.1f}\"{}/>\n", path_of(line),
                           colour_of(series), series.width, dash_of(series));
      if (!series.has_markers) continue;
      const auto stride = static_cast<std::size_t>(std::max(1, series.marker_every));
      for (std::size_t i = 0; i < line.size(); i += stride)
        if (const auto [x, y] = line[i];
            x >= area_.left && x <= area_.right && y >= area_.top && y <= area_.bottom)
          svg += marker_at(x, y, series);
    }
    svg += "</g>\n";
    const auto boxes = place_labels(area_, lines, labels, label_size);
    for (std::size_t s = 0; s < boxes.size(); ++s)
      if (boxes[s])  // a white rim keeps the letters apart from the curves behind them
        svg += text_at(
            boxes[s]->left, boxes[s]->bottom - 3, labels[s], label_size, "start", colour_of(panel_.series[s]),
            " stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\" stroke-linejoin=\"round\"");
    return svg;
  }

  const PlotPanel& panel_;
  Box area_;
  int number_;
  AxisMap x_, y_;
};

/// What stands for a name in the legend, drawn from the middle of its left end.
struct LegendEntry {
  std::string name;
  std::function<std::string(double left, double middle)> sample;
};

std::string sample_of(const PlotSeries& series, double left, double middle) {
  std::string svg;
  if (series.has_line)
    svg += fmt::format("<path d=\"M{:.1f} {:.1f}h{:.0f}\" stroke=\"{}\" stroke-width=\"{:.1f}\"{}/>\n", left,
                       middle, legend_sample, colour_of(series), series.width, dash_of(series));
  if (series.has_markers) svg += marker_at(left + legend_sample / 2, middle, series);
  return svg;
}

std::string sample_of(const PlotRegion& region, double left, double middle) {
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.0f}\" height=\"12\" fill=\"{}\" fill-opacity=\"{}\"/>\n",
      left, middle - 6, legend_sample, colour_of(region.colour), region_opacity);
}

/// In the order of the fullest panel: others may leave out series that belong together. Without a name there
/// is no entry.
std::vector<LegendEntry> legend_entries(const Plot& plot) {
  std::vector<const PlotPanel*> panels;
  for (const PlotPanel& panel : plot.panels) panels.push_back(&panel);
  std::ranges::stable_sort(panels, std::greater(), [](const PlotPanel* p) { return p->series.size(); });
  std::vector<LegendEntry> entries;
  const auto add = [&](const auto& named) {
    if (!named.name.empty() && std::ranges::find(entries, named.name, &LegendEntry::name) == entries.end())
      entries.push_back(
          {named.name, [&named](double left, double middle) { return sample_of(named, left, middle); }});
  };
  for (const PlotPanel* panel : panels) {
    for (const PlotSeries& series : panel->series) add(series);
    for (const PlotRegion& region : panel->regions) add(region);
  }
  return entries;
}

/// The legend in columns of equal width, filled column by column. Adds its height to y.
std::string legend_svg(const std::vector<LegendEntry>& entries, double x, double width, double& y) {
  double widest = 0;
  for (const LegendEntry& entry : entries)
    widest = std::max(widest, legend_sample + 34 + text_width(entry.name, font_size));
  const auto columns = std::max<std::size_t>(1, static_cast<std::size_t>(width / std::max(widest, 1.0)));
  const std::size_t rows = (entries.size() + columns - 1) / columns;
  std::string svg;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double left = x + static_cast<double>(i / rows) * widest;
    const double middle = y + (static_cast<double>(i % rows) + 0.5) * legend_line;
    svg += entries[i].sample(left, middle);
    svg += text_at(left + legend_sample + 8, middle + 0.35 * font_size, entries[i].name, font_size, "start");
  }
  y += static_cast<double>(rows) * legend_line;
  return svg;
}

}  // namespace

std::string plot_svg(const Plot& plot) {
  const int columns = std::clamp(plot.columns, 1, std::max<int>(1, static_cast<int>(plot.panels.size())));
  const double cell_width = left_space + plot.panel_width + right_space;
  const double cell_height = panel_title_space + plot.panel_height + bottom_space;
  const double width = 2 * margin + columns * cell_width;
  double y = margin;
  std::string body;
  if (!plot.title.empty())
    body += text_at(margin, y += title_size, plot.title, title_size, "start", ink, " font-weight=\"bold\"");
  if (!plot.subtitle.empty()) body += text_at(margin, y += 22, plot.subtitle, font_size, "start", faint);
  y += 12;
  for (std::size_t p = 0; p < plot.panels.size(); ++p) {
    const auto column = static_cast<int>(p) % columns;
    const double left = margin + column * cell_width + left_space, top = y + panel_title_space;
    const Box area{left, top, left + plot.panel_width, top + plot.panel_height};
    body += PanelDrawing(plot.panels[p], area, static_cast<int>(p)).svg();
    if (column == columns - 1 || p + 1 == plot.panels.size()) y += cell_height;
  }
  body += legend_svg(legend_entries(plot), margin + left_space, width - 2 * margin - left_space, y);
  y += margin;
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
             "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n"
             "<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
             width, y, escape(plot.title)) +
         body + "</svg>\n";
}

}  // namespace tensio::lab
