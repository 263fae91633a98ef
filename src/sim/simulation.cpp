#include "tensio/simulation.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "contact/response.h"
#include "energy/point_energy.h"
#include "integrate/adaptive.h"
#include "integrate/stable_steps.h"
#include "math/stopwatch.h"
#include "sim/find_rest.h"
#include "sim/measure.h"
#include "sim/simulation_body.h"

namespace tensio {
namespace {

void add_step(FrameReport& frame, SolveReport step) {
  frame.status = std::max(frame.status, step.status);  // declared from good to bad
  frame.iterations += step.iterations;
  frame.objective = step.objective;
  frame.gradient_norm = step.gradient_norm;
  frame.relative_gradient = step.relative_gradient();
  frame.solve_seconds += step.seconds - step.factor_seconds - step.check_seconds;
  frame.factor_seconds += step.factor_seconds;
  frame.factorisations += step.factorisations;
  frame.check_seconds += step.check_seconds;
  frame.energy_seconds += step.energy_seconds;
  frame.linear_seconds += step.linear_seconds;
  frame.turned += step.turned;
  frame.trace = std::move(step.trace);
}

void add_edits(EditsReport& sum, EditsReport later) {
  sum.applied += later.applied;
  sum.vertices_added += later.vertices_added;
  sum.springs_removed += later.springs_removed;
  sum.triangles_removed += later.triangles_removed;
  sum.missed += later.missed;
  std::ranges::move(later.refused, std::back_inserter(sum.refused));
}

}  // namespace

Result<Simulation> Simulation::make(Setup setup) {
  if (auto ok = validate(setup); !ok) return fail(ok.error());
  auto body = std::make_unique<Body>(std::move(setup));
  if (body->setup->starts_at_rest) {
    auto rest = find_rest(*body->setup);
    if (!rest) return fail(rest.error());
    body->state.x = std::move(*rest);
  }
  return Simulation(std::move(body));
}

Simulation::Simulation(std::unique_ptr<Body> body) : body_(std::move(body)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

Simulation::Body::Body(Setup the_setup)
    : setup(std::make_unique<Setup>(std::move(the_setup))),
      system(std::make_unique<System>(make_system(setup->model, setup->gravity, setup->damping))),
      workers(std::make_unique<Workers>(thread_count(setup->minimise))),
      state(make_state(*setup)) {
  std::ranges::stable_sort(setup->schedule, {}, &TimedEdit::time);
  add_contact_load();
  remake_integrator();
  remake_corrections();
  if (setup->plasticity.yield) plasticity.emplace(setup->plasticity);
}

void Simulation::Body::remake_integrator() {
  const Setup& s = *setup;
  if (s.adaptive.is_on)
    integrator = make_adaptive_integrator(s.scheme, s.scheme_options, s.minimise, s.adaptive, *workers);
  else if (s.stable_steps && !is_implicit(s.scheme))
    integrator = make_stable_integrator(s.scheme, s.scheme_options, s.minimise, *workers);
  else
    integrator = make_integrator(s.scheme, s.scheme_options, s.minimise, *workers);
  if (s.contact.method != ContactMethod::project) integrator->divide(contact_rounds, s.contact.rounds);
}

/// What corrects a step after it was made.
void Simulation::Body::remake_corrections() {
  strain_limit.reset();
  if (setup->strain_limit.limit)
    strain_limit.emplace(setup->model, *setup->strain_limit.limit, setup->strain_limit.sweeps);
  rigid_drag.reset();
  if (setup->damping.rigid < 1) rigid_drag = std::make_unique<RigidDrag>(setup->model, setup->damping.rigid);
  energy_budget.reset();
  if (setup->damping.energy_budget) energy_budget = std::make_unique<EnergyBudget>(*system);
  remake_contact();
  has_sliding_pins =
      std::ranges::any_of(setup->model.pins, [](const Pin& pin) { return pin.axes != all_axes; });
  remake_ledger();
  if (energy_budget) energy_budget->restart(*ledger);
}

/// A load for the forces of contact, which are there only while a step is taken.
void Simulation::Body::add_contact_load() {
  contact_load.clear();
  if (setup->contact.method == ContactMethod::project) return;
  contact_load.resize(setup->model.vertex_count());
  system->energies.push_back(std::make_unique<AppliedLoad>(contact_load));
}

void Simulation::Body::remake_contact() {
  const std::unique_ptr<ContactSolver> before = std::move(contact);
  if (setup->contact.method == ContactMethod::project) return;
  contact = std::make_unique<ContactSolver>(setup->model, setup->colliders, setup->contact, *workers);
  if (!before) return;
  ContactMemory memory = before->memory();
  if (before->surface().triangles != contact->surface().triangles ||
      before->surface().edges != contact->surface().edges)
    memory.forces.clear(), memory.passing.clear();  // named by the numbers of points, triangles and edges
  memory.may_be_tangled = true;
  contact->remember(std::move(memory));
}

void Simulation::Body::remake_ledger() {
  if (!energy_budget && !is_tracking) ledger.reset();
  if ((energy_budget || is_tracking) && !ledger) ledger = std::make_unique<EnergyLedger>(*system);
}

/// Goes on from another state.
void Simulation::Body::restart_accounts() {
  if (ledger) ledger->restart(ledger->flow());
  if (energy_budget) energy_budget->restart(*ledger);
}

void Simulation::track_energy(bool is_on) {
  body_->is_tracking = is_on;
  body_->remake_ledger();
  if (is_on) body_->untracked = body_->ledger->flow();
}

EnergyFlow Simulation::energy_flow() const {
  return body_->is_tracking ? body_->ledger->flow() - body_->untracked : EnergyFlow{};
}

FrameReport Simulation::advance_frame() {
  return body_->advance_steps(body_->setup->substeps - body_->clock.step);
}

FrameReport Simulation::advance(double seconds) {
  Body& body = *body_;
  if (!(seconds > 0) || !std::isfinite(seconds)) return {};
  const double h = body.setup->frame_time / body.setup->substeps;
  body.carried += seconds;
  // A frame's worth of seconds is a frame's worth of steps, whatever the rounding of their sum.
  const double whole = std::floor(body.carried / h * (1 + 1e-12) + 1e-9);
  body.carried = whole < max_substeps ? std::max(0.0, body.carried - whole * h) : 0;
  if (whole == 0) return {};
  const FrameReport report = body.advance_steps(static_cast<int>(std::min(whole, double{max_substeps})));
  if (!is_usable(report.status)) body.carried = 0;
  return report;
}

double Simulation::remainder() const {
  return body_->carried;
}

FrameReport Simulation::Body::advance_steps(int count) {
  const Stopwatch stopwatch;
  FrameReport report;
  forget_contact();
  while (count > 0 && is_usable(report.status)) {
    request_scheduled();
    if (!requests.empty() || setup->tear_strain > 0) add_edits(report.edits, apply_edits());
    settle_moves(count);
    const int run = steps_to_schedule(std::min(count, setup->substeps - clock.step));
    advance_within_frame(run, report);
    count -= run;
  }
  std::ranges::sort(held_back);
  const auto [first, last] = std::ranges::unique(held_back);
  held_back.erase(first, last);
  report.seconds = stopwatch.seconds();
  return report;
}

/// Times closer than this, as a fraction of a step, are the same but for rounding.
constexpr double same_step = 1e-6;

/// Requests the edits that are scheduled for the step that begins now.
void Simulation::Body::request_scheduled() {
  const double now = state.time + same_step * step_time();
  for (const TimedEdit& timed : setup->schedule) {
    if (timed.time <= clock.edited_until) continue;
    if (timed.time > now) break;
    requests.push_back(timed.edit);
    request_for_copies(timed.edit);
  }
  clock.edited_until = std::max(clock.edited_until, now);
}

/// Requests the same for the vertices that cuts made of a scheduled one.
void Simulation::Body::request_for_copies(const Edit& edit) {
  const auto* pin = std::get_if<PinVertex>(&edit);
  const auto* unpin = std::get_if<UnpinVertex>(&edit);
  if (!pin && !unpin) return;
  std::vector<VertexId> same{pin ? pin->vertex : unpin->vertex};
  for (const auto& [copy, original] : setup->model.copies) {  // oldest first
    if (std::ranges::find(same, original) == same.end()) continue;
    same.push_back(copy);
    requests.push_back(pin ? Edit(PinVertex{copy, pin->path, pin->axes}) : Edit(UnpinVertex{copy}));
  }
}

/// The steps to take before something is scheduled, at most `most`.
int Simulation::Body::steps_to_schedule(int most) const {
  double steps = most;
  const auto next = std::ranges::upper_bound(setup->schedule, clock.edited_until, {}, &TimedEdit::time);
  if (next != setup->schedule.end())
    steps = std::min(steps, std::ceil((next->time - state.time) / step_time() - same_step));
  return std::max(1, static_cast<int>(steps));
}

/// Takes steps up to the end of the present frame at most. When one fails, all of them are undone.
void Simulation::Body::advance_within_frame(int count, FrameReport& report) {
  integrator->forget();
  start_ = state;
  if (ledger) ledger->begin_run(state), flow_start_ = ledger->flow();
  if (contact) contact_start_ = contact->memory();
  if (has_balls()) colliders_start_ = setup->colliders;
  if (plasticity) plasticity_start_ = plasticity, rest_start_ = setup->model.springs.rest_length;
  take_run(count, report);
  const bool keeps_balls = std::ranges::all_of(
      balls_, [](const Ball& ball) { return norm(ball.end) <= max_length && is_finite(ball.velocity); });
  if (is_usable(report.status) && !(keeps_balls && is_within(max_length, state.x)))
    report.status = SolveStatus::diverged;
  if (is_usable(report.status)) {
    clock.step += count;
    if (clock.step == setup->substeps) clock.step = 0, ++clock.frame;
    return;
  }
  state = start_;
  forget_contact();
  if (has_balls()) setup->colliders = colliders_start_;
  if (contact) contact->remember(contact_start_);
  if (plasticity) {
    plasticity = plasticity_start_, setup->model.springs.rest_length = rest_start_;
    ++system->revision, ++system->rests;
  }
  if (ledger) ledger->restart(flow_start_);
}

/// The end of the step-th step since the present frame began, s; step ≥ 1.
double Simulation::Body::time_at(int step) const {
  const int later = (step - 1) / setup->substeps;  // frames
  const double frame_end = clock.origin + (clock.frame - clock.origin_frame + later + 1) * setup->frame_time;
  return frame_end - ((later + 1) * setup->substeps - step) * step_time();
}

bool Simulation::Body::has_balls() const {
  return std::ranges::any_of(setup->colliders, [](const Collider& collider) { return collider.mass > 0; });
}

/// Whether nothing but the integrator changes the state between steps.
bool Simulation::Body::is_undisturbed() const {
  return !rigid_drag && !ledger && !plasticity && !strain_limit && setup->colliders.empty() && !contact;
}

void Simulation::Body::take_run(int count, FrameReport& report) {
  if (is_undisturbed()) {
    add_step(report,
             integrator->advance_run(*system, state, step_time(), count, time_at(clock.step + count)));
    report.steps += integrator->steps();
    return;
  }
  const int first = clock.step;
  for (; clock.step < first + count && is_usable(report.status); ++clock.step) take_step(report);
  clock.step = first;
}

void Simulation::Body::take_step(FrameReport& report) {
  const double h = step_time(), time_before = state.time;
  if (!setup->colliders.empty()) x_before_ = state.x;
  if (ledger) ledger->begin_step(state);
  const auto enter = [&](double EnergyFlow::*where) {
    if (ledger) ledger->enter(where, state);
  };
  fly(setup->colliders, setup->gravity, time_before, time_at(clock.step + 1), impulse_reach(setup->scheme),
      balls_);
  integrate(h, report);
  if (!is_usable(report.status)) return;
  if (ledger) ledger->end_step(state, h);
  if (ledger && contact) ledger->enter_work(&EnergyFlow::contact, contact->work(state.x));
  const bool has_past = !state.history.x.empty();
  if (has_past || has_sliding_pins) x_after_ = state.x, v_after_ = state.v;
  const auto keep_sliding = [&] {  // pins come before what corrects a step
    if (!has_sliding_pins) return;
    for (const Pin& pin : setup->model.pins) {
      copy_axes(pin.axes, x_after_[pin.vertex], state.x[pin.vertex]);
      copy_axes(pin.axes, v_after_[pin.vertex], state.v[pin.vertex]);
    }
  };
  if (rigid_drag) {
    rigid_drag->apply(h, state);
    enter(&EnergyFlow::damping);
  }
  if (energy_budget) energy_budget->apply(*ledger, state);
  if (plasticity && plasticity->apply(h, state.x, setup->model.springs)) ++system->revision, ++system->rests;
  if (strain_limit) {
    report.strain_limit = strain_limit->apply(h, state.x, state.v);
    keep_sliding();
  }
  if (plasticity || strain_limit) enter(&EnergyFlow::limits);
  if (contact) {
    report.contact.add(contact->end(state.x, state.v));
    balls_ = contact->balls();
    for (VertexId i = 0; i < contact->surface().own_count(); ++i)
      if (contact->is_limited()[i]) held_back.push_back(i);
    const bool is_last = clock.step + 1 == setup->substeps;
    const VerifyContact verify = setup->contact.verify;
    const bool can_verify = !contact->surface().triangles.empty();
    if (can_verify && (verify == VerifyContact::substep || (verify == VerifyContact::frame && is_last)))
      report.contact.add(count_crossings());
  } else if (!setup->colliders.empty()) {
    v_free_ = state.v;
    report.contact = resolve_contacts(setup->model, setup->colliders, time_before, state.time, system->pinned,
                                      x_before_, state.x, state.v, impulse_reach(setup->scheme), balls_);
    keep_sliding();
  }
  if (contact || !setup->colliders.empty()) {
    enter(&EnergyFlow::contact);
    contact_impulse.resize(state.x.size());
    for (std::size_t i = 0; i < state.x.size(); ++i)
      contact_impulse[i] +=
          contact ? h * contact->load()[i] : setup->model.mass[i] * (state.v[i] - v_free_[i]);
    collider_impulse.resize(contact ? setup->colliders.size() : 0);
    for (std::size_t c = 0; c < collider_impulse.size(); ++c)
      collider_impulse[c] += h * contact->load_on_colliders()[c];
  }
  land(balls_, time_before, state.time, setup->colliders);
  if (has_past) correct_history(x_after_, v_after_, state);
  advanced_seconds += h;
}

/// Counts crossings, and how long that takes.
ContactReport Simulation::Body::count_crossings() {
  const Stopwatch stopwatch;
  ContactReport report{.crossings = contact->count_crossings(state.x)};
  report.seconds.verify = stopwatch.seconds();
  return report;
}

/// Takes a step with the integrator and the forces of contact.
void Simulation::Body::integrate(double h, FrameReport& report) {
  const double end = time_at(clock.step + 1);
  if (contact) {
    const ForceResponse response = force_response(setup->scheme);
    contact->begin(state.x, state.v, system->pinned,
                   {.before = state.time,
                    .after = end,
                    .lead = response.lead * h * h,
                    .kick = response.kick * h,
                    .horizon = 10 * setup->frame_time},
                   balls_);
    std::ranges::copy(contact->load(), contact_load.begin());
  }
  add_step(report, integrator->advance(*system, state, h, end));
  report.steps += integrator->steps();
  std::ranges::fill(contact_load, Vec3{});
}

std::span<const VertexId> Simulation::Body::ContactRounds::correct(Positions end) {
  const std::span<const VertexId> changed = body.contact->correct(end);
  for (const VertexId v : changed) body.contact_load[v] = body.contact->load()[v];
  return changed;
}

/// Gives what was moved a path that arrives when these steps are done.
void Simulation::Body::settle_moves(int count) {
  const double end = time_at(clock.step + count);
  const auto path_to = [&](const Path& path, const Vec3& offset) {
    const double before = state.time - step_time();  // so that velocities, and forces from them, are known
    return Path{
        .keys = {{before, path.offset(before)}, {state.time, path.offset(state.time)}, {end, offset}}};
  };
  for (const Move& move : moves) {
    if (!move.is_pin) {
      if (move.vertex_or_collider >= setup->colliders.size()) continue;
      Path& path = setup->colliders[move.vertex_or_collider].path;
      path = path_to(path, move.place);
    } else if (const auto pin = std::ranges::find(setup->model.pins, move.vertex_or_collider, &Pin::vertex);
               pin != setup->model.pins.end()) {
      pin->path = path_to(pin->path, move.place - pin->position);
    }
  }
  moves.clear();
}

const State& Simulation::state() const {
  return body_->state;
}

Forces Simulation::forces() const {
  const Body& body = *body_;
  Forces forces = measure_forces(*body.system, body.state, body.setup->frame_time / body.setup->substeps);
  forces.contact.resize(body.state.x.size());
  for (std::size_t i = 0; body.advanced_seconds > 0 && i < body.contact_impulse.size(); ++i)
    forces.contact[i] = body.contact_impulse[i] / body.advanced_seconds;
  forces.contact_colliders.resize(body.contact ? body.setup->colliders.size() : 0);
  for (std::size_t c = 0; body.advanced_seconds > 0 && c < body.collider_impulse.size(); ++c)
    forces.contact_colliders[c] = body.collider_impulse[c] / body.advanced_seconds;
  const auto skins = std::ranges::lower_bound(body.held_back, model().vertex_count());
  forces.held_back.assign(body.held_back.begin(), skins);
  return forces;
}

EnergyBalance Simulation::energy() const {
  return measure_energy(*body_->system, body_->state);
}
const Model& Simulation::model() const {
  return body_->setup->model;
}
const Setup& Simulation::setup() const {
  return *body_->setup;
}
int Simulation::frame() const {
  return body_->clock.frame;
}
std::uint64_t Simulation::revision() const {
  return body_->system->revision;
}

}  // namespace tensio
