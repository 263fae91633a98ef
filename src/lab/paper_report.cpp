#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/paper.h"
#include "lab/plot.h"

namespace tensio::lab {
namespace {

using nlohmann::ordered_json;

std::string milliseconds(double seconds) {
  const double ms = 1e3 * seconds;
  return fmt::format("{:.{}f}", ms, ms >= 100 ? 0 : ms >= 10 ? 1 : ms >= 1 ? 2 : 3);
}

std::string iterations_name(const IteratedFrame& frame) {
  return frame.iterations == 0   ? "exact"
         : frame.iterations == 1 ? "1 iteration"
                                 : fmt::format("{} iterations", frame.iterations);
}

ReportTable table1(const PaperReport& report) {
  ReportTable table{.caption = "Table 1: one core; the paper's figures in brackets",
                    .head = {"object", "vertices", "springs", "ms/iteration", "mixed", "paper", "factor ms",
                             "mixed", "paper"}};
  for (const PaperRow& row : report.rows)
    table.rows.push_back({fmt::format("{} ({})", row.body.name, row.body.paper_name),
                          fmt::format("{} ({})", row.vertices, row.body.paper_vertices),
                          fmt::format("{} ({})", row.springs, row.body.paper_springs),
                          milliseconds(row.exact.iteration), milliseconds(row.mixed.iteration),
                          fmt::format("({})", milliseconds(row.body.paper_iteration)),
                          milliseconds(row.exact.factor), milliseconds(row.mixed.factor),
                          fmt::format("({})", milliseconds(row.body.paper_factor))});
  return table;
}

ReportTable motion_table(const IteratedMotion& motion, const std::string& caption) {
  ReportTable table{.caption = caption,
                    .head = {"local/global", "ms/frame", "mm from exact (RMS)", "SSIM with exact"}};
  for (const IteratedFrame& frame : motion.frames)
    table.rows.push_back({iterations_name(frame), milliseconds(frame.frame_seconds),
                          fmt::format("{:.2f}", 1e3 * frame.distance),
                          frame.similarity ? fmt::format("{:.4f}", *frame.similarity) : "-"});
  return table;
}

/// Those of the paper's figures, and the exact one.
std::string sheet_svg(const IteratedMotion& motion, const std::string& title, const std::string& subtitle) {
  PictureSheet sheet{.title = title, .subtitle = subtitle, .tiles = {}, .columns = 5};
  constexpr std::array shown = {1, 10, 100, 1000, 0};
  for (const IteratedFrame& frame : motion.frames) {
    if (!frame.picture || std::ranges::find(shown, frame.iterations) == shown.end()) continue;
    const bool is_exact = frame.iterations == 0;
    sheet.tiles.push_back({frame.picture->png, iterations_name(frame),
                           is_exact ? "every step fully solved"
                                    : fmt::format("SSIM {:.3f}; {:.1f} mm from exact",
                                                  frame.similarity.value_or(0), 1e3 * frame.distance)});
    sheet.width = sheet.height = std::clamp(frame.picture->image.width, 260, 300);
  }
  return picture_sheet_svg(sheet);
}

std::string similarity_svg(const IteratedMotion& motion) {
  Plot plot;
  plot.title = "How many iterations does one see?";
  plot.subtitle = fmt::format(
      "Frame {} of the swinging cloth, with all frames before it simulated with the same number of "
      "iterations.",
      motion.frame);
  PlotPanel similar{.title = "The pictures",
                    .x = {"local/global iterations per step", AxisScale::logarithmic},
                    .y = {"SSIM with the exact picture", AxisScale::linear},
                    .series = {},
                    .note = "1: equal"};
  PlotPanel distant{.title = "The positions",
                    .x = similar.x,
                    .y = {"RMS distance from exact (mm)", AxisScale::logarithmic},
                    .series = {},
                    .note = {}};
  PlotSeries ssim{.name = {}, .label = {}, .colour = PlotColour::blue, .points = {}};
  PlotSeries rms{.name = {},
                 .label = {},
                 .colour = PlotColour::vermillion,
                 .dash = PlotDash::dashed,
                 .marker = PlotMarker::square,
                 .points = {}};
  for (const IteratedFrame& frame : motion.frames) {
    if (frame.iterations == 0) continue;
    if (frame.similarity) ssim.points.push_back({static_cast<double>(frame.iterations), *frame.similarity});
    rms.points.push_back({static_cast<double>(frame.iterations), 1e3 * frame.distance});
  }
  similar.series.push_back(std::move(ssim));
  distant.series.push_back(std::move(rms));
  plot.panels = {std::move(similar), std::move(distant)};
  plot.panel_height = 300;
  return plot_svg(plot);
}

std::string table_csv(const PaperReport& report) {
  std::string text =
      "object,vertices,springs,iteration_ms,mixed_iteration_ms,factor_ms,mixed_factor_ms,paper_vertices,"
      "paper_springs,paper_iteration_ms,paper_factor_ms\n";
  for (const PaperRow& row : report.rows)
    text += fmt::format("{},{},{},{:.6g},{:.6g},{:.6g},{:.6g},{},{},{:.6g},{:.6g}\n", row.body.name,
                        row.vertices, row.springs, 1e3 * row.exact.iteration, 1e3 * row.mixed.iteration,
                        1e3 * row.exact.factor, 1e3 * row.mixed.factor, row.body.paper_vertices,
                        row.body.paper_springs, 1e3 * row.body.paper_iteration, 1e3 * row.body.paper_factor);
  return text;
}

std::string motion_csv(const PaperReport& report) {
  std::string text = "motion,iterations,ms_per_frame,mm_from_exact,ssim\n";
  for (const auto& [name, motion] : {std::pair{"swing", &report.swing}, std::pair{"impact", &report.impact}})
    for (const IteratedFrame& f : motion->frames)
      text += fmt::format("{},{},{:.6g},{:.9g},{}\n", name, f.iterations, 1e3 * f.frame_seconds,
                          1e3 * f.distance, f.similarity ? fmt::format("{:.9g}", *f.similarity) : "");
  return text;
}

ordered_json motion_json(const IteratedMotion& motion) {
  ordered_json frames = ordered_json::array();
  for (const IteratedFrame& f : motion.frames) {
    ordered_json& entry = frames.emplace_back();
    entry = {{"iterations", f.iterations},
             {"ms_per_frame", 1e3 * f.frame_seconds},
             {"mm_from_exact", 1e3 * f.distance}};
    if (f.similarity) entry["ssim"] = *f.similarity;
  }
  return {{"frame", motion.frame}, {"runs", std::move(frames)}};
}

/// The pictures where there are some, and the table.
void add_motion(const IteratedMotion& motion, const std::string& figure, const std::string& title,
                Report& page) {
  if (!motion.frames.empty() && motion.frames.front().picture)
    page.blocks.push_back(ReportFigure{
        figure,
        sheet_svg(
            motion, title,
            "Each simulated from the start with this number of local/global iterations per step, h = 33 ms."),
        title + "."});
  page.blocks.push_back(motion_table(motion, title));
}

}  // namespace

ordered_json paper_json(const PaperReport& report) {
  ordered_json rows = ordered_json::array();
  for (const PaperRow& row : report.rows)
    rows.push_back({{"object", row.body.name},
                    {"vertices", row.vertices},
                    {"springs", row.springs},
                    {"iteration_ms", 1e3 * row.exact.iteration},
                    {"mixed_iteration_ms", 1e3 * row.mixed.iteration},
                    {"factor_ms", 1e3 * row.exact.factor},
                    {"mixed_factor_ms", 1e3 * row.mixed.factor},
                    {"paper",
                     {{"object", row.body.paper_name},
                      {"vertices", row.body.paper_vertices},
                      {"springs", row.body.paper_springs},
                      {"iteration_ms", 1e3 * row.body.paper_iteration},
                      {"factor_ms", 1e3 * row.body.paper_factor}}}});
  return {{"experiment", "paper"},
          {"quick", report.options.is_quick},
          {"machine",
           {{"processor", report.machine.processor},
            {"instructions", report.machine.instructions},
            {"load", report.machine.load}}},
          {"table1", std::move(rows)},
          {"fig2", convergence_json(report.convergence)},
          {"fig3", motion_json(report.swing)},
          {"fig4", motion_json(report.impact)}};
}

Report paper_page(const PaperReport& report) {
  Report page{.name = "paper",
              .title = "Fast Simulation of Mass-Spring Systems: the table and the figures, reproduced"};
  page.blocks.push_back(ReportText{
      "",
      fmt::format("Liu, Bargteil, O'Brien, Kavan, ACM Transactions on Graphics 32 (2013). Measured on {} "
                  "({}); the paper used one core of an Intel i7-3720QM at 2.6 GHz and Eigen.{}",
                  report.machine.processor, report.machine.instructions,
                  report.machine.load > 0.5 ? " Other programs were running: do not trust the times." : "")});
  page.blocks.push_back(
      ReportText{"Table 1",
                 "The cloth is the paper's own. Its three animals were never published; hollow lattices of "
                 "similar shapes, with as many springs per vertex, replace them. An iteration is one local "
                 "and one global step; factoring includes assembling, ordering and factoring the constant "
                 "matrix. Mixed: single precision where that is enough."});
  page.blocks.push_back(table1(report));
  page.blocks.push_back(ReportText{"Figure 2: relative error against iterations and time",
                                   convergence_text(report.convergence)});
  page.blocks.push_back(
      ReportFigure{"fig2", convergence_svg(report.convergence), "One step of the swinging, buckled cloth."});
  for (ReportTable& table : convergence_tables(report.convergence))
    page.blocks.emplace_back(std::move(table));
  page.blocks.push_back(ReportText{
      "Figure 3: the same frame with 1, 10, 100 and 1000 iterations, and exact",
      "How much of the error is visible? The paper leaves the question open; structural similarity answers "
      "it (SSIM, Wang et al. 2004: 1 for equal pictures), over the part of the pictures where one of the two "
      "shows cloth." +
          (report.picture_problem.empty() ? "" : " No pictures: " + report.picture_problem + ".")});
  add_motion(report.swing, "fig3", fmt::format("Frame {} of the swinging cloth", report.swing.frame), page);
  page.blocks.push_back(ReportFigure{"similarity", similarity_svg(report.swing),
                                     "Pictures and positions against the number of iterations."});
  page.blocks.push_back(ReportText{"Figure 4: impact on a sphere",
                                   "Where the cloth is hit, few iterations lose the fine wrinkles."});
  add_motion(report.impact, "fig4", fmt::format("A cloth falls on a sphere, frame {}", report.impact.frame),
             page);
  page.data = {
      {"paper.json", paper_json(report).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"},
      {"table1.csv", table_csv(report)},
      {"fig2.csv", convergence_csv(report.convergence)},
      {"iterations.csv", motion_csv(report)}};
  return page;
}

}  // namespace tensio::lab
