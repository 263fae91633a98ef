#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

#include "lab/contour.h"
#include "lab/stability.h"

using namespace tensio;
using namespace tensio::lab;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct Published {
  Scheme scheme;
  double z, size, phase;  // |λ| and arg λ / z of the undamped oscillator
};
// From an independent computation.
constexpr Published published[] = {
    {Scheme::explicit_euler, 0.5, 1.118033988750, 0.927295218},
    {Scheme::symplectic_euler, 1.9, 1.0, 1.319195682},
    {Scheme::velocity_verlet, 1.0, 1.0, 1.047197551},
    {Scheme::midpoint, 1.0, 1.118033988750, 1.107148718},
    {Scheme::rk4, 1.0, 0.993905036823, 0.994421106},
    {Scheme::implicit_euler, 1.9, 0.465746432833, 0.571746525},
};

}  // namespace

TEST(Stability, MeasuredFactorsAreThePublishedOnes) {
  for (const Published& expected : published) {
    const auto factor = StabilityProbe(expected.scheme).factor({expected.z, 0});
    ASSERT_TRUE(factor);
    EXPECT_NEAR(std::abs(*factor), expected.size, 1e-9) << scheme_facts(expected.scheme).name;
    EXPECT_NEAR(std::arg(*factor) / expected.z, expected.phase, 1e-8) << scheme_facts(expected.scheme).name;
  }
}

TEST(Stability, EverySchemeObeysItsClosedForm) {
  for (const Scheme scheme : all_schemes()) {
    StabilityProbe probe(scheme);
    for (const double z : {0.1, 0.7, 1.6, 2.3, 9.0})
      for (const double ratio : {0.0, 0.1, 0.8}) {
        const TestStep step{z, 2 * ratio * z};
        const auto measured = probe.factor(step), closed = closed_factor(scheme, step);
        if (!measured || !closed) continue;
        EXPECT_LE(std::abs(*measured - *closed), 1e-6 * (1 + std::abs(*closed)))
            << scheme_facts(scheme).name << " z " << z << " ratio " << ratio;
      }
    for (const double g : {0.1, 0.9, 3.0}) {
      const auto measured = probe.drag_factor(g), closed = closed_drag_factor(scheme, g);
      if (measured && closed) {
        EXPECT_NEAR(*measured, *closed, 1e-6) << scheme_facts(scheme).name << " g " << g;
      }
    }
  }
}

TEST(Stability, MeasuredLimitsAreThoseThatTheSchemesState) {
  for (const Scheme scheme : all_schemes()) {
    const SchemeFacts& facts = scheme_facts(scheme);
    if (facts.order == 0) {
      EXPECT_FALSE(StabilityProbe(scheme).factor({1, 0}));
      continue;
    }
    const double limit = StabilityProbe(scheme).oscillation_limit();
    // IMEX's is that of what it takes explicitly; a single stiff spring it does not.
    if (facts.stable_limit == infinite || scheme == Scheme::imex)
      EXPECT_EQ(limit, infinite) << facts.name;
    else
      EXPECT_NEAR(limit, facts.stable_limit, 1e-4) << facts.name;
  }
}

TEST(Stability, RootsOfPolynomials) {
  // (x − 1)(x + 2)(x² + 1)
  const auto roots = polynomial_roots({-2, 1, -1, 1});
  for (const Factor expected : {Factor(1, 0), Factor(-2, 0), Factor(0, 1), Factor(0, -1)}) {
    double nearest = infinite;
    for (const Factor& root : roots) nearest = std::min(nearest, std::abs(root - expected));
    EXPECT_LT(nearest, 1e-12);
  }
}

TEST(Contour, AreaOfADiscWithAHole) {
  SampledRectangle square{-2, 2, -2, 2, 161, 161};
  square.sample([](double x, double y) { return std::abs(std::hypot(x, y) - 1) - 0.5; });
  const auto loops = outline(square);
  ASSERT_EQ(loops.size(), 2u);
  double area = 0;
  for (const ContourLoop& loop : loops)
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const auto& p = loop[i];
      const auto& q = loop[(i + 1) % loop.size()];
      area += (p[0] * q[1] - q[0] * p[1]) / 2;
    }
  EXPECT_NEAR(area, std::numbers::pi * (1.5 * 1.5 - 0.5 * 0.5), 0.01);
}

TEST(Contour, RunsAlongTheBorderAndSkipsWhatIsNotFinite) {
  SampledRectangle square{0, 1, 0, 1, 3, 3};
  square.sample([](double, double) { return -1; });
  const auto whole = outline(square);
  ASSERT_EQ(whole.size(), 1u);
  for (const auto& [x, y] : whole[0]) EXPECT_TRUE(x == 0 || x == 1 || y == 0 || y == 1);
  square.sample([](double, double) { return std::numeric_limits<double>::quiet_NaN(); });
  EXPECT_TRUE(outline(square).empty());
}
