#include "energy/pressure_energy.h"

#include "energy/element_energy.h"
#include "energy/pressure_lanes.h"

namespace tensio {
namespace {

struct PressureKernel {
  using Law = detail::PressureLaw;
  using Element = detail::PressureFace;
  static constexpr std::size_t count = 3;
  using Corners = std::array<Vec3, count>;
  static constexpr const char* name = "the pressure of closed bodies";
  static bool is_projective(const Element&) { return false; }

  static double value(const Element& face, const Corners& x) {
    return -face.sixth * dot(x[0], cross(x[1], x[2]));
  }
  static Corners gradient(const Element& face, const Corners& x) {
    const Vec3 push = -face.sixth * cross(x[1] - x[0], x[2] - x[0]);
    return {push, push, push};
  }

  static bool has_curvature(HessianForm form) { return form == HessianForm::exact; }
  /// ∂²V/∂x_a∂x_b · p = (p × x_c)/6 for a, b, c in order: skew blocks that are each other's transpose.
  class Curvature {
   public:
    Curvature(const Element& face, const Corners& x, HessianForm form)
        : x_(x), scale_(has_curvature(form) ? -face.sixth : 0) {}
    Corners operator()(const Corners& p) const {
      Corners out;
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t j = (i + 1) % count, k = (i + 2) % count;
        out[i] = scale_ * (cross(p[j], x_[k]) - cross(p[k], x_[j]));
      }
      return out;
    }

   private:
    Corners x_;
    double scale_;
  };

  static double quadratic(const Element&, std::size_t, std::size_t) { return 0; }
};

}  // namespace

std::unique_ptr<Energy> make_pressure(const Model& model) {
  std::vector<detail::PressureFace> faces;
  for (const Pressure& held : model.pressures)
    for (std::size_t t = held.triangle_begin; t < held.triangle_end; ++t)
      faces.push_back({model.triangles[t], held.pressure / 6});
  return std::make_unique<detail::PartEnergy<PressureKernel>>(std::move(faces));
}

}  // namespace tensio
