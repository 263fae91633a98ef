// Provot's strain limit as a part of a simulation.

#include <gtest/gtest.h>

#include "io/scene_choices.h"
#include "sim/measure.h"
#include "support/chains.h"

namespace tensio {
namespace {

constexpr int links = 50;
constexpr double rest = 0.02;  // m

/// So soft that it would hang four times as long.
tensio::Setup soft_chain(Scheme scheme) {
  return {.model = hanging_chain(links, 100, 0.01, 0.01, rest),
          .damping = {.ether = 0.2},
          .scheme = scheme,
          .substeps = 10};
}

TEST(StrainLimit, HoldsAHangingChainWithEveryIntegrator) {
  for (const auto& choice : scheme_choices()) {
    if (choice.value == Scheme::static_equilibrium) continue;
    tensio::Setup setup = soft_chain(choice.value);
    setup.strain_limit.limit = 0.1;
    auto simulation = Simulation::make(std::move(setup));
    ASSERT_TRUE(simulation) << choice.name;
    double longest = 0;
    for (int frame = 0; frame < 60; ++frame) {
      const FrameReport report = simulation->advance_frame();
      ASSERT_TRUE(is_usable(report.status)) << choice.name;
      EXPECT_LE(report.strain_limit.strain, 0.1 + 1e-9) << choice.name;
      longest = std::max(longest, -simulation->state().x[links].y);
    }
    EXPECT_LE(longest, links * rest * 1.1 + 1e-9) << choice.name;
    EXPECT_GT(longest, links * rest * 1.09) << choice.name;
    EXPECT_EQ(simulation->state().x[0], Vec3{});
  }
}

TEST(StrainLimit, LeavesAMotionAloneThatStaysBelowIt) {
  tensio::Setup setup = soft_chain(Scheme::bdf2);
  auto free = Simulation::make(setup);
  setup.strain_limit.limit = 100;
  auto limited = Simulation::make(setup);
  for (int frame = 0; frame < 20; ++frame) {
    (void)free->advance_frame();
    EXPECT_EQ(limited->advance_frame().strain_limit.corrections, 0);
  }
  EXPECT_EQ(state_hash(free->state()), state_hash(limited->state()));
}

TEST(StrainLimit, SaysWhatIsLeftWherePinsAreTooFarApart) {
  tensio::Setup setup = soft_chain(Scheme::implicit_euler);
  setup.model.pins.push_back({links, {2, 0, 0}, {}});
  setup.strain_limit = {.limit = 0.1, .sweeps = 100};
  auto simulation = Simulation::make(std::move(setup));
  const FrameReport report = simulation->advance_frame();
  EXPECT_TRUE(is_usable(report.status));
  EXPECT_GT(report.strain_limit.strain, 0.1);
  EXPECT_TRUE(is_finite(simulation->state().x));
}

TEST(StrainLimit, KeepsAClothThatHangsByTwoCornersShort) {
  tensio::Setup setup = soft_chain(Scheme::implicit_euler);
  setup.model = *make_grid({.columns = 15, .rows = 15, .stiffness = {20, 20, 2}});
  for (const VertexId corner : {0u, 14u})
    setup.model.pins.push_back({corner, setup.model.rest_position[corner], {}});
  setup.damping.ether = 0.05;
  setup.strain_limit = {.limit = 0.1, .sweeps = 200};
  auto simulation = Simulation::make(setup);
  FrameReport report;
  for (int frame = 0; frame < 60; ++frame) report = simulation->advance_frame();
  EXPECT_LE(report.strain_limit.strain, 0.12);
  setup.strain_limit.limit.reset();
  auto free = Simulation::make(setup);
  for (int frame = 0; frame < 60; ++frame) (void)free->advance_frame();
  EXPECT_GT(measure_strain(free->model(), free->state().x).max, 0.5);
}

TEST(StrainLimit, BadNumbersAndStaticEquilibriumAreRefused) {
  const auto refusal = [](const StrainLimitOptions& limit, Scheme scheme) {
    tensio::Setup setup = soft_chain(scheme);
    setup.strain_limit = limit;
    const auto simulation = Simulation::make(std::move(setup));
    return simulation ? std::string() : simulation.error().message;
  };
  EXPECT_EQ(refusal({.limit = 0}, Scheme::implicit_euler), "");
  EXPECT_NE(refusal({.limit = -0.1}, Scheme::implicit_euler), "");
  EXPECT_NE(refusal({.limit = 0.1, .sweeps = 0}, Scheme::implicit_euler), "");
  EXPECT_NE(refusal({.limit = 0.1}, Scheme::static_equilibrium).find("strain_limit"), std::string::npos);
}

}  // namespace
}  // namespace tensio
