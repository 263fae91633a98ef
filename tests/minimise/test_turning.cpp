// Nonlinear CG where the matrix turns with strands.

#include <gtest/gtest.h>

#include "energy/point_energy.h"
#include "integrate/implicit.h"
#include "support/minimise_cases.h"
#include "tensio/simulation.h"
#include "tensio/strands.h"

namespace tensio {
namespace {

/// The step after a few frames of falling hair.
struct FallingHair {
  FallingHair() {
    setup.model = *make_hair({.strands = 24,
                              .segments = 16,
                              .curl_radius = 0.008,
                              .curl_turns = 2,
                              .stiffness = 60,
                              .flexural_rigidity = 4e-7,
                              .torsional_rigidity = 3e-7,
                              .strand_mass = 2e-4});
    setup.gravity = {3, -9, 0};
    setup.substeps = 2;
    auto simulation = Simulation::make(setup);
    for (int frame = 0; frame < 4; ++frame) EXPECT_TRUE(is_usable(simulation->advance_frame().status));
    system = make_system(setup.model, setup.gravity, {});
    begin_stage(*make_implicit_scheme(setup.scheme, setup.scheme_options), 0, system, simulation->state(), h,
                simulation->state().time + h, Start::target, aim, start);
  }
  SolveReport minimise(const MinimiseOptions& options, std::vector<Vec3>& x) const {
    x = start;
    return make_minimiser(options)->minimise(StepObjective(system, aim), x);
  }

  static constexpr double h = 1.0 / 60;
  tensio::Setup setup;
  System system;
  StepAim aim;
  std::vector<Vec3> start;
};

TEST(Turning, AnIterationIsNewtonsOnStrands) {
  const FallingHair hair;
  std::vector<Vec3> x, expected;
  const SolveReport newton = hair.minimise({.method = Method::newton, .iterations = 1}, expected);
  const double fall = StepObjective(hair.system, hair.aim).value(hair.start) - newton.objective;
  for (const auto& [precision, most] : {std::pair{Precision::double_, 1e-8}, {Precision::mixed, 1e-5}}) {
    const SolveReport report =
        hair.minimise({.method = Method::ncg, .iterations = 1, .precision = precision}, x);
    EXPECT_NEAR(report.objective, newton.objective, 0.01 * fall);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_LT(norm(x[i] - expected[i]), most) << i;
  }
}

TEST(Turning, AFewIterationsAreWorthDozensWithTheConstantMatrix) {
  const FallingHair hair;
  std::vector<Vec3> x;
  const SolveReport few = hair.minimise({.method = Method::ncg, .iterations = 6}, x);
  const SolveReport many = hair.minimise({.method = Method::lbfgs, .iterations = 40}, x);
  EXPECT_LT(few.objective, many.objective);
}

TEST(Turning, TurnsInARoundAfterOneThatHadNothingToDo) {
  Model model = *make_hair({.strands = 24, .segments = 16});
  model.stencils.clear();
  std::ranges::fill(model.springs.rest_length, 0.0);
  const std::vector<Vec3> start(model.vertex_count());  // where no spring pulls at all
  std::vector<Vec3> load(model.vertex_count());
  System system = make_system(model, {}, {});
  system.energies.push_back(std::make_unique<AppliedLoad>(load));
  StepAim aim;
  aim.s2 = 1e-4, aim.y = aim.w = start;
  const StepObjective objective(system, aim);
  std::vector<VertexId> free;
  for (VertexId v = 0; v < model.vertex_count(); ++v)
    if (system.pinned[v] == 0) free.push_back(v);
  for (const Precision precision : {Precision::double_, Precision::mixed}) {
    const MinimiseOptions options{.method = Method::ncg, .iterations = 1, .precision = precision};
    const auto rounds = make_minimiser(options);
    std::ranges::fill(load, Vec3{});
    std::vector<Vec3> x = start, expected = start;
    ASSERT_EQ(rounds->minimise(objective, x).status, SolveStatus::converged);
    for (const VertexId v : free) load[v] = {1e-3, 0, 0};
    (void)rounds->resume(objective, free, free, x);
    (void)make_minimiser(options)->minimise(objective, expected);
    EXPECT_GT(norm(expected.back()), 1e-6);
    for (std::size_t i = 0; i < x.size(); ++i)
      ASSERT_LT(norm(x[i] - expected[i]), 1e-4 * norm(expected.back())) << i;
  }
}

TEST(Turning, FollowsPinsStiffnessRestLengthsAndSteps) {
  FallingHair hair;
  const MinimiseOptions options{.method = Method::ncg, .iterations = 2};
  const auto kept = make_minimiser(options);
  std::vector<Vec3> x, expected, before;
  const auto follows = [&](const char* change) {
    const StepObjective objective(hair.system, hair.aim);
    x = expected = hair.start;
    (void)kept->minimise(objective, x);
    (void)make_minimiser(options)->minimise(objective, expected);
    EXPECT_EQ(x, expected) << change;
    EXPECT_NE(x, before) << change;
    before = x;
  };
  follows("at first");
  const double s2 = hair.aim.s2;
  hair.aim.s2 = s2 / 4;
  follows("a shorter step");
  hair.aim.s2 = s2;
  follows("the former step");
  Model& model = hair.setup.model;
  for (double& rest : model.springs.rest_length) rest *= 0.9;
  ++hair.system.revision, ++hair.system.rests;
  follows("rest lengths");
  for (double& stiffness : model.springs.stiffness) stiffness *= 2;
  ++hair.system.revision;
  follows("stiffness");
  hair.system.pinned[5] = all_axes;
  ++hair.system.revision;
  follows("a pin");
  hair.system.pinned[5] = 2;
  ++hair.system.revision;
  follows("a pin of one coordinate, which does not turn");
  hair.system.pinned[5] = 0;
  ++hair.system.revision;
  follows("no pin");
}

TEST(Turning, GivesTheSameBitsForEveryNumberOfThreads) {
  const FallingHair hair;
  for (const Precision precision : {Precision::double_, Precision::mixed}) {
    std::vector<Vec3> one, three;
    (void)hair.minimise({.method = Method::ncg, .iterations = 3, .precision = precision, .threads = 1}, one);
    Workers workers(3);
    three = hair.start;
    (void)make_minimiser({.method = Method::ncg, .iterations = 3, .precision = precision}, workers)
        ->minimise(StepObjective(hair.system, hair.aim), three);
    EXPECT_EQ(one, three);
  }
}

}  // namespace
}  // namespace tensio
