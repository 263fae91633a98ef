#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numbers>

#include "io/scene_choices.h"
#include "lab/locking.h"
#include "lab/plot.h"

namespace tensio::lab {
namespace {

using nlohmann::ordered_json;

std::string number(const std::optional<double>& value, const char* format = "{:.3f}") {
  return value ? fmt::format(fmt::runtime(format), *value) : "-";
}
ordered_json json(const std::optional<double>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}
std::string name_of(BendingModel model) {
  return choice_name(bending_choices(), model);
}
std::string name_of(GridCells cells) {
  return choice_name(cells_choices(), cells);
}
double exact(double gamma) {
  for (const ElasticaPoint& point : heavy_elastica)
    if (point.gamma == gamma) return point.drop_over_reach;
  return 0;
}
std::string kind_of(const RolledSheet& sheet) {
  const bool is_soft = sheet.shear < 1;
  return fmt::format("{}, {}{}{}", name_of(sheet.cells), choice_name(membrane_choices(), sheet.membrane),
                     is_soft ? ", soft shear" : "", sheet.model == BendingModel::plate ? ", plates" : "");
}
constexpr double degree = std::numbers::pi / 180;

ReportTable cantilever_table(const LockingReport& report) {
  ReportTable table{.caption = "H/W of a heavy cantilever of 40 segments, over that of the elastica",
                    .head = {"Γ", "elastica H/W"},
                    .align = "r"};
  for (const auto& run : report.cantilevers) {
    const std::string name = name_of(run.strip.model);
    if (std::find(table.head.begin(), table.head.end(), name) == table.head.end()) table.head.push_back(name);
  }
  for (const ElasticaPoint& point : heavy_elastica) {
    std::vector<std::string> row{fmt::format("{:g}", point.gamma),
                                 fmt::format("{:.4f}", point.drop_over_reach)};
    for (const auto& run : report.cantilevers)
      if (run.strip.gamma == point.gamma)
        row.push_back(
            run.drop_over_reach ? fmt::format("{:.3f}", *run.drop_over_reach / point.drop_over_reach) : "-");
    if (row.size() > 2) table.rows.push_back(std::move(row));
  }
  return table;
}

ReportFigure cantilever_figure(const LockingReport& report) {
  PlotPanel panel{.title = "A heavy strip hangs down",
                  .x = {"Γ = ρghL³/D", AxisScale::logarithmic},
                  .y = {"drop over reach, H/W", AxisScale::logarithmic},
                  .series = {},
                  .note = "40 segments, lines across kept parallel but for plates"};
  PlotSeries truth{.name = "elastica",
                   .label = "",
                   .colour = PlotColour::black,
                   .width = 3,
                   .has_markers = false,
                   .points = {}};
  for (const ElasticaPoint& point : heavy_elastica)
    truth.points.push_back({point.gamma, point.drop_over_reach});
  panel.series.push_back(truth);
  constexpr PlotColour colours[] = {PlotColour::vermillion, PlotColour::orange, PlotColour::sky,
                                    PlotColour::green,      PlotColour::blue,   PlotColour::purple};
  for (const auto& run : report.cantilevers) {
    const std::string name = name_of(run.strip.model);
    if (panel.series.back().name != name) {
      const std::size_t i = panel.series.size() - 1;
      panel.series.push_back({.name = name,
                              .label = "",
                              .colour = colours[i % std::size(colours)],
                              .has_line = run.strip.model == BendingModel::springs,
                              .marker = static_cast<PlotMarker>(i % 5),
                              .points = {}});
    }
    if (run.drop_over_reach) panel.series.back().points.push_back({run.strip.gamma, *run.drop_over_reach});
  }
  return {
      "cantilever",
      plot_svg({.title = "Bending models on the elastica", .subtitle = "", .panels = {panel}, .columns = 1}),
      "Springs that span a vertex match D where the strip is bent to a radius of its length: they yield to "
      "small loads and lock under large ones."};
}

ReportTable strip_table(const LockingReport& report) {
  ReportTable table{.caption = "Stiffness of a strip at Γ = 0.1, over D (hinges are like quadratic bending)",
                    .head = {"model", "cells", "strip", "segments", "measured", "closed form"},
                    .align = "lllrrr"};
  for (const auto& run : report.strips) {
    const std::string measured =
        run.drop_over_reach ? fmt::format("{:.3f}", exact(0.1) / *run.drop_over_reach) : "-";
    table.rows.push_back({name_of(run.strip.model), name_of(run.strip.cells),
                          run.strip.is_guided ? "guided" : "free", fmt::format("{}", run.strip.segments),
                          measured, fmt::format("{:.3f}", predicted_stiffness(run.strip))});
  }
  return table;
}

ReportTable rolled_table(const LockingReport& report) {
  ReportTable table{.caption = "Energy of a sheet rolled to a cylinder, over Da²/2R²: bending + stretching",
                    .head = {"curved at", "cells, membrane"},
                    .align = "rl"};
  for (const auto& run : report.rolled) {
    const std::string cells = fmt::format("{}", run.sheet.resolution);
    if (std::find(table.head.begin(), table.head.end(), cells) == table.head.end())
      table.head.push_back(cells);
    const std::string angle = fmt::format("{:g}°", run.sheet.axis / degree), kind = kind_of(run.sheet);
    if (table.rows.empty() || table.rows.back()[0] != angle || table.rows.back()[1] != kind)
      table.rows.push_back({angle, kind});
    table.rows.back().push_back(
        run.energy ? fmt::format("{:.2f} + {:.2f}", run.energy->bending, run.energy->membrane) : "-");
  }
  return table;
}

ReportFigure rolled_figure(const LockingReport& report) {
  Plot plot{.title = "Locking",
            .subtitle = "a thin sheet (Ya²/D = 10⁶) rolled to R = a/2",
            .panels = {},
            .columns = 3,
            .panel_width = 340,
            .panel_height = 320};
  constexpr PlotColour colours[] = {PlotColour::vermillion, PlotColour::sky,  PlotColour::green,
                                    PlotColour::orange,     PlotColour::blue, PlotColour::purple,
                                    PlotColour::black};
  for (const auto& run : report.rolled) {
    const std::string title = fmt::format("curved at {:g}° to the rows", run.sheet.axis / degree);
    if (plot.panels.empty() || plot.panels.back().title != title)
      plot.panels.push_back({.title = title,
                             .x = {"cells along a side", AxisScale::logarithmic},
                             .y = {"energy over Da²/2R²", AxisScale::logarithmic},
                             .series = {},
                             .note = ""});
    auto& series = plot.panels.back().series;
    const std::string name = kind_of(run.sheet);
    if (series.empty() || series.back().name != name)
      series.push_back({.name = name,
                        .label = "",
                        .colour = colours[series.size() % std::size(colours)],
                        .marker = static_cast<PlotMarker>(series.size() % 5),
                        .points = {}});
    if (run.energy)
      series.back().points.push_back(
          {static_cast<double>(run.sheet.resolution), run.energy->bending + run.energy->membrane});
  }
  return {"locking", plot_svg(plot), "Energy above 1 is stretching that the mesh cannot avoid."};
}

ReportTable drape_table(const LockingReport& report) {
  ReportTable table{
      .caption = "Cusick's drape coefficient and the number of folds", .head = {"Γ"}, .align = "r"};
  for (const auto& run : report.drapes) {
    const std::string rings = fmt::format("{} rings", run.drape.rings),
                      gamma = fmt::format("{:.3g}", run.drape.gamma);
    if (std::find(table.head.begin(), table.head.end(), rings) == table.head.end())
      table.head.push_back(rings);
    auto row =
        std::find_if(table.rows.begin(), table.rows.end(), [&](const auto& r) { return r[0] == gamma; });
    if (row == table.rows.end()) row = table.rows.insert(row, {gamma});
    row->push_back(run.shape ? fmt::format("{:.3f} ({})", run.shape->coefficient, run.shape->nodes) : "-");
  }
  return table;
}

ReportFigure drape_figure(const LockingReport& report) {
  PlotPanel panel{.title = "A fabric of 15 cm on a disc of 9 cm",
                  .x = {"Γ = ρgh(6 cm)³/D", AxisScale::logarithmic},
                  .y = {"drape coefficient", AxisScale::linear, 0, 1.05},
                  .series = {},
                  .note = ""};
  for (const auto& run : report.drapes) {
    const std::string name = fmt::format("{} rings", run.drape.rings);
    const std::size_t i = panel.series.size();
    if (panel.series.empty() || panel.series.back().name != name)
      panel.series.push_back({.name = name,
                              .label = "",
                              .colour = static_cast<PlotColour>(1 + i % 6),
                              .marker = static_cast<PlotMarker>(i % 5),
                              .points = {}});
    if (run.shape) panel.series.back().points.push_back({run.drape.gamma, run.shape->coefficient});
  }
  return {"drape",
          plot_svg({.title = "Cusick's drape test", .subtitle = "", .panels = {panel}, .columns = 1}), ""};
}

ReportTable buckling_table(const LockingReport& report) {
  ReportTable table{
      .caption = "Γ at which a strip on edge, 1/10 as deep as long, buckles sideways (staggered cells)",
      .head = {"model", "rows", "measured", "closed form", "ratio"},
      .align = "lrrrr"};
  for (const auto& run : report.buckling) {
    const double expected = predicted_lateral_buckling(equilateral_poisson(run.model));
    table.rows.push_back({name_of(run.model), fmt::format("{}", run.rows), number(run.gamma, "{:.2f}"),
                          fmt::format("{:.2f}", expected),
                          number(run.gamma ? std::optional(*run.gamma / expected) : std::nullopt)});
  }
  return table;
}

ordered_json locking_json(const LockingReport& report) {
  ordered_json out{{"experiment", "locking"}};
  const auto strips = [](const auto& runs) {
    ordered_json list = ordered_json::array();
    for (const auto& run : runs)
      list.push_back({{"model", name_of(run.strip.model)},
                      {"cells", name_of(run.strip.cells)},
                      {"guided", run.strip.is_guided},
                      {"segments", run.strip.segments},
                      {"gamma", run.strip.gamma},
                      {"drop_over_reach", json(run.drop_over_reach)}});
    return list;
  };
  out["cantilevers"] = strips(report.cantilevers);
  out["strips"] = strips(report.strips);
  for (const auto& run : report.rolled)
    out["rolled"].push_back(
        {{"kind", kind_of(run.sheet)},
         {"degrees", run.sheet.axis / degree},
         {"resolution", run.sheet.resolution},
         {"bending", json(run.energy ? std::optional(run.energy->bending) : std::nullopt)},
         {"membrane", json(run.energy ? std::optional(run.energy->membrane) : std::nullopt)}});
  for (const auto& run : report.drapes)
    out["drape"].push_back(
        {{"rings", run.drape.rings},
         {"gamma", run.drape.gamma},
         {"coefficient", json(run.shape ? std::optional(run.shape->coefficient) : std::nullopt)},
         {"nodes", run.shape ? ordered_json(run.shape->nodes) : ordered_json(nullptr)}});
  for (const auto& run : report.buckling)
    out["lateral_buckling"].push_back(
        {{"model", name_of(run.model)}, {"rows", run.rows}, {"gamma", json(run.gamma)}});
  return out;
}

}  // namespace

Report locking_report(const LockingReport& report) {
  Report page{.name = "locking", .title = "How sheets bend, and where they lock"};
  page.blocks.push_back(ReportText{"",
                                   "Every sheet has the bending stiffness D; its response is compared with "
                                   "the closed form. Guided strips keep all lines across parallel, as in the "
                                   "middle of a wide sheet; free ones may twist and curve sideways."});
  page.blocks.push_back(cantilever_table(report));
  page.blocks.push_back(cantilever_figure(report));
  page.blocks.push_back(strip_table(report));
  page.blocks.push_back(rolled_table(report));
  page.blocks.push_back(rolled_figure(report));
  page.blocks.push_back(drape_table(report));
  page.blocks.push_back(drape_figure(report));
  page.blocks.push_back(buckling_table(report));
  page.data = {{"locking.json", locking_json(report).dump(2) + "\n"}};
  return page;
}

}  // namespace tensio::lab
