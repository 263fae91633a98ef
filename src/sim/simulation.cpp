#include "sim/simulation.h"

#include <algorithm>

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
  frame.trace = std::move(step.trace);
}

}  // namespace

Result<Simulation> Simulation::make(Setup setup) {
  if (auto ok = validate(setup); !ok) return tl::unexpected(ok.error());
  return Simulation(std::move(setup));
}

Simulation::Simulation(Setup setup)
    : setup_(std::make_unique<Setup>(std::move(setup))),
      system_(std::make_unique<System>(make_system(setup_->model, setup_->gravity, setup_->damping))),
      workers_(std::make_unique<Workers>(thread_count(setup_->minimise))),
      state_(make_state(setup_->model)) {
  remake_integrator();
  remake_corrections();
  if (setup_->plasticity.yield) plasticity_.emplace(setup_->plasticity);
  if (!setup_->velocity.empty()) state_.v = setup_->velocity;
}

void Simulation::remake_integrator() {
  const Setup& setup = *setup_;
  integrator_ = setup.adaptive.is_on
                    ? make_adaptive_integrator(setup.scheme, setup.scheme_options, setup.minimise,
                                               setup.adaptive, *workers_)
                    : make_integrator(setup.scheme, setup.scheme_options, setup.minimise, *workers_);
}

/// What corrects a step after it was made.
void Simulation::remake_corrections() {
  const Setup& setup = *setup_;
  strain_limit_.reset();
  if (setup.strain_limit.limit)
    strain_limit_.emplace(setup.model, *setup.strain_limit.limit, setup.strain_limit.sweeps);
  rigid_drag_.reset();
  if (setup.damping.rigid < 1) rigid_drag_ = std::make_unique<RigidDrag>(setup.model, setup.damping.rigid);
  energy_budget_.reset();
  if (setup.damping.energy_budget) energy_budget_ = std::make_unique<EnergyBudget>(*system_);
}

FrameReport Simulation::advance_frame() {
  const Stopwatch clock;
  FrameReport frame;
  if (!requests_.empty() || setup_->tear_strain > 0) frame.edits = apply_edits();
  const double h = setup_->frame_time / setup_->substeps;
  frame_start_ = state_;
  if (plasticity_) plasticity_start_ = plasticity_, rest_start_ = setup_->model.springs.rest_length;
  if (is_undisturbed()) {
    add_step(frame, integrator_->advance_run(*system_, state_, h, setup_->substeps,
                                             (frame_ + 1) * setup_->frame_time));
    frame.steps = integrator_->steps();
  } else {
    take_substeps(h, frame);
  }
  if (is_usable(frame.status) && !is_within(max_length, state_.x)) frame.status = SolveStatus::diverged;
  if (is_usable(frame.status)) {
    ++frame_;
  } else {
    state_ = frame_start_;
    if (plasticity_) {
      plasticity_ = plasticity_start_, setup_->model.springs.rest_length = rest_start_;
      ++system_->revision;
    }
    if (energy_budget_) energy_budget_->restart();
  }
  frame.seconds = clock.seconds();
  return frame;
}

bool Simulation::is_undisturbed() const {
  return !rigid_drag_ && !energy_budget_ && !plasticity_ && !strain_limit_ && setup_->colliders.empty();
}

void Simulation::take_substeps(double h, FrameReport& frame) {
  for (int substep = 0; substep < setup_->substeps; ++substep) {
    const double time_before = state_.time;
    if (!setup_->colliders.empty()) x_before_ = state_.x;
    const int left = setup_->substeps - substep - 1;
    const double end = (frame_ + 1) * setup_->frame_time - left * h;
    if (energy_budget_) energy_budget_->begin(state_);
    add_step(frame, integrator_->advance(*system_, state_, h, end));
    frame.steps += integrator_->steps();
    if (!is_usable(frame.status)) break;
    if (rigid_drag_) rigid_drag_->apply(h, state_);
    if (energy_budget_) energy_budget_->end(state_);
    if (plasticity_ && plasticity_->apply(h, state_.x, setup_->model.springs)) ++system_->revision;
    if (strain_limit_) {
      frame.strain_limit = strain_limit_->apply(h, state_.x, state_.v);
      if (frame.strain_limit.corrections > 0) state_.history.drop();  // the steps before led elsewhere
    }
    if (setup_->colliders.empty()) continue;
    frame.contact = resolve_contacts(setup_->model, setup_->colliders, time_before, state_.time,
                                     system_->pinned, x_before_, state_.x, state_.v);
    if (frame.contact.touched > 0) state_.history.drop();
  }
}

Path Simulation::path_to(const Vec3& from, const Vec3& to) const {
  return {.keys = {{state_.time, from}, {(frame_ + 1) * setup_->frame_time, to}}};
}

bool Simulation::move_pin(VertexId vertex, const Vec3& position) {
  const auto pin = std::ranges::find(setup_->model.pins, vertex, &Pin::vertex);
  if (pin == setup_->model.pins.end() || !(norm(position) <= max_length)) return false;
  pin->path = path_to(pin->path.offset(state_.time), position - pin->position);
  return true;
}

bool Simulation::move_collider(std::size_t collider, const Vec3& offset) {
  if (collider >= setup_->colliders.size() || !(norm(offset) <= max_length)) return false;
  Path& path = setup_->colliders[collider].path;
  path = path_to(path.offset(state_.time), offset);
  return true;
}

bool Simulation::set_state(State state) {
  const std::size_t n = model().vertex_count();
  if (state.x.size() != n || state.v.size() != n || !is_finite(state.x) || !is_finite(state.v)) return false;
  const double time = state_.time;
  state_ = std::move(state);
  state_.time = time;  // frames go on counting
  state_.history.drop();
  if (energy_budget_) energy_budget_->restart();
  for (const Pin& pin : model().pins) state_.x[pin.vertex] = pin.position + pin.path.offset(time);
  return true;
}

}  // namespace tensio
