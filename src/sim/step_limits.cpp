#include "sim/step_limits.h"

#include <cmath>
#include <fmt/format.h>

#include "integrate/imex.h"
#include "integrate/stable_steps.h"
#include "math/bounds.h"

namespace tensio {
namespace {

/// The modes of a setup, about its start and everywhere.
class ModeFinder {
 public:
  explicit ModeFinder(const Setup& setup)
      : setup_(setup),
        system_(make_system(setup.model, setup.gravity, setup.damping)),
        start_(make_state(setup).x) {}
  Modes at_start() { return find_modes(system_, start_, HessianForm::projected); }
  /// Of every position where the stiffness has a bound, else of those near rest.
  Modes everywhere() { return find_modes(system_, start_, HessianForm::laplacian); }
  bool is_bounded() const { return has_bounded_stiffness(system_); }
  /// Of the forces that the setup's scheme takes explicitly at steps of length h.
  Modes explicit_modes(HessianForm form, double h) {
    if (setup_.scheme != Scheme::imex) return find_modes(system_, start_, form);
    StiffPart stiff(setup_.scheme_options.imex_threshold);
    return find_modes(system_, start_, form, &stiff.take(system_, h));
  }
  double limit(const Modes& modes) const {
    return largest_stable_step(setup_.scheme, setup_.scheme_options, modes);
  }

 private:
  const Setup& setup_;
  System system_;
  std::vector<Vec3> start_;
};

/// The error control of adaptive explicit steps keeps them short enough.
bool has_error_control(const Setup& setup) {
  return setup.adaptive.is_on && !is_implicit(setup.scheme);
}

bool may_be_unstable(Scheme scheme, const SchemeOptions& options) {
  const Mode mode{.omega = 1};
  return !is_implicit(scheme) || growth(scheme, options, mode, 1e3) > 1 + 1e-9;
}

std::string no_stable_step(const char* scheme) {
  return fmt::format(
      "{} has no stable step, because the fastest motions are not damped enough; choose an implicit scheme, "
      "rk4 or velocity-verlet",
      scheme);
}

/// What an implicit scheme may do at this step where springs buckle.
std::string calm_warning(const Setup& setup) {
  const SchemeFacts& facts = scheme_facts(setup.scheme);
  if (!is_implicit(setup.scheme) || std::isinf(facts.calm_limit) || setup.damping.energy_budget) return "";
  if (setup.model.springs.size() == 0) return "";  // measured on springs alone
  if (setup.scheme == Scheme::tr_bdf2 && has_own_matrix(setup.minimise.method)) return "";  // solved well
  const double step = setup.frame_time / setup.substeps, omega = ModeFinder(setup).at_start().omega;
  if (step * omega <= facts.calm_limit) return "";
  return fmt::format(
      "{} may gain energy at steps of {:.3g} s where springs buckle: h·ω is {:.3g}, and up to {:g} is safe; "
      "choose bdf2 or implicit-euler, at least {:.0f} steps per frame, or damping.energy_budget",
      facts.name, step, step * omega, facts.calm_limit,
      std::ceil(setup.frame_time * omega / facts.calm_limit));
}

/// What single precision does to steps so short that a step of free fall is lost in the rounding of
/// positions.
std::string precision_warning(const Setup& setup) {
  if (setup.minimise.precision != Precision::mixed || !is_implicit(setup.scheme) ||
      setup.scheme == Scheme::static_equilibrium)
    return "";
  constexpr double epsilon = 1.0 / (1 << 24), margin = 16;
  const double step = setup.frame_time / setup.substeps,
               rounding = epsilon * 0.5 * bounds_of(make_state(setup).x).diagonal();
  const double fall = norm(setup.gravity) * step * step;
  if (fall == 0 || fall >= margin * rounding) return "";
  return fmt::format(
      "mixed precision rounds positions to {:.2g} m, and at steps of {:.3g} s a step of free fall adds only "
      "{:.2g} m; choose double precision or longer steps",
      rounding, step, fall);
}

}  // namespace

StabilitySummary summarise_stability(const Setup& setup) {
  ModeFinder finder(setup);
  const Modes start = finder.at_start(), everywhere = finder.everywhere();
  StabilitySummary summary{.step = setup.frame_time / setup.substeps,
                           .omega = start.omega,
                           .omega_everywhere = everywhere.omega,
                           .is_bounded = finder.is_bounded(),
                           .limits = {}};
  for (const Scheme scheme : all_schemes()) {
    // Which forces IMEX takes explicitly depends on its own step.
    if (scheme == Scheme::imex || !may_be_unstable(scheme, setup.scheme_options)) continue;
    summary.limits.push_back({scheme, largest_stable_step(scheme, setup.scheme_options, start),
                              largest_stable_step(scheme, setup.scheme_options, everywhere)});
  }
  if (setup.scheme == Scheme::imex)
    summary.limits.push_back({Scheme::imex,
                              finder.limit(finder.explicit_modes(HessianForm::projected, summary.step)),
                              finder.limit(finder.explicit_modes(HessianForm::laplacian, summary.step))});
  return summary;
}

std::string stability_warning(const Setup& setup) {
  if (has_error_control(setup)) return "";
  if (!may_be_unstable(setup.scheme, setup.scheme_options)) {
    const std::string gains = calm_warning(setup);
    return gains.empty() ? precision_warning(setup) : gains;
  }
  ModeFinder finder(setup);
  const double step = setup.frame_time / setup.substeps;
  const double limit = finder.limit(finder.explicit_modes(HessianForm::projected, step));
  if (step <= limit) return "";
  const char* name = scheme_facts(setup.scheme).name;
  if (limit == 0) return no_stable_step(name);
  return fmt::format(
      "{} is stable up to steps of {:.3g} s, but the scene uses steps of {:.3g} s; set time.substeps to "
      "\"auto\" or at least {:.0f}, or choose an implicit scheme",
      name, limit, step, std::ceil(setup.frame_time / limit));
}

Result<int> stable_substeps(const Setup& setup, int least) {
  if (has_error_control(setup) || !may_be_unstable(setup.scheme, setup.scheme_options)) return least;
  ModeFinder finder(setup);
  const char* name = scheme_facts(setup.scheme).name;
  for (int substeps = least;;) {
    const double h = setup.frame_time / substeps;
    double limit = finder.limit(finder.explicit_modes(HessianForm::laplacian, h));
    if (!finder.is_bounded())  // then the constant matrix is only like the Hessian at rest
      limit = std::min(limit, finder.limit(finder.explicit_modes(HessianForm::projected, h)));
    if (limit == 0) return fail(no_stable_step(name));
    const double needed = std::ceil(step_margin * setup.frame_time / limit);
    if (needed > max_substeps)
      return fail(
          fmt::format("{} needs {:.3g} steps per frame to be stable, above the limit of {}; choose an "
                      "implicit scheme or softer springs",
                      name, needed, max_substeps));
    if (needed <= substeps) return substeps;
    substeps = static_cast<int>(needed);
    if (setup.scheme != Scheme::imex) return substeps;  // that of IMEX takes more forces explicitly
  }
}

}  // namespace tensio
