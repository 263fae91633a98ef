#include "minimise/minimiser.h"

#include <utility>

#include "minimise/local_global.h"
#include "minimise/newton.h"
#include "minimise/nonlinear_cg.h"

namespace tensio {

const char* status_name(SolveStatus status) {
  switch (status) {
    case SolveStatus::converged:
      return "converged";
    case SolveStatus::rounding_limit:
      return "rounding-limit";
    case SolveStatus::iteration_limit:
      return "iteration-limit";
    case SolveStatus::stalled:
      return "stalled";
    case SolveStatus::not_positive_definite:
      return "not-positive-definite";
    case SolveStatus::too_large:
      return "factor-too-large";
    case SolveStatus::diverged:
      return "diverged";
  }
  return "unknown";
}

bool is_usable(SolveStatus status) {
  return status < SolveStatus::not_positive_definite;  // declared from good to bad
}

namespace {

class LocalGlobalNewton final : public Minimiser {
 public:
  explicit LocalGlobalNewton(const MinimiseOptions& options)
      : local_global_(warm_options(options)), newton_(options) {}

  SolveReport minimise(const StepObjective& objective, std::span<Vec3> x) override {
    SolveReport warm = local_global_.minimise(objective, x);
    if (warm.status != SolveStatus::iteration_limit) return warm;
    newton_.set_reference_gradient(warm.start_gradient_norm);
    SolveReport report = newton_.minimise(objective, x);
    for (TracePoint point : report.trace) {
      if (point.iteration == 0) continue;  // the last of the warm start
      point.iteration += warm.iterations;
      point.seconds += warm.seconds;
      warm.trace.push_back(point);
    }
    report.trace = std::move(warm.trace);
    report.iterations += warm.iterations;
    report.start_gradient_norm = warm.start_gradient_norm;
    report.seconds += warm.seconds;
    report.factorisations += warm.factorisations;
    report.factor_seconds += warm.factor_seconds;
    return report;
  }

 private:
  static MinimiseOptions warm_options(MinimiseOptions options) {
    options.iterations = options.warm_iterations;
    return options;
  }
  LocalGlobal local_global_;
  Newton newton_;
};

}  // namespace

std::unique_ptr<Minimiser> make_minimiser(const MinimiseOptions& options) {
  switch (options.method) {
    case Method::local_global:
      return std::make_unique<LocalGlobal>(options);
    case Method::ncg:
      return std::make_unique<NonlinearCg>(options);
    case Method::newton:
      return std::make_unique<Newton>(options);
    case Method::local_global_newton:
      return std::make_unique<LocalGlobalNewton>(options);
  }
  return nullptr;
}

namespace detail {

bool Progress::visit(int iteration, Positions x, Positions gradient, double gradient_noise) {
  report_.iterations = iteration;
  const double norm_before = std::exchange(report_.gradient_norm, norm(gradient));
  if (iteration == 0 && report_.start_gradient_norm == 0) report_.start_gradient_norm = report_.gradient_norm;
  if (options_.trace) {
    const double now = clock_.seconds();
    report_.trace.push_back({iteration, objective_.value(x), report_.gradient_norm, now - tracing_seconds_});
    tracing_seconds_ += clock_.seconds() - now;
  }
  if (!std::isfinite(report_.gradient_norm)) return stop(SolveStatus::diverged), true;
  const double target = options_.tolerance * report_.start_gradient_norm;
  if (report_.gradient_norm == 0 || (options_.tolerance > 0 && report_.gradient_norm <= target))
    return stop(SolveStatus::converged), true;
  const bool is_rounding =
      report_.gradient_norm <= gradient_noise && report_.gradient_norm > 0.5 * norm_before;
  if (options_.tolerance > 0 && iteration > 0 && is_rounding) return stop(SolveStatus::rounding_limit), true;
  if (iteration >= options_.iterations) return stop(SolveStatus::iteration_limit), true;
  return false;
}

bool Progress::factor(StepMatrix& step) {
  if (step.is_factored) return true;
  const Stopwatch clock;
  step.is_factored = step.factor.factor(step.matrix);
  report_.factorisations = 1;
  report_.factor_seconds = clock.seconds();
  const bool fits = step.factor.nonzeros() <= max_factor_entries;
  if (!step.is_factored) stop(fits ? SolveStatus::not_positive_definite : SolveStatus::too_large);
  return step.is_factored;
}

SolveReport Progress::finish(Positions x) {
  report_.objective = objective_.value(x);
  report_.seconds = clock_.seconds() - tracing_seconds_;
  return std::move(report_);
}

}  // namespace detail
}  // namespace tensio
