#pragma once

#include "energy/objective.h"
#include "support/random_system.h"

namespace tensio {

/// An energy that no kernel knows: Σ ¼ |x|⁴.
class Quartic final : public ProjectiveEnergy {
 public:
  double value(Positions x, Workers&) const override {
    double sum = 0;
    for (const Vec3& p : x) sum += 0.25 * dot(p, p) * dot(p, p);
    return sum;
  }
  double evaluate(Positions x, double scale, std::span<Vec3> g, Workers& workers) const override {
    for (std::size_t i = 0; i < x.size(); ++i) g[i] += (scale * dot(x[i], x[i])) * x[i];
    return value(x, workers);
  }
  void add_hessian(Positions, double, HessianForm, BlockMatrix&) const override {}
  double curvature(Positions x, std::span<const Vec3> p, HessianForm, Workers&) const override {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += dot(x[i], x[i]) * dot(p[i], p[i]) + 2 * dot(x[i], p[i]) * dot(x[i], p[i]);
    return sum;
  }
  void add_hessian_product(Positions x, std::span<const Vec3> p, double scale, HessianForm,
                           std::span<Vec3> out, Workers&) const override {
    for (std::size_t i = 0; i < x.size(); ++i)
      out[i] += scale * (dot(x[i], x[i]) * p[i] + (2 * dot(x[i], p[i])) * x[i]);
  }
  void add_quadratic(double, SparseBuilder&) const override {}
  void add_quadratic_diagonal(double, std::span<double>) const override {}
};

/// A system in the middle of a step.
struct Case {
  Model model;
  System system;
  StepAim aim;
  std::vector<Vec3> x, p;

  /// Gravity and, where γ > 0, drag and dampers; x and p around the aim, pins left alone.
  Case(Model from, Random& random, double gamma, bool is_static = false) : model(std::move(from)) {
    system =
        make_system(model, {0, -9.81, 0},
                    Damping{.point = gamma, .rayleigh_mass = 2 * gamma, .rayleigh_stiffness = 1e-3 * gamma});
    aim = random_aim(model, random);
    if (is_static) aim.inertia = 0, aim.s2 = 1, aim.tau = 1, aim.w.clear();
    for (auto& dissipation : system.dissipations) dissipation->freeze(model.rest_position);
    x = aim.y;
    p.resize(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (system.pinned[i]) continue;
      x[i] += random.vec3(0.1);
      p[i] = random.vec3(1);
    }
  }
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;
};

}  // namespace tensio
