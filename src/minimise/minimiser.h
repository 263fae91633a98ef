#pragma once

#include <memory>
#include <vector>

#include "energy/objective.h"
#include "math/stopwatch.h"
#include "math/workers.h"
#include "tensio/report.h"
#include "tensio/solver.h"

namespace tensio {

/// Lowers an objective from where x stands. Pinned vertices stay. On a status that is not usable x may hold
/// anything.
class Minimiser {
 public:
  virtual ~Minimiser() = default;
  virtual SolveReport minimise(const StepObjective& objective, std::span<Vec3> x) = 0;
  /// Goes on from where it stopped after loads of the system changed at these vertices, and nothing else did.
  /// Afterwards x may have moved at the watched vertices only, until get().
  virtual SolveReport resume(const StepObjective& objective, std::span<const VertexId> /*changed*/,
                             std::span<const VertexId> /*watched*/, std::span<Vec3> x) {
    return minimise(objective, x);
  }
  /// Completes x after resume().
  virtual void get(std::span<Vec3>) const {}
  /// Takes at most so many iterations from now on, instead of those that its options ask for. Position-based
  /// methods, whose numbers follow from it, keep theirs.
  virtual void set_iterations(int) {}
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
