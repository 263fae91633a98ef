// Every built-in scene by every method that shares the matrix of local/global.

#include <algorithm>
#include <gtest/gtest.h>

#include "energy/point_energy.h"
#include "integrate/implicit.h"
#include "sim/measure.h"
#include "support/minimise_cases.h"
#include "support/scenes.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

constexpr const char* scene_names[] = {"cape", "cloth",         "cloth-on-sphere", "curtain",
                                       "flag", "hanging-chain", "tablecloth"};

tensio::Setup load(const char* name) {
  return read_shipped(TENSIO_SOURCE_DIR "/scenes", name).setup;
}

std::uint64_t hash_after(tensio::Setup setup, int frames) {
  auto simulation = Simulation::make(std::move(setup));
  EXPECT_TRUE(simulation) << simulation.error().message;
  for (int frame = 0; frame < frames; ++frame) EXPECT_TRUE(is_usable(simulation->advance_frame().status));
  return state_hash(simulation->state());
}

class Scenes : public ::testing::TestWithParam<const char*> {};

TEST_P(Scenes, GiveOneStateForEveryNumberOfThreads) {
  tensio::Setup setup = load(GetParam());
  for (const Precision precision : {Precision::double_, Precision::mixed}) {
    setup.minimise.method = Method::ncg;
    setup.minimise.precision = precision;
    setup.minimise.threads = 1;
    const std::uint64_t alone = hash_after(setup, 6);
    for (const int threads : {2, 3, 4, 8}) {
      setup.minimise.threads = threads;
      EXPECT_EQ(hash_after(setup, 6), alone) << threads << " threads";
    }
  }
}

/// In the first step after some frames.
TEST_P(Scenes, EveryMethodDescendsStaysWhereNewtonDoesAndIsMuchTheSameInMixedPrecision) {
  const tensio::Setup setup = load(GetParam());
  auto simulation = Simulation::make(setup);
  ASSERT_TRUE(simulation);
  for (int frame = 0; frame < 6; ++frame) (void)simulation->advance_frame();
  System system = make_system(setup.model, setup.gravity, setup.damping);
  StepAim aim;
  std::vector<Vec3> start;
  const double h = setup.frame_time / setup.substeps;
  begin_stage(*make_implicit_scheme(setup.scheme, setup.scheme_options), 0, system, simulation->state(), h,
              simulation->state().time + h, Start::target, aim, start);
  const StepObjective objective(system, aim);

  std::vector<Vec3> minimum = start;
  const SolveReport polished =
      make_minimiser({.method = Method::automatic, .iterations = 4000, .tolerance = 1e-9})
          ->minimise(objective, minimum);
  ASSERT_LE(polished.relative_gradient(), 1e-8) << status_name(polished.status);
  std::vector<Vec3> x = minimum;
  (void)make_minimiser({.method = Method::newton, .iterations = 1, .hessian = HessianForm::exact})
      ->minimise(objective, x);
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_LT(norm(x[i] - minimum[i]), 1e-6);

  const double range = objective.value(start) - polished.objective;
  for (const Method method : descent_methods) {
    SCOPED_TRACE("method " + std::to_string(static_cast<int>(method)));
    x = minimum;
    (void)make_minimiser({.method = method, .iterations = 5})->minimise(objective, x);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_LT(norm(x[i] - minimum[i]), 1e-6);
    x = start;
    const SolveReport report =
        make_minimiser({.method = method, .iterations = 10, .trace = true})->minimise(objective, x);
    for (std::size_t i = 1; i < report.trace.size(); ++i)
      ASSERT_LE(report.trace[i].objective, report.trace[i - 1].objective + 1e-9 * range) << i;
    EXPECT_LT(report.objective, report.trace[0].objective);
    // Buckled cloth tells single from double precision apart sooner or later; within a few iterations it
    // does not.
    std::vector<Vec3> mixed = start;
    (void)make_minimiser({.method = method, .iterations = 3, .precision = Precision::mixed})
        ->minimise(objective, mixed);
    x = start;
    (void)make_minimiser({.method = method, .iterations = 3})->minimise(objective, x);
    for (std::size_t i = 0; i < x.size(); ++i)
      ASSERT_LT(norm(x[i] - mixed[i]), method == Method::newton_cg ? 1e-3 : 1e-4) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, Scenes, ::testing::ValuesIn(scene_names), [](const auto& scene) {
  std::string name = scene.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace tensio
