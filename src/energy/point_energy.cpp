#include "energy/point_energy.h"

namespace tensio {

LoadEnergy::LoadEnergy(std::vector<Vec3> force, std::span<const Push> pushes)
    : force_(std::move(force)), pushes_(pushes) {
  for (const Push& push : pushes) steady_.push_back(force_[push.vertex]);
  set_time(0);
}

void LoadEnergy::set_time(double time) {
  for (std::size_t i = 0; i < pushes_.size(); ++i) force_[pushes_[i].vertex] = steady_[i];
  for (const Push& push : pushes_) force_[push.vertex] += push.force.offset(time);
}

double LinearEnergy::evaluate(Positions x, double scale, std::span<Vec3> g, Workers& workers) const {
  const std::span<const Vec3> now = force();
  for (std::size_t i = 0; i < g.size(); ++i) g[i] -= scale * now[i];
  return value(x, workers);
}

std::vector<Vec3> load_forces(const Model& model, const Vec3& gravity) {
  std::vector<double> factor(model.vertex_count(), 1);
  for (const Part& part : model.parts)
    for (std::size_t i = part.vertex_begin; i < part.vertex_end; ++i) factor[i] = part.gravity;
  for (const auto& [copy, original] : model.copies) factor[copy] = factor[original];
  std::vector<Vec3> force = model.force;
  for (std::size_t i = 0; i < force.size(); ++i) force[i] += model.mass[i] * (factor[i] * gravity);
  return force;
}

AttachmentEnergy::AttachmentEnergy(const std::vector<Attachment>& attachments) : attachments_(attachments) {
  for (const Attachment& attachment : attachments)
    tethers_.push_back({attachment.vertex, attachment.stiffness, {}});
  set_time(0);
}

void AttachmentEnergy::set_time(double time) {
  for (std::size_t i = 0; i < tethers_.size(); ++i)
    tethers_[i].target = attachments_[i].anchor + attachments_[i].path.offset(time);
}

double AttachmentEnergy::value(Positions x, Workers&) const {
  double sum = 0;
  for (const Tether& tether : tethers_) {
    const Vec3 d = x[tether.vertex] - tether.target;
    sum += 0.5 * tether.weight * dot(d, d);
  }
  return sum;
}

double AttachmentEnergy::evaluate(Positions x, double scale, std::span<Vec3> g, Workers& workers) const {
  for (const Tether& tether : tethers_)
    g[tether.vertex] += (scale * tether.weight) * (x[tether.vertex] - tether.target);
  return value(x, workers);
}

double AttachmentEnergy::curvature(Positions, std::span<const Vec3> p, HessianForm, Workers&) const {
  double sum = 0;
  for (const Tether& tether : tethers_) sum += tether.weight * dot(p[tether.vertex], p[tether.vertex]);
  return sum;
}

void AttachmentEnergy::add_hessian_product(Positions, std::span<const Vec3> p, double scale, HessianForm,
                                           std::span<Vec3> out, Workers&) const {
  for (const Tether& tether : tethers_) out[tether.vertex] += (scale * tether.weight) * p[tether.vertex];
}

void AttachmentEnergy::add_hessian(Positions, double scale, HessianForm, BlockMatrix& h) const {
  for (const Tether& tether : tethers_) h.add_diagonal(tether.vertex, scale * tether.weight);
}

void AttachmentEnergy::add_quadratic(double scale, SparseBuilder& q) const {
  for (const Tether& tether : tethers_) q.add_diagonal(tether.vertex, scale * tether.weight);
}

void AttachmentEnergy::add_quadratic_diagonal(double scale, std::span<double> diagonal) const {
  for (const Tether& tether : tethers_) diagonal[tether.vertex] += scale * tether.weight;
}

double PointDamping::evaluate(Positions v, double scale, std::span<Vec3> g, Workers& workers) const {
  for (std::size_t i = 0; i < g.size(); ++i) g[i] += (scale * drag_[i]) * v[i];
  return value(v, workers);
}

double PointDamping::curvature(Positions, std::span<const Vec3> p, HessianForm, Workers&) const {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += drag_[i] * dot(p[i], p[i]);
  return sum;
}

void PointDamping::add_hessian_product(Positions, std::span<const Vec3> p, double scale, HessianForm,
                                       std::span<Vec3> out, Workers&) const {
  for (std::size_t i = 0; i < p.size(); ++i) out[i] += (scale * drag_[i]) * p[i];
}

void PointDamping::add_hessian(Positions, double scale, HessianForm, BlockMatrix& h) const {
  for (std::uint32_t i = 0; i < drag_.size(); ++i) h.add_diagonal(i, scale * drag_[i]);
}

void PointDamping::add_quadratic(double scale, SparseBuilder& q) const {
  for (std::size_t i = 0; i < drag_.size(); ++i) q.add_diagonal(i, scale * drag_[i]);
}

void PointDamping::add_quadratic_diagonal(double scale, std::span<double> diagonal) const {
  for (std::size_t i = 0; i < diagonal.size(); ++i) diagonal[i] += scale * drag_[i];
}

}  // namespace tensio
