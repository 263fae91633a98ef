// Iterations of a step start where its minimum continues the motion.

#include <gtest/gtest.h>

#include "integrate/integrator.h"

namespace tensio {
namespace {

/// A mass on a line with a pin, held by a spring of length 1 or by what is the same until it turns over: an
/// anchor at that distance.
class Oscillator {
 public:
  Oscillator(Scheme scheme, double omega, double strain, Start start, bool has_anchor) {
    model_.add_vertex({0, 0, 0}, 1);
    model_.add_vertex({1, 0, 0}, 1);
    model_.pins.push_back({0, {0, 0, 0}, {}});
    if (has_anchor)
      model_.attachments.push_back({1, {1, 0, 0}, omega * omega, {}});
    else
      model_.springs.add(0, 1, SpringFamily::structural, 1, omega * omega);
    system_ = make_system(model_, {}, 1, 0);
    state_ = make_state(model_);
    state_.x[1].x = 1 + strain;
    integrator_ = make_integrator(
        scheme, {}, {.method = Method::newton, .iterations = 50, .tolerance = 1e-12, .start = start},
        workers_);
  }
  Oscillator(const Oscillator&) = delete;

  double advance() {
    ++steps_;
    EXPECT_TRUE(is_usable(integrator_->advance(system_, state_, 1, steps_).status));
    return state_.x[1].x;
  }

 private:
  Workers workers_;
  Model model_;
  System system_;
  State state_;
  std::unique_ptr<Integrator> integrator_;
  int steps_ = 0;
};

TEST(Start, LeavesStiffSpringsOnTheirSide) {
  for (const Scheme scheme : {Scheme::implicit_euler, Scheme::implicit_midpoint, Scheme::newmark,
                              Scheme::bdf2, Scheme::tr_bdf2, Scheme::imex})
    for (const double omega : {2.0, 5.0, 10.0, 30.0, 100.0})
      for (const double strain : {0.01, 0.25, -0.25})
        for (const Start start : {Start::target, Start::current}) {
          Oscillator spring(scheme, omega, strain, start, false), exact(scheme, omega, strain, start, true);
          for (int step = 1; step <= 20; ++step)
            ASSERT_NEAR(spring.advance(), exact.advance(), 1e-9)
                << scheme_facts(scheme).name << ", hω " << omega << ", strain " << strain << ", step "
                << step;
        }
}

}  // namespace
}  // namespace tensio
