#pragma once

#include "integrate/implicit.h"

namespace tensio {

/// Of the forces of a system, those that are fast at steps of length h: springs and attachments with
/// h ω > threshold, ω² = k (1/m_a + 1/m_b), and dampers and drags with h c > threshold, c = k_d (1/m_a +
/// 1/m_b); a spring and its damper stay together, and a pinned end counts with 1/m = 0.
class StiffPart {
 public:
  explicit StiffPart(double threshold) : threshold_(threshold) {}
  /// Looks through a system, unless that is done already. The part refers to the system's model and lives
  /// here.
  System& take(const System& system, double h);

 private:
  void take_springs(const System& whole);
  void take_attachments(const System& whole);
  void take_drags(const System& whole);
  bool is_fast(double omega2, double rate) const;

  double threshold_;
  double h_ = 0;
  const System* whole_ = nullptr;
  std::uint64_t whole_revision_ = 0;
  Springs springs_;
  std::vector<Attachment> attachments_;
  System part_;
};

/// Implicit Euler for the stiff forces, explicit for all others, which enter y as constants:
///   y = x₀ + h v₀ + h² M⁻¹ f_soft(x₀, v₀),  s² = h²,  w = x₀,  τ = h;  the objective has the stiff forces
///   only.
/// So the matrix is that of the stiff springs alone. With everything stiff it is implicit Euler, with nothing
/// symplectic Euler. Ascher, Ruuth, Wetton, "Implicit-explicit methods for time-dependent partial
/// differential equations", SIAM J. Numer. Anal. 32 (1995); for cloth: Eberhardt, Etzmuß, Hauth 2000.
class ImexEuler final : public ImplicitScheme {
 public:
  explicit ImexEuler(const SchemeOptions& options) : stiff_(options.imex_threshold) {}
  void aim(int stage, System& system, const State& state, double h, double end, StepAim& aim) override;
  void finish(const StepAim& aim, Positions x, double h, State& state) const override;
  System& implicit_part(System&) override { return *part_; }
  bool takes_all_forces() const override { return false; }
  int evaluations() const override { return 1; }

 private:
  StiffPart stiff_;
  System* part_ = nullptr;
  std::vector<Vec3> v_, a_, stiff_a_;
};

}  // namespace tensio
