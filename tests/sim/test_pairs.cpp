// Every scheme with every minimiser: refused with a sentence, or it ends, run to tolerance, at a stationary
// point of the scheme's own objective.

#include <cmath>
#include <gtest/gtest.h>

#include "integrate/implicit.h"
#include "io/scene_choices.h"
#include "support/minimise_cases.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

constexpr double tolerance = 1e-10;

/// A net over a frame of pins, one of which moves, with dampers, drag, an attachment: nothing buckles.
tensio::Setup make_net() {
  tensio::Setup setup{.model = stretched_net(8)};
  setup.model.pins[3].path = {.keys = {{0, {}}, {0.1, {0.02, 0.03, 0}}}};
  setup.model.attachments.push_back({27, setup.model.rest_position[27] + Vec3{0, 0.05, 0}, 30, {}});
  setup.damping = {.ether = 0.9, .point = 0.01, .rayleigh_mass = 0.1, .rayleigh_stiffness = 1e-5};
  setup.frame_time = 0.02;
  return setup;
}

/// A scheme with its minimiser, a step into its motion, so that there is a history.
void expect_stationary(const tensio::Setup& setup, const std::string& name) {
  System system = make_system(setup.model, setup.gravity, setup.damping);
  const auto scheme = make_implicit_scheme(setup.scheme, setup.scheme_options);
  const auto minimiser = make_minimiser(setup.minimise);
  State state = make_state(setup.model);
  const double h = setup.frame_time;
  StepAim aim;
  std::vector<Vec3> x;
  for (int step = 1; step <= 2; ++step) {
    for (int stage = 0; stage < scheme->stages(); ++stage) {
      const System& part =
          begin_stage(*scheme, stage, system, state, h, step * h, setup.minimise.start, aim, x);
      const StepObjective objective(part, aim);
      const SolveReport report = minimiser->minimise(objective, x);
      ASSERT_TRUE(is_usable(report.status)) << name;
      EXPECT_LE(report.relative_gradient(), 1e-9) << name << ": " << status_name(report.status);
      // Its own word for it is not enough.
      std::vector<Vec3> g(x.size()), moved = x;
      objective.gradient(x, g);
      EXPECT_NEAR(norm(g), report.gradient_norm, 1e-9 * report.start_gradient_norm) << name;
      (void)make_minimiser({.method = Method::newton, .iterations = 1, .hessian = HessianForm::exact})
          ->minimise(objective, moved);
      for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT(norm(moved[i] - x[i]), 1e-8) << name;
      if (stage + 1 < scheme->stages()) scheme->keep(stage, aim, x);
    }
    scheme->finish(aim, x, h, state);
    state.time = step * h;
  }
}

TEST(Pairs, EverySchemeEndsAtAStationaryPointWithEveryMinimiser) {
  for (const Scheme scheme : all_schemes()) {
    for (const auto& method : method_choices()) {
      tensio::Setup setup = make_net();
      setup.scheme = scheme;
      setup.minimise = {.method = method.value, .iterations = 20'000, .tolerance = tolerance};
      const std::string name = std::string(scheme_facts(scheme).name) + " × " + method.name;
      if (const auto simulation = Simulation::make(setup); !simulation) {
        // They would ignore the dampers of the net.
        EXPECT_TRUE(is_implicit(scheme) && is_position_based(method.value)) << name;
        EXPECT_GT(simulation.error().message.size(), 20u) << name;
        EXPECT_EQ(simulation.error().message.find('\n'), std::string::npos) << name;
        continue;
      }
      // Explicit schemes minimise nothing.
      if (is_implicit(scheme)) expect_stationary(setup, name);
    }
  }
}

TEST(Pairs, WhatIsRefusedSaysWhy) {
  const auto reason = [](auto&& change) {
    tensio::Setup setup = make_net();
    change(setup);
    const auto simulation = Simulation::make(std::move(setup));
    return simulation ? std::string() : simulation.error().message;
  };
  for (const Method method : {Method::newton, Method::local_global_newton})
    EXPECT_NE(reason([&](auto& s) {
                s.minimise.method = method;
                s.minimise.precision = Precision::mixed;
              }).find("double precision"),
              std::string::npos);
  for (const auto& method : method_choices())
    EXPECT_NE(reason([&](auto& s) {
                s.scheme = Scheme::static_equilibrium;
                s.minimise.method = method.value;
                s.model.pins.clear();
                s.model.attachments.clear();
              })
                  .find(is_position_based(method.value) ? "do not support static equilibrium"
                                                        : "needs every piece to be held"),
              std::string::npos)
        << method.name;
}

}  // namespace
}  // namespace tensio
