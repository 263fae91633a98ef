#include "lab/balance.h"

#include <fmt/format.h>

#include "io/scene_choices.h"
#include "lab/plot.h"

namespace tensio::lab {
namespace {

constexpr FlowRow rows[] = {
    {"pins", "work of moving pins, anchors and hands, and of forces that change", &EnergyFlow::pins},
    {"air", "work of wind and air drag", &EnergyFlow::air},
    {"contact", "work of colliders: impact, friction, pushing", &EnergyFlow::contact},
    {"limits", "strain limit and plastic flow", &EnergyFlow::limits},
    {"edits", "cuts, tears and other changes", &EnergyFlow::edits},
    {"damping", "all damping, and what the energy budget takes", &EnergyFlow::damping},
    {"numerical", "made or lost by the scheme and its solver", &EnergyFlow::numerical},
};

std::string joules(double value) {
  return fmt::format("{:+.4g}", value);
}

ReportFigure figure(const BalanceReport& report) {
  const auto series = [&](const char* name, PlotColour colour, const auto& value) {
    PlotSeries s{.name = name, .label = "", .colour = colour, .has_markers = false, .points = {}};
    for (const BalancePoint& point : report.points) s.points.push_back({point.time, value(point)});
    return s;
  };
  PlotPanel energy{.title = "Energy", .x = {"time, s"}, .y = {"J"}, .series = {}, .note = ""};
  energy.series = {
      series("total", PlotColour::black, [](const BalancePoint& p) { return p.energy.total(); }),
      series("kinetic", PlotColour::vermillion, [](const BalancePoint& p) { return p.energy.kinetic; }),
      series("elastic", PlotColour::blue, [](const BalancePoint& p) { return p.energy.elastic; }),
      series("potential", PlotColour::green, [](const BalancePoint& p) { return p.energy.potential; })};
  PlotPanel flow{.title = "Where it came from and went",
                 .x = {"time, s"},
                 .y = {"J since the start"},
                 .series = {},
                 .note = ""};
  std::size_t colour = 1;
  for (const FlowRow& row : rows) {
    const bool is_numerical = row.flow == &EnergyFlow::numerical;
    PlotSeries s = series(row.name, is_numerical ? PlotColour::black : static_cast<PlotColour>(colour),
                          [&](const BalancePoint& p) { return p.flow.*row.flow; });
    s.dash = is_numerical ? PlotDash::dashed : PlotDash::solid;
    if (!is_numerical && s.points.back()[1] == 0) continue;
    colour = 1 + colour % 6;
    flow.series.push_back(std::move(s));
  }
  return {
      "balance",
      plot_svg({.title = "Energy balance of " + report.scene,
                .subtitle = report.method,
                .panels = {energy, flow},
                .columns = 2}),
      "The dashed curve is numerical: below zero the scheme damps, above zero it makes energy from nothing."};
}

}  // namespace

std::span<const FlowRow> flow_rows() {
  return rows;
}

std::string balance_csv(std::span<const BalancePoint> points) {
  std::string text = "time,kinetic,elastic,potential";
  for (const FlowRow& row : rows) text += fmt::format(",{}", row.name);
  text += "\n";
  for (const BalancePoint& point : points) {
    text += fmt::format("{},{},{},{}", point.time, point.energy.kinetic, point.energy.elastic,
                        point.energy.potential);
    for (const FlowRow& row : rows) text += fmt::format(",{}", point.flow.*row.flow);
    text += "\n";
  }
  return text;
}

Result<BalanceReport> measure_balance(const std::string& scene, const Setup& setup, int frames,
                                      const Progress& progress) {
  auto simulation = Simulation::make(setup);
  if (!simulation) return fail(simulation.error());
  simulation->track_energy(true);
  BalanceReport report{
      .scene = scene,
      .method = fmt::format("{}{}, h = {:.3g} s", scheme_facts(setup.scheme).name,
                            is_implicit(setup.scheme)
                                ? fmt::format(", {}", choice_name(method_choices(), setup.minimise.method))
                                : "",
                            setup.frame_time / setup.substeps),
      .points = {{0, simulation->energy(), {}}},
      .failure = ""};
  ProgressMeter meter(progress, frames);
  for (int frame = 1; frame <= frames; ++frame) {
    const FrameReport step = simulation->advance_frame();
    if (!is_usable(step.status)) {
      report.failure =
          fmt::format("frame {} failed ({}); try more time.substeps", frame, status_name(step.status));
      break;
    }
    report.points.push_back({simulation->state().time, simulation->energy(), simulation->energy_flow()});
    if (!meter.advance(1, "frames")) return fail(stopped_message);
  }
  return report;
}

Report balance_page(const BalanceReport& report) {
  const BalancePoint &start = report.points.front(), &end = report.points.back();
  ReportTable table{
      .caption = fmt::format("{}, {}: energy after {:.3g} s, J", report.scene, report.method, end.time),
      .head = {"", "J"},
      .align = "lr"};
  table.rows.push_back({"at the start", joules(start.energy.total())});
  for (const FlowRow& row : rows)
    table.rows.push_back({fmt::format("{}: {}", row.name, row.meaning), joules(end.flow.*row.flow)});
  table.rows.push_back({fmt::format("at the end: kinetic {:.4g}, elastic {:.4g}, potential {:.4g}",
                                    end.energy.kinetic, end.energy.elastic, end.energy.potential),
                        joules(end.energy.total())});
  Report page{.name = "balance", .title = "Energy balance of " + report.scene};
  page.blocks = {
      table, figure(report),
      ReportText{"How to read it",
                 "Each step's work is measured halfway between its ends. What no force explains is "
                 "numerical. Pinned vertices move as their paths say; their kinetic energy counts in "
                 "the totals but not in the flows."}};
  page.data = {{"balance.csv", balance_csv(report.points)}};
  return page;
}

}  // namespace tensio::lab
