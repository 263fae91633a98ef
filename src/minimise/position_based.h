#pragma once

#include "minimise/minimiser.h"
#include "minimise/spring_sweeper.h"
#include "tensio/result.h"

namespace tensio {

/// Position-based methods, as baselines: x ← y, then sweeps that correct one element after another
/// (SpringSweeper). With implicit Euler that is position-based dynamics with velocities v = (x − x₀)/h
/// (Müller et al. 2007, algorithm 1), XPBD with substeps (Macklin et al. 2016 and 2019), or Jakobsen's
/// relaxation on Verlet's x₀ + (x₀ − x₋₁) + h² g. What acts on single vertices (gravity, loads, attachments,
/// point damping) is exact: it becomes part of the masses and of y. The report tells what they reach of the
/// true objective.
class PositionBased final : public Minimiser {
 public:
  PositionBased(const MinimiseOptions& options, SweepRule rule) : options_(options), rule_(rule) {}
  /// Begins at y, wherever x stands.
  SolveReport minimise(const StepObjective& objective, std::span<Vec3> x) override;

 private:
  void set_targets(const StepObjective& objective);
  void prepare(const StepObjective& objective);
  bool visit(const StepObjective& objective, Positions x, detail::Progress& progress);

  MinimiseOptions options_;
  SweepRule rule_;
  SpringSweeper sweeper_;
  SystemStamp prepared_;  // what it was prepared for
  double s2_ = 0;
  std::vector<double> mobility_, prepared_mobility_;  // 1/kg
  std::vector<Vec3> target_;                          // m
  std::vector<double> weight_;                        // kg
  std::vector<Tether> tethers_;
  std::vector<double> diagonal_;
  std::vector<Vec3> gradient_;
  double value_ = 0;  // of the objective, where it was last looked at
};

/// Whether the method takes every term of the system. Local/global and its accelerations take projective
/// energies only. Position-based methods take springs and what acts on single vertices; the error names
/// what they cannot take.
Result<void> check_terms(const MinimiseOptions& options, const System& system);

}  // namespace tensio
