#include "energy/element_damping.h"
#include "energy/element_energies.h"
#include "energy/hinge_lanes.h"
#include "math/elementary.h"

namespace tensio {
namespace {

/// A hinge where it is: e from vertex 0 to 1, the normals of its triangles (twice their areas long), and
/// where along e the feet of the two heights stand, as fractions.
class Fold {
 public:
  using Corners = std::array<Vec3, 4>;

  explicit Fold(const Corners& x)
      : e_(x[1] - x[0]),
        left_(x[2] - x[0]),
        right_(x[3] - x[0]),
        n_left_(cross(e_, left_)),
        n_right_(cross(right_, e_)) {
    const double square = dot(e_, e_), least = 1e-20 * square * square;
    left_square_ = dot(n_left_, n_left_);
    right_square_ = dot(n_right_, n_right_);
    is_flawed_ = !(square > 0) || !(left_square_ > least) || !(right_square_ > least);
    if (is_flawed_) return;
    length_ = std::sqrt(square);
    foot_left_ = dot(left_, e_) / square;
    foot_right_ = dot(right_, e_) / square;
  }
  /// Without an edge, or with a triangle that is a line.
  bool is_flawed() const { return is_flawed_; }

  double angle() const {
    return arc_tangent(dot(cross(n_left_, n_right_), e_), length_ * dot(n_left_, n_right_));
  }

  /// ∂θ/∂x: the opposite vertices move the angle along the normals, by one over the height; the edge's
  /// vertices balance them by the lever rule.
  Corners gradient() const {
    return balance((-length_ / left_square_) * n_left_, (-length_ / right_square_) * n_right_);
  }

  /// The change of the gradient when the corners move by p.
  Corners gradient_change(const Corners& p) const {
    const Vec3 de = p[1] - p[0], d_left = p[2] - p[0], d_right = p[3] - p[0];
    const double d_length = dot(e_, de) / length_;
    const auto change = [&](const Vec3& n, double square, const Vec3& dn) {
      return (-d_length / square) * n - (length_ / square) * (dn - (2 * dot(n, dn) / square) * n);
    };
    const Vec3 g_left = (-length_ / left_square_) * n_left_, g_right = (-length_ / right_square_) * n_right_;
    Corners out = balance(change(n_left_, left_square_, cross(de, left_) + cross(e_, d_left)),
                          change(n_right_, right_square_, cross(d_right, e_) + cross(right_, de)));
    const double square = length_ * length_;
    const auto foot_change = [&](double foot, const Vec3& side, const Vec3& d_side) {
      return (dot(d_side, e_) + dot(side, de) - 2 * foot * dot(e_, de)) / square;
    };
    const Vec3 shift =
        foot_change(foot_left_, left_, d_left) * g_left + foot_change(foot_right_, right_, d_right) * g_right;
    out[0] += shift;
    out[1] -= shift;
    return out;
  }

 private:
  Corners balance(const Vec3& left, const Vec3& right) const {
    return {(foot_left_ - 1) * left + (foot_right_ - 1) * right, -foot_left_ * left - foot_right_ * right,
            left, right};
  }

  Vec3 e_, left_, right_, n_left_, n_right_;
  double left_square_ = 0, right_square_ = 0, length_ = 0, foot_left_ = 0, foot_right_ = 0;
  bool is_flawed_ = true;
};

/// E, ∂E/∂θ and ∂²E/∂θ² of a hinge at an angle.
struct HingeMoment {
  double energy, first, second;
};
HingeMoment moment(const Hinge& hinge, double angle) {
  const double k = hinge.stiffness, opening = angle - hinge.rest_angle;
  if (hinge.law == HingeLaw::quadratic) return {0.5 * k * opening * opening, k * opening, k};
  const SineCosine now = sine_cosine(0.5 * angle), rest = sine_cosine(0.5 * hinge.rest_angle);
  return {k * (4 * (rest.cosine - now.cosine) - 2 * opening * rest.sine), 2 * k * (now.sine - rest.sine),
          k * now.cosine};
}

struct HingeKernel {
  using Law = detail::HingeLaneLaw;
  using Element = Hinge;
  static constexpr std::size_t count = 4;
  using Corners = std::array<Vec3, count>;
  static constexpr const char* name = "the bending of hinges (dihedral angles)";
  static bool is_projective(const Hinge&) { return false; }

  static double value(const Hinge& hinge, const Corners& x) {
    const Fold fold(x);
    return fold.is_flawed() ? 0 : moment(hinge, fold.angle()).energy;
  }
  static Corners gradient(const Hinge& hinge, const Corners& x) {
    const Fold fold(x);
    if (fold.is_flawed()) return {};
    Corners g = fold.gradient();
    const double first = moment(hinge, fold.angle()).first;
    for (Vec3& force : g) force *= first;
    return g;
  }

  class Curvature {
   public:
    Curvature(const Hinge& hinge, const Corners& x, HessianForm form) : fold_(x) {
      if (fold_.is_flawed()) return;
      gradient_ = fold_.gradient();
      moment_ = moment(hinge, fold_.angle());
      if (form != HessianForm::exact) moment_.first = 0;
      if (form != HessianForm::exact && !(moment_.second > 0)) moment_.second = 0;
    }
    Corners operator()(const Corners& p) const {
      if (fold_.is_flawed()) return {};
      double opening = 0;
      for (std::size_t i = 0; i < count; ++i) opening += dot(gradient_[i], p[i]);
      Corners out = moment_.first != 0 ? fold_.gradient_change(p) : Corners{};
      for (std::size_t i = 0; i < count; ++i)
        out[i] = moment_.first * out[i] + (moment_.second * opening) * gradient_[i];
      return out;
    }

   private:
    Fold fold_;
    Corners gradient_{};
    HingeMoment moment_{};
  };

  /// k c cᵀ: the Hessian of the flat hinge along its normal.
  static double quadratic(const Hinge& hinge, std::size_t i, std::size_t j) {
    return hinge.stiffness * hinge.coefficient[i] * hinge.coefficient[j];
  }
};

}  // namespace

std::unique_ptr<Energy> make_energy(const std::vector<Hinge>& hinges) {
  return std::make_unique<detail::ElementEnergy<HingeKernel>>(hinges);
}
std::unique_ptr<Dissipation> make_damping(const std::vector<Hinge>& hinges, double per_stiffness,
                                          Positions rest) {
  return std::make_unique<detail::ElementDamping<HingeKernel>>(hinges, per_stiffness, rest);
}

}  // namespace tensio
