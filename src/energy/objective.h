#pragma once

#include "energy/system.h"

namespace tensio {

/// The numbers a scheme aims with; see StepObjective.
struct StepAim {
  double inertia = 1;                  // 1, or 0 for static equilibrium
  double s2 = 0;                       // s², effective step squared
  double tau = 1;                      // s; the velocity of the unknown is (x − w)/τ
  double stage_time = 0;               // s, where forces are evaluated
  std::vector<Vec3> y, w;              // m
  mutable std::vector<Vec3> velocity;  // m/s, scratch of the objective
};

/// g(x) = ½ |x − y|²_M + s² [E(x) + τ R((x − w)/τ)]: what every implicit step minimises. Liu et al. 2013, eq.
/// 8, with dissipation. Coordinates that pins hold are not unknowns: their gradient is zero and their
/// Hessian rows are the identity's.
class StepObjective {
 public:
  /// System and aim must outlive the objective; the system stands at the aim's stage time (System::set_time).
  StepObjective(const System& system, const StepAim& aim) : system_(system), aim_(aim) {}

  double value(Positions x) const;
  void gradient(Positions x, std::span<Vec3> g) const;
  void hessian(Positions x, HessianForm form, BlockMatrix& h) const;
  /// pᵀ H p for a p that leaves pinned coordinates alone.
  double curvature(Positions x, std::span<const Vec3> p, HessianForm form) const;
  /// out ← H p for a p that leaves pinned coordinates alone; zero at pins.
  void multiply_hessian(Positions x, std::span<const Vec3> p, HessianForm form, std::span<Vec3> out) const;
  /// An empty matrix with the pattern of the Hessian.
  BlockMatrix make_hessian() const;
  /// M + s² L + (s²/τ) D of one coordinate, x, y or z: constant, and an upper bound of the Hessian everywhere
  /// if all energies are projective. The three differ only where pins hold single coordinates.
  SparseMatrix quadratic(int axis = 0) const;
  /// The diagonal of `quadratic`, without the matrix; 1 where a pin holds all coordinates.
  void quadratic_diagonal(std::span<double> diagonal) const;
  /// What rounding leaves uncertain at x: ε Σ a_ii |x_i|² of the value and the norm of ε a_ii |x_i| of the
  /// gradient, a_ii the diagonal of `quadratic` (quadratic_diagonal).
  struct Rounding {
    double value, gradient;
  };
  Rounding rounding(Positions x, std::span<const double> diagonal) const;

  const System& system() const { return system_; }
  const StepAim& aim() const { return aim_; }
  /// The coordinates of a vertex that are not unknowns.
  Axes held(std::size_t i) const { return system_.pinned[i]; }
  bool is_pinned(std::size_t i) const { return held(i) == all_axes; }

  bool has_dissipation() const { return aim_.inertia > 0 && !system_.dissipations.empty(); }
  /// Whether it is part of the objective: in static equilibrium only the wind is, which acts at rest.
  bool has(const Dissipation& dissipation) const {
    const EnergyShape shape = dissipation.shape();
    const auto* air = std::get_if<AirShape>(&shape);
    return aim_.inertia > 0 || (air && air->has_wind);
  }

 private:
  std::span<const Vec3> velocity(Positions x) const;
  /// visit(dissipation, velocities at x)
  template <class Visit>
  void for_each_dissipation(Positions x, const Visit& visit) const;

  const System& system_;
  const StepAim& aim_;
};

}  // namespace tensio
