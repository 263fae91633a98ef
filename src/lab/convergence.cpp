#include "lab/convergence.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "energy/point_energy.h"
#include "lab/frame_problem.h"
#include "lab/rms_distance.h"
#include "minimise/newton.h"
#include "tensio/simulation.h"

namespace tensio::lab {
namespace {

/// A curve and the positions it ends at, polished.
struct Run {
  ConvergenceCurve curve;
  std::vector<Vec3> end;
};

/// The first run pays for the set-up; the others give the times.
Run run_method(const StepObjective& objective, Positions start, const ConvergenceMethod& method,
               const ConvergenceOptions& options) {
  Run run{{.method = method}, {start.begin(), start.end()}};
  MinimiseOptions traced = method.minimise;
  traced.trace = true;
  Workers workers(thread_count(traced));
  const auto minimiser = make_minimiser(traced, workers);
  const SolveReport cold = minimiser->minimise(objective, run.end);
  run.curve.status = cold.status;
  const double scale = cold.start_gradient_norm > 0 ? 1 / cold.start_gradient_norm : 0;
  for (const TracePoint& t : cold.trace) {
    if (!std::isfinite(t.objective) || !std::isfinite(t.gradient_norm)) break;
    run.curve.points.push_back({t.iteration, t.seconds, t.objective, t.gradient_norm * scale, 0, 0});
  }
  std::vector<ConvergencePoint>& points = run.curve.points;
  if (points.empty()) return run;

  const std::size_t first = std::min<std::size_t>(1, points.size() - 1);
  const double cold_first = points[first].seconds;
  double spent = 0;
  for (int repetition = 0; repetition < options.repetitions; ++repetition) {
    if (repetition > 0 && spent > options.repeat_seconds) break;
    std::vector<Vec3> x(start.begin(), start.end());
    const SolveReport warm = minimiser->minimise(objective, x);
    spent += warm.seconds;
    for (std::size_t i = 0; i < std::min(points.size(), warm.trace.size()); ++i) {
      const double seconds = warm.trace[i].seconds;
      points[i].seconds = repetition == 0 ? seconds : std::min(points[i].seconds, seconds);
    }
  }
  run.curve.setup_seconds = std::max(0.0, cold_first - points[first].seconds);
  return run;
}

constexpr int fine_iterations = 30;  // of polishing with the direct solver

bool is_minimum(const StepObjective& objective, const SparseMatrix& bound, Positions x) {
  // The shift keeps a flat direction, as static problems have, from counting as one that leads down.
  constexpr double shift = 1e-10;
  BlockMatrix hessian = objective.make_hessian();
  objective.hessian(x, HessianForm::exact, hessian);
  for (std::uint32_t i = 0; i < x.size(); ++i) hessian.add_diagonal(i, shift * bound.diagonal(i));
  return make_linear_solver({.method = LinearMethod::llt})->prepare(hessian);
}

/// Leads the end of a run to the point without gradient next to it.
void polish(const StepObjective& objective, const SparseMatrix& bound, double start_gradient,
            const ConvergenceOptions& options, Run& run) {
  if (!is_usable(run.curve.status)) return;
  // Far from a minimum truncated Newton is much the cheaper, near it the direct solver is the more exact.
  const auto descend = [&](const LinearOptions& linear, int iterations, double tolerance) {
    Newton newton({.method = Method::newton,
                   .iterations = iterations,
                   .tolerance = tolerance,
                   .hessian = HessianForm::exact,
                   .linear = linear});
    newton.set_reference_gradient(start_gradient);
    return newton.minimise(objective, run.end);
  };
  const SolveReport rough = descend({.method = LinearMethod::pcg, .tolerance = 1e-2},
                                    options.polish_iterations, std::max(1e-6, options.polish_tolerance));
  if (!is_usable(rough.status) || !is_finite(run.end)) return;
  const SolveReport report =
      descend({.method = LinearMethod::llt}, fine_iterations, options.polish_tolerance);
  if (!is_usable(report.status) || !is_finite(run.end)) return;
  run.curve.own_minimum = report.objective;
  // Stalled next to the tolerance is rounding that the bound did not foresee.
  const bool has_arrived =
      report.status == SolveStatus::converged || report.relative_gradient() <= 1e3 * options.polish_tolerance;
  if (has_arrived)
    run.curve.destination =
        is_minimum(objective, bound, run.end) ? Destination::other_minimum : Destination::saddle;
}

/// What rounding leaves uncertain of the objective: ε times the size of its terms, growing with their number
/// as a random walk does. (StepObjective::rounding also counts that of x, which does not matter at a
/// minimum.)
double value_noise(const Setup& setup, const FrameProblem& problem, double value) {
  const std::vector<Vec3> force = load_forces(setup.model, setup.gravity);
  double size = std::abs(value);
  for (std::size_t i = 0; i < force.size(); ++i)
    size += 2 * problem.aim.s2 * std::abs(dot(force[i], problem.start[i]));
  const auto terms = static_cast<double>(setup.model.vertex_count() + setup.model.springs.size());
  return std::numeric_limits<double>::epsilon() * std::sqrt(terms) * size;
}

/// The lowest objective, and with it all errors. False when the start is no higher than rounding.
bool fill_errors(std::vector<Run>& runs, double noise, ConvergenceReport& report) {
  const Run* best = nullptr;
  for (const Run& run : runs)
    if (run.curve.destination != Destination::unknown &&
        (best == nullptr || run.curve.own_minimum < best->curve.own_minimum - noise))
      best = &run;
  report.g_best = report.g_start;
  if (best != nullptr) {
    report.g_best = best->curve.own_minimum;
    report.best_method = best->curve.method.name;
  }
  for (const Run& run : runs)  // a method that never arrived may still be lower
    for (const ConvergencePoint& point : run.curve.points)
      if (point.objective < report.g_best - noise) {
        report.g_best = point.objective;
        report.best_method = run.curve.method.name;
      }
  const double range = report.g_start - report.g_best;
  if (!(range > 10 * noise)) return false;
  report.rounding = noise / range;
  const double same = std::max(1e-10, 10 * report.rounding);
  for (Run& run : runs) {
    ConvergenceCurve& curve = run.curve;
    const bool has_own = curve.destination != Destination::unknown;
    const double own = has_own ? curve.own_minimum : report.g_best;
    curve.own_minimum = own;
    curve.floor = std::max(0.0, (own - report.g_best) / range);
    if (has_own && best != nullptr) curve.distance = rms_distance(run.end, best->end);
    if (curve.destination == Destination::other_minimum && curve.floor <= same)
      curve.destination = Destination::lowest;
    for (ConvergencePoint& point : curve.points) {
      point.error = (point.objective - report.g_best) / range;
      point.own_error = (point.objective - own) / (report.g_start - own);
    }
  }
  return true;
}

}  // namespace

Result<void> check_convergence(const Setup& setup, const ConvergenceOptions& options) {
  if (options.frame < 0) return fail(fmt::format("the frame is {}; it must be at least 0", options.frame));
  if (options.repetitions < 1)
    return fail(fmt::format("repetitions is {}; it must be at least 1", options.repetitions));
  if (options.polish_iterations < 1 || !(options.polish_tolerance > 0 && options.polish_tolerance < 1))
    return fail("polishing needs at least one iteration and a tolerance between 0 and 1");
  if (options.methods.empty()) return fail("there is no method to measure; give at least one");
  if (!is_implicit(setup.scheme))
    return fail(
        fmt::format("{} is explicit and minimises nothing; choose an implicit scheme, such as "
                    "--set integrator.scheme=implicit-euler",
                    scheme_facts(setup.scheme).name));
  for (const ConvergenceMethod& method : options.methods) {
    Setup with_method = setup;
    with_method.minimise = method.minimise;
    if (auto ok = validate(with_method); !ok) return ok;
  }
  return {};
}

Result<ConvergenceReport> measure_convergence(const Setup& setup, const ConvergenceOptions& options,
                                              const Progress& progress) {
  if (auto ok = check_convergence(setup, options); !ok) return fail(ok.error());
  auto simulation = Simulation::make(setup);
  if (!simulation) return fail(simulation.error());
  // A method takes far longer than a frame.
  constexpr double frame_weight = 0.02;
  ProgressMeter meter(progress, frame_weight * options.frame + static_cast<double>(options.methods.size()));
  for (int frame = 0; frame < options.frame; ++frame) {
    const FrameReport step = simulation->advance_frame();
    if (!is_usable(step.status))
      return fail(fmt::format("frame {} cannot be simulated ({}); choose an earlier frame or another method",
                              frame + 1, status_name(step.status)));
    if (!meter.advance(frame_weight, "frames")) return fail(stopped_message);
  }

  FrameProblem problem = make_problem(setup, simulation->state());
  const StepObjective objective(problem.system, problem.aim);
  const SparseMatrix bound = objective.quadratic();
  std::vector<Vec3> gradient(problem.start.size());
  objective.gradient(problem.start, gradient);
  ConvergenceReport report{.vertices = setup.model.vertex_count(),
                           .springs = setup.model.springs.size(),
                           .frame = options.frame,
                           .time = simulation->state().time,
                           .step = setup.frame_time / setup.substeps,
                           .g_start = objective.value(problem.start)};
  std::vector<Run> runs;
  for (const ConvergenceMethod& method : options.methods) {
    runs.push_back(run_method(objective, problem.start, method, options));
    polish(objective, bound, norm(gradient), options, runs.back());
    if (!meter.advance(1, method.name)) return fail(stopped_message);
  }

  const double noise = value_noise(setup, problem, report.g_start);
  if (!std::isfinite(report.g_start) || !fill_errors(runs, noise, report))
    return fail(
        fmt::format("the step after frame {} starts at its solution, so there is no error to measure; choose "
                    "a frame in motion",
                    options.frame));
  for (Run& run : runs) report.curves.push_back(std::move(run.curve));
  return report;
}

}  // namespace tensio::lab
