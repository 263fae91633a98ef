#pragma once

#include <memory>

#include "energy/objective.h"
#include "minimise/minimiser.h"
#include "tensio/solver.h"

namespace tensio {

/// Advances states in time.
class Integrator {
 public:
  virtual ~Integrator() = default;
  /// Advances the state by h seconds, to the time `end` (given, so that no rounding adds up). When the
  /// report's status is not usable, the state is the one before.
  virtual SolveReport advance(System& system, State& state, double h, double end) = 0;
  /// Advances the state by `count` steps of h seconds each, with nothing between them. When the report's
  /// status is not usable, the state is that of one of the steps before.
  virtual SolveReport advance_run(System& system, State& state, double h, int count, double end);
  /// How many the last call took.
  long steps() const { return steps_; }

 protected:
  long steps_ = 1;
};

/// What a run of steps adds up to: the worst status, sums of counts and times, the norms of the last one.
void add_step(SolveReport& sum, const SolveReport& step);

/// The workers must outlive it.
std::unique_ptr<Integrator> make_integrator(Scheme scheme, const SchemeOptions& options,
                                            const MinimiseOptions& minimise, Workers& workers);

/// v ← α^h v: ether drag.  Liu et al. 2013, sec. 4.1.
void apply_ether(const System& system, double h, std::span<Vec3> v);

}  // namespace tensio
