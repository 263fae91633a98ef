#include <algorithm>
#include <cmath>

#include "energy/element_damping.h"
#include "energy/element_energies.h"
#include "energy/membrane_lanes.h"
#include "energy/neo_hookean.h"
#include "energy/singular_values.h"
#include "energy/tetrahedron_lanes.h"
#include "math/elementary.h"

namespace tensio {
namespace {

using detail::NeoHookean;
using detail::SingularValues;

constexpr double least_sum =
    1e-9;  // of singular values: below it a direction is undefined and has no curvature

double trace(std::span<const double> sigma) {
  double sum = 0;
  for (const double s : sigma) sum += s;
  return sum;
}

/// ∂J/∂F, the cofactors, as columns.
std::array<Vec3, 3> cofactors(const std::array<Vec3, 3>& f) {
  return {cross(f[1], f[2]), cross(f[2], f[0]), cross(f[0], f[1])};
}

double square_of(const std::array<Vec3, 3>& f) {
  return dot(f[0], f[0]) + dot(f[1], f[1]) + dot(f[2], f[2]);
}

template <int d>
struct SimplexKernel {
  using Element = Simplex<d>;
  static constexpr std::size_t count = d + 1;
  using Corners = std::array<Vec3, count>;
  using Columns = std::array<Vec3, d>;
  static constexpr const char* name = d == 2 ? "corotated triangles with Poisson's ratio above 0"
                                             : "tetrahedra (but corotated ones with Poisson's ratio 0)";
  static bool is_projective(const Element& e) { return e.lambda == 0 && e.law == ElementLaw::corotated; }

  /// F, or its change when the corners move by x.
  static Columns deformation(const Element& e, const Corners& x) {
    Columns f{};
    for (std::size_t j = 0; j < d; ++j) {
      const Vec3 edge = x[j + 1] - x[0];
      for (std::size_t k = 0; k < d; ++k) f[k] += e.inverse_rest[d * j + k] * edge;
    }
    return f;
  }
  /// Forces on the corners that do the work of the stress P.
  static Corners spread(const Element& e, const Columns& p) {
    Corners out{};
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t k = 0; k < d; ++k) out[j + 1] += (e.measure * e.inverse_rest[d * j + k]) * p[k];
      out[0] -= out[j + 1];
    }
    return out;
  }

  /// How far a singular value is out of its bounds, which both are 1 where there are none.
  static double beyond(const Element& e, double sigma) { return sigma - std::clamp(sigma, e.least, e.most); }

  static double density(const Element& e, const Columns& f) {
    if constexpr (d == 3) {
      if (e.law == ElementLaw::neo_hookean) {
        const NeoHookean<double> law(e.mu, e.lambda);
        const double square = square_of(f);
        return law.density(square, dot(f[0], cross(f[1], f[2])), logarithm(law.in_logarithm(square)));
      }
    }
    return density(e, SingularValues<d>(f));
  }
  static double density(const Element& e, const SingularValues<d>& svd) {
    double square = 0;
    for (const double s : svd.sigma) square += beyond(e, s) * beyond(e, s);
    const double stretch = trace(svd.sigma) - d;
    return e.mu * square + 0.5 * e.lambda * stretch * stretch;
  }

  static Columns stress(const Element& e, const Columns& f) {
    if constexpr (d == 3) {
      if (e.law == ElementLaw::neo_hookean) {
        const NeoHookean<double> law(e.mu, e.lambda);
        const Columns c = cofactors(f);
        const double along = law.along_f(square_of(f)), pressure = law.along_cofactors(dot(f[0], c[0]));
        Columns p;
        for (std::size_t k = 0; k < d; ++k) p[k] = along * f[k] + pressure * c[k];
        return p;
      }
    }
    return stress(e, SingularValues<d>(f));
  }
  /// P = 2 μ (F − R) + λ (tr RᵀF − d) R
  static Columns stress(const Element& e, const SingularValues<d>& svd) {
    const double stretch = e.lambda * (trace(svd.sigma) - d);
    std::array<std::array<double, d>, 3> inside{};
    for (std::size_t j = 0; j < d; ++j) {
      const bool has_direction = d == 3 || svd.sigma[j] > least_sum;
      inside[j][j] = has_direction ? 2 * e.mu * beyond(e, svd.sigma[j]) + stretch : 0;
    }
    return svd.outside(inside);
  }

