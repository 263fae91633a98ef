#pragma once

#include "energy/energy.h"
#include "tensio/model.h"

namespace tensio {

/// −p V of every closed surface that holds a pressure, V = Σ x₀·(x₁ × x₂)/6 over its triangles: a force p A n
/// on each. Its Hessian is indefinite; the projected form is none at all, and so is the constant matrix.
class PressureEnergy final : public Energy {
 public:
  /// The model must outlive it.
  explicit PressureEnergy(const Model& model) : model_(model) {}

  const char* name() const override { return "the pressure of closed bodies"; }
  double value(Positions x, Workers& workers) const override;
  double evaluate(Positions x, double scale, std::span<Vec3> g, Workers& workers) const override;
  double curvature(Positions x, std::span<const Vec3> p, HessianForm form, Workers& workers) const override;
  void add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out, Workers& workers) const override;
  void add_hessian(Positions x, double scale, HessianForm form, BlockMatrix& h) const override;
  void add_pairs(std::vector<BlockMatrix::Pair>& pairs) const override;
  void add_quadratic(double, SparseBuilder&) const override {}
  void add_quadratic_diagonal(double, std::span<double>) const override {}

 private:
  /// work(triangle, origin, p/6) for each. Of a closed surface the volume is the same from everywhere: from a
  /// vertex of its own nothing is lost.
  template <class Work>
  void for_each(const Work& work) const;

  const Model& model_;
};

}  // namespace tensio
