#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "tensio/edit.h"
#include "tensio/export.h"
#include "tensio/report.h"
#include "tensio/setup.h"

namespace tensio TENSIO_API {

struct Fabric;

/// A moment of a simulation to go back to, from Simulation::snapshot. Cheap while the model is not edited:
/// moments share its tables.
class Snapshot {
 public:
  struct Body;  // private to the library

  const State& state() const;
  const Model& model() const;  // one object for all moments that share it; its pins may have moved since
  int frame() const;
  std::size_t bytes() const;  // memory of this moment, without the model

 private:
  friend class Simulation;
  Snapshot() = default;
  std::shared_ptr<const Body> body_;
};

/// What a renderer uploads: the visible surface in single precision, x y z interleaved. Embedded surfaces
/// count instead of the lattices that carry them.
struct RenderSurface {
  std::span<const float> positions;          // m, 3 per point
  std::span<const float> normals;            // unit length, 3 per point; zero where no triangle is
  std::span<const std::uint32_t> triangles;  // 3 points each, counter-clockwise seen from the front
  std::uint64_t revision = 0;  // rises when the triangles or the number of points change: upload them again
};

/// A setup in motion. Silent: it reports, and you print. Not safe to call from two threads at once; different
/// simulations are independent.
class Simulation {
 public:
  /// Validates the setup. The start is the model's rest position with the start velocities.
  static Result<Simulation> make(Setup setup);
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  /// Advances to the end of the frame: applies requested edits, then takes Setup::substeps steps (fewer after
  /// advance() stopped within a frame), each with damping, strain limit and contact. When a step fails
  /// (status not usable) positions, velocities and time are those before the call.
  FrameReport advance_frame();
  /// Advances by any time, as a game loop needs it: by whole steps of frame_time / substeps, the remainder
  /// carried over to the next call. So steps keep their length (and the solver its factor) at any frame rate;
  /// a call shorter than a step may only collect time. Takes at most max_substeps steps and drops what is
  /// left beyond. Zero, negative and infinite times advance nothing. When a step fails, positions, velocities
  /// and time are those where its frame, or the call, began.
  FrameReport advance(double seconds);
  /// Time that advance() has not used yet, s: below one step. For extrapolation: x + remainder · v.
  double remainder() const;

  /// Moves a pin, or a collider, to this place at even speed over the steps of the next call that advances (if
  /// it takes none, of the one after). Replaces its path. False when there is no such pin or collider, or the
  /// place is not finite.
  bool move_pin(VertexId vertex, const Vec3& position);
  bool move_collider(std::size_t collider, const Vec3& offset);  // m, from where its shape stands
  /// Continues from another state with as many vertices and finite numbers; false otherwise, and nothing
  /// changes. Pins stay where they are.
  bool set_state(State state);

  /// Edits the model before the next step.
  void request(Edit edit);
  /// Applies requested edits, and tears, now.
  EditsReport apply_edits();
  /// Moves a hand that holds a point. False when there is no such hand, or the place is not finite.
  bool move_grab(std::uint32_t id, const Vec3& target);
  /// Continues with other gravity, damping, scheme, minimiser, substeps, tear strain and checks of contact;
  /// ignores the rest of `changed`. On an error nothing changes.
  Result<void> reconfigure(const Setup& changed);
  /// Continues with all sheets made of another fabric. On an error nothing changes.
  Result<void> change_fabric(const Fabric& fabric);
  Result<void> add_collider(Collider collider);
  /// Removes a collider; those behind it move up.
  bool remove_collider(std::size_t collider);

  Snapshot snapshot();
  /// Goes to a moment of this simulation, earlier or later. Hands let go. False, and nothing changes, if the
  /// moment is of another simulation.
  bool restore(const Snapshot& moment);

  const State& state() const;
  /// Kinetic, elastic and potential energy now, J.
  EnergyBalance energy() const;
  /// Tensions, reactions and contact forces now.
  Forces forces() const;
  /// Every vertex that a contact force acts on or a plane held back, in rising order, from the last call that
  /// advanced; edits, restore and set_state forget them, and changes of settings or colliders the forces.
  /// Computed on request.
  std::vector<VertexContact> contacts() const;
  /// Starts or stops accounting for energy at every step, which takes about as long as three iterations.
  void track_energy(bool is_on);
  /// What flowed since then; the sum is the change of energy().total(), without pinned vertices and without
  /// jumps by set_state and restore. Zero while tracking is off.
  EnergyFlow energy_flow() const;
  const Model& model() const;
  const Setup& setup() const;
  int frame() const;  // whole frames advanced so far
  /// Rises whenever tables of the model change.
  std::uint64_t revision() const;

  /// The first point that a ray hits; see tensio::pick.
  std::optional<Hit> pick(const Ray& ray, double spread = 0.01) const;
  /// Computed on request; valid until the simulation advances, is edited or restored.
  RenderSurface render_surface();

 private:
  struct Body;
  explicit Simulation(std::unique_ptr<Body> body);
  std::unique_ptr<Body> body_;
};

}  // namespace TENSIO_API
