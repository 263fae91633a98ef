#pragma once

#include <array>

#include "integrate/integrator.h"

namespace tensio {

/// An explicit Runge–Kutta method for y' = f(t, y), y = (x, v): k_i = f(t + c_i h, y + h Σ_j a_ij k_j),
/// y₁ = y + h Σ b_i k_i. Hairer, Nørsett, Wanner, "Solving Ordinary Differential Equations I", II.1.
struct ExplicitTable {
  static constexpr int most_stages = 7;
  using Row = std::array<double, most_stages>;

  int stages = 0;
  Row c{};
  std::array<Row, most_stages> a{};
  Row b{};
  Row lower{};          // weights of the embedded method, to estimate the error
  int lower_order = 0;  // 0: there is none
};

/// Runs any table.
class ExplicitIntegrator : public Integrator {
 public:
  /// Of the last step, of length h: the largest distance between the positions of the method and of its
  /// embedded one, or by which their velocities lead apart within `horizon` seconds.
  virtual double last_error(double h, double horizon) const = 0;
};
/// The table and the workers must outlive it.
std::unique_ptr<ExplicitIntegrator> make_explicit_integrator(const ExplicitTable& table, Precision precision,
                                                             Workers& workers);

}  // namespace tensio
