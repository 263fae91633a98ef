// Reference values that nobody here made up: closed forms and published solutions, each test named after its
// case.

#include <array>
#include <cmath>
#include <gtest/gtest.h>

#include "support/chains.h"
#include "support/random_system.h"

namespace tensio {
namespace {

constexpr double g = 9.81;  // m/s²

MinimiseOptions exact_newton() {
  return {.method = Method::newton, .iterations = 200, .tolerance = 1e-13};
}

/// Total stretch m g N(N+1)/2k of a vertical chain; the top spring carries all N masses.
TEST(Cases, S1_HangingChain) {
  const int n = 100;
  const double k = 1000, m = 0.01;
  const Model chain = hanging_chain(n, k, m, m, 0.01);
  for (const bool newton : {true, false}) {
    FrameReport report;
    const MinimiseOptions local_global{.method = Method::local_global, .iterations = 100, .tolerance = 1e-10};
    const auto simulation =
        settle({.model = chain, .minimise = newton ? exact_newton() : local_global}, report);
    ASSERT_TRUE(simulation);
    const auto& x = simulation->state().x;
    const double tolerance = newton ? 1e-9 : 1e-4;
    EXPECT_NEAR(-x[n].y - n * 0.01, 0.495405, tolerance * 0.495405);
    EXPECT_NEAR(x[0].y - x[1].y - 0.01, m * g * n / k, tolerance * 0.00981);
    EXPECT_EQ(x[0], Vec3{});
  }
}

/// A bar under its own weight: the last node carries half a mass, total stretch m g N²/2k.
TEST(Cases, S2_BarUnderSelfWeight) {
  const int n = 100;
  const double k = 1000, m = 0.01;
  FrameReport report;
  const auto simulation =
      settle({.model = hanging_chain(n, k, m, m / 2, 0.01), .minimise = exact_newton()}, report);
  ASSERT_TRUE(simulation);
  EXPECT_NEAR(-simulation->state().x[n].y - n * 0.01, m * g * n * n / (2 * k), 1e-9 * 0.4905);
}

struct Catenary {
  double span, rest_length, ea, weight;  // m, m, N, N per metre of rest length
  double sag;                            // of the continuum, m
  double sag20, sag40, sag100, h20;      // of N springs; H: horizontal force at N = 20
};

/// N springs with the weight of their halves in the nodes, hung at equal heights.
Setup catenary_setup(const Catenary& c, int n) {
  Model model;
  const double k = c.ea * n / c.rest_length, mass = c.weight * c.rest_length / n / g;
  for (int i = 0; i <= n; ++i) {
    const double u = static_cast<double>(i) / n;
    const auto v = model.add_vertex({c.span * u, -1.2 * u * (1 - u), 0}, mass);
    if (i > 0) model.springs.add(v - 1, v, SpringFamily::structural, c.rest_length / n, k);
  }
  model.pins = {{0, {0, 0, 0}, {}}, {static_cast<VertexId>(n), {c.span, 0, 0}, {}}};
  return {.model = std::move(model), .minimise = exact_newton()};
}

TEST(Cases, S3_ElasticCatenary) {
  const std::array<Catenary, 3> catenaries = {
      {{1.0, 1.2, 100, 9.81, 0.3402957994, 0.3407125842, 0.3403997954, 0.3403124298, 3.888267007},
       {1.0, 1.0, 50, 9.81, 0.2205692236, 0.2207626219, 0.2206175075, 0.2205769461, 5.290564129},
       {2.0, 1.5, 20, 4.0, 0.2061767268, 0.2062237041, 0.2061884639, 0.2061786044, 7.202813112}}};
  for (const Catenary& c : catenaries) {
    for (const auto& [n, sag] : {std::pair{20, c.sag20}, {40, c.sag40}, {100, c.sag100}}) {
      FrameReport report;
      const auto simulation = settle(catenary_setup(c, n), report);
      ASSERT_TRUE(simulation);
      const auto& x = simulation->state().x;
      EXPECT_NEAR(-x[static_cast<std::size_t>(n) / 2].y, sag, 1e-8) << "N = " << n;
      if (n == 40) {
        EXPECT_NEAR(-x[20].y, c.sag, 0.003 * c.sag);
      }
      if (n == 20) {
        const Vec3 d = x[1] - x[0];
        const double rest = c.rest_length / n, k = c.ea / rest;
        EXPECT_NEAR(k * (norm(d) - rest) * d.x / norm(d), c.h20, 1e-7);
      }
    }
  }
}

/// A unit net of zero-length springs whose boundary lies on z = x² − y² is discrete harmonic inside: the same
/// z exactly.
TEST(Cases, H1_HarmonicNet) {
  for (const int n : {3, 8, 25}) {
    tensio::Setup setup;
    setup.gravity = {};
    const auto index = [n](int i, int j) { return static_cast<VertexId>(j * n + i); };
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        const Vec3 p{static_cast<double>(i), static_cast<double>(j), static_cast<double>(i * i - j * j)};
        const bool boundary = i == 0 || j == 0 || i == n - 1 || j == n - 1;
        const auto v = setup.model.add_vertex(boundary ? p : Vec3{0.3, 0.7, 0.1}, 1);
        if (boundary) setup.model.pins.push_back({v, p, {}});
      }
    }
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        if (i + 1 < n) setup.model.springs.add(index(i, j), index(i + 1, j), SpringFamily::structural, 0, 1);
        if (j + 1 < n) setup.model.springs.add(index(i, j), index(i, j + 1), SpringFamily::structural, 0, 1);
      }
    }
    for (const bool newton : {true, false}) {
      setup.minimise = newton ? exact_newton() : MinimiseOptions{.iterations = 1};
      FrameReport report;
      const auto simulation = settle(setup, report);
      ASSERT_TRUE(simulation);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
          EXPECT_NEAR(simulation->state().x[index(i, j)].z, i * i - j * j, 1e-12 * n * n);
    }
  }
}

