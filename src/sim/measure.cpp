#include "sim/measure.h"

#include <algorithm>
#include <cmath>

#include "energy/objective.h"
#include "factor/cholesky.h"
#include "integrate/acceleration.h"
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

Forces measure_forces(System& system, const State& state, double h) {
  const Model& model = *system.model;
  Forces forces;
  const Springs& springs = model.springs;
  const Dampers dampers = system.terms().damper_table();
  forces.tension.reserve(springs.size());
  for (std::size_t s = 0; s < springs.size(); ++s) {
    const auto [a, b] = springs.ends[s];
    const Vec3 d = state.x[b] - state.x[a];
    const double length = norm(d);
    double tension = springs.stiffness[s] * (length - springs.rest_length[s]);
    if (dampers.springs && length > 0)
      tension += dampers.coefficient(s) * dot(d, state.v[b] - state.v[a]) / length;
    forces.tension.push_back(tension);
  }
  std::vector<Vec3> others(state.x.size());
  find_forces(system, state.x, state.v, state.time, others);
  for (const Pin& pin : model.pins) {
    const auto at = [&](double steps) { return pin.path.offset(state.time - steps * h); };
    const Vec3 acceleration = (at(0) - 2 * at(1) + at(2)) / (h * h);
    Vec3 reaction;
    copy_axes(pin.axes, model.mass[pin.vertex] * acceleration - others[pin.vertex], reaction);
    forces.reaction.push_back(reaction);
  }
  return forces;
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

std::vector<Vec3> contact_on_parts(const Model& model, const Forces& forces) {
  std::vector<std::size_t> part_of(model.vertex_count(), model.parts.size());
  for (std::size_t p = 0; p < model.parts.size(); ++p)
    for (std::size_t i = model.parts[p].vertex_begin; i < model.parts[p].vertex_end; ++i) part_of[i] = p;
  for (const auto& [copy, original] : model.copies) part_of[copy] = part_of[original];
  std::vector<Vec3> sum(model.parts.size());
  for (std::size_t i = 0; i < forces.contact.size(); ++i)
    if (part_of[i] < sum.size()) sum[part_of[i]] += forces.contact[i];
  return sum;
}

}  // namespace tensio
