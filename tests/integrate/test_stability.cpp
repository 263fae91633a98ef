// The largest stable step: modes of models with closed forms, growth against the integrators themselves.

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "integrate/integrator.h"
#include "integrate/stability.h"
#include "support/random_system.h"
#include "tensio/cloth.h"

namespace tensio {
namespace {

constexpr double pi = std::numbers::pi;

/// A mass between two pins, and one step of a scheme from a position and a velocity.
class OneMass {
 public:
  OneMass(const Mode& mode, Scheme scheme, const SchemeOptions& options) {
    model_.add_vertex({}, 1);
    model_.attachments.push_back({0, {}, mode.omega * mode.omega, {}});
    system_ = make_system(model_, {}, mode.ether, mode.rate);
    integrator_ = make_integrator(scheme, options,
                                  {.method = Method::newton, .iterations = 20, .tolerance = 1e-15}, workers_);
  }
  Vec3 step(double x, double v, double h) {
    State state = make_state(model_);
    state.x[0].x = x;
    state.v[0].x = v;
    state.history.set(state.x, state.v, h);  // no first step
    EXPECT_TRUE(is_usable(integrator_->advance(system_, state, h, h).status));
    return {state.x[0].x, state.v[0].x, 0};
  }

 private:
  Model model_;
  System system_;
  Workers workers_;
  std::unique_ptr<Integrator> integrator_;
};

TEST(Stability, GrowthIsTheSpectralRadiusOfTheIntegratorsOwnStep) {
  const SchemeOptions options{.newmark_beta = 0.2, .newmark_gamma = 0.55, .verlet_drag = 0.1};
  for (const Scheme scheme : all_schemes()) {
    if (is_implicit(scheme) && scheme != Scheme::newmark) continue;
    for (const Mode& mode : {Mode{10, 0, 1}, Mode{10, 3, 1}, Mode{10, 40, 1}, Mode{10, 1, 0.3}})
      for (const double h : {0.001, 0.05, 0.15, 0.3}) {
        OneMass mass(mode, scheme, options);
        const Vec3 a = mass.step(1, 0, h), b = mass.step(0, 1, h);
        const double half = 0.5 * (a.x + b.y), determinant = a.x * b.y - a.y * b.x;
        const double square = half * half - determinant;
        const double radius = square < 0 ? std::sqrt(determinant) : std::abs(half) + std::sqrt(square);
        EXPECT_NEAR(growth(scheme, options, mode, h), radius, 1e-10 * radius)
            << scheme_facts(scheme).name << " ω " << mode.omega << " c " << mode.rate << " h " << h;
      }
  }
}

TEST(Stability, LimitsOfUndampedModesAreTheKnownOnes) {
  const Modes modes{.omega = 50};
  for (const Scheme scheme : all_schemes()) {
    EXPECT_DOUBLE_EQ(largest_stable_step(scheme, {}, modes), scheme_facts(scheme).stable_limit / 50)
        << scheme_facts(scheme).name;
    // The facts agree with the growth.
    const double limit = scheme_facts(scheme).stable_limit / 50;
    if (limit == 0 || std::isinf(limit)) continue;
    EXPECT_LE(growth(scheme, {}, {.omega = 50}, 0.999 * limit), 1 + 1e-12) << scheme_facts(scheme).name;
    EXPECT_GT(growth(scheme, {}, {.omega = 50}, 1.001 * limit), 1 + 1e-9) << scheme_facts(scheme).name;
  }
  // Newmark's β = 1/6, γ = 1/2 (linear acceleration): √12; central differences, β → 0: 2.
  EXPECT_NEAR(largest_stable_step(Scheme::newmark, {.newmark_beta = 1.0 / 6}, modes), std::sqrt(12) / 50,
              1e-8);
  EXPECT_EQ(largest_stable_step(Scheme::newmark, {.newmark_gamma = 0.4}, modes), 0);
}

TEST(Stability, DampedExplicitEulerHasTheLimitOfItsClosedForm) {
  // u'' = −ω² u − c u': |1 + hλ| ≤ 1 for λ = −c/2 ± i … ends at h = c/ω² while c < 2ω.
  const Modes drag{.omega = 50, .drag_low = 2, .drag_high = 2, .rate = 2};
  EXPECT_NEAR(largest_stable_step(Scheme::explicit_euler, {}, drag), 2 / 2500.0, 1e-8);
  // Symplectic Euler: h²ω² + 2hc = 4.
  const double h = largest_stable_step(Scheme::symplectic_euler, {}, drag);
  EXPECT_NEAR(h * h * 2500 + 2 * h * 2, 4, 1e-7);
  // Damping in proportion to stiffness, c = βω²: explicit Euler h = β while all is underdamped.
  const Modes rayleigh{.omega = 50, .beta_low = 0.001, .beta_high = 0.001, .rate = 2.5};
  EXPECT_NEAR(largest_stable_step(Scheme::explicit_euler, {}, rayleigh), 0.001, 1e-8);
  // Some mode may have no damping.
  EXPECT_EQ(largest_stable_step(Scheme::heun, {}, {.omega = 50, .beta_high = 1, .rate = 9}), 0);
}

TEST(Stability, DampersShortenTheLargestStep) {
  for (const Scheme scheme : {Scheme::symplectic_euler, Scheme::velocity_verlet, Scheme::rk4}) {
    const double undamped = largest_stable_step(scheme, {}, {.omega = 50});
    const Modes damped{.omega = 50, .beta_low = 0.2, .beta_high = 0.2, .rate = 500};
    EXPECT_LT(largest_stable_step(scheme, {}, damped), 0.8 * undamped) << scheme_facts(scheme).name;
  }
}

/// Case M1: a chain between two pins.
Model make_chain(int n, double k, double m, double k_d = 0) {
  Model model;
  for (int i = 0; i <= n + 1; ++i) model.add_vertex({0.1 * i, 0, 0}, m);
  for (int i = 0; i <= n; ++i) model.springs.add(i, i + 1, SpringFamily::structural, 0.1, k, k_d);
  for (const int i : {0, n + 1}) model.pins.push_back({static_cast<VertexId>(i), model.rest_position[i], {}});
  return model;
}

TEST(Modes, OfChainsHaveClosedForms) {
  for (const int n : {1, 2, 10, 500}) {
    const Model model = make_chain(n, 1000, 0.1, 0.02);
    System system = make_system(model, {}, 1, 0.03);
    const Modes modes = find_modes(system, model.rest_position, HessianForm::projected);
    const double omega = 2 * std::sqrt(1000 / 0.1) * std::sin(n * pi / (2 * (n + 1)));
    // Without gaps between the highest frequencies, Lanczos's error falls slowly.
    EXPECT_NEAR(modes.omega, omega, (n < 100 ? 1e-8 : 1e-3) * omega) << n;
    EXPECT_LE(modes.omega, omega * (1 + 1e-8));
    EXPECT_NEAR(modes.rate, 2e-5 * omega * omega + 0.3, 2e-3 * modes.rate) << n;
    EXPECT_NEAR(modes.beta_low, 2e-5, 1e-18);
    EXPECT_NEAR(modes.beta_high, 2e-5, 1e-18);
    EXPECT_NEAR(modes.drag_low, 0.3, 1e-15);
    EXPECT_NEAR(modes.drag_high, 0.3, 1e-15);
  }
}

/// ω² of the largest mode, from many power iterations on the matrix.
double exact_omega(System& system, Positions x, HessianForm form) {
  const std::size_t n = x.size();
  std::vector<BlockMatrix::Pair> pairs;
  for (const auto& energy : system.energies) energy->add_pairs(pairs);
  BlockMatrix k(n, pairs);
  for (const auto& energy : system.energies) energy->add_hessian(x, 1, form, k);
  std::vector<Vec3> u(n), ku(n);
  Random random(3);
  for (Vec3& p : u) p = random.vec3(1);
  double omega2 = 0;
  for (int i = 0; i < 20'000; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      if (system.pinned[j]) u[j] = {};
    k.multiply(u, ku);
    double mass_norm = 0;
    for (std::size_t j = 0; j < n; ++j) mass_norm += system.model->mass[j] * dot(u[j], u[j]);
    omega2 = dot(u, ku) / mass_norm;
    const double scale = 1 / std::sqrt(mass_norm);
    for (std::size_t j = 0; j < n; ++j) u[j] = (scale / system.model->mass[j]) * ku[j];
  }
  return std::sqrt(omega2);
}

TEST(Modes, AreWithinAPercentOfRandomSystemsAndTheLaplacianBoundsThemEverywhere) {
  Random random(11);
  for (int round = 0; round < 20; ++round) {
    const Model model = random_model(random);
    System system = make_system(model, {}, 1, 0);
    std::vector<Vec3> x = model.rest_position;
    const double everywhere = find_modes(system, x, HessianForm::laplacian).omega;
    for (int position = 0; position < 5; ++position) {
      const double omega = find_modes(system, x, HessianForm::projected).omega;
      const double exact = exact_omega(system, x, HessianForm::projected);
      EXPECT_NEAR(omega, exact, 0.0025 * exact) << round;
      EXPECT_LE(exact, everywhere * (1 + 1e-9)) << round;
      for (Vec3& p : x) p += random.vec3(0.5);
    }
  }
}

TEST(Modes, OfAClothAreWithinAPercent) {
  const auto grid = make_grid({.columns = 20, .rows = 20, .width = 1, .depth = 1});
  ASSERT_TRUE(grid);
  System system = make_system(*grid, {}, 1, 0);
  const double exact = exact_omega(system, grid->rest_position, HessianForm::projected);
  EXPECT_NEAR(find_modes(system, grid->rest_position, HessianForm::projected).omega, exact, 0.001 * exact);
}

TEST(Modes, OfAModelWithoutForcesAreSlow) {
  Model model;
  model.add_vertex({}, 1);
  System system = make_system(model, {0, -9.81, 0}, 1, 0);
  const Modes modes = find_modes(system, model.rest_position, HessianForm::projected);
  EXPECT_EQ(modes.omega, 0);
  EXPECT_TRUE(std::isinf(largest_stable_step(Scheme::explicit_euler, {}, modes)));
  model.pins.push_back({0, {}, {}});
  System pinned = make_system(model, {}, 1, 0.5);
  EXPECT_EQ(find_modes(pinned, model.rest_position, HessianForm::projected).omega, 0);
}

}  // namespace
}  // namespace tensio
