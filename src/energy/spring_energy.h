#pragma once

#include "energy/energy.h"
#include "tensio/model.h"

namespace tensio {

/// Σ ½ k (|a − b| − r)².  Liu et al. 2013, eq. 9.
/// A spring of length zero has no direction: if r > 0 it exerts no force there.
class SpringEnergy final : public ProjectiveEnergy {
 public:
  /// The springs must outlive the energy.
  explicit SpringEnergy(const Springs& springs) : springs_(springs) {}

  const char* name() const override { return "the springs"; }
  EnergyShape shape() const override { return SpringTable{&springs_}; }
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
  const Springs& springs_;
};

/// Dampers along the springs: R = Σ ½ (k_d + b k) (n·(v_a − v_b))², n the spring's direction at the start of
/// the step; b is Rayleigh's damping in proportion to stiffness. Rigid rotation is left alone, as only the
/// rate of length counts, and so the constant matrix bounds it by (k_d + b k) I.
class SpringDamping final : public Dissipation {
 public:
  explicit SpringDamping(const Springs& springs, double per_stiffness = 0)
      : springs_(springs), per_stiffness_(per_stiffness) {}

  const char* name() const override { return "the dampers along the springs (spring_damping)"; }
  void freeze(Positions x) override { frozen_.assign(x.begin(), x.end()); }
  EnergyShape shape() const override { return dampers(); }
  double value(Positions v, Workers& workers) const override;
  double evaluate(Positions v, double scale, std::span<Vec3> g, Workers& workers) const override;
  double curvature(Positions v, std::span<const Vec3> p, HessianForm form, Workers& workers) const override;
  void add_hessian_product(Positions v, std::span<const Vec3> p, double scale, HessianForm form,
                           std::span<Vec3> out, Workers& workers) const override;
  void add_hessian(Positions v, double scale, HessianForm form, BlockMatrix& h) const override;
  void add_pairs(std::vector<BlockMatrix::Pair>& pairs) const override;
  void add_quadratic(double scale, SparseBuilder& q) const override;
  void add_quadratic_diagonal(double scale, std::span<double> diagonal) const override;

 private:
  /// n of a spring; zero before the first freeze.
  Vec3 direction(std::size_t spring) const;

  Dampers dampers() const { return {&springs_, per_stiffness_, frozen_}; }
  double coefficient(std::size_t spring) const { return dampers().coefficient(spring); }

  const Springs& springs_;
  double per_stiffness_;      // b, s
  std::vector<Vec3> frozen_;  // m, positions at the start of the step
};

}  // namespace tensio
