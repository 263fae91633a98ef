#pragma once

#include <memory>

#include "contact/response.h"
#include "integrate/energy_budget.h"
#include "integrate/implicit.h"
#include "sim/setup.h"

namespace tensio {

/// What one frame took and reached. Of several substeps: the worst status, sums of iterations and times, the
/// last norms.
struct [[nodiscard]] FrameReport {
  SolveStatus status = SolveStatus::converged;
  long steps = 0;  // in time
  int iterations = 0;
  double objective = 0;              // J·s², of the last step
  double gradient_norm = 0;          // N·s², of the last step
  double relative_gradient = 0;      // |∇g| / |∇g(start)| of the last step
  StrainLimit::Report strain_limit;  // of the last step
  ContactReport contact;             // of the last step
  double seconds = 0;                // wall clock, in all
  double solve_seconds = 0;          // of these, in the minimiser, without the two below
  double factor_seconds = 0;         // factorisations of the constant matrix
  int factorisations = 0;
  double check_seconds = 0;  // finding out what was reached, by methods that do not need to know
};

/// A setup in motion. Silent: it reports, front ends print.
class Simulation {
 public:
  /// Validates the setup; the state is the model's rest position with the start velocities.
  static Result<Simulation> make(Setup setup);
  Simulation(Simulation&&) noexcept = default;
  Simulation& operator=(Simulation&&) noexcept = default;

  /// Advances by one frame: for each substep integrate, damp what the scheme does not, limit the strain, then
  /// contact. When a step fails (status not usable) the state is the one before the frame.
  FrameReport advance_frame();

  /// Moves a pin, or a collider, to this place in the course of the next frame, at even speed; instead of
  /// what its path would do from now on. False when there is no such pin (no such collider), or the place is
  /// not finite.
  bool move_pin(VertexId vertex, const Vec3& position);
  bool move_collider(std::size_t collider, const Vec3& offset);  // from where its shape stands, m
  /// Continues from another state, of as many vertices and with finite numbers; else false, and nothing
  /// changes. The pins stay where they are.
  bool set_state(State state);

  const State& state() const { return state_; }
  const Model& model() const { return setup_->model; }
  const Setup& setup() const { return *setup_; }
  int frame() const { return frame_; }  // frames advanced so far

 private:
  explicit Simulation(Setup setup);

  Path path_to(const Vec3& from, const Vec3& to) const;

  std::unique_ptr<Setup> setup_;      // at a fixed address: the system refers to its model
  std::unique_ptr<System> system_;    // at a fixed address: the budget refers to it
  std::unique_ptr<Workers> workers_;  // at a fixed address: the minimiser refers to them
  std::unique_ptr<Integrator> integrator_;
  std::optional<StrainLimit> strain_limit_;
  std::optional<Plasticity> plasticity_;
  std::unique_ptr<RigidDrag> rigid_drag_;        // null: none
  std::unique_ptr<EnergyBudget> energy_budget_;  // null: none
  State state_;
  State frame_start_;
  std::vector<Vec3> x_before_;
  int frame_ = 0;
};

}  // namespace tensio
