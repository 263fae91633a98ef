#include <cmath>
#include <gtest/gtest.h>

#include "sim/measure.h"
#include "sim/step_limits.h"
#include "tensio/cloth.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

/// A cloth that swings from two corners.
tensio::Setup make_cloth(Scheme scheme) {
  auto grid = make_grid({.columns = 8, .rows = 8, .width = 1, .depth = 1, .mass = 0.3});
  EXPECT_TRUE(grid);
  tensio::Setup setup{.model = std::move(*grid), .scheme = scheme};
  for (const VertexId v : {0, 7}) setup.model.pins.push_back({v, setup.model.rest_position[v], {}});
  return setup;
}

/// Whether the cloth keeps about the energy that it has for some seconds.
bool is_calm(tensio::Setup setup, double seconds) {
  auto simulation = Simulation::make(setup);
  EXPECT_TRUE(simulation);
  const double start = measure_energy(setup, simulation->state()).total();
  for (int frame = 0; frame * setup.frame_time < seconds; ++frame)
    if (!is_usable(simulation->advance_frame().status)) return false;
  return std::abs(measure_energy(setup, simulation->state()).total() - start) < 1;
}

TEST(StepLimits, SubstepsThatItPicksAreStableAndAThirdOfThemIsNot) {
  for (const Scheme scheme : {Scheme::symplectic_euler, Scheme::leapfrog, Scheme::velocity_verlet,
                              Scheme::position_verlet, Scheme::rk4, Scheme::bogacki_shampine}) {
    tensio::Setup setup = make_cloth(scheme);
    EXPECT_FALSE(stability_warning(setup).empty()) << scheme_facts(scheme).name;
    const auto needed = stable_substeps(setup, 1);
    ASSERT_TRUE(needed);
    setup.substeps = *needed;
    EXPECT_EQ(stability_warning(setup), "") << scheme_facts(scheme).name;
    EXPECT_TRUE(is_calm(setup, 3)) << scheme_facts(scheme).name;
    setup.substeps = *needed / 3;
    EXPECT_FALSE(stability_warning(setup).empty()) << scheme_facts(scheme).name;
    EXPECT_FALSE(is_calm(setup, 3)) << scheme_facts(scheme).name;
  }
}

TEST(StepLimits, SaysThatSomeSchemesHaveNoStableStep) {
  for (const Scheme scheme : {Scheme::explicit_euler, Scheme::midpoint, Scheme::heun}) {
    tensio::Setup setup = make_cloth(scheme);
    EXPECT_NE(stability_warning(setup).find("no stable step"), std::string::npos);
    const auto needed = stable_substeps(setup, 1);
    ASSERT_FALSE(needed);
    EXPECT_NE(needed.error().message.find("no stable step"), std::string::npos);
    // Drag on everything changes that.
    setup.damping.point = 0.5;
    ASSERT_TRUE(stable_substeps(setup, 1));
    setup.substeps = *stable_substeps(setup, 1);
    EXPECT_EQ(stability_warning(setup), "");
    EXPECT_TRUE(is_usable(Simulation::make(setup)->advance_frame().status));
  }
}

TEST(StepLimits, LeavesSchemesAloneThatAreAlwaysStable) {
  for (const Scheme scheme : all_schemes()) {
    if (!is_implicit(scheme) || scheme == Scheme::imex) continue;
    const tensio::Setup setup = make_cloth(scheme);
    EXPECT_EQ(stability_warning(setup).empty(), std::isinf(scheme_facts(scheme).calm_limit));
    EXPECT_EQ(stable_substeps(setup, 3).value_or(0), 3);
  }
}