/// In a stretched chain on a line the directions are constant, so one local/global iteration is exact.
TEST(Cases, H2_StretchedChainInOneIteration) {
  Random random(3);
  tensio::Setup setup;
  setup.gravity = {};
  for (int i = 0; i <= 50; ++i) {
    const auto v = setup.model.add_vertex({i * 0.1 + (i % 50 ? random.uniform(-0.02, 0.02) : 0), 0, 0}, 0.1);
    if (i > 0) setup.model.springs.add(v - 1, v, SpringFamily::structural, 0.05, random.uniform(10, 1000));
  }
  setup.model.pins = {{0, {0, 0, 0}, {}}, {50, {5, 0, 0}, {}}};
  setup.minimise = {.iterations = 1};
  FrameReport report;
  ASSERT_TRUE(settle(setup, report));
  EXPECT_LE(report.relative_gradient, 1e-12);
}

/// Free fall under implicit Euler: g h² n(n+1)/2 after n steps.
TEST(Cases, F1_FreeFall) {
  tensio::Setup setup;
  setup.model.add_vertex({0, 0, 0}, 0.37);
  setup.frame_time = 0.01;
  for (const Method method : {Method::local_global, Method::newton}) {
    setup.minimise = {.method = method, .iterations = 1};
    auto simulation = Simulation::make(setup);
    ASSERT_TRUE(simulation);
    for (int i = 0; i < 100; ++i) (void)simulation->advance_frame();
    EXPECT_NEAR(-simulation->state().x[0].y, 4.95405, 1e-12 * 4.95405);
  }
}

/// Linear drag c/m = 0.5 under implicit Euler: v₁₀₀ = 7.70503345152 m/s at h = 0.01.
TEST(Cases, F2_LinearDrag) {
  tensio::Setup setup;
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.frame_time = 0.01;
  setup.damping.point = 0.5;
  for (const Method method : {Method::local_global, Method::newton}) {
    setup.minimise = {.method = method, .iterations = 1};
    auto simulation = Simulation::make(setup);
    ASSERT_TRUE(simulation);
    for (int i = 0; i < 100; ++i) (void)simulation->advance_frame();
    EXPECT_NEAR(-simulation->state().v[0].y, 7.70503345152, 1e-11);
    // the same recursion in closed form, to rounding: v_n = (g/c)(1 − (1 + c h)^−n)
    const double exact = g / 0.5 * (1 - std::pow(1 + 0.5 * 0.01, -100));
    EXPECT_NEAR(-simulation->state().v[0].y, exact, 1e-12 * exact);
  }
}

/// The discrete state of a linear oscillator under implicit Euler after 100 steps.
TEST(Cases, ImplicitEulerOscillator) {
  tensio::Setup setup;
  setup.gravity = {};
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.model.add_vertex({1, 0, 0}, 1);
  setup.model.pins.push_back({0, {0, 0, 0}, {}});
  setup.model.springs.add(0, 1, SpringFamily::structural, 0, 100);
  setup.frame_time = 0.01;
  setup.minimise = {.method = Method::newton, .iterations = 5, .tolerance = 1e-14};
  auto simulation = Simulation::make(setup);
  ASSERT_TRUE(simulation);
  for (int i = 0; i < 100; ++i) (void)simulation->advance_frame();
  EXPECT_NEAR(simulation->state().x[1].x, -0.520866526040103, 1e-10);
  EXPECT_NEAR(simulation->state().v[1].x, 3.13702525300692, 1e-10);
}

/// And of a spring pendulum after 200 steps, by local/global and by Newton.
TEST(Cases, ImplicitEulerSpringPendulum) {
  tensio::Setup setup;
  setup.model.add_vertex({0, 0, 0}, 1);
  setup.model.add_vertex({1.2, 0, 0}, 1);
  setup.model.pins.push_back({0, {0, 0, 0}, {}});
  setup.model.springs.add(0, 1, SpringFamily::structural, 1, 100);
  setup.frame_time = 0.01;
  for (const Method method : {Method::local_global, Method::newton}) {
    setup.minimise = {.method = method, .iterations = 200, .tolerance = 1e-13};
    auto simulation = Simulation::make(setup);
    ASSERT_TRUE(simulation);
    for (int i = 0; i < 200; ++i) (void)simulation->advance_frame();
    EXPECT_NEAR(simulation->state().x[1].x, 0.248514708391, 1e-8);
    EXPECT_NEAR(simulation->state().x[1].y, -1.07967939027, 1e-8);
    EXPECT_NEAR(simulation->state().v[1].x, 3.53621390528, 1e-8);
    EXPECT_NEAR(simulation->state().v[1].y, 1.18052481899, 1e-8);
  }
}

}  // namespace
}  // namespace tensio
