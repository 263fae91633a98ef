#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "energy/energy.h"
#include "tensio/model.h"
#include "tensio/setup.h"

namespace tensio {

/// A model with the energies and dissipations that act on it.
struct System {
  const Model* model = nullptr;
  std::vector<std::unique_ptr<Energy>> energies;
  std::vector<std::unique_ptr<Dissipation>> dissipations;
  std::vector<std::uint8_t> pinned;  // 1 where a hard pin holds the vertex
  double ether = 1;                  // fraction of velocity left after one second of ether drag
  std::uint64_t revision = 0;        // to be raised when masses, stiffness, pins or connectivity change

  std::size_t vertex_count() const { return model->vertex_count(); }
  /// Moves what moves by itself to this time, s.
  void set_time(double time);
};

/// Springs, their dampers, attachments, gravity and loads, the forces of damping: all that the model and the
/// arguments name. The model must outlive the system.
System make_system(const Model& model, const Vec3& gravity, const Damping& damping);
/// With ether drag and point damping γ alone.
inline System make_system(const Model& model, const Vec3& gravity, double ether, double gamma) {
  return make_system(model, gravity, {.ether = ether, .point = gamma});
}

/// The numbers a scheme aims with; see StepObjective.
struct StepAim {
  double inertia = 1;  // 1, or 0 for static equilibrium
  double s2 = 0;       // s², effective step squared
  double tau = 1;      // s; the velocity of the unknown is (x − w)/τ; with inertia 0 there is no velocity
  double stage_time = 0;               // s, where forces are evaluated
  std::vector<Vec3> y, w;              // m
  mutable std::vector<Vec3> velocity;  // m/s, scratch of the objective
};

/// g(x) = ½ |x − y|²_M + s² [E(x) + τ R((x − w)/τ)]: what every implicit step minimises. Liu et al. 2013, eq.
/// 8, with dissipation. Pinned vertices are not unknowns: their gradient is zero and their Hessian rows are
/// the identity's.
class StepObjective {
 public:
  /// System and aim must outlive the objective; the system stands at the aim's stage time (System::set_time).
  StepObjective(const System& system, const StepAim& aim) : system_(system), aim_(aim) {}

  double value(Positions x) const;
  void gradient(Positions x, std::span<Vec3> g) const;
  void hessian(Positions x, HessianForm form, BlockMatrix& h) const;
  /// pᵀ H p for a p that leaves pinned vertices alone.
  double curvature(Positions x, std::span<const Vec3> p, HessianForm form) const;
  /// out ← H p for a p that leaves pinned vertices alone; zero at pins.
  void multiply_hessian(Positions x, std::span<const Vec3> p, HessianForm form, std::span<Vec3> out) const;
  /// An empty matrix with the pattern of the Hessian.
  BlockMatrix make_hessian() const;
  /// M + s² L + (s²/τ) D: constant, and an upper bound of the Hessian everywhere if all energies are
  /// projective.
  SparseMatrix quadratic() const;
  /// The diagonal of `quadratic`, without the matrix; 1 at pins.
  void quadratic_diagonal(std::span<double> diagonal) const;
  /// What rounding leaves uncertain at x: ε Σ a_ii |x_i|² of the value and the norm of ε a_ii |x_i| of the
  /// gradient, a_ii the diagonal of `quadratic` (quadratic_diagonal).
  struct Rounding {
    double value, gradient;
  };
  Rounding rounding(Positions x, std::span<const double> diagonal) const;

  const System& system() const { return system_; }
  const StepAim& aim() const { return aim_; }
  bool is_pinned(std::size_t i) const { return system_.pinned[i] != 0; }

  bool has_dissipation() const { return aim_.inertia > 0 && !system_.dissipations.empty(); }

 private:
  std::span<const Vec3> velocity(Positions x) const;

  const System& system_;
  const StepAim& aim_;
};

}  // namespace tensio
