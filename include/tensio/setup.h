#pragma once

#include <optional>
#include <vector>

#include "tensio/collider.h"
#include "tensio/contact.h"
#include "tensio/edit.h"
#include "tensio/export.h"
#include "tensio/model.h"
#include "tensio/solver.h"

namespace tensio TENSIO_API {

/// The air around all triangles: still, or a wind with gusts.
struct Air {
  static constexpr double sea_level_density = 1.2;  // kg/m³

  double density = 0;      // ρ, kg/m³; 0: no air
  double drag = 1.2;       // C_n against motion along a triangle's normal; flat plates have about 1.2
  double friction = 0.02;  // C_t against motion along its surface
  Vec3 wind;               // m/s
  Path change{};           // m/s, added to the wind as time goes on
  double gust = 0;         // 0: steady wind … 1: gusts between nothing and twice the wind's speed
  double gust_period = 2;  // s, period of the slowest gust

  bool is_there() const { return density > 0 && (drag > 0 || friction > 0); }
  bool has_wind() const;  // now or at any other time
  /// Wind at a place and time, m/s. Gusts are a few sines of incommensurate periods, along and, half as
  /// strong, across the wind, carried along by it (Taylor's frozen turbulence).
  Vec3 wind_at(const Vec3& place, double time) const;
};

/// What slows motions down. Except for wind, none of it moves an equilibrium. Dampers of single springs are
/// in the model.
struct Damping {
  double ether = 1;  // fraction of every velocity left after one second, 0 … 1; 1: none. Slows falls too
  double point = 0;  // γ, N·s/m: force −γ v on every vertex
  double rayleigh_mass = 0;       // a, 1/s: force −a m v on every vertex
  double rayleigh_stiffness = 0;  // b, s: b times the stiffness of springs and all other elements; leaves
                                  // rigid motions alone
  double rigid = 1;  // fraction left after one second of velocities relative to each piece's rigid motion,
                     // 0 … 1; 1: none. Calms wrinkles, keeps momentum and angular momentum
  bool energy_budget = false;  // scales velocities down where a step gained energy from nothing

  Air air{};

  bool has_drag() const { return point > 0 || rayleigh_mass > 0; }
};

/// Springs that take a permanent set. Strains are relative to the rest length that a spring was made with.
struct PlasticityOptions {
  std::optional<double> yield{};  // elastic strain beyond which a spring flows, > 0; none: all is elastic
  double hardening = 0;           // growth of the yield strain per plastic strain, ≥ 0
  double time = 0;                // s, in which strain beyond yield falls to 1/e; 0: at once
  double most = 0.5;              // largest plastic strain either way, below 1
};

/// Provot's rigid cloth: after each step, springs stretched beyond the limit are shortened to it.
struct StrainLimitOptions {
  std::optional<double> limit{};  // largest strain, ≥ 0, e.g. 0.1; none: no limit
  int sweeps = 10;                // at most, after each step; more: firmer, slower
};

/// An edit at a time of its own: before the first step that begins then or later.
struct TimedEdit {
  double time = 0;  // s
  Edit edit{};
};

/// Everything a simulation is made from. The defaults run: a Setup with nothing but a model is complete.
struct Setup {
  Model model{};
  std::vector<Vec3> position{};  // m at the start, one per vertex; empty: the model's rest position
  std::vector<Vec3> velocity{};  // m/s at the start, one per vertex; empty: at rest
  bool starts_at_rest = false;   // starts where all forces balance instead, found from these positions
  std::vector<Collider> colliders{};
  ContactOptions contact{};
  Vec3 gravity{0, -9.81, 0};  // m/s²
  Damping damping{};
  Scheme scheme = Scheme::implicit_euler;
  SchemeOptions scheme_options{};
  MinimiseOptions minimise{};
  StrainLimitOptions strain_limit{};  // after each step, before contact
  PlasticityOptions plasticity{};     // after each step, before the strain limit
  double frame_time = 1.0 / 30;       // s
  int substeps = 1;            // steps per frame. More: livelier, firmer contact (5 is a good start with
                               // colliders), nearer to the true motion, in proportionally more time
  AdaptiveOptions adaptive{};  // divides these steps further where the motion needs it
  bool stable_steps = false;  // divides these steps further where an explicit scheme would be unstable at the
                              // present positions. Costs time only with energies whose stiffness has no
                              // bound: hinges, altitude springs, pressure, elements with Poisson's ratio
  std::vector<TimedEdit> schedule{};
  double tear_strain = 0;     // springs stretched beyond this fraction of their length break; 0: none
};

/// Checks model, colliders and every number, and that static equilibrium is asked only of pieces that are
/// held. Simulation::make does so too.
Result<void> validate(const Setup& setup);

/// The state that a simulation of the setup starts from; pins where their paths begin.
State make_state(const Setup& setup);

inline constexpr int max_substeps = 100'000;
/// The smallest number of steps per frame, at least `least`, with which the setup's scheme is stable:
/// wherever the motion leads, or, where some energies stiffen without bound, near the start.
/// Setup::stable_steps then divides them as the motion needs.
Result<int> stable_substeps(const Setup& setup, int least);
/// One sentence when surfaces pass through each other at the start, which contact with planes does not mend,
/// or when they are too thick for their mesh; "" otherwise.
std::string contact_warning(const Setup& setup);
/// One sentence when the setup's scheme is unstable at its step, with a remedy; "" when it is stable.
std::string stability_warning(const Setup& setup);

}  // namespace TENSIO_API
