#pragma once

#include "field/field_objective.h"
#include "minimise/minimiser.h"
#include "minimise/step_solver.h"

namespace tensio {

/// One minimisation on fields under way: the present iterate with all that is known there, the one before,
/// and what every method does with them.
template <class Real>
class Descent {
 public:
  explicit Descent(Workers& workers) : workers_(workers), objective_(workers) {}

  /// Takes positions as the start and evaluates it. The solver, the progress and the objective must outlive
  /// the minimisation. True when it has ended already.
  bool begin(const StepObjective& objective, StepSolver<Real>& solver, detail::Progress& progress,
             Positions from);
  /// Goes on from the present iterate after loads of these vertices changed.
  bool resume(const StepObjective& objective, StepSolver<Real>& solver, detail::Progress& progress,
              std::span<const VertexId> changed);
  /// The positions of the present iterate; coordinates that pins hold are left alone.
  void get(std::span<Vec3> x) const;
  /// The same of these vertices.
  void get(std::span<const VertexId> vertices, std::span<Vec3> x) const;

  Field<Real> x, g;                // the present iterate and ∇g there
  Field<Real> x_before, g_before;  // the one before, from the second iterate on
  Field<Real> z;                   // room for P⁻¹ g
  double value = 0;                // J·s²
  double gradient_norm = 0;        // N·s²
  StepObjective::Rounding noise{};

  /// Whether the iterations should end.
  bool has_ended() const { return has_ended_; }
  /// The gradient norm that the tolerance asks for.
  double target() const { return progress_->target(); }

  /// pᵀ H p at the present iterate.
  double curvature(const Field<Real>& p, HessianForm form) {
    const TimeShare share(progress_->report().energy_seconds);
    return objective_.curvature(x, p, form, point_);
  }
  /// out ← H p at the present iterate.
  void multiply_hessian(const Field<Real>& p, HessianForm form, Field<Real>& out) {
    const TimeShare share(progress_->report().energy_seconds);
    objective_.multiply_hessian(x, p, form, out, point_);
  }
  Workers& workers() { return workers_; }
  detail::Progress& progress() { return *progress_; }
  /// out ← P⁻¹ b
  void solve(const Field<Real>& b, Field<Real>& out) {
    const TimeShare share(progress_->report().linear_seconds);
    solver_->solve(b, out);
  }
  /// out ← (P⁻¹ + weight · D⁻¹) b with the 3×3 blocks D on the diagonal of the projected Hessian at x. P
  /// takes a spring for as stiff across as along, k I for k n nᵀ, and so thinks of folds as of stretches; the
  /// blocks know which way each vertex gives. Both are positive definite, and so is their sum.
  void precondition(const Field<Real>& b, double weight, Field<Real>& out) {
    solve(b, out);
    if (!(weight > 0) || solver_->turns()) return;
    const TimeShare share(progress_->report().energy_seconds);
    objective_.add_block_step(x, b, weight, out);
  }

  /// Turns P to the present iterate where it turns.
  void turn() {
    if (!solver_->turns()) return;
    const TimeShare share(progress_->report().linear_seconds);
    solver_->turn(*step_, x);
    has_turned_ = true;
  }

  /// Where the next iterate is to be written.
  Field<Real>& trial() { return x_before; }
  /// Evaluates the trial.
  typename FieldObjective<Real>::Evaluation evaluate_trial() {
    const TimeShare share(progress_->report().energy_seconds);
    return objective_.gradient(x_before, g_before);
  }
  /// Whether a point with this value and gradient is no worse than the present one. Where the difference of
  /// the values drowns in rounding, a gradient that is much larger speaks against it.
  bool is_descent(const typename FieldObjective<Real>::Evaluation& at) const;
  /// Makes the trial the present iterate, and that the one before. True when the iterations should end.
  bool accept(const typename FieldObjective<Real>::Evaluation& at);

 private:
  void limit_noise();
  bool visit();
  void get_one(std::size_t vertex, std::span<Vec3> x) const;

  Workers& workers_;
  FieldObjective<Real> objective_;
  const StepObjective* step_ = nullptr;
  StepSolver<Real>* solver_ = nullptr;
  detail::Progress* progress_ = nullptr;
  double value_rounding_ = 0;  // J, a bound
  double size_ = 0;            // m, the norm of x at the start
  std::uint64_t point_ = 0;    // of x, see FieldObjective
  bool has_ended_ = false;
  bool has_turned_ = false;  // since the step began
};

/// A way to lower the objective that needs no matrix but the constant one.
template <class Real>
class DescentMethod {
 public:
  virtual ~DescentMethod() = default;
  /// Iterates from the present iterate until its progress says that all is done.
  virtual void run(Descent<Real>& descent) = 0;
  /// Whether P may be another in every step.
  virtual bool may_turn() const { return false; }
};

}  // namespace tensio
