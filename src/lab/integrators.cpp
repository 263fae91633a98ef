#include "lab/integrators.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/measure.h"

namespace tensio::lab {
namespace {

constexpr double stability_weight = 2, energy_weight = 4;

/// Schemes that move; static equilibrium has no motion to compare.
std::vector<Scheme> moving_schemes() {
  std::vector<Scheme> schemes;
  for (const Scheme scheme : all_schemes())
    if (scheme_facts(scheme).order > 0) schemes.push_back(scheme);
  return schemes;
}

MinimiseOptions solved_to(const IntegratorsOptions& options) {
  return {.method = options.method,
          .iterations = 10'000,
          .tolerance = options.tolerance,
          .hessian = HessianForm::exact};
}

/// How long a run takes, roughly, in units of its own.
double weight_of(const TestProblem& problem, Scheme scheme) {
  return std::sqrt(static_cast<double>(problem.setup.model.vertex_count())) * (is_implicit(scheme) ? 5 : 1);
}

/// What rounding makes of the positions, m, about. An implicit step finds positions to ε, and so velocities
/// to ε/h, which add up over n steps to n² ε; explicit ones have n ε.
double rounding_error(const TestProblem& problem, Scheme scheme, int steps) {
  const double n = is_implicit(scheme) ? static_cast<double>(steps) * steps : steps;
  return n * std::numeric_limits<double>::epsilon() * problem.scale;
}

/// The finest pair of runs that rounding does not spoil, and whose ratio is like that of the pair before it:
/// before that, steps are too large for an order to show.
std::optional<double> measured_order(const TestProblem& problem, Scheme scheme,
                                     const std::vector<WorkPoint>& points) {
  constexpr double margin = 30, alike = 0.5;
  std::optional<double> order;
  for (std::size_t i = 2; i < points.size(); ++i) {
    const double least =
        margin * std::max(rounding_error(problem, scheme, points[i].steps), problem.reference_error);
    if (!std::isfinite(points[i - 2].error) || points[i].error < least) continue;
    const double before = std::log2(points[i - 2].error / points[i - 1].error);
    const double slope = std::log2(points[i - 1].error / points[i].error);
    if (std::abs(slope - before) < alike) order = slope;
  }
  return order;
}

WorkCurve measure_curve(const TestProblem& problem, Scheme scheme, const IntegratorsOptions& options,
                        ProgressMeter& meter) {
  constexpr double repeat_below = 0.05;  // s
  constexpr int repetitions = 3;
  WorkCurve curve{.scheme = scheme};
  const double total = std::exp2(problem.refinements) - 1;
  for (int refinement = 0; refinement < problem.refinements && meter.goes_on(); ++refinement) {
    WorkPoint point{.steps = problem.first_steps << refinement};
    point.h = problem.duration / point.steps;
    for (int run = 0; run < repetitions && (run == 0 || point.seconds < repeat_below); ++run) {
      const Trial trial = run_trial(problem, scheme, solved_to(options), point.steps);
      const double error = trial.is_usable ? rms_distance(trial.x, problem.reference) : INFINITY;
      point.error = error < problem.scale ? error : INFINITY;
      point.work = trial.work;
      point.seconds = run == 0 ? trial.seconds : std::min(point.seconds, trial.seconds);
    }
    curve.points.push_back(point);
    meter.advance(weight_of(problem, scheme) * std::exp2(refinement) / total, problem.name);
    // Finer steps would show nothing but rounding.
    const double noise = std::max(rounding_error(problem, scheme, point.steps), problem.reference_error);
    if (point.error < 2 * noise) break;
  }
  curve.order = measured_order(problem, scheme, curve.points);
  return curve;
}

std::vector<double> logarithmic(double first, double last, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(first * std::pow(last / first, i / (count - 1.0)));
  return values;
}

SampledRectangle sampled_plane(double right, std::size_t rows) {
  const double spacing = 2 * region_top / static_cast<double>(rows - 1);
  return {region_left,
          right,
          -region_top,
          region_top,
          static_cast<std::size_t>((right - region_left) / spacing) + 1,
          rows};
}

/// Where |λ| ≤ 1, but for rounding.
double excess(const std::optional<Factor>& factor) {
  return factor ? std::abs(*factor) - 1 - 1e-7 : INFINITY;
}

SchemeStability measure_stability(Scheme scheme, bool is_quick) {
  StabilityProbe probe(scheme);
  SchemeStability stability{
      .scheme = scheme, .oscillation_limit = probe.oscillation_limit(), .drag_limit = probe.drag_limit()};
  if (const auto far = probe.factor({far_z, 0})) stability.far_factor = std::abs(*far);
  const int count = is_quick ? 15 : 29;
  for (const double z : logarithmic(0.1, 10, count))
    for (const double ratio : {0.0, shown_damping_ratio}) {
      const TestStep step{z, 2 * ratio * z};
      (ratio > 0 ? stability.damped : stability.undamped)
          .push_back({z, probe.factor(step), closed_factor(scheme, step)});
    }
  for (const double g : logarithmic(0.1, 10, count))
    stability.drag.push_back({g, probe.drag_factor(g), closed_drag_factor(scheme, g)});

  SampledRectangle left = sampled_plane(0, is_quick ? 41 : 101);
  left.sample([&](double x, double y) { return y < 0 ? 0 : excess(probe.factor(TestStep::at({x, y}))); });
  for (std::size_t row = 0; row < left.rows / 2; ++row)  // symmetric to the real axis
    for (std::size_t column = 0; column < left.columns; ++column)
      left.values[row * left.columns + column] = left.values[(left.rows - 1 - row) * left.columns + column];
  stability.region = outline(left);
  SampledRectangle whole = sampled_plane(region_right, 241);
  whole.sample([&](double x, double y) {
    return excess(closed_factor(scheme, TestStep::at({x, std::abs(y)})));
  });
  stability.edge = outline(whole);
  return stability;
}

/// Energy of the spring pendulum at rest.
double rest_energy(const Setup& setup) {
  State state = make_state(setup);
  const double weight = setup.model.mass[1] * norm(setup.gravity);
  const double length = setup.model.springs.rest_length[0] + weight / setup.model.springs.stiffness[0];
  state.x[1] = {0, -length, 0};
  return measure_energy(setup, state).total();
}

EnergyCurve measure_energy_curve(Scheme scheme, const IntegratorsReport& report, ProgressMeter& meter) {
  const TestProblem problem = make_spring_pendulum();
  const Setup& setup = problem.setup;
  const double h = report.energy_h;
  System system = make_system(setup.model, setup.gravity, 1, 0);
  Workers workers(1);
  const auto integrator = make_integrator(scheme, {}, solved_to(report.options), workers);
  State state = make_state(setup);
  const double rest = rest_energy(setup), start = measure_energy(setup, state).total() - rest;
  EnergyCurve curve{.scheme = scheme, .points = {{0, 1}}};
  const long part = std::max(1L, report.energy_steps / 20), tenth = std::max(1L, report.energy_steps / 10);
  double next = 1;
  for (long step = 1; step <= report.energy_steps; ++step) {
    if (!is_usable(integrator->advance(system, state, h, static_cast<double>(step) * h).status)) {
      curve.is_usable = false;
      break;
    }
    const double fraction = (measure_energy(setup, state).total() - rest) / start;
    curve.least = std::min(curve.least, fraction);
    curve.most = std::max(curve.most, fraction);
    if (step <= tenth) curve.drift -= fraction / static_cast<double>(tenth);
    if (step > report.energy_steps - tenth) curve.drift += fraction / static_cast<double>(tenth);
    if (static_cast<double>(step) >= next || step == report.energy_steps) {
      curve.points.push_back({step, fraction});
      next = std::max(next * 1.03, static_cast<double>(step) + 1);
    }
    if (!(fraction < 1e6)) break;  // it has exploded
    if (step % part == 0 && !meter.advance(energy_weight / 20, "energy")) break;
  }
  return curve;
}

}  // namespace

Result<IntegratorsReport> measure_integrators(const IntegratorsOptions& options, const Progress& progress) {
  IntegratorsReport report{
      .options = options, .energy_steps = options.is_quick ? 10'000 : 100'000, .energy_h = 0.01};
  const std::vector<Scheme> schemes = moving_schemes();
  std::vector<TestProblem> problems = make_test_problems(options.is_quick);
  double total = 0;
  for (const Scheme scheme : schemes) {
    total += stability_weight + energy_weight;
    for (const TestProblem& problem : problems) total += weight_of(problem, scheme);
  }
  ProgressMeter meter(progress, total);
  for (const Scheme scheme : schemes) {
    if (!meter.goes_on()) break;
    report.stability.push_back(measure_stability(scheme, options.is_quick));
    meter.advance(stability_weight, "stability");
    report.energy.push_back(measure_energy_curve(scheme, report, meter));
  }
  for (TestProblem& problem : problems) {
    WorkPrecision& work = report.problems.emplace_back(WorkPrecision{.problem = std::move(problem)});
    for (const Scheme scheme : schemes)
      if (meter.goes_on()) work.curves.push_back(measure_curve(work.problem, scheme, options, meter));
  }
  if (!meter.goes_on()) return fail(stopped_message);
  return report;
}

}  // namespace tensio::lab
