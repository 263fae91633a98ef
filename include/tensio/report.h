#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tensio/export.h"
#include "tensio/vec3.h"

namespace tensio TENSIO_API {

struct Model;
struct Setup;
struct State;

/// How a step ended, from good to bad.
enum class SolveStatus {
  converged,              // the gradient is below the tolerance, or zero
  rounding_limit,         // above the tolerance, but what remains is rounding
  iteration_limit,        // all iterations used: normal for real-time settings
  stalled,                // no step lowers the objective, though the tolerance is not reached
  not_positive_definite,  // the matrix could not be factored
  too_large,              // its factor would not fit into memory
  diverged,               // a number was not finite, or a vertex farther away than max_length
};
const char* status_name(SolveStatus status);
/// Whether the positions may be used: true for all but the last three.
bool is_usable(SolveStatus status);

/// One iterate of a minimisation; iteration 0 is the start.
struct TracePoint {
  int iteration = 0;
  double objective = 0;      // J·s²
  double gradient_norm = 0;  // N·s²
  double seconds = 0;        // since the start, without the time that tracing takes
};

/// One minimisation, or one explicit step.
struct [[nodiscard]] SolveReport {
  SolveStatus status = SolveStatus::converged;
  int iterations = 0;
  double objective = 0;            // J·s², at the end
  double gradient_norm = 0;        // N·s², at the end
  double start_gradient_norm = 0;  // N·s²
  double seconds = 0;
  int evaluations = 0;        // force evaluations of explicit schemes
  int factorisations = 0;     // factorisations of the constant matrix
  double factor_seconds = 0;  // spent on them
  double check_seconds = 0;   // spent on objective and gradient by methods that do not use them
  double energy_seconds = 0;  // spent on objective, gradients and curvatures by methods with the constant matrix
  double linear_seconds = 0;  // spent on solves with that matrix
  /// Springs that an implicit step turned by more than a right angle, as a fast spin does, or a step so long
  /// that it leads through the other end of a stiff spring. Counted after every 16 iterations.
  std::size_t turned = 0;
  std::vector<TracePoint> trace;

  double relative_gradient() const {
    return start_gradient_norm > 0 ? gradient_norm / start_gradient_norm : 0;
  }
};

struct StrainLimitReport {
  int corrections = 0;  // in all sweeps
  /// The largest strain left. Above the limit where that cannot be kept, as between pins that are too far
  /// apart, or where more sweeps are needed.
  double strain = 0;
};

/// Time that contact took, s, by what it did.
struct ContactSeconds {
  double list = 0;    // finding pairs
  double rows = 0;    // making rows and planes of them
  double sweeps = 0;  // correcting forces
  double planes = 0;  // keeping surfaces apart
  double verify = 0;  // counting crossings

  void add(const ContactSeconds& later);
};

struct ContactReport {
  std::size_t touched = 0;  // vertices that met a collider; with planes, contacts that carry a force
  double deepest = 0;       // m, deepest penetration undone

  // With planes between surfaces (ContactMethod::planes) only.
  std::size_t pairs = 0;        // near each other
  std::size_t limited = 0;      // vertices that a plane held back
  std::size_t forced = 0;       // pins and points of obstacles among them, and what convex colliders entered
  std::size_t passing = 0;      // pairs that pins or obstacles pressed through each other (WhenForced::pass)
  double lag = 0;               // m, largest distance of an obstacle's point behind its path
  std::size_t lists = 0;        // searches for pairs
  std::size_t tangled = 0;      // edges through triangles that are being pulled apart
  double least_gap = HUGE_VAL;  // m, between surfaces near each other; ∞: none are
  std::optional<std::size_t> crossings{};  // edges through triangles; none: not checked
  ContactSeconds seconds{};

