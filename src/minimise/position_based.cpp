#include "minimise/position_based.h"

#include <algorithm>
#include <fmt/format.h>

namespace tensio {
namespace {

Error refusal(const Energy& energy) {
  return {fmt::format(
      "position-based methods cannot take {}; leave that out, or choose another method such as ncg",
      energy.name())};
}

}  // namespace

Result<void> check_terms(const MinimiseOptions& options, const System& system) {
  if (method_facts(options.method).takes_plain_steps) {
    for (const auto& energy : system.energies)
      if (!energy->is_projective())
        return fail(fmt::format(
            "local/global and its accelerations need energies that a constant matrix bounds, and none bounds "
            "{}; choose ncg, lbfgs, newton-cg or newton",
            energy->name()));
  }
  if (!is_position_based(options.method)) return {};
  if (std::ranges::any_of(system.pinned, [](Axes axes) { return axes != 0 && axes != all_axes; }))
    return fail(
        "position-based methods cannot hold single coordinates of a vertex; pin it whole, or choose another "
        "method such as ncg");
  const Terms& terms = system.terms();
  if (!terms.others.empty()) return fail(refusal(*terms.others.front()));
  if (terms.dampers) return fail(refusal(*terms.dampers));
  if (!terms.other_dissipations.empty()) return fail(refusal(*terms.other_dissipations.front()));
  return {};
}

SolveReport PositionBased::minimise(const StepObjective& objective, std::span<Vec3> x) {
  detail::Progress progress(options_);
  set_targets(objective);
  prepare(objective);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!objective.is_pinned(i)) x[i] = target_[i];
  sweeper_.begin();

  const bool is_watched = options_.tolerance > 0 || options_.trace;
  bool has_ended = visit(objective, x, progress);
  while (is_watched && !has_ended) {
    sweeper_.sweep(x);
    has_ended = visit(objective, x, progress);
  }
  if (!has_ended) {
    for (int iteration = 0; iteration < options_.iterations; ++iteration) sweeper_.sweep(x);
    if (!visit(objective, x, progress)) progress.stop(SolveStatus::iteration_limit);
    progress.report().iterations = options_.iterations;
  }
  return progress.finish(value_);
}

/// ½ m |x − y|² and every term of single vertices are one ½ m' |x − y'|²: m' = m + s² k + (s²/τ) γ, and m' y'
/// the mean of what each pulls to.
void PositionBased::set_targets(const StepObjective& objective) {
  const System& system = objective.system();
  const StepAim& aim = objective.aim();
  const std::size_t n = system.vertex_count();
  const Terms& terms = system.terms();
  weight_ = system.model->mass;
  target_.resize(n);
  terms.get_pull(target_);
  for (std::size_t i = 0; i < n; ++i) {
    const double drag = terms.drag.empty() ? 0 : aim.s2 / aim.tau * terms.drag[i];
    target_[i] = aim.s2 * target_[i] + (weight_[i] * aim.y[i] + drag * aim.w[i]);
    weight_[i] += drag;
  }
  terms.get_tethers(aim.s2, tethers_);
  for (const Tether& tether : tethers_) {
    target_[tether.vertex] += tether.weight * tether.target;
    weight_[tether.vertex] += tether.weight;
  }
  mobility_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    target_[i] = target_[i] / weight_[i];
    mobility_[i] = objective.is_pinned(i) ? 0 : 1 / weight_[i];
  }
}

/// Unless that is done already.
void PositionBased::prepare(const StepObjective& objective) {
  const System& system = objective.system();
  const SystemStamp stamp = system.stamp();
  if (stamp == prepared_ && s2_ == objective.aim().s2 && mobility_ == prepared_mobility_) return;
  prepared_ = stamp;
  s2_ = objective.aim().s2;
  prepared_mobility_ = mobility_;
  const Springs* springs = system.terms().spring_table;
  sweeper_.prepare(springs ? *springs : Springs{}, {rule_, s2_, options_.iterations, prepared_mobility_});
}

/// Finds out where x stands; the method itself does not need to know.
bool PositionBased::visit(const StepObjective& objective, Positions x, detail::Progress& progress) {
  const Stopwatch clock;
  gradient_.resize(x.size());
  diagonal_.resize(x.size());
  objective.gradient(x, gradient_);
  objective.quadratic_diagonal(diagonal_);
  value_ = objective.value(x);
  const bool has_ended = progress.visit(value_, norm(gradient_), objective.rounding(x, diagonal_).gradient);
  progress.report().check_seconds += clock.seconds();
  return has_ended;
}

}  // namespace tensio
