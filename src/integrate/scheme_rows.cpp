#include <array>
#include <iterator>
#include <limits>

#include "integrate/explicit_tables.h"
#include "integrate/implicit_schemes.h"
#include "integrate/scheme_row.h"
#include "math/enum_rows.h"

namespace tensio {
namespace {

constexpr double every = std::numeric_limits<double>::infinity();
constexpr double buckling = 4;  // a cloth gained a fifth of its energy at 4.8, and without end at 9.5
using enum SchemeKind;

template <class Class>
std::unique_ptr<ImplicitScheme> make(const SchemeOptions& options) {
  if constexpr (std::is_constructible_v<Class, const SchemeOptions&>)
    return std::make_unique<Class>(options);
  else
    return std::make_unique<Class>();
}

// In the order of the enumeration: kind, order, stages, limits of stability and of calm. The limits of the
// Runge–Kutta tables are the ends of their stability regions on the imaginary axis: |R(iz)| ≤ 1.
constexpr SchemeRow rows[] = {
    {{Scheme::explicit_euler, "explicit-euler", explicit_table, 1, 1, 0, 0,
      "explicit, order 1, unstable without damping",
      "Only to show what goes wrong: it gains energy at every step length."},
     &explicit_tables::euler},
    {{Scheme::midpoint, "midpoint", explicit_table, 2, 2, 0, 0, "explicit, order 2, unstable without damping",
      "Short, well-damped motions; without damping it slowly gains energy at every step length."},
     &explicit_tables::midpoint},
    {{Scheme::heun, "heun", explicit_table, 2, 2, 0, 0, "explicit, order 2, unstable without damping",
      "Short, well-damped motions; without damping it slowly gains energy at every step length."},
     &explicit_tables::heun},
    {{Scheme::rk4, "rk4", explicit_table, 4, 4, 2.8284271247461903, 0,  // 2√2
      "explicit, order 4, stable up to h = 2.83/ω_max",
      "Soft or small systems that must be exact: references, orbits, single masses."},
     &explicit_tables::rk4},
    {{Scheme::bogacki_shampine, "bogacki-shampine", explicit_table, 3, 4, 1.7320508075688772, 0,  // √3
      "explicit, order 3, stable up to h = 1.73/ω_max",
      "Soft systems at moderate accuracy; provides an error estimate of order 2."},
     &explicit_tables::bogacki_shampine},
    {{Scheme::dormand_prince, "dormand-prince", explicit_table, 5, 7, 0.9971890086325299, 0,
      "explicit, order 5, stable up to h = 1/ω_max",
      "References: the most accurate per evaluation while steps are small; provides an error estimate of "
      "order 4."},
     &explicit_tables::dormand_prince},
    {{Scheme::symplectic_euler, "symplectic-euler", kick_drift, 1, 1, 2, 0,
      "explicit, order 1, stable up to h = 2/ω_max",
      "Games and soft systems with small steps: one evaluation, bounded energy, but positions only of order "
      "1."},
     KickDriftTable{.kick = 1, .drift = 1}},
    {{Scheme::leapfrog, "leapfrog", kick_drift, 2, 1, 2, 0,
      "explicit, order 2, symplectic, stable up to h = 2/ω_max",
      "Like velocity Verlet, with one evaluation even with drag."},
     KickDriftTable{.head_drift = 0.5, .kick = 1, .drift = 0.5}},
    {{Scheme::velocity_verlet, "velocity-verlet", kick_drift, 2, 1, 2, 0,
      "explicit, order 2, symplectic, stable up to h = 2/ω_max",
      "Accurate cloth that is soft enough for its steps: one evaluation, order 2, bounded energy, positions "
      "and velocities at the same time. With drag it evaluates twice and is stable up to twice the drag."},
     KickDriftTable{.head_kick = 0.5, .head_drift = 1, .kick = 0.5}},
    {{Scheme::position_verlet, "position-verlet", kick_drift, 2, 1, 2, 0,
      "Störmer–Verlet on positions, with Jakobsen's drag",
      "Like velocity Verlet, for positions that are also set by hand; its velocities lag half a step "
      "behind."},
     make_position_verlet,
     step_position_verlet,
     "position-verlet is of order 2 at steps of equal length only; use velocity-verlet to adapt them"},
    {{Scheme::implicit_euler, "implicit-euler", implicit, 1, 1, every, every,
      "implicit Euler, order 1, strongly damped",
      "Stiff cloth at frame-sized steps that must come to rest: never unstable, damps everything."},
     make<ImplicitEuler>},
    {{Scheme::implicit_midpoint, "implicit-midpoint", implicit, 2, 1, every, buckling,
      "implicit midpoint, order 2, symplectic",
      "Systems that should keep swinging: order 2, energy nearly conserved; fast modes keep ringing. Not for "
      "cloth at long steps: where springs buckle it gains energy above h ω = 4, however well it is solved."},
     make<ImplicitMidpoint>},
    {{Scheme::newmark, "newmark", implicit, 2, 1, every, buckling, "Newmark's β and γ, order 2 when γ = ½",
      "Like implicit midpoint, with the β and γ of structural engineering; γ above ½ damps. Solve its steps "
      "well, and keep h ω below 4 where springs buckle."},
     make<Newmark>,
     step_newmark},
    {{Scheme::bdf2, "bdf2", implicit, 2, 1, every, every,
      "backward differentiation, order 2, damps high frequencies",
      "Stiff cloth that should move more than with implicit Euler, for one solve per step: order 2, and its "
      "energy stays bounded at any step, however badly it is solved."},
     make<Bdf2>},
    {{Scheme::tr_bdf2, "tr-bdf2", implicit, 2, 2, every, buckling,
      "trapezoidal rule, then BDF2, order 2, L-stable; two solves per step",
      "Stiff systems that must be exact: order 2, fast modes die out within a few steps; two solves per step "
      "with one matrix. Solve its steps well, best with Newton where springs buckle: else it gains energy."},
     make<TrBdf2>},
    {{Scheme::imex, "imex", implicit, 1, 1, 2, every,
      "implicit Euler for stiff springs, explicit for all other forces, order 1; see imex_threshold",
      "Mostly soft systems with a few stiff springs, the only ones in the solve; order 1, damps the stiff "
      "springs like implicit Euler."},
     make<ImexEuler>,
     step_imex},
    {{Scheme::static_equilibrium, "static", implicit, 0, 1, every, every,
      "no inertia: each frame moves towards equilibrium",
      "The rest shape: drape, hang, calibrate. No motion."},
     make<StaticEquilibrium>,
     nullptr,
     "static equilibrium takes no steps in time that could adapt"},
};
static_assert(has_row_for_each<Scheme>(rows, [](const SchemeRow& row) { return row.facts.scheme; }));

/// Whether the facts and the method of a row say the same.
constexpr bool agrees(const SchemeRow& row) {
  const auto* const* table = std::get_if<const ExplicitTable*>(&row.method);
  return (row.facts.kind == explicit_table) == (table != nullptr) &&
         (row.facts.kind == implicit) == std::holds_alternative<MakeImplicitScheme>(row.method) &&
         (!table || (*table)->stages == row.facts.stages);
}
static_assert(std::ranges::all_of(rows, agrees));

}  // namespace

const SchemeRow& scheme_row(Scheme scheme) {
  return rows[static_cast<int>(scheme)];
}

const SchemeFacts& scheme_facts(Scheme scheme) {
  return scheme_row(scheme).facts;
}

std::span<const Scheme> all_schemes() {
  static constexpr auto schemes = [] {
    std::array<Scheme, std::size(rows)> all{};
    std::ranges::transform(rows, all.begin(), [](const SchemeRow& row) { return row.facts.scheme; });
    return all;
  }();
  return schemes;
}

const ExplicitTable* explicit_table(Scheme scheme) {
  const auto* table = std::get_if<const ExplicitTable*>(&scheme_row(scheme).method);
  return table ? *table : nullptr;
}

std::unique_ptr<ImplicitScheme> make_implicit_scheme(Scheme scheme, const SchemeOptions& options) {
  const auto* made = std::get_if<MakeImplicitScheme>(&scheme_row(scheme).method);
  return made ? (*made)(options) : nullptr;
}

double impulse_reach(Scheme scheme) {
  return scheme_facts(scheme).order < 2 || scheme == Scheme::position_verlet ? 1 : 0.5;
}

ForceResponse force_response(Scheme scheme) {
  if (scheme == Scheme::bdf2) return {4.0 / 9, 2.0 / 3};
  return {impulse_reach(scheme), 1};
}

const char* why_not_adaptive(Scheme scheme) {
  return scheme_row(scheme).why_not_adaptive;
}

namespace {

/// Makes an integrator of what a row says. One function per kind of method.
struct IntegratorMaker {
  const SchemeOptions& options;
  const MinimiseOptions& minimise;
  Workers& workers;

  std::unique_ptr<Integrator> operator()(const ExplicitTable* table) const {
    return make_explicit_integrator(*table, minimise.precision, workers);
  }
  std::unique_ptr<Integrator> operator()(const KickDriftTable& table) const {
    return make_kick_drift_integrator(table, minimise.precision, workers);
  }
  std::unique_ptr<Integrator> operator()(MakeImplicitScheme made) const {
    return std::make_unique<ImplicitIntegrator>(made(options), minimise, workers);
  }
  std::unique_ptr<Integrator> operator()(MakeIntegrator made) const {
    return made(options, minimise.precision, workers);
  }
};

}  // namespace

std::unique_ptr<Integrator> make_integrator(Scheme scheme, const SchemeOptions& options,
                                            const MinimiseOptions& minimise, Workers& workers) {
  return std::visit(IntegratorMaker{options, minimise, workers}, scheme_row(scheme).method);
}

}  // namespace tensio
