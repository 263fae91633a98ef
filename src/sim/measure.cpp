#include "sim/measure.h"

#include <algorithm>
#include <cmath>

#include "energy/objective.h"
#include "factor/cholesky.h"
#include "integrate/implicit.h"
#include "model/elements.h"

namespace tensio {

void for_each_strain(const Model& model, Positions x, bool with_bending, const StrainVisitor& visit) {
  const Springs& springs = model.springs;
  for (std::size_t s = 0; s < springs.size(); ++s) {
    const double rest = springs.rest_length[s];
    if (!(rest > 0) || (!with_bending && springs.family[s] == SpringFamily::bend)) continue;
    const auto [a, b] = springs.ends[s];
    visit(springs.ends[s], norm(x[a] - x[b]) / rest - 1);
  }
  for (const Stencil& stencil : model.stencils)
    if (is_thread(stencil)) visit(stencil.vertex, thread_strain(stencil, x));
  std::vector<bool> is_element;
  for_each_element(model, [&](const auto& element) {
    if (element.role != ElementRole::sheet && element.role != ElementRole::solid) return;
    is_element.resize(model.vertex_count());
    for (const VertexId v : element.vertex) is_element[v] = true;
  });
  if (is_element.empty()) return;
  for (const auto& triangle : model.triangles) {
    if (!std::ranges::all_of(triangle, [&](VertexId v) { return is_element[v]; })) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::array edge{triangle[i], triangle[(i + 1) % 3]};
      const double rest = norm(model.rest_position[edge[0]] - model.rest_position[edge[1]]);
      if (rest > 0) visit(edge, norm(x[edge[0]] - x[edge[1]]) / rest - 1);
    }
  }
}

Strain measure_strain(const Model& model, Positions x) {
  Strain strain;
  std::size_t count = 0;
  for_each_strain(model, x, true, [&](std::span<const VertexId>, double value) {
    strain.max = std::max(strain.max, std::abs(value));
    strain.mean += std::abs(value);
    ++count;
  });
  if (count > 0) strain.mean /= static_cast<double>(count);
  return strain;
}

EnergyBalance measure_energy(System& system, const State& state) {
  EnergyBalance balance;
  for (std::size_t i = 0; i < state.v.size(); ++i)
    balance.kinetic += 0.5 * system.model->mass[i] * dot(state.v[i], state.v[i]);
  system.set_time(state.time);
  for (const auto& energy : system.energies) {
    const bool is_load = std::holds_alternative<Load>(energy->shape());
    (is_load ? balance.potential : balance.elastic) += energy->value(state.x);
  }
  return balance;
}

EnergyBalance measure_energy(const Setup& setup, const State& state) {
  System system = make_system(setup.model, setup.gravity, setup.damping);
  return measure_energy(system, state);
}

Result<MatrixSummary> summarise_matrices(const Setup& setup) {
  if (auto ok = validate(setup); !ok) return fail(ok.error());
  System system = make_system(setup.model, setup.gravity, setup.damping);
  const State state = make_state(setup);
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
