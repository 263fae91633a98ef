#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "lab/convergence.h"
#include "lab/look_table.h"
#include "lab/plot.h"

namespace tensio::lab {
namespace {

constexpr double lowest_error = 1e-12;  // that is shown

struct Look {
  PlotColour colour;
  PlotDash dash;
};

/// Colours show what decides the iterations (method, form of the Hessian, kind of linear solver), dashes the
/// rest.
Look look_of(const MinimiseOptions& m) {
  constexpr LookOf<Method, Look> looks[] = {
      {Method::local_global, {PlotColour::black, PlotDash::solid}},
      {Method::local_global_newton, {PlotColour::black, PlotDash::dashed}},
      {Method::ncg, {PlotColour::vermillion, PlotDash::dashed}},
      {Method::lbfgs, {PlotColour::vermillion, PlotDash::dotted}},
      {Method::anderson, {PlotColour::purple, PlotDash::dashed}},
      {Method::chebyshev, {PlotColour::purple, PlotDash::dotted}},
      {Method::nesterov, {PlotColour::orange, PlotDash::dashed}},
      {Method::newton_cg, {PlotColour::green, PlotDash::dotted}},
      {Method::automatic, {PlotColour::orange, PlotDash::dotted}},
      {Method::xpbd, {PlotColour::sky, PlotDash::dotted}},
      {Method::xpbd_turned, {PlotColour::green, PlotDash::dashed}}};
  if (m.method != Method::newton)
    return find_look(looks, m.method).value_or(Look{PlotColour::black, PlotDash::dotted});
  if (m.hessian == HessianForm::exact)
    return {PlotColour::green, m.linear.method == LinearMethod::pcg ? PlotDash::dashed : PlotDash::solid};
  if (m.hessian == HessianForm::gauss_newton) return {PlotColour::purple, PlotDash::solid};
  if (m.hessian == HessianForm::laplacian) return {PlotColour::orange, PlotDash::solid};
  switch (m.linear.method) {
    case LinearMethod::llt:
      return {PlotColour::blue, PlotDash::solid};
    case LinearMethod::ldlt:
      return {PlotColour::blue, PlotDash::dashed};
    case LinearMethod::lu:
      return {PlotColour::blue, PlotDash::dotted};
    case LinearMethod::pcg:
      return {PlotColour::sky, PlotDash::solid};
    case LinearMethod::pcg_ic:
      return {PlotColour::sky, PlotDash::dashed};
    case LinearMethod::jacobi:
      return {PlotColour::vermillion, PlotDash::solid};
    case LinearMethod::chebyshev:
      return {PlotColour::vermillion, PlotDash::dashed};
  }
  return {PlotColour::blue, PlotDash::solid};
}

/// Whether two methods take the same way, iterate by iterate, down to where linear solvers' tolerances show.
bool is_same_way(const ConvergenceCurve& a, const ConvergenceCurve& b) {
  for (std::size_t i = 0; i < std::min(a.points.size(), b.points.size()); ++i) {
    const double ea = a.points[i].error, eb = b.points[i].error;
    if (std::max(ea, eb) < 1e-9) break;
    if (std::abs(ea - eb) > 0.02 * std::max(ea, eb)) return false;
  }
  const int difference = a.points.back().iteration - b.points.back().iteration;
  return std::abs(difference) <= 2;
}

PlotSeries make_series(const ConvergenceCurve& curve, bool over_time, bool own, double rounding) {
  const Look look = look_of(curve.method.minimise);
  PlotSeries series{.name = curve.method.name,
                    .label = curve.method.label,
                    .colour = look.colour,
                    .dash = look.dash,
                    .has_markers = curve.points.size() <= 60,
                    .points = {}};
  if (curve.method.minimise.method != Method::newton) series.width = 2.6;
  for (const ConvergencePoint& point : curve.points) {
    const double error = own ? point.own_error : point.error;
    const double x = over_time ? 1e3 * point.seconds : point.iteration;
    if (point.iteration > 0) series.points.push_back({x, error});
    if (error <= rounding) break;  // what follows is noise
  }
  return series;
}

PlotPanel make_panel(const ConvergenceReport& report, bool over_time, bool own) {
  PlotPanel panel;
  panel.title = fmt::format("{} against {}", own ? "Error to its own minimum" : "Relative error",
                            over_time ? "time" : "iterations");
  panel.x = {over_time ? "time (ms), set-up excluded" : "iterations", AxisScale::logarithmic};
  panel.y = {own ? "(g(x) − own minimum) / (g(x₀) − own minimum)" : "(g(x) − g*) / (g(x₀) − g*)",
             AxisScale::logarithmic, std::max(lowest_error, report.rounding), 1.0};
  std::string hidden;
  for (std::size_t c = 0; c < report.curves.size(); ++c) {
    const ConvergenceCurve& curve = report.curves[c];
    if (curve.points.empty()) continue;
    const auto twin =
        std::find_if(report.curves.begin(), report.curves.begin() + static_cast<std::ptrdiff_t>(c),
                     [&](const auto& e) { return !e.points.empty() && is_same_way(e, curve); });
    if (!over_time && twin != report.curves.begin() + static_cast<std::ptrdiff_t>(c)) {
      hidden += (hidden.empty() ? "" : ", ") + curve.method.label;
      continue;
    }
    panel.series.push_back(make_series(curve, over_time, own, report.rounding));
  }
  // Down to the decade below the smallest error, but not into rounding.
  double smallest = 0.1;
  for (const PlotSeries& series : panel.series)
    for (const auto& [x, error] : series.points)
      if (error > 0) smallest = std::min(smallest, error);
  panel.y.min = std::max(panel.y.min, std::pow(10, std::floor(std::log10(smallest))));
  if (!hidden.empty()) panel.note = fmt::format("not drawn, because each follows another curve: {}", hidden);
  return panel;
}

}  // namespace

std::string convergence_svg(const ConvergenceReport& report) {
  Plot plot;
  plot.title = "One implicit step: how fast the methods converge";
  plot.subtitle = fmt::format(
      "{} vertices, {} springs, h = {:.4g} ms, after frame {}; all start at error 1; g* is the lowest "
      "objective found",
      report.vertices, report.springs, 1e3 * report.step, report.frame);
  for (const bool own : {false, true}) {
    if (own && !report.has_other_minima()) break;
    for (const bool over_time : {false, true}) plot.panels.push_back(make_panel(report, over_time, own));
  }
  return plot_svg(plot);
}

}  // namespace tensio::lab
