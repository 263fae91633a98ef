#pragma once

#include "energy/energy.h"
#include "tensio/model.h"

namespace tensio {

/// −Σ f·x: forces that do not depend on where vertices are. Only a linear term, so no curvature.
class LinearEnergy : public ProjectiveEnergy {
 public:
  double value(Positions x, Workers&) const override { return -dot(force(), x); }
  double evaluate(Positions x, double scale, std::span<Vec3> g, Workers& workers) const override;
  double curvature(Positions, std::span<const Vec3>, HessianForm, Workers&) const override { return 0; }
  void add_hessian_product(Positions, std::span<const Vec3>, double, HessianForm, std::span<Vec3>,
                           Workers&) const override {}
  void add_hessian(Positions, double, HessianForm, BlockMatrix&) const override {}
  void add_quadratic(double, SparseBuilder&) const override {}
  void add_quadratic_diagonal(double, std::span<double>) const override {}

 private:
  virtual std::span<const Vec3> force() const = 0;  // N, now
};

/// Gravity (f = m g) and every other force on single vertices.
class LoadEnergy final : public LinearEnergy {
 public:
  /// The pushes, which are added to the force over time, must outlive the energy.
  explicit LoadEnergy(std::vector<Vec3> force, std::span<const Push> pushes = {});

  const char* name() const override { return "gravity and the loads"; }
  void set_time(double time) override;
  EnergyShape shape() const override { return Load{force_, pushes_.empty()}; }

 private:
  std::span<const Vec3> force() const override { return force_; }

  std::vector<Vec3> force_;  // N, now
  std::span<const Push> pushes_;
  std::vector<Vec3> steady_;  // N, without the pushes, of the vertex of each
};

/// Forces that someone else sets, such as those of contact within a step.
class AppliedLoad final : public LinearEnergy {
 public:
  /// The forces, N, one per vertex, must outlive the energy and stay where they are.
  explicit AppliedLoad(const std::vector<Vec3>& force) : force_(force) {}

  const char* name() const override { return "the forces of contact"; }
  EnergyShape shape() const override { return Load{force_, false}; }

 private:
  std::span<const Vec3> force() const override { return force_; }

  const std::vector<Vec3>& force_;
};

/// m g + f of every vertex of the model, g times the factor of its part.
std::vector<Vec3> load_forces(const Model& model, const Vec3& gravity);

/// Σ ½ k |x − a(t)|²: soft attachments to anchors that may move.
class AttachmentEnergy final : public ProjectiveEnergy {
 public:
  /// The attachments must outlive the energy.
  explicit AttachmentEnergy(const std::vector<Attachment>& attachments);

  const char* name() const override { return "the attachments"; }
  void set_time(double time) override;
  EnergyShape shape() const override { return Tethers{tethers_}; }
  double value(Positions x, Workers& workers) const override;
  double evaluate(Positions x, double scale, std::span<Vec3> g, Workers& workers) const override;
  double curvature(Positions x, std::span<const Vec3> p, HessianForm form, Workers& workers) const override;
  void add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out, Workers& workers) const override;
  void add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const override;
  void add_quadratic(double scale, SparseBuilder& q) const override;
  void add_quadratic_diagonal(double scale, std::span<double> diagonal) const override;

 private:
  const std::vector<Attachment>& attachments_;
  std::vector<Tether> tethers_;  // now
};

/// Σ ½ k |Σ w x − a|²: hands that pull at points of a body. Since |Σ w z|² ≤ Σ w |z|² for weights that add up
/// to 1, k diag(w) bounds its Hessian k w wᵀ: the matrix of the step gets no new entry, and hands may come
/// and go.
class GrabEnergy final : public ProjectiveEnergy {
 public:
  /// The grabs must outlive the energy; their targets may move meanwhile.
  explicit GrabEnergy(const std::vector<Grab>& grabs) : grabs_(grabs) {}

  const char* name() const override { return "a hand that pulls"; }
  double value(Positions x, Workers& workers) const override;
  double evaluate(Positions x, double scale, std::span<Vec3> g, Workers& workers) const override;
  double curvature(Positions x, std::span<const Vec3> p, HessianForm form, Workers& workers) const override;
  void add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out, Workers& workers) const override;
  void add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const override;
  void add_pairs(std::vector<BlockMatrix::Pair>& pairs) const override;
  void add_quadratic(double scale, SparseBuilder& q) const override;
  void add_quadratic_diagonal(double scale, std::span<double> diagonal) const override;

 private:
  const std::vector<Grab>& grabs_;
};

/// R = Σ ½ (γ + a m) |v|²: a force −γ v − a m v on every vertex.
class PointDamping final : public Dissipation {
 public:
  PointDamping(double gamma, double per_mass, std::vector<double> mass) : drag_(std::move(mass)) {
    for (double& drag : drag_) drag = gamma + per_mass * drag;
  }
  explicit PointDamping(std::vector<double> drag) : drag_(std::move(drag)) {}

  const char* name() const override { return "the point damping"; }
  EnergyShape shape() const override { return Drag{drag_}; }
  double value(Positions v, Workers& workers) const override {
    return 0.5 * curvature(v, v, HessianForm::exact, workers);
  }
  double evaluate(Positions v, double scale, std::span<Vec3> g, Workers& workers) const override;
  double curvature(Positions v, std::span<const Vec3> p, HessianForm form, Workers& workers) const override;
  void add_hessian_product(Positions v, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out, Workers& workers) const override;
  void add_hessian(Positions v, double scale, HessianForm form, BlockMatrix& h) const override;
  void add_quadratic(double scale, SparseBuilder& q) const override;
  void add_quadratic_diagonal(double scale, std::span<double> diagonal) const override;

 private:
  std::vector<double> drag_;  // N·s/m
};

}  // namespace tensio
