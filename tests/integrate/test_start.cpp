// Iterations of a step start where its minimum continues the motion.

#include <cmath>
#include <gtest/gtest.h>

#include "support/motion.h"

namespace tensio {
namespace {

/// A mass on a line with a pin, held by a spring of length 1 or by what is the same until it turns over: an
/// anchor at that distance.
Model oscillator(double omega, bool has_anchor) {
  Model model;
  model.add_vertex({0, 0, 0}, 1);
  model.add_vertex({1, 0, 0}, 1);
  model.pins.push_back({0, {0, 0, 0}, {}});
  if (has_anchor)
    model.attachments.push_back({1, {1, 0, 0}, omega * omega, {}});
  else
    model.springs.add(0, 1, SpringFamily::structural, 1, omega * omega);
  return model;
}

TEST(Start, LeavesStiffSpringsOnTheirSide) {
  for (const Scheme scheme : {Scheme::implicit_euler, Scheme::implicit_midpoint, Scheme::newmark,
                              Scheme::bdf2, Scheme::tr_bdf2, Scheme::imex})
    for (const double omega : {2.0, 5.0, 10.0, 30.0, 100.0})
      for (const double strain : {0.01, 0.25, -0.25})
        for (const Start start : {Start::target, Start::current}) {
          Motion spring(oscillator(omega, false), scheme, {}, 0, start);
          Motion exact(oscillator(omega, true), scheme, {}, 0, start);
          for (Motion* motion : {&spring, &exact}) motion->state().x[1].x = 1 + strain;
          for (int step = 1; step <= 20; ++step) {
            for (Motion* motion : {&spring, &exact}) motion->advance(1, 1);
            ASSERT_NEAR(spring.state().x[1].x, exact.state().x[1].x, 1e-9)
                << scheme_facts(scheme).name << ", hω " << omega << ", strain " << strain << ", step "
                << step;
          }
        }
}

/// How many steps turn a stick over whose ends move towards each other, each by this way within a step.
std::size_t count_turned(double way, const MinimiseOptions& options) {
  Model model;
  for (const double x : {-0.5, 0.5}) model.add_vertex({x, 0, 0}, 1);
  model.springs.add(0, 1, SpringFamily::structural, 1, 1e4);
  System system = make_system(model, {}, 1, 0);
  Workers workers;
  const auto integrator = make_integrator(Scheme::implicit_euler, {}, options, workers);
  std::size_t turned = 0;
  for (int step = 1; step <= 4; ++step) {
    State state = make_state(model);
    state.v = {{way, 0, 0}, {-way, 0, 0}};
    const SolveReport report = integrator->advance(system, state, 1, step);
    EXPECT_TRUE(is_usable(report.status));
    EXPECT_EQ(state.x[1].x<0, way> 0.5);
    turned += report.turned;
  }
  return turned;
}

TEST(Turned, CountsSpringsThatTurnByMoreThanARightAngleWithinAStep) {
  for (const Method method : {Method::newton, Method::local_global}) {
    const MinimiseOptions options{.method = method, .iterations = 8};
    EXPECT_EQ(count_turned(0.3, options), 0u);
    EXPECT_EQ(count_turned(2, options), has_own_matrix(method) ? 4u : 2u);  // looks after every 16 iterations
  }
}

}  // namespace
}  // namespace tensio
