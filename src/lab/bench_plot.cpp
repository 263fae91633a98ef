#include <algorithm>
#include <fmt/format.h>

#include "lab/bar_chart.h"
#include "lab/bench_ratios.h"
#include "lab/plot.h"

namespace tensio::lab {
namespace {

std::string frame_bars(const BenchReport& report) {
  BarChart chart;
  chart.title = "A frame of ten local/global iterations";
  chart.subtitle =
      fmt::format("milliseconds, logarithmic; {}, {}", report.machine.processor, report.machine.instructions);
  for (const BenchSize& size : report.sizes) {
    BarChart::Group group{fmt::format("{0} x {0} vertices", size.side), {}};
    for (const BenchRow& row : size.rows) {
      if (!row.frame10) continue;
      const Ratio ratio = frame_ratio(size, row.key);
      const double ms = 1e3 * *row.frame10;
      std::string text = fmt::format("{:.{}f} ms", ms, ms < 10 ? 2 : ms < 100 ? 1 : 0);
      if (ratio && row.key != "naive") text += fmt::format("  ({:.1f} x)", *ratio);
      group.bars.push_back({row.name, ms, std::move(text), row.name.starts_with("tensio")});
    }
    if (!group.bars.empty()) chart.groups.push_back(std::move(group));
  }
  return bar_chart_svg(chart);
}

/// The methods that a picture can hold.
constexpr struct {
  const char* key;
  PlotColour colour;
  PlotDash dash;
} drawn[] = {{"naive", PlotColour::black, PlotDash::solid},
             {"local_global_mixed_1t", PlotColour::sky, PlotDash::solid},
             {"ncg_mixed_1t", PlotColour::blue, PlotDash::solid},
             {"ncg_double_1t", PlotColour::blue, PlotDash::dashed},
             {"auto_double_1t", PlotColour::green, PlotDash::solid},
             {"newton_direct", PlotColour::vermillion, PlotDash::solid},
             {"newton_cholmod", PlotColour::vermillion, PlotDash::dashed},
             {"newton_pcg", PlotColour::orange, PlotDash::solid}};

std::string error_curves(const BenchSize& size) {
  Plot plot;
  plot.title = fmt::format("Error against time, {0} x {0} vertices", size.side);
  plot.subtitle =
      "one step; relative error (g(x) - g*) / (g(x0) - g*), Liu et al. 2013, eq. 15; factorisation of the "
      "constant matrix excluded";
  for (const BenchFrame& frame : size.frames) {
    PlotPanel panel;
    panel.title = fmt::format("frame {}: {}", frame.key, frame.name);
    panel.x = {.title = "milliseconds", .scale = AxisScale::logarithmic};
    panel.y = {.title = "relative error", .scale = AxisScale::logarithmic, .min = 1e-6, .max = 1};
    for (const auto& [key, colour, dash] : drawn) {
      const BenchMethod* method = frame.find(key);
      if (method == nullptr) continue;
      PlotSeries series;
      series.name = method->name;
      series.colour = colour;
      series.dash = dash;
      series.has_markers = false;
      for (const auto& point : method->points)
        if (point.iteration > 0) series.points.push_back({1e3 * point.seconds, point.error});
      panel.series.push_back(std::move(series));
    }
    plot.panels.push_back(std::move(panel));
  }
  return plot_svg(plot);
}

std::string scaling(const BenchReport& report) {
  Plot plot;
  plot.title = "How the parts grow with the cloth";
  plot.columns = 1;
  PlotPanel panel;
  panel.x = {.title = "vertices", .scale = AxisScale::logarithmic};
  panel.y = {.title = "milliseconds", .scale = AxisScale::logarithmic};
  const struct {
    const char *row, *name;
    BenchTime BenchRow::*time;
    PlotColour colour;
    PlotDash dash;
  } lines[] = {{"naive", "naive: frame of ten", &BenchRow::frame10, PlotColour::black, PlotDash::solid},
               {"naive", "naive: global step", &BenchRow::global, PlotColour::black, PlotDash::dashed},
               {"mixed_1t", "tensio: factor", &BenchRow::factor, PlotColour::vermillion, PlotDash::solid},
               {"mixed_1t", "tensio: frame of ten", &BenchRow::frame10, PlotColour::blue, PlotDash::solid},
               {"mixed_1t", "tensio: global step", &BenchRow::global, PlotColour::blue, PlotDash::dashed},
               {"mixed_1t", "tensio: local step", &BenchRow::local, PlotColour::blue, PlotDash::dotted}};
  for (const auto& [key, name, time, colour, dash] : lines) {
    PlotSeries series;
    series.name = name;
    series.colour = colour;
    series.dash = dash;
    for (const BenchSize& size : report.sizes)
      if (const BenchRow* row = size.find(key); row != nullptr && row->*time)
        series.points.push_back({static_cast<double>(size.vertices), 1e3 * *(row->*time)});
    panel.series.push_back(std::move(series));
  }
  plot.panels.push_back(std::move(panel));
  return plot_svg(plot);
}

}  // namespace

std::vector<BenchPlot> bench_plots(const BenchReport& report) {
  std::vector<BenchPlot> plots{{"bench-frames.svg", frame_bars(report)}};
  for (const BenchSize& size : report.sizes)
    if (!size.frames.empty())
      plots.push_back({fmt::format("bench-error-{}.svg", size.side), error_curves(size)});
  if (report.sizes.size() > 1) plots.push_back({"bench-scaling.svg", scaling(report)});
  return plots;
}

}  // namespace tensio::lab
