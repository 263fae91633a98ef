#pragma once

#include <memory>

#include "energy/objective.h"
#include "integrate/scheme.h"
#include "minimise/minimiser.h"

namespace tensio {

/// Advances states in time.
class Integrator {
 public:
  virtual ~Integrator() = default;
  /// Advances the state by h seconds, to the time `end` (given, so that no rounding adds up). When the
  /// report's status is not usable, the state is the one before.
  virtual SolveReport advance(System& system, State& state, double h, double end) = 0;
  /// How many the last call took.
  virtual long steps() const { return 1; }
};

/// The workers must outlive it.
std::unique_ptr<Integrator> make_integrator(Scheme scheme, const SchemeOptions& options,
                                            const MinimiseOptions& minimise, Workers& workers);

/// v ← α^h v: ether drag.  Liu et al. 2013, sec. 4.1.
void apply_ether(const System& system, double h, std::span<Vec3> v);

/// Makes x and v, of an explicit step from `start` to `end`, the state, with the pins where they belong; or
/// leaves it alone and reports divergence when a number is not finite.
SolveReport finish_explicit(const System& system, int evaluations, double seconds, double start, double end,
                            std::vector<Vec3>& x, std::vector<Vec3>& v, State& state);

}  // namespace tensio
