#include "sim/measure.h"

#include <algorithm>
#include <cmath>

#include "energy/objective.h"
#include "linear/cholesky.h"

namespace tensio {

Strain measure_strain(const Model& model, Positions x) {
  Strain strain;
  std::size_t count = 0;
  const auto add = [&](double value) {
    strain.max = std::max(strain.max, value);
    strain.mean += value;
    ++count;
  };
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    const double rest = model.springs.rest_length[s];
    if (!(rest > 0)) continue;
    const auto [a, b] = model.springs.ends[s];
    add(std::abs(norm(x[a] - x[b]) - rest) / rest);
  }
  for (const Stencil& stencil : model.stencils)
    if (is_thread(stencil)) add(std::abs(thread_strain(stencil, x)));
  if (count > 0) strain.mean /= static_cast<double>(count);
  return strain;
}

EnergyBalance measure_energy(const Setup& setup, const State& state) {
  EnergyBalance balance;
  for (std::size_t i = 0; i < state.v.size(); ++i)
    balance.kinetic += 0.5 * setup.model.mass[i] * dot(state.v[i], state.v[i]);
  System system = make_system(setup.model, setup.gravity, setup.damping);
  system.set_time(state.time);
  std::vector<Vec3> pull(state.x.size());
  for (const auto& energy : system.energies)
    (energy->add_pull(1, pull) ? balance.potential : balance.elastic) += energy->value(state.x);
  return balance;
}

Result<MatrixSummary> summarise_matrices(const Setup& setup) {
  if (auto ok = validate(setup); !ok) return tl::unexpected(ok.error());
  System system = make_system(setup.model, setup.gravity, setup.damping);
  const State state = make_state(setup.model);
  const double h = setup.frame_time / setup.substeps;
  StepAim aim;
  make_implicit_scheme(Scheme::implicit_euler, {})->aim(0, system, state, h, h, aim);
  const SparseMatrix matrix = StepObjective(system, aim).quadratic();
  Cholesky cholesky;
  if (!cholesky.factor(matrix))
    return fail("the matrix M + h² L cannot be factored; check masses and stiffnesses");

  return MatrixSummary{.matrix_nonzeros = matrix.nonzeros(), .factor_nonzeros = cholesky.nonzeros()};
}

}  // namespace tensio
