#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/scene_choices.h"
#include "lab/compare.h"
#include "lab/plot.h"
#include "lab/text_table.h"

namespace tensio::lab {
namespace {

using nlohmann::ordered_json;

ReportTable make_table(const CompareReport& report) {
  ReportTable table{
      .caption = fmt::format(
          "{}: {} vertices, {} springs, {} frames of {:.4g} ms, {} substep{}, at most {} iterations per step",
          report.options.scene, report.vertices, report.springs, report.options.frames,
          1e3 * report.frame_time, report.substeps, report.substeps == 1 ? "" : "s", report.iterations),
      .head = {"", "ms/frame (median)", "factor ms", "iterations/frame", "mm off after a third", "at the end",
               "at most", "mean residual", "energy J", "ended"},
      .align = "lrrrrrrrrl"};
  for (const CompareRun& run : report.runs) {
    if (run.frames.empty()) {
      table.rows.push_back(
          {run.name, absent, absent, absent, absent, absent, absent, absent, absent, run.problem});
      continue;
    }
    double iterations = 0;
    for (const CompareFrame& frame : run.frames) iterations += frame.iterations;
    const auto third = static_cast<std::size_t>((report.options.frames + 2) / 3 - 1);
    const bool solves = is_implicit(run.scheme);
    table.rows.push_back(
        {run.name, fmt::format("{:.3g}", 1e3 * run.median_seconds()),
         fmt::format("{:.3g}", 1e3 * run.factor_seconds),
         solves ? fmt::format("{:.1f}", iterations / static_cast<double>(run.frames.size())) : absent,
         third < run.frames.size() ? fmt::format("{:.3g}", 1e3 * run.frames[third].error) : absent,
         run.problem.empty() ? fmt::format("{:.3g}", 1e3 * run.frames.back().error) : absent,
         fmt::format("{:.3g}", 1e3 * run.largest_error()),
         solves ? fmt::format("{:.1e}", run.mean_residual()) : absent,
         fmt::format("{:.4g}", run.frames.back().energy), run.problem.empty() ? "well" : run.problem});
  }
  return table;
}

PlotSeries make_series(const CompareReport& report, std::size_t index) {
  return {.name = report.runs[index].name,
          .label = {},
          .colour = static_cast<PlotColour>(index % plot_colour_count),
          .dash = static_cast<PlotDash>(index / plot_colour_count % 3),
          .marker_every = std::max(1, report.options.frames / 8),
          .marker = static_cast<PlotMarker>(index % 5),
          .points = {}};
}

/// A quantity of every frame against time.
template <class Value>
PlotPanel make_panel(const CompareReport& report, std::string title, PlotAxis y, const Value& value) {
  PlotPanel panel{.title = std::move(title), .x = {"time (s)"}, .y = std::move(y), .series = {}, .note = {}};
  for (std::size_t r = 0; r < report.runs.size(); ++r) {
    PlotSeries series = make_series(report, r);
    for (std::size_t f = 0; f < report.runs[r].frames.size(); ++f)
      if (const auto shown = value(report.runs[r], report.runs[r].frames[f]))
        series.points.push_back({static_cast<double>(f + 1) * report.frame_time, *shown});
    panel.series.push_back(std::move(series));
  }
  return panel;
}

std::string plot_of(const CompareReport& report) {
  using Shown = std::optional<double>;
  Plot plot;
  plot.title = fmt::format("{}: {}", report.options.scene,
                           !report.options.variants.empty() ? "settings"
                           : report.has_several_schemes     ? "schemes"
                                                            : "minimisers");
  plot.subtitle = fmt::format("{} vertices, {} springs, {} substeps a frame; reference: {}", report.vertices,
                              report.springs, report.substeps, report.reference_name);
  plot.panel_height = 320;
  plot.panels.push_back(make_panel(
      report, "Distance from the reference", {"RMS distance (mm)", AxisScale::logarithmic},
      [](const CompareRun&, const CompareFrame& f) { return f.error > 0 ? Shown(1e3 * f.error) : Shown(); }));
  PlotPanel cost{.title = "Accuracy against cost",
                 .x = {"time per frame, median (ms)", AxisScale::logarithmic},
                 .y = {"RMS distance at the end (mm)", AxisScale::logarithmic},
                 .series = {},
                 .note = "lower and further left is better"};
  for (std::size_t r = 0; r < report.runs.size(); ++r) {
    const CompareRun& run = report.runs[r];
    PlotSeries series = make_series(report, r);
    series.has_line = false;
    if (run.problem.empty() && run.frames.back().error > 0)
      series.points.push_back({1e3 * run.median_seconds(), 1e3 * run.frames.back().error});
    cost.series.push_back(std::move(series));
  }
  plot.panels.push_back(std::move(cost));
  PlotPanel energy = make_panel(report, "Energy", {"total energy (J)"},
                                [](const CompareRun&, const CompareFrame& f) { return Shown(f.energy); });
  PlotSeries exact{.name = "reference",
                   .label = {},
                   .dash = PlotDash::dashed,
                   .width = 1,
                   .has_markers = false,
                   .points = {}};
  double least = 0, most = 0;
  for (std::size_t f = 0; f < report.reference_energy.size(); ++f) {
    exact.points.push_back({static_cast<double>(f + 1) * report.frame_time, report.reference_energy[f]});
    least = f == 0 ? report.reference_energy[f] : std::min(least, report.reference_energy[f]);
    most = f == 0 ? report.reference_energy[f] : std::max(most, report.reference_energy[f]);
  }
  // A run that explodes must not flatten the others.
  const double room = std::max(most - least, 1e-9 * (std::abs(least) + std::abs(most) + 1e-300));
  energy.y.min = least - room;
  energy.y.max = most + room;
  energy.series.push_back(std::move(exact));
  plot.panels.push_back(std::move(energy));
  plot.panels.push_back(make_panel(
      report, "What is left of each step's gradient", {"|∇g| / |∇g(start)|", AxisScale::logarithmic},
      [](const CompareRun& run, const CompareFrame& f) {
        return is_implicit(run.scheme) && f.residual > 0 ? Shown(f.residual) : Shown();
      }));
  return plot_svg(plot);
}

std::string csv_of(const CompareReport& report) {
  std::string text = "run,scheme,minimiser,frame,milliseconds,error_mm,energy_j,residual,iterations\n";
  for (const CompareRun& run : report.runs)
    for (std::size_t f = 0; f < run.frames.size(); ++f) {
      const CompareFrame& frame = run.frames[f];
      text += fmt::format(
          "\"{}\",{},{},{},{:.6g},{:.9g},{:.9g},{:.6g},{}\n", run.name, scheme_facts(run.scheme).name,
          is_implicit(run.scheme) ? choice_name(method_choices(), run.method) : "", f + 1,
          1e3 * frame.seconds, 1e3 * frame.error, frame.energy, frame.residual, frame.iterations);
    }
  return text;
}

}  // namespace

ordered_json compare_json(const CompareReport& report) {
  ordered_json runs = ordered_json::array();
  for (const CompareRun& run : report.runs) {
    ordered_json& entry = runs.emplace_back();
    entry = {{"name", run.name},
             {"scheme", scheme_facts(run.scheme).name},
             {"minimiser", nullptr},
             {"problem", run.problem},
             {"frames", run.frames.size()},
             {"median_ms", 1e3 * run.median_seconds()},
             {"factor_ms", 1e3 * run.factor_seconds},
             {"mean_residual", run.mean_residual()},
             {"largest_error_mm", 1e3 * run.largest_error()}};
    if (is_implicit(run.scheme)) entry["minimiser"] = choice_name(method_choices(), run.method);
    if (run.frames.empty()) continue;
    entry["end_error_mm"] = 1e3 * run.frames.back().error;
    entry["end_energy_j"] = run.frames.back().energy;
  }
  return {{"experiment", "compare"},     {"scene", report.options.scene},      {"vertices", report.vertices},
          {"springs", report.springs},   {"frames", report.options.frames},    {"frame_s", report.frame_time},
          {"substeps", report.substeps}, {"reference", report.reference_name}, {"runs", std::move(runs)}};
}

Report compare_page(const CompareReport& report) {
  Report page{.name = "compare", .title = fmt::format("{}, compared", report.options.scene)};
  page.blocks.push_back(ReportText{
      "", fmt::format(
              "Distances are from {}. {}", report.reference_name,
              report.has_several_schemes || report.options.reference
                  ? "They combine the errors of scheme, step length and minimiser. Cloth that buckles or "
                    "collides soon becomes chaotic, so the first third is more meaningful than the end."
                  : "They are what the minimiser leaves unsolved; the scheme and its step are the same for "
                    "all.")});
  page.blocks.push_back(make_table(report));
  page.blocks.push_back(
      ReportFigure{"compare", plot_of(report), "Every run over time, and accuracy against cost."});
  page.data = {{"compare.json",
                compare_json(report).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"},
               {"compare.csv", csv_of(report)}};
  return page;
}

}  // namespace tensio::lab