/// Well solved, and still: implicit midpoint and Newmark gain energy at long steps where a cloth buckles.
/// Steps that the warning calls safe gain at most a tenth of what gravity puts in.
TEST(StepLimits, WarnsOfImplicitSchemesThatGainEnergyWhereClothBuckles) {
  const double fall = 0.3 * 9.81;  // J
  for (const Scheme scheme : all_schemes()) {
    if (!is_implicit(scheme) || scheme == Scheme::static_equilibrium) continue;
    SCOPED_TRACE(scheme_facts(scheme).name);
    tensio::Setup setup = make_cloth(scheme);
    setup.minimise = {.method = Method::ncg, .iterations = 30};
    const auto gained = [&] {
      auto simulation = Simulation::make(setup);
      const double start = simulation->energy().total();
      double most = start;
      for (int frame = 0; frame < 150; ++frame) {
        EXPECT_TRUE(is_usable(simulation->advance_frame().status));
        most = std::max(most, simulation->energy().total());
      }
      return most - start;
    };
    if (std::isinf(scheme_facts(scheme).calm_limit)) {
      EXPECT_EQ(stability_warning(setup), "");
      EXPECT_LT(gained(), 1e-3 * fall);
      continue;
    }
    EXPECT_NE(stability_warning(setup).find("may gain energy"), std::string::npos);
    if (scheme == Scheme::tr_bdf2) {  // gains only where it is solved badly
      setup.minimise.method = Method::newton;
      EXPECT_EQ(stability_warning(setup), "");
      EXPECT_LT(gained(), 1e-3 * fall);
      setup.minimise = {.method = Method::local_global, .iterations = 1};
    }
    EXPECT_GT(gained(), 0.5 * fall);
    setup.minimise = {.method = Method::ncg, .iterations = 30};
    while (!stability_warning(setup).empty()) ++setup.substeps;
    EXPECT_LT(gained(), 0.1 * fall);
  }
}

/// A mass that falls for 0.05 s beside one a metre away: right, or warned of.
TEST(StepLimits, WarnsWhereSinglePrecisionLosesTheMotion) {
  for (const double step : {1e-2, 1e-3, 1e-4, 1e-5}) {
    tensio::Setup setup{.scheme = Scheme::implicit_midpoint, .frame_time = step};
    for (const double x : {0.0, 1.0}) setup.model.add_vertex({x, 0, 0}, 1);
    setup.model.springs.add(0, 1, SpringFamily::structural, 1, 1);
    setup.minimise.precision = Precision::mixed;
    auto simulation = Simulation::make(setup);
    for (int i = 0; i < std::lround(0.05 / step); ++i)
      ASSERT_TRUE(is_usable(simulation->advance_frame().status));
    const double error = std::abs(simulation->state().x[0].y / (-0.5 * 9.81 * 0.05 * 0.05) - 1);
    EXPECT_TRUE(error < 0.01 || stability_warning(setup).find("mixed precision") != std::string::npos)
        << step << ": " << error;
    if (step >= 1e-3) {
      EXPECT_EQ(stability_warning(setup), "");
    }
    setup.minimise.precision = Precision::double_;
    EXPECT_EQ(stability_warning(setup), "");
  }
}

TEST(StepLimits, KnowsWhichForcesImexTakesExplicitly) {
  tensio::Setup setup = make_cloth(Scheme::imex);
  EXPECT_EQ(stability_warning(setup), "");  // soft springs alone: h ω < 2
  setup.scheme_options.imex_threshold = 1e6;
  EXPECT_FALSE(stability_warning(setup).empty());
  const auto needed = stable_substeps(setup, 1);
  setup.scheme = Scheme::symplectic_euler;
  EXPECT_EQ(needed.value_or(0), stable_substeps(setup, 1).value_or(1));
}

TEST(StepLimits, RefusesMoreSubstepsThanAreTaken) {
  tensio::Setup setup = make_cloth(Scheme::velocity_verlet);
  std::ranges::fill(setup.model.springs.stiffness, 1e12);
  const auto needed = stable_substeps(setup, 1);
  ASSERT_FALSE(needed);
  EXPECT_NE(needed.error().message.find("the limit of 100000"), std::string::npos) << needed.error().message;
}

TEST(StepLimits, ListsTheLimitsOfAllSchemesThatHaveOne) {
  const StabilitySummary summary = summarise_stability(make_cloth(Scheme::implicit_euler));
  EXPECT_EQ(summary.limits.size(), 10u);
  EXPECT_GE(summary.omega_everywhere, summary.omega);
  for (const StepLimit& limit : summary.limits) EXPECT_LE(limit.everywhere, limit.at_start);
}

}  // namespace
}  // namespace tensio
