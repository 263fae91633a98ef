#include "energy/point_energy.h"

namespace tensio {

void LoadEnergy::add_gradient(Positions, double scale, std::span<Vec3> g) const {
  for (std::size_t i = 0; i < g.size(); ++i) g[i] -= scale * force_[i];
}

bool LoadEnergy::add_pull(double scale, std::span<Vec3> pull) const {
  for (std::size_t i = 0; i < force_.size(); ++i) pull[i] += scale * force_[i];
  return true;
}

std::vector<Vec3> load_forces(const Model& model, const Vec3& gravity) {
  std::vector<Vec3> force = model.force;
  for (std::size_t i = 0; i < force.size(); ++i) force[i] += model.mass[i] * gravity;
  return force;
}

AttachmentEnergy::AttachmentEnergy(const std::vector<Attachment>& attachments)
    : attachments_(attachments), anchor_(attachments.size()) {
  set_time(0);
}

void AttachmentEnergy::set_time(double time) {
  for (std::size_t i = 0; i < anchor_.size(); ++i)
    anchor_[i] = attachments_[i].anchor + attachments_[i].path.offset(time);
}

double AttachmentEnergy::value(Positions x) const {
  double sum = 0;
  for (std::size_t i = 0; i < anchor_.size(); ++i) {
    const Vec3 d = x[attachments_[i].vertex] - anchor_[i];
    sum += 0.5 * attachments_[i].stiffness * dot(d, d);
  }
  return sum;
}

void AttachmentEnergy::add_gradient(Positions x, double scale, std::span<Vec3> g) const {
  for (std::size_t i = 0; i < anchor_.size(); ++i) {
    const VertexId v = attachments_[i].vertex;
    g[v] += (scale * attachments_[i].stiffness) * (x[v] - anchor_[i]);
  }
}

void AttachmentEnergy::add_hessian(Positions, double scale, HessianForm, BlockMatrix& h) const {
  for (const Attachment& attachment : attachments_)
    h.add_diagonal(attachment.vertex, scale * attachment.stiffness);
}

double AttachmentEnergy::curvature(Positions, std::span<const Vec3> p, HessianForm) const {
  double sum = 0;
  for (const Attachment& attachment : attachments_)
    sum += attachment.stiffness * dot(p[attachment.vertex], p[attachment.vertex]);
  return sum;
}

void AttachmentEnergy::add_hessian_product(Positions, std::span<const Vec3> p, double scale, HessianForm,
                                           std::span<Vec3> out) const {
  for (const Attachment& attachment : attachments_)
    out[attachment.vertex] += (scale * attachment.stiffness) * p[attachment.vertex];
}

void AttachmentEnergy::add_quadratic(double scale, SparseBuilder& q) const {
  for (const Attachment& attachment : attachments_)
    q.add_diagonal(attachment.vertex, scale * attachment.stiffness);
}

void AttachmentEnergy::add_quadratic_diagonal(double scale, std::span<double> diagonal) const {
  for (const Attachment& attachment : attachments_)
    diagonal[attachment.vertex] += scale * attachment.stiffness;
}

bool AttachmentEnergy::add_tethers(double scale, std::vector<Tether>& tethers) const {
  for (std::size_t i = 0; i < anchor_.size(); ++i)
    tethers.push_back({attachments_[i].vertex, scale * attachments_[i].stiffness, anchor_[i]});
  return true;
}

void PointDamping::add_gradient(Positions v, double scale, std::span<Vec3> g) const {
  for (std::size_t i = 0; i < g.size(); ++i) g[i] += (scale * drag(i)) * v[i];
}

void PointDamping::add_hessian(Positions, double scale, HessianForm, BlockMatrix& h) const {
  for (std::uint32_t i = 0; i < mass_.size(); ++i) h.add_diagonal(i, scale * drag(i));
}

double PointDamping::curvature(Positions, std::span<const Vec3> p, HessianForm) const {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += drag(i) * dot(p[i], p[i]);
  return sum;
}

void PointDamping::add_hessian_product(Positions, std::span<const Vec3> p, double scale, HessianForm,
                                       std::span<Vec3> out) const {
  for (std::size_t i = 0; i < p.size(); ++i) out[i] += (scale * drag(i)) * p[i];
}

void PointDamping::add_quadratic(double scale, SparseBuilder& q) const {
  for (std::size_t i = 0; i < mass_.size(); ++i) q.add_diagonal(i, scale * drag(i));
}

bool PointDamping::add_drag(double scale, std::span<double> drags) const {
  for (std::size_t i = 0; i < drags.size(); ++i) drags[i] += scale * drag(i);
  return true;
}

void PointDamping::add_quadratic_diagonal(double scale, std::span<double> diagonal) const {
  for (std::size_t i = 0; i < diagonal.size(); ++i) diagonal[i] += scale * drag(i);
}

}  // namespace tensio
