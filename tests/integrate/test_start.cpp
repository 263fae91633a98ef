// Iterations of a step start where its minimum continues the motion.

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

}  // namespace
}  // namespace tensio
