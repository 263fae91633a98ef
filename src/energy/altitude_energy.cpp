#include "energy/element_damping.h"
#include "energy/element_energies.h"
#include "model/elements.h"

namespace tensio {
namespace {

using Corners = std::array<Vec3, 4>;

/// The shortest altitude where it is: h = v/a with v six volumes and a = (Σ a_j⁸)^⅛, a_j = |p × q| of the
/// lines of each altitude. ∂a = Σ (a_j/a)⁷ ∂a_j.
class Height {
 public:
  explicit Height(const Corners& x) : shape_(shortest_altitude(x)), edges_(edges(x)) {
    if (is_flawed()) return;
    const Corners volume =
        from_edges({cross(edges_[1], edges_[2]), cross(edges_[2], edges_[0]), cross(edges_[0], edges_[1])});
    for (std::size_t j = 0; j < pairs_.size(); ++j) {
      const auto [a, b, c, d] = altitude_lines[j];
      Pair& pair = pairs_[j];
      pair.p = x[b] - x[a], pair.q = x[d] - x[c];
      const Vec3 normal = cross(pair.p, pair.q);
      pair.area = norm(normal);
      const double ratio = pair.area / shape_.area, square = ratio * ratio;
      pair.sixth = square * square * square, pair.share = ratio * pair.sixth;
      // Far from the shortest it has no share, and perhaps no normal.
      if (!(pair.share > 1e-30)) continue;
      pair.normal = normal / pair.area;
      add_lines(j, pair.share * cross(pair.q, pair.normal), pair.share * cross(pair.normal, pair.p),
                area_gradient_);
    }
    for (std::size_t i = 0; i < 4; ++i)
      gradient_[i] = (volume[i] - shape_.length * area_gradient_[i]) / shape_.area;
  }
  /// All vertices on a line.
  bool is_flawed() const { return !(shape_.area > 0); }
  double length() const { return shape_.length; }
  const Corners& gradient() const { return gradient_; }

  /// The change of the gradient when the corners move by d.
  Corners gradient_change(const Corners& d) const {
    const std::array<Vec3, 3> e = edges(d);
    const auto turned = [&](std::size_t i, std::size_t j) {
      return cross(e[i], edges_[j]) + cross(edges_[i], e[j]);
    };
    const Corners d_volume = from_edges({turned(1, 2), turned(2, 0), turned(0, 1)});
    double d_length = 0, d_area = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      d_length += dot(gradient_[i], d[i]);
      d_area += dot(area_gradient_[i], d[i]);
    }
    const Corners d_area_gradient = area_gradient_change(d, d_area);
    Corners out;
    for (std::size_t i = 0; i < 4; ++i)
      out[i] = (d_volume[i] - d_length * area_gradient_[i] - shape_.length * d_area_gradient[i] -
                d_area * gradient_[i]) /
               shape_.area;
    return out;
  }

 private:
  /// The lines of an altitude.
  struct Pair {
    Vec3 p, q, normal;
    double area = 0, sixth = 0, share = 0;  // a_j, (a_j/a)⁶, (a_j/a)⁷
  };
  static std::array<Vec3, 3> edges(const Corners& x) { return {x[1] - x[0], x[2] - x[0], x[3] - x[0]}; }
  static Corners from_edges(const std::array<Vec3, 3>& g) {
    return {-(g[0] + g[1] + g[2]), g[0], g[1], g[2]};
  }
  static void add_lines(std::size_t j, const Vec3& p, const Vec3& q, Corners& out) {
    const auto [a, b, c, d] = altitude_lines[j];
    out[a] -= p, out[b] += p;
    out[c] -= q, out[d] += q;
  }

  Corners area_gradient_change(const Corners& x, double d_area) const {
    Corners out{};
    for (std::size_t j = 0; j < pairs_.size(); ++j) {
      const Pair& pair = pairs_[j];
      if (!(pair.share > 1e-30)) continue;
      const auto [a, b, c, d] = altitude_lines[j];
      const Vec3 dp = x[b] - x[a], dq = x[d] - x[c];
      const Vec3 d_cross = cross(dp, pair.q) + cross(pair.p, dq);
      const double d_own = dot(pair.normal, d_cross);
      const Vec3 d_normal = (d_cross - d_own * pair.normal) / pair.area;
      const double d_share = 7 * pair.sixth * (d_own - pair.area / shape_.area * d_area) / shape_.area;
      const Vec3 by_p = cross(pair.q, pair.normal), by_q = cross(pair.normal, pair.p);
      add_lines(j, d_share * by_p + pair.share * (cross(dq, pair.normal) + cross(pair.q, d_normal)),
                d_share * by_q + pair.share * (cross(d_normal, pair.p) + cross(pair.normal, dp)), out);
    }
    return out;
  }

  AltitudeShape shape_;
  std::array<Vec3, 3> edges_;
  std::array<Pair, altitude_lines.size()> pairs_{};
  Corners area_gradient_{}, gradient_{};
};

struct AltitudeKernel {
  using Element = Altitude;
  static constexpr std::size_t count = 4;
  using Corners = std::array<Vec3, count>;
  static constexpr const char* name = "the altitude springs of tetrahedra";
  static bool is_projective(const Altitude&) { return false; }

  static double value(const Altitude& altitude, const Corners& x) {
    const double stretch = shortest_altitude(x).length - altitude.rest_length;
    return 0.5 * altitude.stiffness * stretch * stretch;
  }
  static Corners gradient(const Altitude& altitude, const Corners& x) {
    const Height height(x);
    Corners g = height.gradient();
    for (Vec3& force : g) force *= altitude.stiffness * (height.length() - altitude.rest_length);
    return g;
  }

  class Curvature {
   public:
    Curvature(const Altitude& altitude, const Corners& x, HessianForm form)
        : height_(x), stiffness_(altitude.stiffness) {
      if (form == HessianForm::exact) force_ = stiffness_ * (height_.length() - altitude.rest_length);
    }
    Corners operator()(const Corners& p) const {
      if (height_.is_flawed()) return {};
      const Corners& g = height_.gradient();
      double stretch = 0;
      for (std::size_t i = 0; i < count; ++i) stretch += dot(g[i], p[i]);
      Corners out = force_ != 0 ? height_.gradient_change(p) : Corners{};
      for (std::size_t i = 0; i < count; ++i) out[i] = force_ * out[i] + (stiffness_ * stretch) * g[i];
      return out;
    }

   private:
    Height height_;
    double stiffness_ = 0, force_ = 0;
  };

  /// 2k (I − ¼ 1 1ᵀ): ∇h is a mean of w n with unit vectors n and |w|² at most 2.
  static double quadratic(const Altitude& altitude, std::size_t i, std::size_t j) {
    return altitude.stiffness * (i == j ? 1.5 : -0.5);
  }
};

}  // namespace

std::unique_ptr<Energy> make_energy(const std::vector<Altitude>& altitudes) {
  return std::make_unique<detail::ElementEnergy<AltitudeKernel>>(altitudes);
}
std::unique_ptr<Dissipation> make_damping(const std::vector<Altitude>& altitudes, double per_stiffness,
                                          Positions rest) {
  return std::make_unique<detail::ElementDamping<AltitudeKernel>>(altitudes, per_stiffness, rest);
}

}  // namespace tensio