  /// Adds a later step or frame: sums of searches and seconds, the extremes of all else.
  void add(const ContactReport& later);
};

/// What became of the edits requested since the last frame.
struct EditsReport {
  std::size_t applied = 0;  // edits that changed something
  std::size_t vertices_added = 0, springs_removed = 0, triangles_removed = 0;
  std::size_t missed = 0;              // cuts that met nothing
  std::vector<std::string> refused{};  // one sentence each
};

/// What a frame took and reached. Over several steps: the worst status, sums of iterations and times, the
/// norms of the last step.
struct [[nodiscard]] FrameReport {
  SolveStatus status = SolveStatus::converged;
  long steps = 0;                  // time steps
  int iterations = 0;              // in all steps
  double objective = 0;            // J·s², last step
  double gradient_norm = 0;        // N·s², last step
  double relative_gradient = 0;    // |∇g| / |∇g(start)|, last step
  std::size_t turned = 0;          // SolveReport::turned, in all steps
  StrainLimitReport strain_limit;  // last step
  ContactReport contact;           // last step
  EditsReport edits;               // before the steps and between them
  double seconds = 0;              // wall clock, in all
  double solve_seconds = 0;        // in the minimiser, without the next two
  double factor_seconds = 0;       // factorisations of the constant matrix
  int factorisations = 0;
  double check_seconds = 0;         // measuring what was reached, for methods that do not need to know
  double energy_seconds = 0;        // SolveReport::energy_seconds, in all steps
  double linear_seconds = 0;        // SolveReport::linear_seconds, in all steps
  std::vector<TracePoint> trace{};  // last step, with MinimiseOptions::trace
};

/// One line: "iteration-limit, 1 step, 10 iterations, gradient 0.0032 of the start's, 1.4 ms".
std::string summary(const SolveReport& report);
std::string summary(const FrameReport& report);
/// Every fact that says something, one per line: "name  value unit".
std::string full_text(const SolveReport& report);
std::string full_text(const FrameReport& report);

/// Size of the strains of all springs and threads, and of the edges of elements' triangles.
struct Strain {
  double max = 0, mean = 0;
};
Strain measure_strain(const Model& model, Positions x);

struct EnergyBalance {
  double kinetic = 0, elastic = 0, potential = 0;  // J; potential: gravity and external forces
  double total() const { return kinetic + elastic + potential; }
};
/// Forces at the end of a step.
struct Forces {
  std::vector<double> tension;  // N, of each spring with its damper; above 0 where it pulls its ends together
  std::vector<Vec3> reaction;   // N, of each pin on its vertex
  // The mean over the last call that advanced, N.
  std::vector<Vec3> contact;            // on each vertex, by colliders and, with planes, by other surfaces
  std::vector<Vec3> contact_colliders;  // on each collider; empty with ContactMethod::project

  std::vector<std::uint32_t> held_back;  // vertices that planes held back in that call
};
/// A vertex that touches something.
struct VertexContact {
  /// N, the sum of the normal forces of its contacts in the last step; what presses it from two sides counts
  /// twice. With ContactMethod::project it is the mean over the last call that advanced, along the normal of
  /// the nearest collider.
  double force = 0;
  std::uint32_t vertex = 0;  // or, behind all vertices, a point of an embedded surface
  bool is_limited = false;   // a plane held it back in the last call that advanced
};
/// The sum of the contact forces on the vertices of each part, N.
std::vector<Vec3> contact_on_parts(const Model& model, const Forces& forces);
/// Where energy came from and went, J; above 0: into the system.
struct EnergyFlow {
  double pins = 0;       // work of moving pins, anchors and hands, and of forces that change
  double air = 0;        // wind and drag
  double contact = 0;    // colliders: impact, friction, pushing
  double limits = 0;     // strain limit and plastic flow
  double edits = 0;      // cuts, tears and other changes between steps
  double damping = 0;    // all of Damping but the air
  double numerical = 0;  // the rest: what the scheme, or a step not solved to its end, made of it
  double total() const { return pins + air + contact + limits + edits + damping + numerical; }
  /// What damping and numerical errors made together; above 0: energy from nothing.
  double surplus() const { return damping + numerical; }

  friend EnergyFlow operator-(const EnergyFlow& a, const EnergyFlow& b) {
    return {a.pins - b.pins,   a.air - b.air,         a.contact - b.contact,    a.limits - b.limits,
            a.edits - b.edits, a.damping - b.damping, a.numerical - b.numerical};
  }
};
EnergyBalance measure_energy(const Setup& setup, const State& state);

}  // namespace TENSIO_API
