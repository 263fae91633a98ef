#include <algorithm>
#include <fmt/format.h>
#include <functional>

#include "lab/look_table.h"
#include "lab/motion.h"
#include "lab/plot.h"

namespace tensio::lab {
namespace {

/// Colours show the scheme, markers the minimiser; position-based methods have their own colour.
PlotColour colour_of(const MotionConfiguration& c) {
  constexpr LookOf<Scheme, PlotColour> colours[] = {{Scheme::implicit_euler, PlotColour::sky},
                                                    {Scheme::implicit_midpoint, PlotColour::blue},
                                                    {Scheme::bdf2, PlotColour::green},
                                                    {Scheme::newmark, PlotColour::purple},
                                                    {Scheme::tr_bdf2, PlotColour::purple}};
  if (is_implicit(c.scheme) && is_position_based(c.method)) return PlotColour::orange;
  return find_look(colours, c.scheme).value_or(PlotColour::black);
}

PlotMarker marker_of(const MotionConfiguration& c) {
  constexpr LookOf<Scheme, PlotMarker> schemes[] = {{Scheme::velocity_verlet, PlotMarker::diamond},
                                                    {Scheme::leapfrog, PlotMarker::triangle},
                                                    {Scheme::symplectic_euler, PlotMarker::square},
                                                    {Scheme::rk4, PlotMarker::cross},
                                                    {Scheme::tr_bdf2, PlotMarker::triangle}};
  constexpr LookOf<Method, PlotMarker> methods[] = {
      {Method::ncg, PlotMarker::square},       {Method::xpbd, PlotMarker::square},
      {Method::anderson, PlotMarker::diamond}, {Method::xpbd_turned, PlotMarker::diamond},
      {Method::lbfgs, PlotMarker::triangle},   {Method::jakobsen, PlotMarker::triangle},
      {Method::newton_cg, PlotMarker::cross}};
  if (const auto marker = find_look(schemes, c.scheme)) return *marker;
  return find_look(methods, c.method).value_or(PlotMarker::circle);
}

using Filter = std::function<bool(const MotionConfiguration&)>;

std::vector<PlotSeries> family_series(const std::vector<MotionPoint>& points, std::size_t time) {
  std::vector<PlotSeries> all;
  for (const MotionPoint& point : points) {
    const MotionConfiguration& c = point.configuration;
    const std::string name = family_name(c);
    auto series = std::ranges::find(all, name, &PlotSeries::name);
    if (series == all.end())
      series = all.insert(all.end(), {.name = name,
                                      .label = {},
                                      .colour = colour_of(c),
                                      .has_line = false,
                                      .marker = marker_of(c),
                                      .points = {}});
    if (point.is_shown()) series->points.push_back({1e3 * point.seconds, 1e3 * point.error[time]});
  }
  return all;
}

/// The front, and beside some of its points what they are.
std::vector<PlotSeries> front_series(std::vector<MotionPoint> points, std::size_t time) {
  std::erase_if(points, [&](const MotionPoint& p) { return !p.on_front[time]; });
  std::ranges::sort(points, {}, &MotionPoint::seconds);
  std::vector<PlotSeries> all{{.name = "nothing is both faster and nearer (Pareto front)",
                               .label = {},
                               .width = 1.4,
                               .has_markers = false,
                               .points = {}}};
  double labelled = 0;  // ms, where the last label stands
  for (const MotionPoint& p : points) {
    const std::array<double, 2> at{1e3 * p.seconds, 1e3 * p.error[time]};
    all.front().points.push_back(at);
    if (at[0] < 1.5 * labelled) continue;
    labelled = at[0];
    all.push_back({.name = {},
                   .label = effort_name(p.configuration),
                   .colour = colour_of(p.configuration),
                   .has_markers = false,
                   .has_line = false,
                   .points = {at}});
  }
  return all;
}

std::vector<PlotSeries> cited_series(std::size_t time) {
  std::vector<PlotSeries> all;
  for (const CitedPoint& cited : cited_points()) {
    if (!cited.error[time]) continue;
    const bool is_jolt = std::string_view(cited.engine) == "Jolt";
    PlotSeries series{.name = fmt::format("{}, as cited", cited.engine),
                      .label = fmt::format("{} {}", cited.engine, cited.substeps),
                      .colour = PlotColour::vermillion,
                      .has_line = false,
                      .marker = is_jolt ? PlotMarker::cross : PlotMarker::triangle,
                      .points = {{1e3 * cited.seconds, 1e3 * *cited.error[time]}}};
    all.push_back(std::move(series));
  }
  return all;
}

PlotPanel make_panel(const std::vector<MotionPoint>& points, double reference_error, std::size_t time,
                     bool has_peers) {
  PlotPanel panel;
  panel.title = fmt::format("After {}", motion_time_names[time]);
  panel.x = {"time per frame (ms)", AxisScale::logarithmic};
  panel.y = {"RMS position error (mm)", AxisScale::logarithmic};
  panel.note = fmt::format("two references differ by {:.2g} mm", 1e3 * reference_error);
  panel.series = family_series(points, time);
  if (has_peers)
    for (PlotSeries& series : cited_series(time)) panel.series.push_back(std::move(series));
  for (PlotSeries& series : front_series(points, time)) panel.series.push_back(std::move(series));
  return panel;
}

ReportFigure make_figure(const MotionReport& report, const char* name, const std::string& title,
                         const Filter& is_in) {
  std::vector<MotionPoint> points;
  for (const MotionPoint& point : report.points)
    if (is_in(point.configuration)) points.push_back(point);
  mark_fronts(points);
  Plot plot;
  plot.title = title;
  plot.subtitle = fmt::format(
      "Swinging cloth, {} vertices, {} springs, 30 frames a second. Labels: substeps x iterations per frame; "
      "peers: substeps. Lower and further left is better.",
      report.vertices, report.springs);
  plot.columns = 3;
  plot.panel_width = 460;
  plot.panel_height = 430;
  const bool has_peers = report.options.side == MotionOptions{}.side;
  for (std::size_t t = 0; t < motion_time_count; ++t)
    plot.panels.push_back(make_panel(points, report.reference_error[t], t, has_peers));
  return {name, plot_svg(plot), title + ". Methods that lost the motion altogether are not drawn."};
}

}  // namespace

std::vector<ReportFigure> motion_figures(const MotionReport& report) {
  int most = 1;
  for (const MotionPoint& p : report.points) most = std::max(most, p.configuration.threads);
  const auto has_mixed = [](const MotionConfiguration& c) {
    return !is_implicit(c.scheme) || !is_position_based(c.method);
  };
  return {make_figure(report, "motion",
                      fmt::format("Motion error against time: mixed precision, {} thread{}", most,
                                  most == 1 ? "" : "s"),
                      [&](const MotionConfiguration& c) {
                        return has_mixed(c) ? c.precision == Precision::mixed && c.threads == most : true;
                      }),
          make_figure(report, "motion-double", "Motion error against time: double precision, 1 thread",
                      [](const MotionConfiguration& c) {
                        return c.precision == Precision::double_ && c.threads == 1;
                      })};
}

}  // namespace tensio::lab
