#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "contact/contact_solver.h"
#include "integrate/energy_ledger.h"
#include "integrate/integrator.h"
#include "integrate/plasticity.h"
#include "integrate/strain_limit.h"
#include "tensio/simulation.h"

#define TENSIO_HIDDEN __attribute__((visibility("hidden")))  // though the classes around them are not

namespace tensio {

/// How far a simulation has come. Frames end at origin + n · frame_time, so that no rounding adds up.
struct FrameClock {
  double origin = 0;  // s, where counting began
  int origin_frame = 0;
  int frame = 0;                    // whole frames advanced so far
  int step = 0;                     // steps of the present frame
  double edited_until = -HUGE_VAL;  // s; what is scheduled later is still to be done
};

/// Tells simulations apart by its address, as long as anything refers to it.
struct Identity {};

/// Where a pin or a collider is to be at the end of the next advance.
struct Move {
  std::size_t vertex_or_collider;
  bool is_pin;
  Vec3 place;  // m; an offset for a collider
};

struct TENSIO_HIDDEN Snapshot::Body {
  std::shared_ptr<const Identity> identity;  // of the simulation
  std::shared_ptr<const Model> model;
  std::vector<Pin> pins;
  std::vector<Collider> colliders;
  State state;
  FrameClock clock;
  int substeps;  // that the clock counts
  std::optional<Plasticity> plasticity;
  std::vector<Move> moves;
  ContactMemory contact;
};

struct TENSIO_HIDDEN Simulation::Body {
  explicit Body(Setup setup);

  FrameReport advance_steps(int count);
  EditsReport apply_edits();
  void part_lips(std::size_t added);
  void request_scheduled();
  void request_for_copies(const Edit& edit);
  void forget_contact() {
    contact_impulse.clear(), collider_impulse.clear(), held_back.clear(), advanced_seconds = 0;
  }
  int steps_to_schedule(int most) const;
  void remake_system();
  void remake_integrator();
  void add_contact_load();
  void remake_contact();
  void remake_corrections();
  void remake_ledger();
  void restart_accounts();
  void restart_clock_within_frame();

  std::shared_ptr<const Identity> identity = std::make_shared<const Identity>();
  std::unique_ptr<Setup> setup;      // at a fixed address: the system refers to its model
  std::unique_ptr<System> system;    // at a fixed address: the ledger refers to it
  std::unique_ptr<Workers> workers;  // at a fixed address: the minimiser refers to them
  std::unique_ptr<Integrator> integrator;
  std::optional<StrainLimit> strain_limit;
  std::optional<Plasticity> plasticity;
  std::unique_ptr<RigidDrag> rigid_drag;        // null: none
  std::unique_ptr<EnergyLedger> ledger;         // null: energy is not accounted for
  std::unique_ptr<EnergyBudget> energy_budget;  // null: none
  std::unique_ptr<ContactSolver> contact;       // null: ContactMethod::project
  struct ContactRounds final : StepRounds {
    explicit ContactRounds(Body& of) : body(of) {}
    std::span<const VertexId> correct(Positions end) override;
    std::span<const VertexId> watched() const override { return body.contact->watched(); }
    bool is_needed() const override { return body.contact && body.contact->has_rows(); }
    Body& body;
  } contact_rounds{*this};
  std::vector<Vec3> contact_load;  // N, while a step is taken; empty without a solver
  bool has_sliding_pins = false;   // that hold some coordinates only
  bool is_tracking = false;        // someone asked for the accounts
  EnergyFlow untracked;            // in the ledger when tracking began
  State state;
  FrameClock clock;
  double carried = 0;                  // s, for the next advance(seconds)
  std::vector<Vec3> contact_impulse;   // N·s, on each vertex in the last call that advanced; empty: none
  std::vector<Vec3> collider_impulse;  // N·s, on each collider
  std::vector<VertexId> held_back;     // by planes, in that call; vertices before points of skins
  double advanced_seconds = 0;         // s, in that call, where anything could be touched
  std::vector<Edit> requests;
  std::vector<Move> moves;
  std::shared_ptr<const Model> shared_model;  // a copy for snapshots, of this revision
  std::uint64_t shared_revision = 0;

  struct {
    std::vector<float> positions, normals;
    std::vector<std::uint32_t> triangles;
    std::uint64_t revision = 1, triangles_of = 0;  // revision counts changes of the topology
  } surface;

 private:
  bool is_undisturbed() const;
  double step_time() const { return setup->frame_time / setup->substeps; }
  double time_at(int step) const;
  void settle_moves(int count);
  void take_run(int count, FrameReport& report);
  void advance_within_frame(int count, FrameReport& report);
  void take_step(FrameReport& report);
  void integrate(double h, FrameReport& report);
  bool has_balls() const;
  ContactReport count_crossings();

  /// What a failed frame goes back to.
  State start_;
  EnergyFlow flow_start_;
  ContactMemory contact_start_;
  std::optional<Plasticity> plasticity_start_;
  std::vector<double> rest_start_;
  std::vector<Vec3> x_before_, x_after_, v_after_;  // of a step, without what corrects it
  std::vector<Vec3> v_free_;                        // m/s, before contact
  std::vector<Ball> balls_;                         // of a step
  std::vector<Collider> colliders_start_;           // where balls are among them
};

}  // namespace tensio
