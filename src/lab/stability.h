#pragma once

#include <array>
#include <complex>
#include <optional>
#include <vector>

#include "integrate/integrator.h"

namespace tensio::lab {

/// Steps of length h over x'' + γ x' + ω² x = 0: Dahlquist's test equation y' = λ y for the two
/// λ = −γ/2 ± √(γ²/4 − ω²), which describes a mass-spring system mode by mode. Only products with
/// h matter.
struct TestStep {
  double z = 0;  // h ω
  double g = 0;  // h γ

  /// Returns the oscillator with hλ = w; the right half plane has g < 0.
  static TestStep at(std::complex<double> w) { return {std::abs(w), -2 * w.real()}; }
  std::complex<double> w() const;  // hλ, in the upper half plane
};

/// Factor by which a step multiplies the solution: the dominant one, in the upper half plane. The exact
/// factor is exp(hλ).
using Factor = std::complex<double>;

/// Measures the eigenvalue of the linear map that the scheme's own code applies to a state and its history.
/// Empty if a step fails, and for static equilibrium.
class StabilityProbe {
 public:
  explicit StabilityProbe(Scheme scheme);
  std::optional<Factor> factor(const TestStep& step);
  /// Factor of the velocity of a free mass, v' = −γ v: Dahlquist's equation with the real λ = −γ.
  std::optional<double> drag_factor(double g);
  /// The largest hω of the undamped oscillator below which no step grows; 0: none, infinite: beyond 100.
  double oscillation_limit();
  /// The same for hγ of the free mass.
  double drag_limit();

 private:
  static constexpr std::size_t most = 4;
  struct Map {
    std::size_t size = 0;                            // 2: x, v; 4: with those of the step before
    std::array<std::array<double, most>, most> a{};  // [row][column]
  };
  std::optional<Map> map_of(const TestStep& step);

  Scheme scheme_;
  Workers workers_;
};

/// Factor by formula: from the table of Runge–Kutta methods, R(w) = 1 + w bᵀ(I − wA)⁻¹ 1 (Hairer and Wanner,
/// "Solving Ordinary Differential Equations II", IV.2); for the others derived by hand. Empty for
/// schemes without a formula.
std::optional<Factor> closed_factor(Scheme scheme, const TestStep& step);
std::optional<double> closed_drag_factor(Scheme scheme, double g);

/// Returns the roots of xⁿ + c_(n−1) xⁿ⁻¹ + … + c₀ (Durand 1960, Kerner 1966).
std::vector<Factor> polynomial_roots(const std::vector<double>& coefficients);

}  // namespace tensio::lab
