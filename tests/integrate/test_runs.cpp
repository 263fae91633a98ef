// Many steps at once, on fields: the same motion as one step after another.

#include <gtest/gtest.h>

#include "integrate/integrator.h"
#include "support/random_system.h"
#include "tensio/cloth.h"

namespace tensio {
namespace {

/// A small cloth that swings from one corner, which moves, and from a soft attachment.
Model make_cloth() {
  Model model = *make_grid({.columns = 20, .rows = 17, .width = 1, .depth = 1, .stiffness = {50, 20, 1}});
  model.pins.push_back({0, model.rest_position[0], {.keys = {{0, {}}, {1, {0.5, 0.25, 0}}}}});
  model.attachments.push_back({19, model.rest_position[19], 30, {}});
  return model;
}

State run(const Model& model, Scheme scheme, const MinimiseOptions& options, const Damping& damping,
          std::initializer_list<int> runs) {
  constexpr double h = 1.0 / 1024;
  System system = make_system(model, {0, -9.81, 0}, damping);
  Workers workers(thread_count(options));
  const auto integrator = make_integrator(scheme, {.verlet_drag = 0.001}, options, workers);
  State state = make_state(model);
  int done = 0;
  for (const int count : runs) {
    done += count;
    EXPECT_TRUE(is_usable(integrator->advance_run(system, state, h, count, done * h).status));
    EXPECT_EQ(integrator->steps(), count);
  }
  return state;
}

std::vector<Scheme> explicit_schemes() {
  std::vector<Scheme> schemes;
  for (const Scheme scheme : all_schemes())
    if (!is_implicit(scheme)) schemes.push_back(scheme);
  return schemes;
}

TEST(Runs, HaveTheBitsOfTheirStepsInDoublePrecision) {
  const Model model = make_cloth();
  Model damped = model;
  std::ranges::fill(damped.springs.damping, 1e-4);
  const Damping none, drag{.ether = 0.7, .point = 1e-4};
  for (const Scheme scheme : explicit_schemes())
    for (const auto& [cloth, damping] : {std::pair{&model, &none}, {&model, &drag}, {&damped, &drag}}) {
      const State together = run(*cloth, scheme, {}, *damping, {8});
      const State apart = run(*cloth, scheme, {}, *damping, {1, 1, 3, 2, 1});
      EXPECT_EQ(state_hash(together), state_hash(apart)) << scheme_facts(scheme).name;
    }
}

TEST(Runs, HaveTheSameBitsForEveryNumberOfThreads) {
  const Model model = *make_grid({.columns = 40, .rows = 33});
  for (const Scheme scheme : explicit_schemes())
    for (const Precision precision : {Precision::double_, Precision::mixed}) {
      const MinimiseOptions one{.precision = precision}, three{.precision = precision, .threads = 3};
      EXPECT_EQ(state_hash(run(model, scheme, one, {}, {5})), state_hash(run(model, scheme, three, {}, {5})))
          << scheme_facts(scheme).name;
    }
}

TEST(Runs, InMixedPrecisionStayNearThoseInDoublePrecision) {
  const Model model = make_cloth();
  for (const Scheme scheme : explicit_schemes()) {
    if (scheme == Scheme::explicit_euler) continue;  // it makes any difference grow
    const State exact = run(model, scheme, {}, {.ether = 0.7}, {128, 128});
    const State mixed = run(model, scheme, {.precision = Precision::mixed}, {.ether = 0.7}, {128, 128});
    for (std::size_t i = 0; i < exact.x.size(); ++i)
      EXPECT_LT(norm(exact.x[i] - mixed.x[i]), 1e-5) << scheme_facts(scheme).name;
  }
}

TEST(Runs, InMixedPrecisionLoseNoneOfManySmallSteps) {
  // Plain sums in single precision round the same way each time: they would be 0.08 mm off.
  Model model;
  model.add_vertex({100, 0, 0}, 1);
  System system = make_system(model, {0, -9.81, 0}, 1, 0);
  Workers workers;
  for (const Scheme scheme :
       {Scheme::leapfrog, Scheme::velocity_verlet, Scheme::position_verlet, Scheme::rk4}) {
    const auto integrator = make_integrator(scheme, {}, {.precision = Precision::mixed}, workers);
    State state = make_state(model);
    constexpr int steps = 10'000;
    EXPECT_TRUE(is_usable(integrator->advance_run(system, state, 1.0 / steps, steps, 1).status));
    EXPECT_NEAR(state.x[0].y, -4.905, 1e-6) << scheme_facts(scheme).name;
    EXPECT_EQ(state.x[0].x, 100) << scheme_facts(scheme).name;
  }
}

TEST(Runs, OfVelocityVerletEvaluateOncePerStepUntilTheStateIsChanged) {
  Model model = make_cloth();
  model.attachments.clear();
  System system = make_system(model, {0, -9.81, 0}, 1, 0);
  for (const Precision precision : {Precision::double_, Precision::mixed}) {
    Workers workers;
    const auto make = [&] {
      return make_integrator(Scheme::velocity_verlet, {}, {.precision = precision}, workers);
    };
    const auto integrator = make();
    State state = make_state(model);
    constexpr double h = 1.0 / 1024;
    EXPECT_EQ(integrator->advance(system, state, h, h).evaluations, 2);
    EXPECT_EQ(integrator->advance(system, state, h, 2 * h).evaluations, 1);
    for (Vec3& v : state.v) v *= 0.5;  // as drag would
    EXPECT_EQ(integrator->advance_run(system, state, h, 5, 7 * h).evaluations, 5);
    const auto changes = {+[](State& s, System&) { s.x[200].y += 1e-9; },
                          +[](State& s, System&) { s.x[0].x += 1e-9; },  // a pin
                          +[](State&, System& all) { ++all.revision; }};
    double end = 7 * h;
    for (const auto change : changes) {
      change(state, system);
      State other = state;
      end += h;
      EXPECT_EQ(integrator->advance(system, state, h, end).evaluations, 2);
      EXPECT_TRUE(is_usable(make()->advance(system, other, h, end).status));
      // In mixed precision positions that did not change keep what a Vec3 cannot tell.
      for (std::size_t i = 0; i < state.x.size(); ++i) EXPECT_LT(norm(state.x[i] - other.x[i]), 1e-9);
      EXPECT_TRUE(precision == Precision::mixed || state_hash(state) == state_hash(other));
    }
  }
}

TEST(Runs, ThatDivergeLeaveTheState) {
  const Model model = make_cloth();
  System system = make_system(model, {0, -9.81, 0}, 1, 0);
  Workers workers;
  for (const Scheme scheme : explicit_schemes())
    for (const Precision precision : {Precision::double_, Precision::mixed}) {
      const auto integrator = make_integrator(scheme, {}, {.precision = precision}, workers);
      State state = make_state(model);
      state.v[100].x = 1e3;
      const std::uint64_t before = state_hash(state);
      constexpr int steps = 600;
      EXPECT_FALSE(is_usable(integrator->advance_run(system, state, 1, steps, steps).status))
          << scheme_facts(scheme).name;
      EXPECT_EQ(state_hash(state), before);
    }
}

}  // namespace
}  // namespace tensio
