#pragma once

#include <memory>
#include <string>

#include "contact/response.h"
#include "edit/edit.h"
#include "integrate/energy_budget.h"
#include "integrate/implicit.h"
#include "sim/setup.h"

namespace tensio {

struct Fabric;

/// What became of the edits that were requested.
struct EditsReport {
  std::size_t applied = 0;  // that changed something
  std::size_t vertices_added = 0, springs_removed = 0, triangles_removed = 0;
  std::vector<std::string> refused{};  // one sentence each
};

/// A moment of a simulation, to come back to. Cheap while the model is not edited: the tables are shared.
struct Snapshot {
  std::shared_ptr<const Model> model;
  std::vector<Pin> pins;
  std::vector<Collider> colliders;
  State state;
  int frame = 0;
  std::optional<Plasticity> plasticity{};
};

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
  EditsReport edits;                 // before the first step
  double seconds = 0;                // wall clock, in all
  double solve_seconds = 0;          // of these, in the minimiser, without the two below
  double factor_seconds = 0;         // factorisations of the constant matrix
  int factorisations = 0;
  double check_seconds = 0;         // finding out what was reached, by methods that do not need to know
  std::vector<TracePoint> trace{};  // of the last step, if the minimiser records one
};

/// A setup in motion. Silent: it reports, front ends print.
class Simulation {
 public:
  /// Validates the setup; the state is the model's rest position with the start velocities.
  static Result<Simulation> make(Setup setup);
  Simulation(Simulation&&) noexcept = default;
  Simulation& operator=(Simulation&&) noexcept = default;

  /// Advances by one frame: what was requested is edited, then for each substep integrate,
  /// damp what the scheme does not, limit the strain, then contact. When a step fails (status not usable) the
  /// state is the one before the frame.
  FrameReport advance_frame();

  /// Moves a pin, or a collider, to this place in the course of the next frame, at even speed; instead of
  /// what its path would do from now on. False when there is no such pin (no such collider), or the place is
  /// not finite.
  bool move_pin(VertexId vertex, const Vec3& position);
  bool move_collider(std::size_t collider, const Vec3& offset);  // from where its shape stands, m
  /// Continues from another state, of as many vertices and with finite numbers; else false, and nothing
  /// changes. The pins stay where they are.
  bool set_state(State state);

  /// Has the model edited before the next frame.
  void request(Edit edit) { requests_.push_back(std::move(edit)); }
  /// Edits it now: what was requested, and what is torn. advance_frame begins with this.
  EditsReport apply_edits();
  /// Moves a hand that holds a point of a body. False when there is no such hand, or the place is not finite.
  bool move_grab(std::uint32_t id, const Vec3& target);
  /// Goes on with other gravity, damping, scheme, minimiser, substeps and tear strain; all else of
  /// `changed` is left alone. On an error nothing changes.
  Result<void> reconfigure(const Setup& changed);
  /// Goes on with all sheets made of another fabric. On an error nothing changes.
  Result<void> change_fabric(const Fabric& fabric);
  Result<void> add_collider(Collider collider);
  /// The ones behind it move up.
  bool remove_collider(std::size_t collider);

  Snapshot snapshot();
  /// Goes back, or forth, to a moment of this simulation; hands let go.
  void restore(const Snapshot& moment);

  const State& state() const { return state_; }
  const Model& model() const { return setup_->model; }
  const Setup& setup() const { return *setup_; }
  int frame() const { return frame_; }  // frames advanced so far
  /// Rises whenever tables of the model change.
  std::uint64_t revision() const { return system_->revision; }

 private:
  explicit Simulation(Setup setup);

  /// Whether nothing but the integrator changes the state within a frame.
  bool is_undisturbed() const;
  void take_substeps(double h, FrameReport& frame);
  Path path_to(const Vec3& from, const Vec3& to) const;
  void remake_system();
  void remake_integrator();
  void remake_corrections();

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
  std::optional<Plasticity> plasticity_start_;  // with the rest lengths below, of the frame's start
  std::vector<double> rest_start_;
  std::vector<Vec3> x_before_;
  int frame_ = 0;
  std::vector<Edit> requests_;
  std::shared_ptr<const Model> shared_model_;  // a copy for snapshots, of this revision
  std::uint64_t shared_revision_ = 0;
};

}  // namespace tensio