  using Frame = detail::KnownSingularValues<d>;

  /// Value, and the forces with it.
  static double evaluate(const Element& e, const Corners& x, Frame& frame, Corners& force) {
    const Columns f = deformation(e, x);
    if constexpr (d == 3) {
      if (e.law == ElementLaw::neo_hookean) {
        force = spread(e, stress(e, f));
        return e.measure * density(e, f);
      }
    }
    const SingularValues<d>& svd = frame.at(f);
    force = spread(e, stress(e, svd));
    return e.measure * density(e, svd);
  }

  static double value(const Element& e, const Corners& x) {
    return e.measure * density(e, deformation(e, x));
  }
  static Corners gradient(const Element& e, const Corners& x) {
    return spread(e, stress(e, deformation(e, x)));
  }

  /// ∂P/∂F in the frame of F's singular vectors, where it is a 3×3 matrix for the diagonal, a pair of numbers
  /// for every two entries that mirror each other, and for triangles a number for each entry out of the
  /// plane.
  class Curvature {
   public:
    Curvature(const Element& e, const Corners& x, HessianForm form)
        : Curvature(e, SingularValues<d>(deformation(e, x)), form) {}
    Curvature(const Element& e, const Corners& x, Frame& frame, HessianForm form)
        : Curvature(e, frame.at(deformation(e, x)), form) {}

    Curvature(const Element& e, const SingularValues<d>& svd, HessianForm form)
        : e_(e), svd_(svd), clamps_(form != HessianForm::exact) {
      if (e.law == ElementLaw::neo_hookean)
        set_neo_hookean();
      else if (e.least < e.most)
        set_bounded();
      else
        set_corotated();
    }

