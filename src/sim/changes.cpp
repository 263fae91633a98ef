// What changes a simulation while it runs.

#include "sim/changes.h"

#include <algorithm>

#include "build/fabric.h"
#include "edit/edit.h"
#include "integrate/integrator.h"
#include "model/seen.h"
#include "sim/check_collider.h"
#include "sim/simulation_body.h"

namespace tensio {

bool Simulation::move_pin(VertexId vertex, const Vec3& position) {
  if (std::ranges::find(model().pins, vertex, &Pin::vertex) == model().pins.end()) return false;
  if (!(norm(position) <= max_length)) return false;
  body_->moves.push_back({vertex, true, position});
  return true;
}

bool Simulation::move_collider(std::size_t collider, const Vec3& offset) {
  if (collider >= setup().colliders.size() || !(norm(offset) <= max_length)) return false;
  body_->moves.push_back({collider, false, offset});
  return true;
}

bool Simulation::set_state(State state) {
  const std::size_t n = model().vertex_count();
  if (state.x.size() != n || state.v.size() != n || !is_finite(state.x) || !is_finite(state.v)) return false;
  state.time = body_->state.time;  // frames go on counting
  state.history.drop();
  body_->state = std::move(state);
  body_->forget_contact();
  if (body_->contact) body_->contact->remember({});
  body_->restart_accounts();
  for (const Pin& pin : model().pins)
    copy_axes(pin.axes, pin.place(body_->state.time), body_->state.x[pin.vertex]);
  return true;
}

/// The energies refer to tables that may have moved or grown.
void Simulation::Body::remake_system() {
  const std::uint64_t revision = system->revision + 1;
  *system = make_system(setup->model, setup->gravity, setup->damping);
  system->revision = revision;
  add_contact_load();
  remake_corrections();
}

void Simulation::request(Edit edit) {
  body_->requests.push_back(std::move(edit));
}

EditsReport Simulation::apply_edits() {
  EditsReport report = body_->apply_edits();
  if (report.applied > 0) body_->forget_contact();
  return report;
}

EditsReport Simulation::Body::apply_edits() {
  EditsReport report;
  // Once a frame, however it is divided into calls.
  if (setup->tear_strain > 0 && clock.step == 0) requests.push_back(Tear{setup->tear_strain});
  const bool has_past = state.history.h > 0 && !requests.empty();
  ForcesNow before;
  if (has_past) before = forces_now(*system, state);
  const auto may_patch = [&](const std::array<VertexId, 3>& triangle, VertexId vertex) {
    if (!contact) return true;
    ContactSolver now(setup->model, setup->colliders, setup->contact, *workers);  // after earlier edits
    now.remember(contact->memory());
    return !now.crosses(triangle, vertex, state.time, state.x);
  };
  for (const Edit& edit : requests) {
    if (std::holds_alternative<GrabPoint>(edit) && is_position_based(setup->minimise.method)) {
      report.refused.push_back("position-based methods have no hands; pin a vertex and move the pin");
      continue;
    }
    if (const auto* pin = std::get_if<PinVertex>(&edit);
        pin && pin->axes != all_axes && is_position_based(setup->minimise.method)) {
      report.refused.push_back(
          "position-based methods cannot hold single coordinates of a vertex; pin it whole");
      continue;
    }
    if (const auto* unpin = std::get_if<UnpinVertex>(&edit))
      std::erase_if(moves, [&](const Move& m) { return m.is_pin && m.vertex_or_collider == unpin->vertex; });
    const Result<EditReport> done = apply(edit, setup->model, state, may_patch);
    if (!done) {
      report.refused.push_back(done.error().message);
      continue;
    }
    report.applied += done->is_changed ? 1 : 0;
    report.missed += !done->is_changed && std::holds_alternative<Cut>(edit) ? 1 : 0;
    report.vertices_added += done->vertices_added;
    report.springs_removed += done->springs_removed;
    report.triangles_removed += done->triangles_removed;
  }
  requests.clear();
  if (report.applied == 0) return report;
  if (report.vertices_added > 0) {  // of the start, one per vertex of then
    setup->position.clear();
    setup->velocity.clear();
  }
  // Points of skins are numbered after the vertices, and may be gone.
  const std::size_t vertices_before = setup->model.vertex_count() - report.vertices_added;
  std::erase_if(held_back, [&](VertexId p) { return p >= vertices_before; });
  if (report.vertices_added > 0 || report.triangles_removed > 0) ++surface.revision;
  remake_system();
  if (contact && report.vertices_added > 0) part_lips(report.vertices_added);
  if (has_past) {
    const auto& copies = setup->model.copies;
    for (std::size_t i = copies.size() - report.vertices_added; i < copies.size(); ++i) {
      before.acceleration.push_back(Vec3(before.acceleration[copies[i][1]]));
      before.stiffness.push_back(double{before.stiffness[copies[i][1]]});
    }
    jump_history(*system, before, state);
  }
  return report;
}

/// Moves the vertices apart that the last edits added and what they are copies of, and their past with them.
void Simulation::Body::part_lips(std::size_t added) {
  const std::vector<Vec3> before = state.x;
  contact->part_lips(std::span(setup->model.copies).last(added), system->pinned, state.time, state.x);
  for (std::size_t i = 0; i < state.history.x.size(); ++i) state.history.x[i] += state.x[i] - before[i];
}

bool Simulation::move_grab(std::uint32_t id, const Vec3& target) {
  auto& grabs = body_->setup->model.grabs;
  const auto grab = std::ranges::find(grabs, id, &Grab::id);
  if (grab == grabs.end() || !(norm(target) <= max_length)) return false;
  if (body_->ledger) body_->ledger->enter(&EnergyFlow::edits, state());
  grab->target = target;
  if (body_->ledger) body_->ledger->enter(&EnergyFlow::pins, state());
  return true;
}

/// Steps of another length: frames count on from here.
void Simulation::Body::restart_clock_within_frame() {
  if (clock.step == 0) return;
  clock.origin = state.time, clock.origin_frame = clock.frame, clock.step = 0;
}

void copy_changeable(const Setup& from, Setup& to) {
  to.gravity = from.gravity;
  to.damping = from.damping;
  to.scheme = from.scheme;
  to.scheme_options = from.scheme_options;
  to.minimise = from.minimise;
  to.substeps = from.substeps;
  to.tear_strain = from.tear_strain;
  to.contact.verify = from.contact.verify;
}

Result<void> Simulation::reconfigure(const Setup& changed) {
  Body& body = *body_;
  Setup before;
  copy_changeable(*body.setup, before);
  copy_changeable(changed, *body.setup);
  if (auto ok = validate(*body.setup); !ok) {
    copy_changeable(before, *body.setup);
    return ok;
  }
  if (before.substeps != changed.substeps) body.restart_clock_within_frame();
  // An integrator keeps factors that are worth keeping.
  if (before.scheme != changed.scheme || before.scheme_options != changed.scheme_options ||
      before.minimise != changed.minimise) {
    body.integrator.reset();
    body.workers = std::make_unique<Workers>(thread_count(body.setup->minimise));
    body.remake_integrator();
  }
  if (before.scheme != changed.scheme) body.state.history.drop();  // which each scheme reads in its own way
  body.remake_system();
  return {};
}

Result<void> Simulation::change_fabric(const Fabric& fabric) {
  Model before = model();
  auto ok = tensio::change_fabric(body_->setup->model, fabric);
  if (ok) ok = validate(setup());
  if (!ok) body_->setup->model = std::move(before);
  body_->remake_system();  // the energies refer to tables that have moved, either way
  return ok;
}

Result<void> Simulation::add_collider(Collider collider) {
  if (auto ok = check_collider(setup(), collider); !ok) return ok;
  if (setup().scheme == Scheme::static_equilibrium)
    return fail("static equilibrium does not support colliders; choose a dynamic scheme");
  body_->setup->colliders.push_back(std::move(collider));
  body_->remake_contact();
  return {};
}

bool Simulation::remove_collider(std::size_t collider) {
  auto& colliders = body_->setup->colliders;
  if (collider >= colliders.size()) return false;
  const Collider removed = std::move(colliders[collider]);
  colliders.erase(colliders.begin() + static_cast<std::ptrdiff_t>(collider));
  std::erase_if(body_->moves, [&](const Move& m) { return !m.is_pin && m.vertex_or_collider == collider; });
  for (Move& move : body_->moves)
    if (!move.is_pin && move.vertex_or_collider > collider) --move.vertex_or_collider;
  const bool was_mesh = needs_contact_rows(removed);
  if (body_->contact) {
    ContactMemory memory = body_->contact->memory();
    if (was_mesh)
      memory = {};  // points had its numbers
    else
      memory.forget_collider(static_cast<std::uint32_t>(collider));
    body_->contact->remember(std::move(memory));
  }
  body_->remake_contact();
  return true;
}

const State& Snapshot::state() const {
  return body_->state;
}
const Model& Snapshot::model() const {
  return *body_->model;
}
int Snapshot::frame() const {
  return body_->clock.frame;
}
std::size_t Snapshot::bytes() const {
  const std::size_t vectors = 2 * (state().x.size() + state().history.x.size());
  return vectors * sizeof(Vec3) + (body_->plasticity ? 32 * model().springs.size() : 0) +
         body_->contact.bytes() + 1000;
}

Snapshot Simulation::snapshot() {
  Body& body = *body_;
  if (!body.shared_model || body.shared_revision != revision()) {
    body.shared_model = std::make_shared<const Model>(model());
    body.shared_revision = revision();
  }
  Snapshot moment;
  moment.body_ = std::make_shared<const Snapshot::Body>(
      Snapshot::Body{body.identity, body.shared_model, model().pins, setup().colliders, body.state,
                     body.clock, setup().substeps, body.plasticity, body.moves,
                     body.contact ? body.contact->memory() : ContactMemory{}});
  return moment;
}

bool Simulation::restore(const Snapshot& snapshot) {
  Body& body = *body_;
  const Snapshot::Body& moment = *snapshot.body_;
  if (moment.identity != body.identity) return false;
  Model& model = body.setup->model;
  const bool is_same = moment.model == body.shared_model && body.shared_revision == revision() &&
                       model.grabs.empty() && moment.model->grabs.empty();
  if (!is_same) model = *moment.model;
  model.grabs.clear();
  model.pins = moment.pins;
  body.setup->colliders = moment.colliders;
  body.state = moment.state;
  body.clock = moment.clock;
  body.carried = 0;
  body.forget_contact();
  body.plasticity = moment.plasticity;
  body.requests.clear();
  body.moves = moment.moves;
  if (moment.substeps != setup().substeps) body.restart_clock_within_frame();
  body.restart_accounts();
  if (is_same) {
    body.remake_contact();  // colliders may have come and gone
  } else {
    ++body.surface.revision;
    body.remake_system();
    if (moment.model->grabs.empty()) {
      body.shared_model = moment.model;
      body.shared_revision = revision();
    }
  }
  if (body.contact) body.contact->remember(moment.contact);
  return true;
}

std::optional<Hit> Simulation::pick(const Ray& ray, double spread) const {
  return tensio::pick(model(), state().x, ray, spread);
}

RenderSurface Simulation::render_surface() {
  auto& surface = body_->surface;
  if (surface.triangles_of != surface.revision) {
    surface.triangles.clear();
    for (const auto& triangle : see(model()).triangles)
      surface.triangles.insert(surface.triangles.end(), triangle.begin(), triangle.end());
    surface.triangles_of = surface.revision;
  }
  const std::vector<Vec3> points = seen_points(model(), state().x);
  std::vector<Vec3> normals(points.size());
  for (std::size_t t = 0; t < surface.triangles.size(); t += 3) {
    const auto [a, b, c] =
        std::array{surface.triangles[t], surface.triangles[t + 1], surface.triangles[t + 2]};
    const Vec3 area = cross(points[b] - points[a], points[c] - points[a]);
    for (const VertexId v : {a, b, c}) normals[v] += area;
  }
  const auto to_floats = [](const auto& from, std::vector<float>& to) {
    to.clear();
    to.reserve(3 * from.size());
    for (const Vec3& p : from)
      for (const double c : {p.x, p.y, p.z}) to.push_back(static_cast<float>(c));
  };
  for (Vec3& normal : normals) normal = normalized(normal);
  to_floats(points, surface.positions);
  to_floats(normals, surface.normals);
  return {surface.positions, surface.normals, surface.triangles, surface.revision};
}

}  // namespace tensio
