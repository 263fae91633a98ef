#include "energy/system.h"

#include <algorithm>
#include <tuple>

#include "energy/air_drag.h"
#include "energy/element_energies.h"
#include "energy/point_energy.h"
#include "energy/pressure_energy.h"
#include "energy/spring_energy.h"

namespace tensio {

void add_element_energies(const Model& model, std::vector<std::unique_ptr<Energy>>& energies) {
  for_each_table(model, [&](const auto& table) {
    if (table.empty()) return;
    if constexpr (requires { add_energies(table, energies); })
      add_energies(table, energies);
    else
      energies.push_back(make_energy(table));
  });
  if (!model.pressures.empty()) energies.push_back(make_pressure(model));
}

System make_system(const Model& model, const Vec3& gravity, const Damping& damping) {
  System system;
  system.model = &model;
  system.ether = damping.ether;
  system.pinned.assign(model.vertex_count(), 0);
  for (const Pin& pin : model.pins) system.pinned[pin.vertex] = pin.axes;
  if (model.springs.size() > 0) system.energies.push_back(std::make_unique<SpringEnergy>(model.springs));
  add_element_energies(model, system.energies);
  if (!model.attachments.empty())
    system.energies.push_back(std::make_unique<AttachmentEnergy>(model.attachments));
  if (!model.grabs.empty()) system.energies.push_back(std::make_unique<GrabEnergy>(model.grabs));
  system.energies.push_back(std::make_unique<LoadEnergy>(load_forces(model, gravity), model.pushes));
  const double per_stiffness = damping.rayleigh_stiffness;
  if (per_stiffness > 0 || std::ranges::any_of(model.springs.damping, [](double k_d) { return k_d > 0; }))
    system.dissipations.push_back(std::make_unique<SpringDamping>(model.springs, per_stiffness));
  if (per_stiffness > 0)
    for_each_table(model, [&](const auto& table) {
      if (!table.empty())
        system.dissipations.push_back(make_damping(table, per_stiffness, model.rest_position));
    });
  if (damping.has_drag())
    system.dissipations.push_back(
        std::make_unique<PointDamping>(damping.point, damping.rayleigh_mass, model.mass));
  if (damping.air.is_there() && !model.triangles.empty())
    system.dissipations.push_back(
        std::make_unique<AirDrag>(damping.air, model.triangles, model.rest_position));
  return system;
}

void System::set_time(double time) {
  for (auto& energy : energies) energy->set_time(time);
  for (auto& dissipation : dissipations) dissipation->set_time(time);
}

namespace {

Terms sort_terms(const System& system) {
  Terms terms;
  for (const auto& energy : system.energies) {
    const EnergyShape shape = energy->shape();
    if (const auto* load = std::get_if<Load>(&shape)) {
      terms.loads.push_back(energy.get());
      terms.has_steady_loads = terms.has_steady_loads && load->is_steady;
    } else if (std::holds_alternative<Tethers>(shape)) {
      terms.tethered.push_back(energy.get());
    } else if (const auto* table = std::get_if<SpringTable>(&shape); table && !terms.springs) {
      terms.springs = energy.get(), terms.spring_table = table->springs;
    } else {
      terms.others.push_back(energy.get());
    }
  }
  for (const auto& dissipation : system.dissipations) {
    const EnergyShape shape = dissipation->shape();
    if (const auto* drag = std::get_if<Drag>(&shape)) {
      terms.drag.resize(system.vertex_count());
      for (std::size_t i = 0; i < terms.drag.size(); ++i) terms.drag[i] += drag->coefficient[i];
    } else if (std::holds_alternative<Dampers>(shape) && !terms.dampers) {
      terms.dampers = dissipation.get();
    } else {
      terms.other_dissipations.push_back(dissipation.get());
    }
  }
  return terms;
}

}  // namespace

const Terms& System::terms() const {
  if (!(sorted_ == stamp())) {
    terms_ = sort_terms(*this);
    sorted_ = stamp();
  }
  return terms_;
}

Dampers Terms::damper_table() const {
  const EnergyShape shape = dampers ? dampers->shape() : EnergyShape{};
  const auto* table = std::get_if<Dampers>(&shape);
  return table ? *table : Dampers{};
}

void Terms::get_pull(std::span<Vec3> pull) const {
  std::ranges::fill(pull, Vec3{});
  for (const Energy* energy : loads) {
    const EnergyShape shape = energy->shape();
    const std::span<const Vec3> force = std::get_if<Load>(&shape)->force;
    for (std::size_t i = 0; i < pull.size(); ++i) pull[i] += force[i];
  }
}

void Terms::get_pull(std::span<const VertexId> vertices, std::span<Vec3> pull) const {
  for (const VertexId v : vertices) pull[v] = {};
  for (const Energy* energy : loads) {
    const EnergyShape shape = energy->shape();
    const std::span<const Vec3> force = std::get_if<Load>(&shape)->force;
    for (const VertexId v : vertices) pull[v] += force[v];
  }
}

void Terms::get_tethers(double scale, std::vector<Tether>& tethers) const {
  tethers.clear();
  for (const Energy* energy : tethered) {
    const EnergyShape shape = energy->shape();
    for (Tether tether : std::get_if<Tethers>(&shape)->all) {
      tether.weight *= scale;
      tethers.push_back(tether);
    }
  }
  // A total order, as a stable sort would allocate: tethers that tie are equal.
  std::ranges::sort(tethers, {}, [](const Tether& t) {
    return std::tuple(t.vertex, t.weight, t.target.x, t.target.y, t.target.z);
  });
}

}  // namespace tensio
