#pragma once

#include <memory>
#include <vector>

#include "energy/objective.h"
#include "math/stopwatch.h"
#include "math/workers.h"
#include "minimise/options.h"

namespace tensio {

enum class SolveStatus {
  converged,              // the gradient is below the tolerance, or zero
  rounding_limit,         // it is not, but what is left of it is rounding and falls no further
  iteration_limit,        // all iterations were used
  stalled,                // no step lowers the objective any more, though the tolerance is not reached
  not_positive_definite,  // the matrix could not be factored
  too_large,              // its factor would not fit into memory
  diverged,               // a number was not finite, or a vertex farther away than max_length
};
const char* status_name(SolveStatus status);
/// Whether the positions may be used: every status but the last three.
bool is_usable(SolveStatus status);

/// One iterate; iteration 0 is the start.
struct TracePoint {
  int iteration = 0;
  double objective = 0;      // J·s²
  double gradient_norm = 0;  // N·s²
  double seconds = 0;        // since the start, without the time the tracing itself takes
};

struct [[nodiscard]] SolveReport {
  SolveStatus status = SolveStatus::converged;
  int iterations = 0;
  double objective = 0;            // J·s², at the end
  double gradient_norm = 0;        // N·s², at the end
  double start_gradient_norm = 0;  // N·s²
  double seconds = 0;
  int evaluations = 0;        // of the forces, by explicit schemes
  int factorisations = 0;     // of the constant matrix
  double factor_seconds = 0;  // spent on them
  double check_seconds = 0;   // spent on the objective and its gradient by methods that do not use them
  std::vector<TracePoint> trace;

  double relative_gradient() const {
    return start_gradient_norm > 0 ? gradient_norm / start_gradient_norm : 0;
  }
};

/// Lowers an objective from where x stands. Pinned vertices stay. On a status that is not usable x may hold
/// anything.
class Minimiser {
 public:
  virtual ~Minimiser() = default;
  virtual SolveReport minimise(const StepObjective& objective, std::span<Vec3> x) = 0;
};

/// Of the workers that the options ask for.
int thread_count(const MinimiseOptions& options);
/// The workers must outlive the minimiser.
std::unique_ptr<Minimiser> make_minimiser(const MinimiseOptions& options, Workers& workers);

namespace detail {

/// What every minimiser does around its iterations: norms, tolerance, trace, clock.
class Progress {
 public:
  explicit Progress(const MinimiseOptions& options) : options_(options) {}

  /// Takes note of the next iterate; the first is the start. True when the iterations should end; the report
  /// says why. A gradient within its noise that falls no further is rounding; one below the floor is not
  /// known, so that it counts for no convergence.
  bool visit(double value, double gradient_norm, double gradient_noise, double gradient_floor = 0);
  void stop(SolveStatus status) { report_.status = status; }
  double target() const { return options_.tolerance * report_.start_gradient_norm; }
  SolveReport& report() { return report_; }
  /// The report, with the objective at the end.
  SolveReport finish(double value);

 private:
  const MinimiseOptions& options_;
  SolveReport report_;
  Stopwatch clock_;
  int visited_ = 0;
};

}  // namespace detail
}  // namespace tensio
