#pragma once

#include "energy/energy.h"
#include "tensio/setup.h"

namespace tensio {

/// R = Σ ⅙ ρ A (C_n |n·u|³ + C_t |u − (n·u) n|³) over triangles, u the velocity of a triangle's centre
/// against the wind: forces ½ ρ A C |u| u along the normal and along the surface. The one along the normal
/// has a part across the wind: lift, as of a plate in separated flow. Area, normal and wind are those of the
/// start of the step; the speed is not, so that the drag is stable at any step. The area counts up to 1.5
/// times that at rest: a leaf pulled to forty times its length would be a sail. The constant matrix bounds
/// the drag for triangles as large as at rest and speeds up to the wind's and 5 m/s, doubled until no
/// triangle is faster, or as much larger (fit).
class AirDrag final : public Dissipation {
 public:
  /// The triangles must outlive it.
  AirDrag(const Air& air, const std::vector<std::array<VertexId, 3>>& triangles, Positions rest);

  const char* name() const override { return "the air"; }
  bool is_projective() const override { return false; }
  EnergyShape shape() const override { return AirShape{air_.has_wind()}; }
  void set_time(double time) override { time_ = time; }
  void freeze(Positions x) override;
  double fit(Positions v) override;
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
  struct Face {
    Vec3 normal, wind;
    double growth = 0;                                       // area over that at rest
    double normal_coefficient = 0, surface_coefficient = 0;  // ½ ρ A C, kg/m
  };
  Vec3 flow(std::size_t triangle, Positions v) const;
  Mat3 stiffness(std::size_t triangle, Positions v, HessianForm form) const;
  double typical(std::size_t triangle) const { return typical_area_[triangle] * typical_rate_; }

  Air air_;
  const std::vector<std::array<VertexId, 3>>& triangles_;
  std::vector<Face> faces_;
  std::vector<double> typical_area_;  // m², at rest
  double typical_rate_ = 0;           // ∂(force)/∂(velocity) per area, kg/(m² s)
  double time_ = 0;
};

}  // namespace tensio
