#include <cmath>
#include <gtest/gtest.h>

#include "integrate/adaptive.h"
#include "support/motion.h"

namespace tensio {
namespace {

constexpr double g = 9.81;
const Vec3 gravity{0, -g, 0};

/// The spring pendulum of the reference table: m = 1, k = 100, rest length 1, from (1.2, 0), at rest.
Model make_pendulum() {
  Model model;
  model.add_vertex({}, 1);
  model.add_vertex({1.2, 0, 0}, 1);
  model.pins.push_back({0, {}, {}});
  model.springs.add(0, 1, SpringFamily::structural, 1, 100);
  return model;
}
constexpr Vec3 exact_at_2s{0.17630074410946, -1.0010205887619, 0};

struct Outcome {
  State state;
  long steps = 0;
  int evaluations = 0;
  SolveStatus status = SolveStatus::converged;
};

Outcome integrate(const Model& model, Scheme scheme, const AdaptiveOptions& options, double frame, int frames,
                  const MinimiseOptions& minimise = {.method = Method::newton,
                                                     .iterations = 50,
                                                     .tolerance = 1e-12,
                                                     .hessian = HessianForm::exact}) {
  System system = make_system(model, gravity, 1, 0);
  Workers workers;
  const auto integrator = make_adaptive_integrator(scheme, {}, minimise, options, workers);
  Outcome outcome{.state = make_state(model)};
  for (int i = 1; i <= frames && is_usable(outcome.status); ++i) {
    const SolveReport report = integrator->advance(system, outcome.state, frame, i * frame);
    outcome.status = report.status;
    outcome.evaluations += report.evaluations;
    outcome.steps += integrator->steps();
    EXPECT_EQ(outcome.state.time, is_usable(report.status) ? i * frame : (i - 1) * frame);
  }
  return outcome;
}

constexpr Scheme explicit_schemes[] = {
    Scheme::explicit_euler,   Scheme::midpoint,       Scheme::heun,     Scheme::rk4,
    Scheme::bogacki_shampine, Scheme::dormand_prince, Scheme::leapfrog, Scheme::symplectic_euler,
    Scheme::velocity_verlet};

TEST(Adaptive, ErrorsOfExplicitSchemesFollowTheTolerance) {
  for (const Scheme scheme : explicit_schemes) {
    const int order = scheme_facts(scheme).order;
    const double coarse = order == 1 ? 1e-5 : 1e-4, fine = coarse / 100;
    double error[2];
    long steps[2];
    for (int i = 0; i < 2; ++i) {
      const Outcome outcome =
          integrate(make_pendulum(), scheme,
                    {.is_on = true, .tolerance = i == 0 ? coarse : fine, .max_steps = 1'000'000}, 0.1, 20);
      ASSERT_TRUE(is_usable(outcome.status)) << scheme_facts(scheme).name;
      error[i] = norm(outcome.state.x[1] - exact_at_2s);
      steps[i] = outcome.steps;
    }
    EXPECT_LT(error[1], error[0] / 4) << scheme_facts(scheme).name;
    EXPECT_LT(error[1], 0.01) << scheme_facts(scheme).name;
    // A tolerance for a step that is a hundredth needs no more than 100^(1/(q+1)) times the steps.
    EXPECT_GT(steps[1], 1.2 * steps[0]) << scheme_facts(scheme).name;
    EXPECT_LT(steps[1], 15 * steps[0]) << scheme_facts(scheme).name;
  }
}

TEST(Adaptive, StepsFollowTheMotion) {
  Model model = make_pendulum();
  model.rest_position[1] = {1, 0, 0};
  model.springs.stiffness[0] = 1e6;
  const Outcome stiff =
      integrate(model, Scheme::dormand_prince, {.is_on = true, .tolerance = 1e-6}, 0.01, 10);
  model.springs.stiffness[0] = 10;
  const Outcome soft = integrate(model, Scheme::dormand_prince, {.is_on = true, .tolerance = 1e-6}, 0.01, 10);
  ASSERT_TRUE(is_usable(stiff.status) && is_usable(soft.status));
  EXPECT_EQ(soft.steps, 10);  // never longer than the frame
  EXPECT_GT(stiff.steps, 50);
}

TEST(Adaptive, StabilityNeedsNoGuard) {
  Model model = make_pendulum();
  model.springs.stiffness[0] = 1e5;  // ω = 316: frames are 10 times the limit of Verlet
  for (const Scheme scheme : explicit_schemes) {
    if (scheme_facts(scheme).order == 1) continue;  // far too many steps
    const Outcome outcome = integrate(model, scheme, {.is_on = true, .tolerance = 1e-4}, 1.0 / 15, 15);
    ASSERT_TRUE(is_usable(outcome.status)) << scheme_facts(scheme).name;
    EXPECT_LT(norm(outcome.state.x[1]), 1.5) << scheme_facts(scheme).name;
  }
}

TEST(Adaptive, FailsAfterItsStepsAndKeepsTheState) {
  for (const Scheme scheme : explicit_schemes) {
    const Outcome outcome =
        integrate(make_pendulum(), scheme, {.is_on = true, .tolerance = 1e-15, .max_steps = 200}, 0.5, 1);
    EXPECT_FALSE(is_usable(outcome.status)) << scheme_facts(scheme).name;
    EXPECT_EQ(outcome.state.x[1], make_pendulum().rest_position[1]);
    EXPECT_EQ(outcome.state.time, 0);
    EXPECT_LE(outcome.evaluations, 200 * 12);
  }
}

TEST(Adaptive, NumbersThatOverflowEndInAFailure) {
  for (const Scheme scheme : all_schemes()) {
    if (*why_not_adaptive(scheme) != 0) continue;
    Model model = make_pendulum();
    model.springs.stiffness[0] = 1e300;
    const Outcome outcome = integrate(model, scheme, {.is_on = true, .max_steps = 500}, 0.1, 1);
    EXPECT_FALSE(is_usable(outcome.status)) << scheme_facts(scheme).name;
    EXPECT_EQ(outcome.state.x[1], model.rest_position[1]) << scheme_facts(scheme).name;
  }
}

/// A hanging chain whose upper end is torn away at 20 m/s.
Model make_torn_chain() {
  Model model;
  for (int i = 0; i <= 10; ++i) model.add_vertex({0, -0.1 * i, 0}, 0.01);
  for (int i = 0; i < 10; ++i) model.springs.add(i, i + 1, SpringFamily::structural, 0.1, 1000);
  model.pins.push_back({0, {}, {.keys = {{0.1, {}}, {0.3, {4, 0, 0}}}}});
  return model;
}

double largest_stretch(const Model& model, const State& state) {
  double largest = 0;
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    const auto [a, b] = model.springs.ends[s];
    largest = std::max(largest, norm(state.x[a] - state.x[b]) / model.springs.rest_length[s] - 1);
  }
  return largest;
}

TEST(Bdf2, KeepsItsOrderWhereStepsChangeTheirLength) {
  // x'' = −x from x = 1, by steps of h, h, h/2, h/2, h/2, h/2 and again.
  const auto error = [](int rounds) {
    Model model;
    model.add_vertex({0, 0, 0}, 1);
    model.attachments.push_back({0, {0, 0, 0}, 1, {}});
    System system = make_system(model, {}, 1, 0);
    Workers workers;
    const auto integrator =
        make_integrator(Scheme::bdf2, {}, {.method = Method::newton, .tolerance = 1e-14}, workers);
    State state = make_state(model);
    state.x[0].x = 1;
    const double h = 1.0 / rounds;
    for (int round = 0; round < rounds; ++round)
      for (const double part : {0.25, 0.25, 0.125, 0.125, 0.125, 0.125})
        EXPECT_TRUE(is_usable(integrator->advance(system, state, part * h, state.time + part * h).status));
    return std::abs(state.x[0].x - std::cos(1));
  };
  EXPECT_NEAR(std::log2(error(20) / error(40)), 2, 0.1);
}

TEST(Adaptive, ImplicitStepsAreHalvedWhereSpringsStretchAndDoubledAfterwards) {
  const Model model = make_torn_chain();
  for (const Scheme scheme :
       {Scheme::implicit_euler, Scheme::bdf2, Scheme::tr_bdf2, Scheme::implicit_midpoint, Scheme::newmark}) {
    System system = make_system(model, gravity, 0.5, 0.01);
    Workers workers;
    const auto integrator =
        make_adaptive_integrator(scheme, {}, {.method = Method::ncg, .iterations = 200, .tolerance = 1e-6},
                                 {.is_on = true, .max_stretch = 0.05}, workers);
    State state = make_state(model);
    long before = 0, during = 0, after = 0, factorisations = 0;
    for (int frame = 1; frame <= 90; ++frame) {
      const double stretch_before = largest_stretch(model, state);
      const SolveReport report = integrator->advance(system, state, 1.0 / 30, frame / 30.0);
      ASSERT_TRUE(is_usable(report.status)) << scheme_facts(scheme).name << " frame " << frame;
      EXPECT_LT(largest_stretch(model, state),
                std::max(0.0, stretch_before) + 0.05 * integrator->steps() + 1e-9);
      (frame <= 3 ? before : frame <= 9 ? during : after) += integrator->steps();
      factorisations += report.factorisations;
    }
    EXPECT_GT(during, 12) << scheme_facts(scheme).name;  // more than two for each of six frames
    // Those that damp nothing go on to vibrate.
    const bool damps = scheme != Scheme::implicit_midpoint && scheme != Scheme::newmark;
    EXPECT_TRUE(!damps || after < 81 * during / 6) << scheme_facts(scheme).name << " " << after;
    EXPECT_EQ(before, 3) << scheme_facts(scheme).name;
    EXPECT_LT(factorisations, 100) << scheme_facts(scheme).name;
  }
}

TEST(Adaptive, SchemesThatCannotSayWhy) {
  int refused = 0;
  for (const Scheme scheme : all_schemes()) refused += *why_not_adaptive(scheme) != 0;
  EXPECT_EQ(refused, 2);
}

}  // namespace
}  // namespace tensio
