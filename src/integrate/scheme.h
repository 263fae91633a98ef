#pragma once

#include <span>

namespace tensio {

enum class Scheme {
  // explicit Runge–Kutta tables
  explicit_euler,
  midpoint,
  heun,
  rk4,
  bogacki_shampine,
  dormand_prince,
  // sequences of kicks (velocities) and drifts (positions)
  symplectic_euler,
  leapfrog,
  velocity_verlet,
  position_verlet,
  // aims of the one objective
  implicit_euler,
  implicit_midpoint,
  newmark,
  bdf2,
  tr_bdf2,
  imex,
  static_equilibrium,
};

inline constexpr int scheme_count = static_cast<int>(Scheme::static_equilibrium) + 1;

/// Numbers of the schemes; each reads its own only.
struct SchemeOptions {
  double newmark_beta = 0.25, newmark_gamma = 0.5;
  double imex_threshold = 0.5;  // of IMEX: h ω of a spring above which it is implicit
  double verlet_drag = 0;       // of position Verlet: the fraction of velocity lost per step (Jakobsen 2001)

  friend bool operator==(const SchemeOptions&, const SchemeOptions&) = default;
};

enum class SchemeKind { explicit_table, kick_drift, implicit };

/// What is known of a scheme beforehand.
struct SchemeFacts {
  const char* name;
  SchemeKind kind;
  int order;
  int stages;           // force evaluations or minimisations per step
  double stable_limit;  // largest h·ω of an undamped oscillator (IMEX: of those that it takes explicitly); 0:
                        // none is stable, ∞: all are
};
const SchemeFacts& scheme_facts(Scheme scheme);
/// Every scheme, in the order of the enumeration.
std::span<const Scheme> all_schemes();
inline bool is_implicit(Scheme scheme) {
  return scheme_facts(scheme).kind == SchemeKind::implicit;
}

}  // namespace tensio
