#include "minimise/minimiser.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "minimise/descent_minimiser.h"
#include "minimise/newton.h"
#include "minimise/position_based.h"

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
  LocalGlobalNewton(const MinimiseOptions& options, Workers& workers)
      : local_global_(warm_options(options), workers), newton_(options) {}

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
    options.method = Method::local_global;
    options.iterations = options.warm_iterations;
    return options;
  }
  DescentMinimiser<double> local_global_;
  Newton newton_;
};

}  // namespace

int thread_count(const MinimiseOptions& options) {
  return std::min(options.threads > 0 ? options.threads : Workers::hardware_count(), max_threads);
}

std::unique_ptr<Minimiser> make_minimiser(const MinimiseOptions& options, Workers& workers) {
  if (options.method == Method::newton) return std::make_unique<Newton>(options);
  if (options.method == Method::local_global_newton)
    return std::make_unique<LocalGlobalNewton>(options, workers);
  if (is_position_based(options.method)) return std::make_unique<PositionBased>(options);
  if (options.precision == Precision::mixed)
    return std::make_unique<DescentMinimiser<float>>(options, workers);
  return std::make_unique<DescentMinimiser<double>>(options, workers);
}

namespace detail {

bool Progress::visit(double value, double gradient_norm, double gradient_noise, double gradient_floor) {
  const int iteration = report_.iterations = visited_++;
  const double norm_before = std::exchange(report_.gradient_norm, gradient_norm);
  if (iteration == 0 && report_.start_gradient_norm == 0) report_.start_gradient_norm = gradient_norm;
  if (options_.trace) report_.trace.push_back({iteration, value, gradient_norm, clock_.seconds()});
  if (!std::isfinite(gradient_norm) || !std::isfinite(value)) return stop(SolveStatus::diverged), true;
  if (gradient_norm == 0) return stop(SolveStatus::converged), true;
  if (options_.tolerance > 0) {
    if (gradient_norm <= target()) {
      const bool is_known = gradient_norm > gradient_floor || target() > gradient_floor;
      return stop(is_known ? SolveStatus::converged : SolveStatus::rounding_limit), true;
    }
    const bool is_rounding = gradient_norm <= gradient_noise && gradient_norm > 0.5 * norm_before;
    if (iteration > 0 && is_rounding) return stop(SolveStatus::rounding_limit), true;
  }
  if (iteration >= options_.iterations) return stop(SolveStatus::iteration_limit), true;
  return false;
}

SolveReport Progress::finish(double value) {
  report_.objective = value;
  report_.seconds = clock_.seconds();
  return std::move(report_);
}

}  // namespace detail
}  // namespace tensio
