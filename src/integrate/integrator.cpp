#include "integrate/integrator.h"

#include "integrate/acceleration.h"
#include "integrate/explicit.h"
#include "integrate/implicit.h"
#include "integrate/kick_drift.h"
#include "math/elementary.h"

namespace tensio {

std::unique_ptr<Integrator> make_integrator(Scheme scheme, const SchemeOptions& options,
                                            const MinimiseOptions& minimise, Workers& workers) {
  switch (scheme_facts(scheme).kind) {
    case SchemeKind::explicit_table:
      return std::make_unique<ExplicitIntegrator>(explicit_table(scheme));
    case SchemeKind::kick_drift:
      if (scheme == Scheme::position_verlet) return std::make_unique<PositionVerlet>(options.verlet_drag);
      return std::make_unique<KickDriftIntegrator>(scheme);
    case SchemeKind::implicit:
      return std::make_unique<ImplicitIntegrator>(make_implicit_scheme(scheme, options), minimise, workers);
  }
  return nullptr;
}

void apply_ether(const System& system, double h, std::span<Vec3> v) {
  if (system.ether == 1) return;
  const double kept = power(system.ether, h);
  for (Vec3& velocity : v) velocity *= kept;
}

SolveReport finish_explicit(const System& system, int evaluations, double seconds, double start, double end,
                            std::vector<Vec3>& x, std::vector<Vec3>& v, State& state) {
  SolveReport report;
  report.seconds = seconds;
  report.evaluations = evaluations;
  place_pins(*system.model, end, x);
  set_pin_velocities(*system.model, start, end, v);
  if (!is_finite(x) || !is_finite(v)) {
    report.status = SolveStatus::diverged;
    return report;
  }
  state.x.swap(x);
  state.v.swap(v);
  state.time = end;
  return report;
}

}  // namespace tensio
