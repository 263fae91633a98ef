#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/convergence.h"
#include "lab/text_table.h"

namespace tensio::lab {
namespace {

constexpr std::array counted_iterations = {1, 2, 3, 5, 10, 20, 50, 100, 1000};
constexpr std::array wanted_errors = {1e-1, 1e-2, 1e-4, 1e-6};

std::string format_error(double error, double rounding) {
  if (error <= rounding) return "0";
  return error >= 1e-3 ? fmt::format("{:.4f}", error) : fmt::format("{:.1e}", error);
}

std::string format_milliseconds(double seconds) {
  const double ms = 1e3 * seconds;
  return ms < 10    ? fmt::format("{:.2f}", ms)
         : ms < 100 ? fmt::format("{:.1f}", ms)
                    : fmt::format("{:.0f}", ms);
}

std::vector<std::string> error_row(const ConvergenceCurve& curve, bool own, double rounding) {
  std::vector<std::string> row{own ? "  against its own minimum" : curve.method.name};
  for (const int iteration : counted_iterations) {
    const auto point = std::ranges::find(curve.points, iteration, &ConvergencePoint::iteration);
    row.push_back(
        point == curve.points.end() ? absent : format_error(own ? point->own_error : point->error, rounding));
  }
  return row;
}

std::vector<std::string> time_row(const ConvergenceCurve& curve, bool own) {
  std::vector<std::string> row{own ? "  against its own minimum" : curve.method.name};
  row.push_back(own ? "" : format_milliseconds(curve.setup_seconds));
  row.push_back(own ? "" : format_milliseconds(curve.seconds_per_iteration()));
  for (const double error : wanted_errors) {
    const auto point = curve.first_below(error, own);
    row.push_back(point ? fmt::format("{} ({})", format_milliseconds(point->seconds), point->iteration)
                        : absent);
  }
  return row;
}

std::vector<std::string> end_row(const ConvergenceCurve& curve, double rounding) {
  const ConvergencePoint last = curve.points.empty() ? ConvergencePoint{} : curve.points.back();
  return {curve.method.name,
          fmt::format("{}", last.iteration),
          fmt::format("{:.1e}", last.relative_gradient),
          format_error(last.error, rounding),
          format_error(last.own_error, rounding),
          status_name(curve.status),
          destination_name(curve.destination),
          format_error(curve.floor, rounding),
          fmt::format("{:.3g}", 1e3 * curve.distance)};
}

/// A curve that heads for another end than the lowest also shows its error against that.
bool has_own_end(const ConvergenceCurve& curve) {
  return curve.destination == Destination::other_minimum || curve.destination == Destination::saddle;
}

/// The paper's comparison of ten local/global iterations with one of Newton, on this frame.
std::string paper_comparison(const ConvergenceReport& report) {
  std::string ten, one;
  for (const ConvergenceCurve& curve : report.curves) {
    const MinimiseOptions& m = curve.method.minimise;
    const bool is_newton = m.method == Method::newton && m.linear.method == LinearMethod::llt;
    const int iteration = m.method == Method::local_global ? 10 : 1;
    const auto point = std::ranges::find(curve.points, iteration, &ConvergencePoint::iteration);
    if (point == curve.points.end()) continue;
    const std::string error = format_error(point->error, report.rounding);
    if (m.method == Method::local_global)
      ten = error;
    else if (is_newton && m.hessian == HessianForm::projected)
      one += fmt::format("{}{} with the projected Hessian", one.empty() ? "" : ", ", error);
    else if (is_newton && m.hessian == HessianForm::exact)
      one += fmt::format("{}{} with the exact one and a diagonal shift, as in the paper",
                         one.empty() ? "" : ", ", error);
  }
  if (ten.empty() || one.empty()) return {};
  return fmt::format(
      "\nTen local/global iterations leave {}; one Newton iteration leaves {}.\n(Liu et al. 2013, sec. 5, on "
      "their frame: 0.1960 and 0.2496.)\n",
      ten, one);
}

}  // namespace

const char* destination_name(Destination destination) {
  switch (destination) {
    case Destination::lowest:
      return "lowest";
    case Destination::other_minimum:
      return "other-minimum";
    case Destination::saddle:
      return "saddle";
    case Destination::unknown:
      return "unknown";
  }
  return "unknown";
}

double ConvergenceCurve::seconds_per_iteration() const {
  return points.empty() || points.back().iteration == 0 ? 0 : points.back().seconds / points.back().iteration;
}

std::optional<ConvergencePoint> ConvergenceCurve::first_below(double error, bool own) const {
  const auto point = std::ranges::find_if(
      points, [&](const ConvergencePoint& p) { return (own ? p.own_error : p.error) <= error; });
  return point == points.end() ? std::nullopt : std::optional(*point);
}

bool ConvergenceReport::has_other_minima() const {
  return std::ranges::any_of(curves, has_own_end);
}

std::vector<ReportTable> convergence_tables(const ConvergenceReport& report) {
  ReportTable errors{.caption = {}, .head = {"error after iterations"}};
  for (const int iteration : counted_iterations) errors.head.push_back(fmt::format("{}", iteration));
  ReportTable times{.caption = {}, .head = {"ms (iterations) to error", "set-up", "per iteration"}};
  for (const double error : wanted_errors) times.head.push_back(fmt::format("{:.0e}", error));
  ReportTable ends{.caption = {},
                   .head = {"end", "iterations", "rel. gradient", "error", "own error", "status", "heads for",
                            "its floor", "mm away"}};
  for (const ConvergenceCurve& curve : report.curves) {
    errors.rows.push_back(error_row(curve, false, report.rounding));
    times.rows.push_back(time_row(curve, false));
    if (has_own_end(curve)) {
      errors.rows.push_back(error_row(curve, true, report.rounding));
      times.rows.push_back(time_row(curve, true));
    }
    ends.rows.push_back(end_row(curve, report.rounding));
  }
  return {errors, times, ends};
}

std::string convergence_text(const ConvergenceReport& report) {
  std::string text = fmt::format(
      "{} vertices, {} springs, step of {:.4g} ms after frame {}\n"
      "relative error (g(x) - g*) / (g(x0) - g*), g(x0) = {:.9g} J s2, g* = {:.9g} J s2 (found by {}); "
      "rounding: {:.0e}\n{}",
      report.vertices, report.springs, 1e3 * report.step, report.frame, report.g_start, report.g_best,
      report.best_method, report.rounding, paper_comparison(report));
  if (report.has_other_minima())
    text +=
        "\nThe step has more than one minimum, and each solves it. A method that ends in a minimum other "
        "than the lowest keeps an\nerror (its floor). Its row \"against its own minimum\" shows how fast it "
        "converges.\n";
  return text;
}

std::string convergence_table(const ConvergenceReport& report) {
  Report tables;
  for (ReportTable& table : convergence_tables(report)) tables.blocks.emplace_back(std::move(table));
  return convergence_text(report) + "\n" + report_text(tables);
}

Report convergence_page(const ConvergenceReport& report) {
  Report page{.name = "convergence", .title = "How fast the methods converge on one step"};
  page.blocks.push_back(ReportText{"", convergence_text(report)});
  page.blocks.push_back(
      ReportFigure{"convergence", convergence_svg(report), "Error against iterations and time."});
  for (ReportTable& table : convergence_tables(report)) page.blocks.emplace_back(std::move(table));
  page.data = {
      {"convergence.csv", convergence_csv(report)},
      {"convergence.json",
       convergence_json(report).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"}};
  return page;
}

std::string convergence_csv(const ConvergenceReport& report) {
  std::string text = "method,iteration,milliseconds,objective,relative_gradient,error,own_error\n";
  for (const ConvergenceCurve& curve : report.curves) {
    std::string name;
    for (const char c : curve.method.name) name.append(c == '"' ? 2 : 1, c);
    for (const ConvergencePoint& p : curve.points)
      text += fmt::format("\"{}\",{},{:.6g},{:.17g},{:.6g},{:.9g},{:.9g}\n", name, p.iteration,
                          1e3 * p.seconds, p.objective, p.relative_gradient, p.error, p.own_error);
  }
  return text;
}

nlohmann::json convergence_json(const ConvergenceReport& report) {
  using nlohmann::json;
  json curves = json::array();
  for (const ConvergenceCurve& curve : report.curves) {
    json points = json::array();
    for (const ConvergencePoint& p : curve.points)
      points.push_back({{"iteration", p.iteration},
                        {"milliseconds", 1e3 * p.seconds},
                        {"objective", p.objective},
                        {"relative_gradient", p.relative_gradient},
                        {"error", p.error},
                        {"own_error", p.own_error}});
    curves.push_back({{"method", curve.method.name},
                      {"status", status_name(curve.status)},
                      {"setup_milliseconds", 1e3 * curve.setup_seconds},
                      {"milliseconds_per_iteration", 1e3 * curve.seconds_per_iteration()},
                      {"heads_for", destination_name(curve.destination)},
                      {"own_minimum", curve.own_minimum},
                      {"floor", curve.floor},
                      {"distance", curve.distance},
                      {"points", std::move(points)}});
  }
  return {{"experiment", "convergence"}, {"vertices", report.vertices},
          {"springs", report.springs},   {"frame", report.frame},
          {"time", report.time},         {"step", report.step},
          {"g_start", report.g_start},   {"g_best", report.g_best},
          {"rounding", report.rounding}, {"best_method", report.best_method},
          {"curves", std::move(curves)}};
}

}  // namespace tensio::lab
