#include "lab/bar_chart.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "lab/plot_axis.h"
#include "lab/plot_labels.h"
#include "lab/svg_text.h"

namespace tensio::lab {
namespace {

constexpr double font_size = 13, title_size = 18, margin = 24, line = 24, bar_height = 15, bars_width = 520;

}  // namespace

std::string bar_chart_svg(const BarChart& chart) {
  double names = 0, texts = 0;
  std::vector<double> values;
  for (const auto& group : chart.groups)
    for (const Bar& bar : group.bars) {
      names = std::max(names, text_width(bar.name, font_size));
      texts = std::max(texts, text_width(bar.text, font_size));
      values.push_back(bar.value);
    }
  const double left = margin + names + 10, width = left + bars_width + texts + 10 + margin;
  // A bar has no zero on a logarithmic axis: the shortest keeps a tenth of the width.
  PlotAxis axis{.title = {}, .scale = AxisScale::logarithmic};
  if (!values.empty()) {
    const auto [least, most] = std::ranges::minmax(values);
    axis.max = most;
    axis.min = least * std::pow(least / most, 0.12) * 0.8;
  }
  const AxisMap map(axis, values, left, left + bars_width);
  double y = margin + title_size;
  std::string body = text_at(margin, y, chart.title, title_size, "start", ink, " font-weight=\"bold\"");
  y += line;
  body += text_at(margin, y, chart.subtitle, font_size, "start", faint);
  for (const auto& group : chart.groups) {
    y += 1.5 * line;
    body += text_at(margin, y, group.title, font_size + 1, "start", ink, " font-weight=\"bold\"");
    y += 0.4 * line;
    for (const Bar& bar : group.bars) {
      const double end = map.pixel(bar.value);
      body += text_at(left - 10, y + bar_height - 3, bar.name, font_size, "end");
      body += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", left, y,
          std::max(end - left, 1.0), bar_height, bar.is_accented ? "#0072B2" : "#b8b8b8");
      body += text_at(std::max(end, left) + 8, y + bar_height - 3, bar.text, font_size, "start");
      y += line;
    }
  }
  const double height = y + margin;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#ffffff\"/>\n{2}</svg>\n",
      width, height, body);
}

}  // namespace tensio::lab
