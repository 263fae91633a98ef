#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/scene_choices.h"
#include "lab/motion.h"
#include "lab/text_table.h"

namespace tensio::lab {
namespace {

using nlohmann::ordered_json;

constexpr std::array budgets = {0.1e-3, 0.2e-3, 0.3e-3, 0.5e-3, 1e-3, 3e-3, 10e-3};  // s per frame

std::string milliseconds(double seconds) {
  return fmt::format("{:.3g}", 1e3 * seconds);
}

std::string millimetres(double metres) {
  if (std::isinf(metres)) return "lost";
  return metres < 1 ? fmt::format("{:.3g}", 1e3 * metres) : fmt::format("{:.0f}", 1e3 * metres);
}

std::vector<std::string> head(std::vector<std::string> first) {
  for (const char* name : motion_time_names) first.push_back(fmt::format("mm at {}", name));
  return first;
}

/// Family, effort, arithmetic, ms, errors.
std::vector<std::string> cells(const MotionPoint& p) {
  std::vector<std::string> row{family_name(p.configuration), effort_name(p.configuration),
                               arithmetic_name(p.configuration), milliseconds(p.seconds)};
  for (const double error : p.error) row.push_back(millimetres(error));
  return row;
}

ReportTable budget_table(const MotionReport& report) {
  ReportTable table{.caption = "The most accurate motion per time budget",
                    .head = head({"ms, or preset", "configuration", "effort", "arithmetic", "ms"}),
                    .align = "rlrlr"};
  for (const double budget : budgets)
    if (const MotionPoint* best = best_within(report.points, budget)) {
      auto& row = table.rows.emplace_back(cells(*best));
      row.insert(row.begin(), milliseconds(budget));
    }
  for (const PresetConfiguration& preset : report.presets)
    for (const MotionPoint& p : report.points)
      if (p.configuration == preset.configuration) {
        auto& row = table.rows.emplace_back(cells(p));
        row.insert(row.begin(), preset.name);
      }
  return table;
}

/// At the time that each cited engine took, ours with the least error at each of the moments.
ReportTable peer_table(const MotionReport& report) {
  ReportTable table{
      .caption = "Compared with other engines in at most their time (as cited; their errors / ours)",
      .head = {"engine", "substeps", "ms"},
      .align = "lrr"};
  for (const char* name : motion_time_names) {
    table.head.push_back(fmt::format("mm at {}", name));
    table.head.push_back("ours");
    table.head.push_back("ratio");
  }
  for (const CitedPoint& cited : cited_points()) {
    auto& row = table.rows.emplace_back();
    row = {cited.engine, fmt::format("{}", cited.substeps), milliseconds(cited.seconds)};
    const MotionPoint* best = best_within(report.points, cited.seconds);
    for (std::size_t t = 0; t < motion_time_count; ++t) {
      row.push_back(cited.error[t] ? millimetres(*cited.error[t]) : absent);
      row.push_back(best ? millimetres(best->error[t]) : absent);
      row.push_back(best && cited.error[t] ? fmt::format("{:.3g}", *cited.error[t] / best->error[t])
                                           : absent);
    }
  }
  return table;
}

ReportTable front_table(const MotionReport& report) {
  ReportTable table{.caption = "Configurations that no other beats in both time and error",
                    .head = head({"configuration", "effort", "arithmetic", "ms"}),
                    .align = "lrlr"};
  table.head.push_back("front at");
  std::vector<const MotionPoint*> points;
  for (const MotionPoint& p : report.points)
    if (std::ranges::count(p.on_front, true) > 0) points.push_back(&p);
  std::ranges::sort(points, {}, [](const MotionPoint* p) { return p->seconds; });
  for (const MotionPoint* p : points) {
    auto& row = table.rows.emplace_back(cells(*p));
    std::string times;
    for (std::size_t t = 0; t < motion_time_count; ++t)
      if (p->on_front[t]) times += fmt::format("{}{}", times.empty() ? "" : ", ", motion_time_names[t]);
    row.push_back(times);
  }
  return table;
}

ReportTable full_table(const MotionReport& report) {
  ReportTable table{.caption = "All measurements",
                    .head = head({"configuration", "effort", "arithmetic", "ms"}),
                    .align = "lrlr",
                    .is_printed = false};
  table.head.push_back("mean stretch");
  for (const MotionPoint& p : report.points) {
    auto& row = table.rows.emplace_back(cells(p));
    row.push_back(p.is_shown() ? fmt::format("{:.2f} %", 100 * p.strain) : absent);
  }
  return table;
}

std::string motion_csv(const MotionReport& report) {
  std::string text = "scheme,minimiser,substeps,iterations,precision,threads,coarsening,ms_per_frame";
  for (const char* name : {"error_033_mm", "error_050_mm", "error_100_mm"}) text += fmt::format(",{}", name);
  text += ",mean_strain,front_033,front_050,front_100\n";
  for (const MotionPoint& p : report.points) {
    const MotionConfiguration& c = p.configuration;
    text +=
        fmt::format("{},{},{},{},{},{},{},{:.6g}", scheme_facts(c.scheme).name,
                    is_implicit(c.scheme) ? choice_name(method_choices(), c.method) : "", c.substeps,
                    is_implicit(c.scheme) ? c.iterations : 0, choice_name(precision_choices(), c.precision),
                    c.threads, c.coarsening, 1e3 * p.seconds);
    for (const double error : p.error) text += std::isinf(error) ? "," : fmt::format(",{:.9g}", 1e3 * error);
    text += p.is_shown() ? fmt::format(",{:.6g}", p.strain) : ",";
    for (const bool on_front : p.on_front) text += on_front ? ",1" : ",0";
    text += '\n';
  }
  return text;
}

ordered_json errors_json(const MotionErrors& errors) {
  ordered_json list = ordered_json::array();
  for (const double error : errors)
    list.push_back(std::isinf(error) ? ordered_json(nullptr) : ordered_json(error));
  return list;
}

/// Returns the index of the best point within a time budget.
ordered_json best_json(const MotionReport& report, double seconds) {
  const MotionPoint* best = best_within(report.points, seconds);
  return best ? ordered_json(best - report.points.data()) : ordered_json(nullptr);
}

ordered_json motion_json(const MotionReport& report) {
  ordered_json points = ordered_json::array(), cited = ordered_json::array(), best = ordered_json::array();
  for (const MotionPoint& p : report.points) {
    const MotionConfiguration& c = p.configuration;
    ordered_json presets = ordered_json::array();
    for (const PresetConfiguration& preset : report.presets)
      if (preset.configuration == c) presets.push_back(preset.name);
    points.push_back({{"scheme", scheme_facts(c.scheme).name},
                      {"minimiser", is_implicit(c.scheme) ? choice_name(method_choices(), c.method) : ""},
                      {"substeps", c.substeps},
                      {"iterations", is_implicit(c.scheme) ? c.iterations : 0},
                      {"precision", choice_name(precision_choices(), c.precision)},
                      {"threads", c.threads},
                      {"coarsening", c.coarsening},
                      {"seconds_per_frame", p.seconds},
                      {"error_m", errors_json(p.error)},
                      {"on_front", p.on_front},
                      {"presets", std::move(presets)}});
  }
  for (const double budget : budgets)
    best.push_back({{"budget_s", budget}, {"point", best_json(report, budget)}});
  for (const CitedPoint& p : cited_points()) {
    ordered_json errors = ordered_json::array();
    for (const auto& error : p.error) errors.push_back(error ? ordered_json(*error) : ordered_json(nullptr));
    cited.push_back({{"engine", p.engine},
                     {"substeps", p.substeps},
                     {"seconds_per_frame", p.seconds},
                     {"error_m", std::move(errors)},
                     {"ours", best_json(report, p.seconds)}});
  }
  return {{"experiment", "motion"},      {"vertices", report.vertices},
          {"springs", report.springs},   {"repetitions", report.options.repetitions},
          {"times_s", motion_times},     {"reference", report.reference},
          {"check", report.check},       {"reference_error_m", errors_json(report.reference_error)},
          {"points", std::move(points)}, {"best", std::move(best)},
          {"cited", std::move(cited)}};
}

}  // namespace

Report motion_report(const MotionReport& report) {
  Report page{.name = "motion", .title = "Accuracy of motion against time per frame"};
  const bool has_peers = report.options.side == MotionOptions{}.side;
  page.blocks.push_back(ReportText{
      "", fmt::format(
              "A square cloth of 2 x 2 m and 1 kg ({} vertices, {} springs of 1000, 200 and 2 N/m) starts "
              "horizontal, held at two corners, and falls without damping. Every configuration runs one "
              "second of 30 frames; errors are root mean squares over the vertices against a reference ({}). "
              "A second reference, {}, differs by {} mm after {}, {} and {}: smaller errors are meaningless, "
              "and at one second, when the cloth has begun to fold, its motion is chaotic. Times are the "
              "mean over the frames of the fastest of {} runs.{}",
              report.vertices, report.springs, report.reference, report.check,
              fmt::format("{:.2g}, {:.2g} and {:.2g}", 1e3 * report.reference_error[0],
                          1e3 * report.reference_error[1], 1e3 * report.reference_error[2]),
              motion_time_names[0], motion_time_names[1], motion_time_names[2], report.options.repetitions,
              has_peers ? "\n\nPoints of Jolt and NvCloth come from an earlier study of ours, with their own "
                          "times, on a cloth of this size and a similar machine."
                        : "")});
  page.blocks.push_back(budget_table(report));
  if (has_peers) page.blocks.push_back(peer_table(report));
  for (ReportFigure& figure : motion_figures(report)) page.blocks.push_back(std::move(figure));
  page.blocks.push_back(front_table(report));
  page.blocks.push_back(full_table(report));
  page.data = {{"motion.json", motion_json(report).dump(2) + "\n"}, {"motion.csv", motion_csv(report)}};
  return page;
}

}  // namespace tensio::lab
