#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/scene_choices.h"
#include "lab/integrators.h"
#include "lab/scheme_look.h"
#include "lab/text_table.h"

namespace tensio::lab {
namespace {

using nlohmann::ordered_json;

std::string limit_text(double limit) {
  return limit == 0 ? "none" : std::isinf(limit) ? "all" : fmt::format("{:.3f}", limit);
}

const WorkCurve* curve_of(const IntegratorsReport& report, std::string_view problem, Scheme scheme) {
  for (const WorkPrecision& work : report.problems)
    if (work.problem.key == problem)
      for (const WorkCurve& curve : work.curves)
        if (curve.scheme == scheme) return &curve;
  return nullptr;
}

std::string order_text(const WorkCurve* curve) {
  return curve != nullptr && curve->order ? fmt::format("{:.2f}", *curve->order) : absent;
}

/// What a step of the cloth takes: of the coarsest run that gave a solution with at least 64 steps.
const WorkPoint* cost_of(const IntegratorsReport& report, Scheme scheme) {
  const WorkCurve* curve = curve_of(report, "cloth", scheme);
  if (curve == nullptr) return nullptr;
  const auto point = std::ranges::find_if(
      curve->points, [](const WorkPoint& p) { return p.steps >= 64 && std::isfinite(p.error); });
  return point == curve->points.end() ? nullptr : &*point;
}

std::string percent(double fraction) {
  return fraction >= 0.1 ? fmt::format("{:.0f} %", 100 * fraction) : fmt::format("{:.2g} %", 100 * fraction);
}

std::string energy_text(const EnergyCurve& curve) {
  const double last = curve.points.back().fraction;
  if (!curve.is_usable || last > 1e3) return fmt::format("explodes at step {}", curve.points.back().step);
  if (last < 1e-4) return "all lost";
  const bool drifts = std::abs(curve.drift) > 0.3 * (curve.most - curve.least);
  if (drifts)
    return fmt::format("drifts by {}{}", curve.drift < 0 ? "−" : "+", percent(std::abs(curve.drift)));
  return fmt::format("within {}", percent(std::max(curve.most - 1, 1 - curve.least)));
}

ReportTable summary_table(const IntegratorsReport& report) {
  ReportTable table{.caption = fmt::format("Every scheme, measured (energy: spring pendulum, {} steps)",
                                           report.energy_steps),
                    .head = {"scheme", "kind", "order", "pendulum", "damped", "stable hω", "stable hγ",
                             "|λ| at hω=50", "energy", "stages", "work/step", "µs/step"},
                    .align = "llrrrrrrrrrr"};
  for (std::size_t i = 0; i < report.stability.size(); ++i) {
    const SchemeStability& stability = report.stability[i];
    const SchemeFacts& facts = scheme_facts(stability.scheme);
    const WorkPoint* cost = cost_of(report, stability.scheme);
    table.rows.push_back(
        {facts.name, scheme_kind_name(facts.kind), fmt::format("{}", facts.order),
         order_text(curve_of(report, "pendulum", stability.scheme)),
         order_text(curve_of(report, "damped-oscillator", stability.scheme)),
         limit_text(stability.oscillation_limit), limit_text(stability.drag_limit),
         fmt::format("{:.3g}", stability.far_factor), energy_text(report.energy[i]),
         fmt::format("{}", facts.stages),
         cost ? fmt::format("{:.1f}", static_cast<double>(cost->work) / cost->steps) : absent,
         cost ? fmt::format("{:.1f}", 1e6 * cost->seconds / cost->steps) : absent});
  }
  return table;
}

ReportTable order_table(const IntegratorsReport& report) {
  ReportTable table{.caption = "Measured order of convergence of the positions",
                    .head = {"scheme", "stated"}};
  for (const WorkPrecision& work : report.problems) table.head.push_back(work.problem.name);
  for (const SchemeStability& stability : report.stability) {
    auto& row = table.rows.emplace_back();
    row = {scheme_facts(stability.scheme).name, fmt::format("{}", scheme_facts(stability.scheme).order)};
    for (const WorkPrecision& work : report.problems)
      row.push_back(order_text(curve_of(report, work.problem.key, stability.scheme)));
  }
  return table;
}

/// The least time in which a scheme reached an error, over the steps that were tried.
ReportTable cost_table(const IntegratorsReport& report) {
  constexpr double wanted = 1e-3;
  ReportTable table{.caption = "Milliseconds (steps) to a position error of 1 mm", .head = {"scheme"}};
  for (const WorkPrecision& work : report.problems) table.head.push_back(work.problem.name);
  for (const SchemeStability& stability : report.stability) {
    auto& row = table.rows.emplace_back();
    row = {scheme_facts(stability.scheme).name};
    for (const WorkPrecision& work : report.problems) {
      const WorkPoint* best = nullptr;
      if (const WorkCurve* curve = curve_of(report, work.problem.key, stability.scheme))
        for (const WorkPoint& point : curve->points)
          if (point.error <= wanted && (best == nullptr || point.seconds < best->seconds)) best = &point;
      row.push_back(best ? fmt::format("{:.3g} ({})", 1e3 * best->seconds, best->steps) : absent);
    }
  }
  return table;
}

ReportTable advice_table(const IntegratorsReport& report) {
  ReportTable table{
      .caption = "When to use it", .head = {"scheme", "when"}, .align = "ll", .is_printed = false};
  for (const SchemeStability& stability : report.stability)
    table.rows.push_back({scheme_facts(stability.scheme).name, scheme_facts(stability.scheme).advice});
  return table;
}

std::string work_csv(const IntegratorsReport& report) {
  std::string text = "problem,scheme,steps,h_s,error_m,work,milliseconds\n";
  for (const WorkPrecision& work : report.problems)
    for (const WorkCurve& curve : work.curves)
      for (const WorkPoint& p : curve.points)
        text += fmt::format(
            "{},{},{},{:.9g},{},{},{:.6g}\n", work.problem.key, scheme_facts(curve.scheme).name, p.steps, p.h,
            std::isfinite(p.error) ? fmt::format("{:.9g}", p.error) : "", p.work, 1e3 * p.seconds);
  return text;
}

std::string factor_csv(const IntegratorsReport& report) {
  std::string text = "scheme,damping_ratio,h_omega,measured_abs,measured_phase,closed_abs,closed_phase\n";
  const auto cells = [](const std::optional<Factor>& factor) {
    return factor ? fmt::format("{:.12g},{:.12g}", std::abs(*factor), std::arg(*factor)) : std::string(",");
  };
  for (const SchemeStability& stability : report.stability)
    for (const bool is_damped : {false, true})
      for (const FactorPoint& p : is_damped ? stability.damped : stability.undamped)
        text += fmt::format("{},{},{:.9g},{},{}\n", scheme_facts(stability.scheme).name,
                            is_damped ? shown_damping_ratio : 0.0, p.z, cells(p.measured), cells(p.closed));
  return text;
}

std::string energy_csv(const IntegratorsReport& report) {
  std::string text = "scheme,step,energy_fraction\n";
  for (const EnergyCurve& curve : report.energy)
    for (const EnergyCurve::Point& p : curve.points)
      text += fmt::format("{},{},{:.12g}\n", scheme_facts(curve.scheme).name, p.step, p.fraction);
  return text;
}

/// Returns null for infinity, which JSON lacks: no limit.
ordered_json limit_json(double limit) {
  return std::isinf(limit) ? ordered_json(nullptr) : ordered_json(limit);
}

}  // namespace

ordered_json integrators_json(const IntegratorsReport& report) {
  ordered_json schemes = ordered_json::object();
  for (std::size_t i = 0; i < report.stability.size(); ++i) {
    const SchemeStability& stability = report.stability[i];
    const SchemeFacts& facts = scheme_facts(stability.scheme);
    ordered_json orders = ordered_json::object();
    for (const WorkPrecision& work : report.problems)
      if (const WorkCurve* curve = curve_of(report, work.problem.key, stability.scheme);
          curve && curve->order)
        orders[work.problem.key] = *curve->order;
    ordered_json& entry = schemes[facts.name];
    entry = {{"kind", scheme_kind_name(facts.kind)},
             {"order", facts.order},
             {"measured_order", std::move(orders)},
             {"stable_h_omega", limit_json(stability.oscillation_limit)},
             {"stable_h_gamma", limit_json(stability.drag_limit)},
             {"far_factor", stability.far_factor},
             {"energy", energy_text(report.energy[i])},
             {"stages", facts.stages},
             {"advice", scheme_facts(stability.scheme).advice}};
    if (const WorkPoint* cost = cost_of(report, stability.scheme)) {
      entry["work_per_step"] = static_cast<double>(cost->work) / cost->steps;
      entry["microseconds_per_step"] = 1e6 * cost->seconds / cost->steps;
    }
  }
  ordered_json problems = ordered_json::object();
  for (const WorkPrecision& work : report.problems)
    problems[work.problem.key] = {{"name", work.problem.name},
                                  {"text", work.problem.text},
                                  {"duration_s", work.problem.duration},
                                  {"reference", work.problem.reference_origin},
                                  {"reference_error_m", work.problem.reference_error}};
  return {{"experiment", "integrators"},
          {"quick", report.options.is_quick},
          {"minimiser", choice_name(method_choices(), report.options.method)},
          {"tolerance", report.options.tolerance},
          {"energy_steps", report.energy_steps},
          {"energy_h_s", report.energy_h},
          {"problems", std::move(problems)},
          {"schemes", std::move(schemes)}};
}

Report integrators_report(const IntegratorsReport& report) {
  Report page{.name = "integrators", .title = "Time integrators, measured"};
  page.blocks.push_back(ReportText{
      "",
      fmt::format("Every scheme of the engine runs the same motions. {} solves implicit steps to a relative "
                  "gradient of {:.0e}, so the comparison shows the scheme, not the quality of its solves.",
                  choice_name(method_choices(), report.options.method), report.options.tolerance)});
  page.blocks.push_back(summary_table(report));
  page.blocks.push_back(
      ReportText{"",
                 "order: nominal; pendulum, damped: measured on the spring pendulum and on the damped "
                 "oscillator, whose drag some schemes see half a step late. stable hω: the largest step "
                 "times frequency of an undamped oscillator; stable hγ: the same for a free mass with drag. "
                 "|λ| at hω=50: the fraction of a far too fast vibration left after one step. work/step: "
                 "force evaluations or minimiser iterations on the small cloth; µs/step: their time."});
  page.blocks.push_back(advice_table(report));
  page.blocks.push_back(ReportText{"Order and cost", ""});
  page.blocks.push_back(order_table(report));
  page.blocks.push_back(cost_table(report));
  page.blocks.push_back(ReportText{"Plots", ""});
  for (ReportFigure& figure : integrators_figures(report)) page.blocks.push_back(std::move(figure));
  page.data = {{"integrators.json", integrators_json(report).dump(2) + "\n"},
               {"work-precision.csv", work_csv(report)},
               {"factors.csv", factor_csv(report)},
               {"energy.csv", energy_csv(report)}};
  return page;
}

}  // namespace tensio::lab
