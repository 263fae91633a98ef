#include "energy/objective.h"

#include <algorithm>
#include <limits>

namespace tensio {

std::span<const Vec3> StepObjective::velocity(Positions x) const {
  aim_.velocity.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) aim_.velocity[i] = (x[i] - aim_.w[i]) / aim_.tau;
  return aim_.velocity;
}

template <class Visit>
void StepObjective::for_each_dissipation(Positions x, const Visit& visit) const {
  std::span<const Vec3> v;
  for (const auto& dissipation : system_.dissipations) {
    if (!has(*dissipation)) continue;
    if (v.empty()) v = velocity(x);
    visit(*dissipation, v);
  }
}

double StepObjective::value(Positions x) const {
  double sum = 0;
  if (aim_.inertia > 0) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Vec3 d = x[i] - aim_.y[i];
      sum += 0.5 * system_.model->mass[i] * dot(d, d);
    }
  }
  for (const auto& energy : system_.energies) sum += aim_.s2 * energy->value(x);
  for_each_dissipation(x, [&](const Dissipation& dissipation, Positions v) {
    sum += aim_.s2 * aim_.tau * dissipation.value(v);
  });
  return sum;
}

void StepObjective::gradient(Positions x, std::span<Vec3> g) const {
  if (aim_.inertia > 0) {
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = system_.model->mass[i] * (x[i] - aim_.y[i]);
  } else {
    std::fill(g.begin(), g.end(), Vec3{});
  }
  for (const auto& energy : system_.energies) energy->add_gradient(x, aim_.s2, g);
  for_each_dissipation(
      x, [&](const Dissipation& dissipation, Positions v) { dissipation.add_gradient(v, aim_.s2, g); });
  for (std::size_t i = 0; i < g.size(); ++i) copy_axes(held(i), {}, g[i]);
}

void StepObjective::hessian(Positions x, HessianForm form, BlockMatrix& h) const {
  h.set_zero();
  const auto n = static_cast<std::uint32_t>(x.size());
  if (aim_.inertia > 0)
    for (std::uint32_t i = 0; i < n; ++i) h.add_diagonal(i, system_.model->mass[i]);
  for (const auto& energy : system_.energies) energy->add_hessian(x, aim_.s2, form, h);
  for_each_dissipation(x, [&](const Dissipation& dissipation, Positions v) {
    dissipation.add_hessian(v, aim_.s2 / aim_.tau, form, h);
  });
  for (std::uint32_t i = 0; i < n; ++i)
    if (held(i)) h.fix(i, held(i));
}

double StepObjective::curvature(Positions x, std::span<const Vec3> p, HessianForm form) const {
  double sum = 0;
  if (aim_.inertia > 0)
    for (std::size_t i = 0; i < p.size(); ++i) sum += system_.model->mass[i] * dot(p[i], p[i]);
  for (const auto& energy : system_.energies) sum += aim_.s2 * energy->curvature(x, p, form);
  for_each_dissipation(x, [&](const Dissipation& dissipation, Positions v) {
    sum += aim_.s2 / aim_.tau * dissipation.curvature(v, p, form);
  });
  return sum;
}

void StepObjective::multiply_hessian(Positions x, std::span<const Vec3> p, HessianForm form,
                                     std::span<Vec3> out) const {
  for (std::size_t i = 0; i < p.size(); ++i)
    out[i] = aim_.inertia > 0 ? system_.model->mass[i] * p[i] : Vec3{};
  for (const auto& energy : system_.energies) energy->add_hessian_product(x, p, aim_.s2, form, out);
  for_each_dissipation(x, [&](const Dissipation& dissipation, Positions v) {
    dissipation.add_hessian_product(v, p, aim_.s2 / aim_.tau, form, out);
  });
  for (std::size_t i = 0; i < out.size(); ++i) copy_axes(held(i), {}, out[i]);
}

BlockMatrix StepObjective::make_hessian() const {
  std::vector<BlockMatrix::Pair> pairs;
  for (const auto& energy : system_.energies) energy->add_pairs(pairs);
  for (const auto& dissipation : system_.dissipations) dissipation->add_pairs(pairs);
  return {system_.vertex_count(), pairs};
}

SparseMatrix StepObjective::quadratic(int axis) const {
  SparseBuilder builder(system_.vertex_count());
  if (aim_.inertia > 0)
    for (std::size_t i = 0; i < system_.vertex_count(); ++i) builder.add_diagonal(i, system_.model->mass[i]);
  for (const auto& energy : system_.energies) energy->add_quadratic(aim_.s2, builder);
  for (const auto& dissipation : system_.dissipations)
    if (has(*dissipation)) dissipation->add_quadratic(aim_.s2 / aim_.tau, builder);
  for (std::size_t i = 0; i < system_.vertex_count(); ++i)
    if (has_axis(held(i), axis)) builder.fix(i);
  return builder.build();
}

void StepObjective::quadratic_diagonal(std::span<double> diagonal) const {
  for (std::size_t i = 0; i < diagonal.size(); ++i)
    diagonal[i] = aim_.inertia > 0 ? system_.model->mass[i] : 0;
  for (const auto& energy : system_.energies) energy->add_quadratic_diagonal(aim_.s2, diagonal);
  for (const auto& dissipation : system_.dissipations)
    if (has(*dissipation)) dissipation->add_quadratic_diagonal(aim_.s2 / aim_.tau, diagonal);
  for (std::size_t i = 0; i < diagonal.size(); ++i)
    if (is_pinned(i)) diagonal[i] = 1;
}

StepObjective::Rounding StepObjective::rounding(Positions x, std::span<const double> diagonal) const {
  double value = 0, gradient = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (is_pinned(i)) continue;
    const double a = diagonal[i], square = dot(x[i], x[i]);
    value += a * square;
    gradient += a * a * square;
  }
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  return {epsilon * value, epsilon * std::sqrt(gradient)};
}

}  // namespace tensio
