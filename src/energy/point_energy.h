#pragma once

#include "energy/energy.h"
#include "tensio/model.h"

namespace tensio {

/// −Σ f·x: gravity (f = m g) and every other constant force on the vertices. Only a linear term, so no
/// curvature.
class LoadEnergy final : public ProjectiveEnergy {
 public:
  explicit LoadEnergy(std::vector<Vec3> force) : force_(std::move(force)) {}

  const char* name() const override { return "gravity and the loads"; }
  double value(Positions x) const override { return -dot(force_, x); }
  void add_gradient(Positions x, double scale, std::span<Vec3> g) const override;
  void add_hessian(Positions, double, HessianForm, BlockMatrix&) const override {}
  double curvature(Positions, std::span<const Vec3>, HessianForm) const override { return 0; }
  void add_hessian_product(Positions, std::span<const Vec3>, double, HessianForm,
                           std::span<Vec3>) const override {}
  void add_quadratic(double, SparseBuilder&) const override {}
  void add_quadratic_diagonal(double, std::span<double>) const override {}
  bool add_pull(double scale, std::span<Vec3> pull) const override;

 private:
  std::vector<Vec3> force_;  // N
};

/// m g + f of every vertex of the model.
std::vector<Vec3> load_forces(const Model& model, const Vec3& gravity);

/// Σ ½ k |x − a(t)|²: soft attachments to anchors that may move.
class AttachmentEnergy final : public ProjectiveEnergy {
 public:
  /// The attachments must outlive the energy.
  explicit AttachmentEnergy(const std::vector<Attachment>& attachments);

  const char* name() const override { return "the attachments"; }
  void set_time(double time) override;
  double value(Positions x) const override;
  void add_gradient(Positions x, double scale, std::span<Vec3> g) const override;
  void add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const override;
  double curvature(Positions x, std::span<const Vec3> p, HessianForm form) const override;
  void add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out) const override;
  void add_quadratic(double scale, SparseBuilder& q) const override;
  void add_quadratic_diagonal(double scale, std::span<double> diagonal) const override;
  bool add_tethers(double scale, std::vector<Tether>& tethers) const override;

 private:
  const std::vector<Attachment>& attachments_;
  std::vector<Vec3> anchor_;  // m, now
};

/// Σ ½ k |Σ w x − a|²: hands that pull at points of a body. Since |Σ w z|² ≤ Σ w |z|² for weights that add up
/// to 1, k diag(w) bounds its Hessian k w wᵀ: the matrix of the step gets no new entry, and hands may come
/// and go.
class GrabEnergy final : public ProjectiveEnergy {
 public:
  /// The grabs must outlive the energy; their targets may move meanwhile.
  explicit GrabEnergy(const std::vector<Grab>& grabs) : grabs_(grabs) {}

  const char* name() const override { return "a hand that pulls"; }
  double value(Positions x) const override;
  void add_gradient(Positions x, double scale, std::span<Vec3> g) const override;
  void add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const override;
  double curvature(Positions x, std::span<const Vec3> p, HessianForm form) const override;
  void add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out) const override;
  void add_pairs(std::vector<BlockMatrix::Pair>& pairs) const override;
  void add_quadratic(double scale, SparseBuilder& q) const override;
  void add_quadratic_diagonal(double scale, std::span<double> diagonal) const override;

 private:
  const std::vector<Grab>& grabs_;
};

/// R = Σ ½ (γ + a m) |v|²: a force −γ v − a m v on every vertex.
class PointDamping final : public Dissipation {
 public:
  /// The masses must outlive the dissipation.
  PointDamping(double gamma, double per_mass, const std::vector<double>& mass)
      : gamma_(gamma), per_mass_(per_mass), mass_(mass) {}

  const char* name() const override { return "the point damping"; }
  double value(Positions v) const override { return 0.5 * curvature(v, v, HessianForm::exact); }
  void add_gradient(Positions v, double scale, std::span<Vec3> g) const override;
  void add_hessian(Positions v, double scale, HessianForm form, BlockMatrix& h) const override;
  double curvature(Positions v, std::span<const Vec3> p, HessianForm form) const override;
  void add_hessian_product(Positions v, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out) const override;
  void add_quadratic(double scale, SparseBuilder& q) const override;
  void add_quadratic_diagonal(double scale, std::span<double> diagonal) const override;
  bool add_drag(double scale, std::span<double> drag) const override;

 private:
  double drag(std::size_t i) const { return gamma_ + per_mass_ * mass_[i]; }

  double gamma_;     // N·s/m
  double per_mass_;  // a, 1/s
  const std::vector<double>& mass_;
};

}  // namespace tensio
