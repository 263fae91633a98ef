// What changes a simulation while it runs.

#include <algorithm>

#include "build/fabric.h"
#include "sim/simulation.h"

namespace tensio {

/// The energies refer to tables that may have moved or grown.
void Simulation::remake_system() {
  const std::uint64_t revision = system_->revision + 1;
  *system_ = make_system(setup_->model, setup_->gravity, setup_->damping);
  system_->revision = revision;
  remake_corrections();
}

EditsReport Simulation::apply_edits() {
  EditsReport report;
  if (setup_->tear_strain > 0) requests_.push_back(Tear{setup_->tear_strain});
  for (const Edit& edit : requests_) {
    const Result<EditReport> done = apply(edit, setup_->model, state_);
    if (!done) {
      report.refused.push_back(done.error().message);
      continue;
    }
    report.applied += done->is_changed ? 1 : 0;
    report.vertices_added += done->vertices_added;
    report.springs_removed += done->springs_removed;
    report.triangles_removed += done->triangles_removed;
  }
  requests_.clear();
  if (report.applied == 0) return report;
  if (report.vertices_added > 0) setup_->velocity.clear();  // of the start, one per vertex of then
  remake_system();
  return report;
}

bool Simulation::move_grab(std::uint32_t id, const Vec3& target) {
  const auto grab = std::ranges::find(setup_->model.grabs, id, &Grab::id);
  if (grab == setup_->model.grabs.end() || !(norm(target) <= max_length)) return false;
  grab->target = target;
  return true;
}

Result<void> Simulation::reconfigure(const Setup& changed) {
  const auto take = [](const Setup& from, Setup& to) {
    to.gravity = from.gravity;
    to.damping = from.damping;
    to.scheme = from.scheme;
    to.scheme_options = from.scheme_options;
    to.minimise = from.minimise;
    to.substeps = from.substeps;
    to.tear_strain = from.tear_strain;
  };
  Setup before;
  take(*setup_, before);
  take(changed, *setup_);
  if (auto ok = validate(*setup_); !ok) {
    take(before, *setup_);
    return ok;
  }
  // An integrator keeps factors that are worth keeping.
  if (before.scheme != changed.scheme || before.scheme_options != changed.scheme_options ||
      before.minimise != changed.minimise) {
    integrator_.reset();
    workers_ = std::make_unique<Workers>(thread_count(setup_->minimise));
    remake_integrator();
    state_.history.drop();
  }
  remake_system();
  return {};
}

Result<void> Simulation::change_fabric(const Fabric& fabric) {
  Model before = setup_->model;
  auto ok = tensio::change_fabric(setup_->model, fabric);
  if (ok) ok = validate(*setup_);
  if (!ok)
    setup_->model = std::move(before);
  else
    state_.history.drop();
  remake_system();
  return ok;
}

Result<void> Simulation::add_collider(Collider collider) {
  if (auto ok = validate(collider); !ok) return ok;
  if (setup_->scheme == Scheme::static_equilibrium)
    return fail("static equilibrium knows no contact; use a dynamic scheme");
  setup_->colliders.push_back(std::move(collider));
  return {};
}

bool Simulation::remove_collider(std::size_t collider) {
  if (collider >= setup_->colliders.size()) return false;
  setup_->colliders.erase(setup_->colliders.begin() + static_cast<std::ptrdiff_t>(collider));
  return true;
}

Snapshot Simulation::snapshot() {
  if (!shared_model_ || shared_revision_ != system_->revision) {
    shared_model_ = std::make_shared<const Model>(setup_->model);
    shared_revision_ = system_->revision;
  }
  return {shared_model_, setup_->model.pins, setup_->colliders, state_, frame_, plasticity_};
}

void Simulation::restore(const Snapshot& moment) {
  const bool is_same = moment.model == shared_model_ && shared_revision_ == system_->revision &&
                       setup_->model.grabs.empty() && moment.model->grabs.empty();
  if (!is_same) setup_->model = *moment.model;
  setup_->model.grabs.clear();
  setup_->model.pins = moment.pins;
  setup_->colliders = moment.colliders;
  state_ = moment.state;
  frame_ = moment.frame;
  plasticity_ = moment.plasticity;
  requests_.clear();
  if (is_same) return;
  remake_system();
  if (moment.model->grabs.empty()) {
    shared_model_ = moment.model;
    shared_revision_ = system_->revision;
  }
}

}  // namespace tensio
