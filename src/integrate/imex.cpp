#include "integrate/imex.h"

#include "energy/point_energy.h"
#include "energy/spring_energy.h"
#include "integrate/acceleration.h"

namespace tensio {

bool StiffPart::is_fast(double omega2, double rate) const {
  return h_ * std::sqrt(omega2) > threshold_ || h_ * rate > threshold_;
}

System& StiffPart::take(const System& system, double h) {
  if (whole_ == &system && whole_revision_ == system.revision && h_ == h) return part_;
  whole_ = &system;
  whole_revision_ = system.revision;
  h_ = h;
  part_.model = system.model;
  part_.pinned = system.pinned;
  part_.ether = system.ether;
  ++part_.revision;
  part_.energies.clear();
  part_.dissipations.clear();
  take_springs(system);
  take_attachments(system);
  take_drags(system);
  return part_;
}

void StiffPart::take_springs(const System& whole) {
  const Model& model = *whole.model;
  const Springs& all = model.springs;
  std::vector<double> damping(all.size(), 0.0);
  const Dampers dampers = whole.terms().damper_table();
  for (std::size_t s = 0; dampers.springs && s < all.size(); ++s) damping[s] = dampers.coefficient(s);
  springs_ = {};
  bool has_dampers = false;
  for (std::size_t s = 0; s < all.size(); ++s) {
    double lightness = 0;  // 1/m_a + 1/m_b, 1/kg
    for (const VertexId end : all.ends[s])
      if (whole.pinned[end] != all_axes) lightness += 1 / model.mass[end];
    if (!is_fast(all.stiffness[s] * lightness, damping[s] * lightness)) continue;
    const auto [a, b] = all.ends[s];
    springs_.add(a, b, all.family[s], all.rest_length[s], all.stiffness[s], damping[s]);
    has_dampers = has_dampers || damping[s] > 0;
  }
  if (springs_.size() > 0) part_.energies.push_back(std::make_unique<SpringEnergy>(springs_));
  if (has_dampers) part_.dissipations.push_back(std::make_unique<SpringDamping>(springs_));
}

void StiffPart::take_attachments(const System& whole) {
  attachments_.clear();
  for (const Attachment& attachment : whole.model->attachments)
    if (is_fast(attachment.stiffness / whole.model->mass[attachment.vertex], 0))
      attachments_.push_back(attachment);
  if (!attachments_.empty()) part_.energies.push_back(std::make_unique<AttachmentEnergy>(attachments_));
}

void StiffPart::take_drags(const System& whole) {
  std::vector<double> drags = whole.terms().drag;
  bool has_drags = false;
  for (std::size_t i = 0; i < drags.size(); ++i) {
    if (!is_fast(0, drags[i] / whole.model->mass[i])) drags[i] = 0;
    has_drags = has_drags || drags[i] > 0;
  }
  if (has_drags) part_.dissipations.push_back(std::make_unique<PointDamping>(std::move(drags)));
}

void ImexEuler::aim(int, System& system, const State& state, double h, double end, StepAim& aim) {
  const std::size_t n = state.x.size();
  part_ = &stiff_.take(system, h);
  aim.inertia = 1;
  aim.s2 = h * h;
  aim.tau = h;
  aim.stage_time = end;
  aim.w = state.x;
  v_ = state.v;
  apply_ether(system, h, v_);
  a_.resize(n);
  stiff_a_.resize(n);
  accelerate(system, state.x, v_, end - h, a_);
  accelerate(*part_, state.x, v_, end - h, stiff_a_);
  aim.y.resize(n);
  for (std::size_t i = 0; i < n; ++i) aim.y[i] = state.x[i] + h * (v_[i] + h * (a_[i] - stiff_a_[i]));
}

void ImexEuler::finish(const StepAim&, Positions x, double h, State& state) const {
  for (std::size_t i = 0; i < x.size(); ++i) {
    state.v[i] = (x[i] - state.x[i]) / h;
    state.x[i] = x[i];
  }
}

}  // namespace tensio
