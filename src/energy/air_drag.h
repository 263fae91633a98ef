#pragma once

#include "energy/air_lanes.h"
#include "energy/element_energy.h"
#include "tensio/setup.h"

namespace tensio {
namespace detail {

struct AirKernel {
  using Law = AirLaw;
  using Element = AirFace;
  static constexpr std::size_t count = 3;
  using Corners = std::array<Vec3, count>;
  static constexpr const char* name = "the air";
  static bool is_projective(const Element&) { return false; }

  /// Of the middle against the wind.
  static Vec3 flow(const Element& face, const Corners& v) { return (v[0] + v[1] + v[2]) / 3 - face.wind; }
  static double value(const Element& face, const Corners& v) {
    Corners force;
    return evaluate(face, v, force);
  }
  static double evaluate(const Element& face, const Corners& v, Corners& force);

  /// ∂²R/∂u², in any form: it is never negative.
  class Curvature {
   public:
    Curvature(const Element& face, const Corners& v, HessianForm form);
    Corners operator()(const Corners& p) const {
      const Vec3 third = (1.0 / 9) * (stiffness_ * (p[0] + p[1] + p[2]));
      return {third, third, third};
    }

   private:
    Mat3 stiffness_;
  };
  static double quadratic(const Element& face, std::size_t, std::size_t) { return face.typical / 9; }
};

}  // namespace detail

/// R = Σ ⅙ ρ A (C_n |n·u|³ + C_t |u − (n·u) n|³) over triangles, u the velocity of a triangle's centre
/// against the wind: forces ½ ρ A C |u| u along the normal and along the surface. The one along the normal
/// has a part across the wind: lift, as of a plate in separated flow. Area, normal and wind are those of the
/// start of the step; the speed is not, so that the drag is stable at any step. The area counts up to 1.5
/// times that at rest: a leaf pulled to forty times its length would be a sail. The constant matrix bounds
/// the drag for triangles as large as at rest and speeds up to the wind's and 5 m/s, doubled until no
/// triangle is faster, or as much larger (fit).
class AirDrag final : std::vector<detail::AirFace>,
                      public detail::ElementEnergy<detail::AirKernel, Dissipation> {
 public:
  AirDrag(const Air& air, const std::vector<std::array<VertexId, 3>>& triangles, Positions rest);

  EnergyShape shape() const override { return AirShape{air_.has_wind()}; }
  void set_time(double time) override { time_ = time; }
  void freeze(Positions x) override;
  double fit(Positions v) override;
  /// A third of the whole on each corner: as much as the mean velocity squared, and no new entries.
  void add_quadratic(double scale, SparseBuilder& q) const override;
  void add_quadratic_diagonal(double scale, std::span<double> diagonal) const override;

 private:
  using Faces = std::vector<detail::AirFace>;
  Faces& faces() { return *this; }
  const Faces& faces() const { return *this; }
  void set_typical(double speed);

  Air air_;
  std::vector<double> typical_area_;  // m², at rest
  double time_ = 0;
};

}  // namespace tensio
