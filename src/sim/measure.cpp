#include "sim/measure.h"

#include <algorithm>
#include <cmath>

#include "energy/point_energy.h"
#include "energy/spring_energy.h"
#include "linear/cholesky.h"

namespace tensio {

Strain measure_strain(const Model& model, Positions x) {
  Strain strain;
  std::size_t count = 0;
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    const double rest = model.springs.rest_length[s];
    if (!(rest > 0)) continue;
    const auto [a, b] = model.springs.ends[s];
    const double value = std::abs(norm(x[a] - x[b]) - rest) / rest;
    strain.max = std::max(strain.max, value);
    strain.mean += value;
    ++count;
  }
  if (count > 0) strain.mean /= static_cast<double>(count);
  return strain;
}

EnergyBalance measure_energy(const Setup& setup, const State& state) {
  EnergyBalance balance;
  for (std::size_t i = 0; i < state.v.size(); ++i)
    balance.kinetic += 0.5 * setup.model.mass[i] * dot(state.v[i], state.v[i]);
  AttachmentEnergy attachments(setup.model.attachments);
  attachments.set_time(state.time);
  balance.elastic = SpringEnergy(setup.model.springs).value(state.x) + attachments.value(state.x);
  balance.potential = LoadEnergy(load_forces(setup.model, setup.gravity)).value(state.x);
  return balance;
}

namespace {

/// The largest ω with K u = ω² M u, by power iteration on M⁻¹K at the start position. The Rayleigh quotient
/// approaches ω² from below with the square of the error of u.
double highest_frequency(const System& system, Positions x) {
  const std::size_t n = x.size();
  std::vector<BlockMatrix::Pair> pairs;
  for (const auto& energy : system.energies) energy->add_pairs(pairs);
  BlockMatrix k(n, pairs);
  for (const auto& energy : system.energies) energy->add_hessian(x, 1, HessianForm::projected, k);

  // A start vector that no symmetry of a model makes orthogonal to the highest mode.
  std::vector<Vec3> u(n), ku(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto t = static_cast<double>(i + 1);
    u[i] = {std::fmod(t * 0.618034, 1) - 0.5, std::fmod(t * 0.754878, 1) - 0.5,
            std::fmod(t * 0.569840, 1) - 0.5};
  }
  double omega2 = 0;
  for (int iteration = 0; iteration < 2000; ++iteration) {
    for (std::size_t i = 0; i < n; ++i)
      if (system.pinned[i]) u[i] = {};
    double mass_norm = 0;
    for (std::size_t i = 0; i < n; ++i) mass_norm += system.model->mass[i] * dot(u[i], u[i]);
    if (!(mass_norm > 0)) return 0;
    k.multiply(u, ku);
    const double quotient = dot(u, ku) / mass_norm;
    if (std::abs(quotient - omega2) <= 1e-7 * quotient) return std::sqrt(quotient);
    omega2 = quotient;
    const double scale = 1 / std::sqrt(mass_norm);
    for (std::size_t i = 0; i < n; ++i) u[i] = (scale / system.model->mass[i]) * ku[i];
  }
  return std::sqrt(omega2);
}

}  // namespace

Result<MatrixSummary> summarise_matrices(const Setup& setup) {
  if (auto ok = validate(setup); !ok) return tl::unexpected(ok.error());
  System system = make_system(setup.model, setup.gravity, setup.damping.ether, setup.damping.point);
  const State state = make_state(setup.model);
  const double h = setup.frame_time / setup.substeps;
  StepAim aim;
  make_implicit_scheme(Scheme::implicit_euler, {})->aim(0, system, state, h, h, aim);
  const SparseMatrix matrix = StepObjective(system, aim).quadratic();
  Cholesky cholesky;
  if (!cholesky.factor(matrix))
    return fail("the matrix M + h² L cannot be factored; check masses and stiffnesses");

  MatrixSummary summary{.matrix_nonzeros = matrix.nonzeros(), .factor_nonzeros = cholesky.nonzeros()};
  summary.omega_max = highest_frequency(system, state.x);
  if (summary.omega_max > 0) summary.largest_step = 2 / summary.omega_max;
  return summary;
}

}  // namespace tensio
