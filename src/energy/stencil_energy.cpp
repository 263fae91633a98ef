#include <algorithm>

#include "energy/element_damping.h"
#include "energy/element_energies.h"

namespace tensio {
namespace {

/// With s = Σ c_i x_i: E = ½ w d², d the distance of |s| from its range, a spring on s.
struct StencilKernel {
  using Element = Stencil;
  static constexpr std::size_t count = 4;
  using Corners = std::array<Vec3, count>;
  static constexpr const char* name = "stencils (bending, woven triangles, bounds of strain)";
  static bool is_projective(const Stencil&) { return true; }

  static Vec3 sum(const Stencil& s, const Corners& x) {
    // Relative to a vertex of its own, so that places far from the origin lose nothing.
    Vec3 total;
    for (std::size_t i = 1; i < count; ++i) total += s.coefficient[i] * (x[i] - x[0]);
    return total;
  }
  static Corners spread(const Stencil& s, const Vec3& force) {
    Corners out;
    for (std::size_t i = 0; i < count; ++i) out[i] = s.coefficient[i] * force;
    return out;
  }

  /// The length in the range that is nearest to this one.
  static double target(const Stencil& s, double length) {
    return std::clamp(length, s.rest_length, s.rest_length + s.slack);
  }
  static bool is_linear(const Stencil& s) { return s.rest_length == 0 && s.slack == 0; }

  static double value(const Stencil& s, const Corners& x) {
    const double length = norm(sum(s, x)), stretch = length - target(s, length);
    return 0.5 * s.weight * stretch * stretch;
  }
  static Corners gradient(const Stencil& s, const Corners& x) {
    const Vec3 d = sum(s, x);
    if (is_linear(s)) return spread(s, s.weight * d);
    const double length = norm(d);
    return spread(s, (length > 0 ? s.weight * (1 - target(s, length) / length) : 0) * d);
  }

  class Curvature {
   public:
    Curvature(const Stencil& s, const Corners& x, HessianForm form) : s_(s) {
      if (is_linear(s)) return;
      const Vec3 d = sum(s, x);
      const double length = norm(d);
      if (!(length > 0) || (s.slack > 0 && target(s, length) == length)) {
        along_ = across_ = 0;
        return;
      }
      n_ = d / length;
      across_ = 1 - target(s, length) / length;
      if (form == HessianForm::projected) across_ = std::max(0.0, across_);
      if (form == HessianForm::gauss_newton) across_ = 0;
    }
    Corners operator()(const Corners& p) const {
      const Vec3 change = sum(s_, p);
      return spread(s_, s_.weight * (across_ * change + ((along_ - across_) * dot(n_, change)) * n_));
    }

   private:
    const Stencil& s_;
    Vec3 n_;
    double along_ = 1, across_ = 1;  // as fractions of w
  };

  static double quadratic(const Stencil& s, std::size_t i, std::size_t j) {
    return s.weight * s.coefficient[i] * s.coefficient[j];
  }
};

}  // namespace

std::unique_ptr<Energy> make_energy(const std::vector<Stencil>& stencils) {
  return std::make_unique<detail::ElementEnergy<StencilKernel>>(stencils);
}
std::unique_ptr<Dissipation> make_damping(const std::vector<Stencil>& stencils, double per_stiffness,
                                          Positions rest) {
  return std::make_unique<detail::ElementDamping<StencilKernel>>(stencils, per_stiffness, rest);
}

}  // namespace tensio
