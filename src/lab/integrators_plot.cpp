#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "lab/integrators.h"
#include "lab/plot.h"
#include "lab/scheme_look.h"

namespace tensio::lab {
namespace {

/// The kinds that occur, in the order of the schemes.
std::vector<SchemeKind> kinds_of(const IntegratorsReport& report) {
  std::vector<SchemeKind> kinds;
  for (const SchemeStability& stability : report.stability)
    if (const SchemeKind kind = scheme_facts(stability.scheme).kind;
        std::ranges::find(kinds, kind) == kinds.end())
      kinds.push_back(kind);
  return kinds;
}

PlotSeries make_series(Scheme scheme) {
  const SchemeLook look = scheme_look(scheme);
  return {.name = scheme_facts(scheme).name,
          .label = {},
          .colour = look.colour,
          .dash = look.dash,
          .marker = look.marker,
          .points = {}};
}

/// Schemes that share a curve stay visible: the later is the narrower.
PlotSeries make_layered(Scheme scheme) {
  PlotSeries series = make_series(scheme);
  const auto index = static_cast<double>(scheme_look(scheme).index);
  series.dash = PlotDash::solid;
  series.width = std::max(1.2, 4.4 - 0.9 * index);
  series.has_markers = false;
  return series;
}

PlotSeries make_measured(Scheme scheme, bool has_line) {
  PlotSeries series = make_series(scheme);
  if (!has_line) series.name = {};
  series.has_line = has_line;
  return series;
}

PlotSeries make_exact() {
  return {
      .name = "exact", .label = {}, .dash = PlotDash::dashed, .width = 1, .has_markers = false, .points = {}};
}

ReportFigure work_figure(const WorkPrecision& work) {
  const TestProblem& problem = work.problem;
  Plot plot;
  plot.title = fmt::format("Work and precision: {}", problem.name);
  plot.subtitle = fmt::format("{} Reference: {}.", problem.text, problem.reference_origin);
  for (const bool over_time : {false, true}) {
    PlotPanel panel;
    panel.title = over_time ? "Error against time" : "Error against work";
    panel.x = {over_time ? "time (ms)"
                         : "force evaluations (explicit, symplectic) or minimiser iterations (implicit)",
               AxisScale::logarithmic};
    panel.y = {"RMS position error (m)", AxisScale::logarithmic, 1e-13 * problem.scale, problem.scale};
    double least = problem.scale;
    for (const WorkCurve& curve : work.curves) {
      PlotSeries series = make_series(curve.scheme);
      series.label = series.name;
      for (const WorkPoint& point : curve.points)
        if (std::isfinite(point.error)) {
          series.points.push_back(
              {over_time ? 1e3 * point.seconds : static_cast<double>(point.work), point.error});
          least = std::min(least, point.error);
        }
      panel.series.push_back(std::move(series));
    }
    panel.y.min = std::max(panel.y.min, std::pow(10, std::floor(std::log10(std::max(least, 1e-300)))));
    plot.panels.push_back(std::move(panel));
  }
  return {"work-" + problem.key, plot_svg(plot),
          fmt::format("{} Lower and further left is better; where a curve begins at the left, larger steps "
                      "gave no solution.",
                      plot.title + ".")};
}

/// |λ| or its phase.
PlotPanel factor_panel(const IntegratorsReport& report, SchemeKind kind, double damping_ratio,
                       bool is_phase) {
  PlotPanel panel;
  panel.title = fmt::format("{}, {}", is_phase ? "Phase per step" : "Amplification per step",
                            damping_ratio > 0 ? fmt::format("ζ = {}", damping_ratio) : "no damping");
  panel.x = {"hω (step × frequency)", AxisScale::logarithmic, 0.1, 10};
  panel.y = {is_phase ? "arg λ / hω" : "|λ|", AxisScale::linear, 0, is_phase ? 1.6 : 2.0};
  const auto value = [&](const Factor& factor, double z) {
    return is_phase ? std::arg(factor) / z : std::abs(factor);
  };
  for (const SchemeStability& stability : report.stability) {
    if (scheme_facts(stability.scheme).kind != kind) continue;
    PlotSeries line = make_layered(stability.scheme);
    for (double z = 0.1; z <= 10; z *= 1.01)
      if (const auto closed = closed_factor(stability.scheme, {z, 2 * damping_ratio * z}))
        line.points.push_back({z, value(*closed, z)});
    PlotSeries dots = make_measured(stability.scheme, line.points.empty());
    for (const FactorPoint& point : damping_ratio > 0 ? stability.damped : stability.undamped)
      if (point.measured) dots.points.push_back({point.z, value(*point.measured, point.z)});
    if (!line.points.empty()) panel.series.push_back(std::move(line));
    panel.series.push_back(std::move(dots));
  }
  PlotSeries exact = make_exact();
  for (double z = 0.1; z <= 10; z *= 1.05)
    exact.points.push_back(
        {z, is_phase ? std::sqrt(1 - damping_ratio * damping_ratio) : std::exp(-damping_ratio * z)});
  panel.series.push_back(std::move(exact));
  return panel;
}

ReportFigure factor_figure(const IntegratorsReport& report, SchemeKind kind) {
  Plot plot;
  plot.title = fmt::format("The oscillator, step by step: {} schemes", scheme_kind_name(kind));
  plot.subtitle =
      "x'' + 2ζω x' + ω² x = 0. Lines: closed form; markers: measured. Above |λ| = 1 the motion grows.";
  plot.panel_height = 280;
  for (const double damping_ratio : {0.0, shown_damping_ratio})
    for (const bool is_phase : {false, true})
      plot.panels.push_back(factor_panel(report, kind, damping_ratio, is_phase));
  return {
      fmt::format("factor-{}", scheme_kind_name(kind)), plot_svg(plot),
      plot.title + ": the factor λ by which one step multiplies the motion; of several, the dominant one."};
}

ReportFigure drag_figure(const IntegratorsReport& report) {
  Plot plot;
  plot.title = "Dahlquist's equation with a real λ: the speed of a free mass that drag slows down";
  plot.subtitle =
      "v' = −γ v. Lines: closed form; markers: measured. Beyond ±1 it grows, below 0 it changes its sign.";
  plot.columns = 3;
  plot.panel_width = 380;
  plot.panel_height = 300;
  for (const SchemeKind kind : kinds_of(report)) {
    PlotPanel panel;
    panel.title = scheme_kind_name(kind);
    panel.x = {"hγ (step × drag rate)", AxisScale::logarithmic, 0.1, 10};
    panel.y = {"v after a step / v before it", AxisScale::linear, -1.5, 1};
    for (const SchemeStability& stability : report.stability) {
      if (scheme_facts(stability.scheme).kind != kind) continue;
      PlotSeries line = make_layered(stability.scheme);
      line.label = line.name;
      for (double g = 0.1; g <= 10; g *= 1.01)
        if (const auto closed = closed_drag_factor(stability.scheme, g)) line.points.push_back({g, *closed});
      PlotSeries dots = make_measured(stability.scheme, line.points.empty());
      for (const DragPoint& point : stability.drag)
        if (point.measured) dots.points.push_back({point.g, *point.measured});
      if (!line.points.empty()) panel.series.push_back(std::move(line));
      panel.series.push_back(std::move(dots));
    }
    PlotSeries exact = make_exact();
    for (double g = 0.1; g <= 10; g *= 1.05) exact.points.push_back({g, std::exp(-g)});
    panel.series.push_back(std::move(exact));
    plot.panels.push_back(std::move(panel));
  }
  return {"factor-drag", plot_svg(plot), plot.title + "."};
}

std::string limit_note(const SchemeStability& stability) {
  const auto text = [](const char* name, double limit) {
    return limit == 0          ? fmt::format("no {}", name)
           : std::isinf(limit) ? fmt::format("every {}", name)
                               : fmt::format("{} ≤ {:.3g}", name, limit);
  };
  return fmt::format("{}; {}", text("hω", stability.oscillation_limit), text("hγ", stability.drag_limit));
}

ReportFigure region_figure(const IntegratorsReport& report) {
  Plot plot;
  plot.title = "Stability regions: the hλ for which no step grows";
  plot.subtitle =
      "For x'' + γ x' + ω² x = 0, hλ = −hγ/2 ± √(h²γ²/4 − h²ω²). Below each name: the largest stable hω "
      "without damping, and hγ of a free mass.";
  plot.columns = 4;
  plot.panel_width = 250;
  plot.panel_height = 230;
  for (const SchemeStability& stability : report.stability) {
    PlotPanel panel;
    panel.title = scheme_facts(stability.scheme).name;
    panel.note = limit_note(stability);
    panel.x = {"Re hλ", AxisScale::linear, region_left, region_right};
    panel.y = {"Im hλ", AxisScale::linear, -region_top, region_top};
    panel.regions.push_back({"stable, measured (real springs and dampers lie in the left half plane)",
                             PlotColour::sky, stability.region});
    for (const ContourLoop& loop : stability.edge) {
      PlotSeries edge{.name = "edge of the stable region by the closed form",
                      .label = {},
                      .width = 1.4,
                      .has_markers = false,
                      .points = loop};
      if (!edge.points.empty()) edge.points.push_back(edge.points.front());
      panel.series.push_back(std::move(edge));
    }
    for (const bool is_real : {true, false})
      panel.series.push_back({.name = {},
                              .label = {},
                              .colour = PlotColour::black,
                              .width = 0.5,
                              .has_markers = false,
                              .points = is_real ? ContourLoop{{region_left, 0}, {region_right, 0}}
                                                : ContourLoop{{0, -region_top}, {0, region_top}}});
    plot.panels.push_back(std::move(panel));
  }
  return {"regions", plot_svg(plot), plot.title + "."};
}

ReportFigure energy_figure(const IntegratorsReport& report) {
  Plot plot;
  plot.title = fmt::format("Energy of a spring pendulum over {} steps", report.energy_steps);
  plot.subtitle = fmt::format(
      "h = {} s, hω = 0.1 of the spring; 1 is the energy at the start, 0 that of rest.", report.energy_h);
  const std::vector<SchemeKind> kinds = kinds_of(report);
  plot.columns = static_cast<int>(kinds.size());
  plot.panel_width = 370;
  plot.panel_height = 280;
  for (const bool is_change : {false, true})
    for (const SchemeKind kind : kinds) {
      PlotPanel panel;
      panel.title =
          fmt::format("{}: {}", scheme_kind_name(kind), is_change ? "distance from the start" : "energy");
      panel.x = {"steps", AxisScale::logarithmic, 1, static_cast<double>(report.energy_steps)};
      panel.y = is_change ? PlotAxis{"|E − E₀| / E₀", AxisScale::logarithmic, 1e-12, 10}
                          : PlotAxis{"E / E₀", AxisScale::linear, 0, 1.6};
      for (const EnergyCurve& curve : report.energy) {
        if (scheme_facts(curve.scheme).kind != kind) continue;
        PlotSeries series = make_series(curve.scheme);
        series.dash = PlotDash::solid;
        series.marker_every = 40;
        if (is_change) series.label = series.name;
        for (const EnergyCurve::Point& point : curve.points)
          if (point.step > 0)
            series.points.push_back(
                {static_cast<double>(point.step),
                 is_change ? std::max(std::abs(point.fraction - 1), 1e-16) : point.fraction});
        panel.series.push_back(std::move(series));
      }
      plot.panels.push_back(std::move(panel));
    }
  return {"energy", plot_svg(plot), plot.title + "."};
}

}  // namespace

std::vector<ReportFigure> integrators_figures(const IntegratorsReport& report) {
  std::vector<ReportFigure> figures;
  for (const WorkPrecision& work : report.problems) figures.push_back(work_figure(work));
  for (const SchemeKind kind : kinds_of(report)) figures.push_back(factor_figure(report, kind));
  figures.push_back(drag_figure(report));
  figures.push_back(region_figure(report));
  figures.push_back(energy_figure(report));
  return figures;
}

}  // namespace tensio::lab