    Corners operator()(const Corners& p) const {
      const auto in = svd_.inside(deformation(e_, p));
      std::array<std::array<double, d>, 3> out{};
      for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = 0; j < d; ++j)
          out[i][i] += scaling_(static_cast<int>(i), static_cast<int>(j)) * in[j][j];
      for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = i + 1; j < d; ++j) {
          const double flip = flip_[i + j] * 0.5 * (in[i][j] + in[j][i]);
          const double twist = twist_[i + j] * 0.5 * (in[i][j] - in[j][i]);
          out[i][j] = flip + twist;
          out[j][i] = flip - twist;
        }
      if constexpr (d == 2)
        for (std::size_t j = 0; j < d; ++j) out[2][j] = normal_[j] * in[2][j];
      return spread(e_, svd_.outside(out));
    }

   private:
    double kept(double eigenvalue) const { return clamps_ ? std::max(0.0, eigenvalue) : eigenvalue; }

    /// Eigenvalues 2 μ, and 2 μ + (λ (tr Σ − d) − 2 μ) · 2/(σ_i + σ_j) of the twists, which turn R.
    void set_corotated() {
      const double turning = e_.lambda * (trace(svd_.sigma) - d) - 2 * e_.mu;
      const auto turned = [&](double sum) { return sum > least_sum ? kept(2 * e_.mu + turning / sum) : 0; };
      for (int i = 0; i < d; ++i)
        for (int j = 0; j < d; ++j) scaling_(i, j) = e_.lambda + (i == j ? 2 * e_.mu : 0);
      for (std::size_t i = 0; i < d; ++i)
        for (std::size_t j = i + 1; j < d; ++j) {
          flip_[i + j] = 2 * e_.mu;
          twist_[i + j] = turned(0.5 * (svd_.sigma[i] + svd_.sigma[j]));
        }
      for (std::size_t j = 0; j < d; ++j) normal_[j] = turned(svd_.sigma[j]);
    }

    /// With g = 2 μ times what a singular value is beyond its bounds: g' of the diagonal, (g_i − g_j)/(σ_i −
    /// σ_j) of flips, (g_i + g_j)/(σ_i + σ_j) of twists, g_j/σ_j out of the plane.
    void set_bounded() {
      const auto& s = svd_.sigma;
      const auto force = [&](std::size_t i) { return 2 * e_.mu * beyond(e_, s[i]); };
      const auto ratio = [&](double over, double sum) { return sum > least_sum ? kept(over / sum) : 0; };
      for (std::size_t i = 0; i < d; ++i) {
        const int at = static_cast<int>(i);
        scaling_(at, at) = force(i) != 0 ? 2 * e_.mu : 0;
        normal_[i] = ratio(force(i), s[i]);
        for (std::size_t j = i + 1; j < d; ++j) {
          flip_[i + j] = s[i] - s[j] > least_sum ? (force(i) - force(j)) / (s[i] - s[j]) : scaling_(at, at);
          twist_[i + j] = ratio(force(i) + force(j), s[i] + s[j]);
        }
      }
    }

    /// With P = t F + c ∂J/∂F, eigenvalues t ∓ c σ_k of flips and twists; the diagonal's are those of
    /// t I + 2m/(I + 1)² σ σᵀ + l a aᵀ + c [0 σ₂ σ₁; σ₂ 0 σ₀; σ₁ σ₀ 0], a_i the product of the other two σ.
    void set_neo_hookean() {
      if constexpr (d == 3) {
        const auto& s = svd_.sigma;
        const NeoHookean<double> law(e_.mu, e_.lambda);
        const Vec3 sigma{s[0], s[1], s[2]}, a{s[1] * s[2], s[2] * s[0], s[0] * s[1]};
        const double square = dot(sigma, sigma), t = law.along_f(square),
                     c = law.along_cofactors(s[0] * s[1] * s[2]);
        scaling_ = Mat3::identity(t) + law.l * outer(a, a);
        scaling_ += law.bends(square) * outer(sigma, sigma);
        scaling_ += Mat3{{0, c * s[2], c * s[1], c * s[2], 0, c * s[0], c * s[1], c * s[0], 0}};
        if (clamps_) scaling_ = detail::clamp_eigenvalues(scaling_);
        for (std::size_t i = 0; i < d; ++i)
          for (std::size_t j = i + 1; j < d; ++j) {
            flip_[i + j] = kept(t - c * s[3 - i - j]);
            twist_[i + j] = kept(t + c * s[3 - i - j]);
          }
      }
    }

    const Element& e_;
    SingularValues<d> svd_;
    bool clamps_;
    Mat3 scaling_{};
    std::array<double, 4> flip_{}, twist_{};  // of the entries (i, j) and (j, i), at i + j
    std::array<double, d> normal_{};          // of the entries out of a triangle's plane
  };

  /// (2 μ + λ) |F − R|² and nothing else.
  static double quadratic(const Element& e, std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < d; ++k) sum += slope(e, i, k) * slope(e, j, k);
    return e.measure * (2 * e.mu + e.lambda) * sum;
  }
  /// Of the function that is 1 at vertex i and 0 at the others, along axis k.
  static double slope(const Element& e, std::size_t i, std::size_t k) {
    if (i > 0) return e.inverse_rest[d * (i - 1) + k];
    double sum = 0;
    for (std::size_t j = 0; j < d; ++j) sum -= e.inverse_rest[d * j + k];
    return sum;
  }
};

struct MembraneKernel : SimplexKernel<2> {
  using Law = detail::MembraneLaw;
};
struct TetrahedronKernel : SimplexKernel<3> {
  using Law = detail::TetrahedronLaw;
};

}  // namespace

std::unique_ptr<Energy> make_energy(const std::vector<Membrane>& membranes) {
  return std::make_unique<detail::ElementEnergy<MembraneKernel>>(membranes);
}
std::unique_ptr<Dissipation> make_damping(const std::vector<Membrane>& membranes, double per_stiffness,
                                          Positions rest) {
  return std::make_unique<detail::ElementDamping<SimplexKernel<2>>>(membranes, per_stiffness, rest);
}
std::unique_ptr<Energy> make_energy(const std::vector<Tetrahedron>& tetrahedra) {
  return std::make_unique<detail::ElementEnergy<TetrahedronKernel>>(tetrahedra);
}
std::unique_ptr<Dissipation> make_damping(const std::vector<Tetrahedron>& tetrahedra, double per_stiffness,
                                          Positions rest) {
  return std::make_unique<detail::ElementDamping<SimplexKernel<3>>>(tetrahedra, per_stiffness, rest);
}

}  // namespace tensio
