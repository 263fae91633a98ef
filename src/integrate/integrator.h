#pragma once

#include <memory>

#include "energy/objective.h"
#include "minimise/minimiser.h"
#include "tensio/solver.h"

namespace tensio {

/// Corrects the loads of a step between rounds of its iterations.
class StepRounds {
 public:
  virtual ~StepRounds() = default;
  /// Takes where the step leads so far, m, and changes loads of the system. Returns the vertices whose loads
  /// changed.
  virtual std::span<const VertexId> correct(Positions end) = 0;
  /// After the first correction of a step: the vertices whose places the others read.
  virtual std::span<const VertexId> watched() const = 0;
  /// Whether to correct them again before all iterations are done: asked before each round.
  virtual bool is_needed() const { return true; }
};

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
  /// Forgets what it learnt of the motion so far: what follows depends on the next state alone. Asked before
  /// each call that advances, which may follow any other moment.
  virtual void forget() {}
  /// Divides the iterations of every implicit step into so many rounds, if there are as many iterations.
  /// Asked before the first step; the rounds must outlive the integrator. Explicit schemes have no rounds.
  virtual void divide(StepRounds&, int) {}
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

/// How far a constant acceleration a leads a scheme: x₁ = x₀ + h v₀ + reach · h² a. 1 where x₁ = x₀ + h v₁,
/// as in implicit Euler and position Verlet, and for explicit Euler too, though its way lags; ½ in all
/// others.
double impulse_reach(Scheme scheme);

/// How far a force that acts in one step, but not before, leads a scheme: the step's end by lead · h² a and
/// the velocity there by kick · h a. BDF2, which has a past, is led less far.
struct ForceResponse {
  double lead = 1, kick = 1;
};
ForceResponse force_response(Scheme scheme);

/// Makes the past of a state follow what was done to it after a step, which ended at x_after and v_after.
/// A correction Δx, Δv of a vertex adds the uniform motion Δx + (t − t₁) Δv, now and before:
///   x₋₁ ← x₋₁ + Δx − h Δv,  v₋₁ ← v₋₁ + Δv.
/// No force belongs to a uniform motion and every scheme reproduces it exactly, so that a multistep scheme
/// goes on as if the vertex had always moved this way, with the acceleration that it had. Vertices that were
/// not corrected keep their past to the last bit.
void correct_history(Positions x_after, std::span<const Vec3> v_after, State& state);

/// The forces on a state: accelerations, m/s², and stiffness about every vertex, L_ii, N/m.
struct ForcesNow {
  std::vector<Vec3> acceleration;
  std::vector<double> stiffness;
};
ForcesNow forces_now(System& system, const State& state);

/// Makes the past of a state follow forces that jumped, from those before: as if those of now had acted
/// before, too. A jump Δa changes x₋₁ by ½h²Δa and v₋₁ by −hΔa; position Verlet's velocity, of half a step
/// ago, by −½hΔa. So what a pin releases falls as it should from the first step on. Vertices that are stiff
/// at this step before or after, h² L_ii > m_i, keep their past: where a step leaps over a motion, its
/// acceleration says nothing about the past.
void jump_history(System& system, const ForcesNow& before, State& state);

/// v ← α^h v: ether drag.  Liu et al. 2013, sec. 4.1.
void apply_ether(const System& system, double h, std::span<Vec3> v);

}  // namespace tensio
