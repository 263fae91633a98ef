#include "minimise/minimiser.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

int thread_count(const MinimiseOptions& options) {
  return std::min(options.threads > 0 ? options.threads : Workers::hardware_count(), max_threads);
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
