#include "integrate/implicit.h"

#include <algorithm>
#include <atomic>

#include "integrate/acceleration.h"

namespace tensio {

Vec3 ImplicitScheme::pin_offset(const Pin& pin, double, double, double stage_time) const {
  return pin.path.offset(stage_time);
}

void ImplicitScheme::freeze(System& system, const State& state, double, double, const StepAim&) const {
  for (auto& dissipation : system.dissipations) dissipation->freeze(state.x);
}

namespace {

/// 1/m, 1/kg; 0 where a pin holds all coordinates.
double lightness(const System& system, VertexId vertex) {
  return system.pinned[vertex] == all_axes ? 0 : 1 / system.model->mass[vertex];
}

/// Whether a spring points another way in x than in x₀, by more than a right angle.
bool is_turned(const Springs& springs, std::size_t s, Positions x0, Positions x) {
  const auto [a, b] = springs.ends[s];
  return dot(x0[b] - x0[a], x[b] - x[a]) < 0 && springs.rest_length[s] > 0;
}

/// visit(spring) for those that are turned; whether there were any.
template <class Visit>
bool for_each_turned(const Springs& springs, Positions x0, Positions x, const Visit& visit) {
  bool has_turned = false;
  for (std::size_t s = 0; s < springs.size(); ++s) {
    if (!is_turned(springs, s, x0, x)) continue;
    visit(s);
    has_turned = true;
  }
  return has_turned;
}

/// How many are turned.
std::size_t count_turned(const Springs& springs, Positions x0, Positions x, Workers& workers) {
  constexpr std::size_t chunk = 4096;
  const std::size_t chunks = (springs.size() + chunk - 1) / chunk;
  std::atomic<std::size_t> turned = 0;
  workers.share(chunks, [&](std::size_t task) {
    std::size_t here = 0;
    for (std::size_t s = task * chunk; s < std::min(springs.size(), (task + 1) * chunk); ++s)
      here += is_turned(springs, s, x0, x);
    if (here > 0) turned += here;
  });
  return turned;
}

/// Turns back springs that the way from x₀ to the start x of the iterations turns over: behind its other end
/// a stiff spring has a minimum too, which does not continue the motion. Ends move in inverse proportion to
/// their masses, pins not at all. What one spring needs may turn another over, so that there are a few
/// sweeps.
void turn_back(const System& system, Positions x0, std::span<Vec3> x) {
  constexpr int sweeps = 4;
  const Springs& springs = system.model->springs;
  const auto turn = [&](std::size_t s) {
    const auto [a, b] = springs.ends[s];
    const double of_a = lightness(system, a), of_b = lightness(system, b);
    if (!(of_a + of_b > 0)) return;
    const Vec3 back = ((x0[b] - x0[a]) - (x[b] - x[a])) / (of_a + of_b);
    x[a] -= of_a * back;
    x[b] += of_b * back;
  };
  for (int sweep = 0; sweep < sweeps; ++sweep)
    if (!for_each_turned(springs, x0, x, turn)) return;
}

}  // namespace

System& begin_stage(ImplicitScheme& scheme, int stage, System& system, const State& state, double h,
                    double end, Start start, StepAim& aim, std::vector<Vec3>& x) {
  scheme.aim(stage, system, state, h, end, aim);
  System& part = scheme.implicit_part(system);
  part.set_time(aim.stage_time);
  scheme.freeze(part, state, h, end, aim);
  part.fitted = 0;
  for (auto& dissipation : part.dissipations) part.fitted += dissipation->fit(state.v);
  for (const Pin& pin : system.model->pins)
    copy_axes(pin.axes, pin.position + scheme.pin_offset(pin, end - h, end, aim.stage_time),
              aim.y[pin.vertex]);
  x = start == Start::target ? aim.y : state.x;
  if (start == Start::target && scheme.may_turn_springs()) turn_back(system, state.x, x);
  for (const Pin& pin : system.model->pins) copy_axes(pin.axes, aim.y[pin.vertex], x[pin.vertex]);
  return part;
}

ImplicitIntegrator::ImplicitIntegrator(std::unique_ptr<ImplicitScheme> scheme, const MinimiseOptions& options,
                                       Workers& workers)
    : scheme_(std::move(scheme)),
      options_(options),
      minimiser_(make_minimiser(options, workers)),
      seldom_(has_own_matrix(options.method) ? 1 : 16),
      workers_(workers) {}

void ImplicitIntegrator::divide(StepRounds& rounds, int count) {
  // A correction must act on the whole step: not on the last of two stages, nor where loads
  // have gone into y.
  if (scheme_->stages() > 1 || !scheme_->takes_all_forces()) return;
  rounds_ = &rounds;
  const int most = std::clamp(count, 1, std::max(1, options_.iterations));
  round_iterations_ = std::max(1, (options_.iterations + most - 1) / most);
}

/// Where x leads, m.
Positions ImplicitIntegrator::end_of_step(Positions start) {
  const double reach = scheme_->reach();
  if (reach == 1) return x_;
  end_.resize(x_.size());
  for (std::size_t i = 0; i < x_.size(); ++i) end_[i] = start[i] + reach * (x_[i] - start[i]);
  return end_;
}

/// Minimises a stage, the last one in rounds.
SolveReport ImplicitIntegrator::minimise(const System& part, const State& state, bool is_last) {
  SolveReport report;
  int left = options_.iterations;
  for (bool is_first = true; is_first || left > 0; is_first = false) {
    std::span<const VertexId> changed;
    if (!is_first) changed = rounds_->correct(end_of_step(state.x));
    const bool divides = is_last && rounds_ && rounds_->is_needed();
    const int iterations = divides ? std::min(left, round_iterations_) : left;
    left -= iterations;
    if (rounds_) minimiser_->set_iterations(iterations);
    const StepObjective objective(part, aim_);
    SolveReport minimised = is_first ? minimiser_->minimise(objective, x_)
                                     : minimiser_->resume(objective, changed, rounds_->watched(), x_);
    if (!is_first && left == 0) minimiser_->get(x_);
    if ((is_first || left == 0) && is_usable(minimised.status) && !is_finite(x_))
      minimised.status = SolveStatus::diverged;
    add_step(report, minimised);
    report.trace = std::move(minimised.trace);
    report.status = minimised.status;  // rounds before the last may well stop early
    if (!is_usable(report.status)) break;
  }
  return report;
}

bool ImplicitIntegrator::should_look(int iterations) {
  iterations_since_look_ += iterations;
  if (scheme_->is_static() || iterations_since_look_ < seldom_) return false;
  iterations_since_look_ = 0;
  return true;
}

SolveReport ImplicitIntegrator::advance(System& system, State& state, double h, double end) {
  SolveReport report;
  steps_ = 1;
  for (int stage = 0; stage < scheme_->stages(); ++stage) {
    const System& part = begin_stage(*scheme_, stage, system, state, h, end, options_.start, aim_, x_);
    SolveReport minimised = minimise(part, state, stage + 1 == scheme_->stages());
    add_step(report, minimised);
    report.trace = std::move(minimised.trace);
    if (!is_usable(report.status)) return report;
    if (stage + 1 < scheme_->stages()) scheme_->keep(stage, aim_, x_);
  }
  report.evaluations = scheme_->evaluations();
  const double start = state.time;
  const bool looks = should_look(report.iterations);
  if (looks) x_start_ = state.x;
  scheme_->finish(aim_, x_, h, state);
  if (looks) report.turned = count_turned(system.model->springs, x_start_, state.x, workers_);
  place_pins(*system.model, end, state.x);
  if (!scheme_->is_static()) set_pin_velocities(*system.model, start, end, state.v);
  state.time = end;
  return report;
}

}  // namespace tensio
