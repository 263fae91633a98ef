// The factor that turns with strands: of Newton's matrix, in lanes.

#include <gtest/gtest.h>

#include "energy/objective.h"
#include "linear/block_forest.h"
#include "math/simd.h"
#include "tensio/cloth.h"
#include "tensio/strands.h"

namespace tensio {
namespace {

/// A step of hair that is bent, stretched and compressed here and there.
struct HairStep {
  explicit HairStep(const HairOptions& options) : HairStep(*make_hair(options)) {}
  explicit HairStep(Model the_model)
      : model(std::move(the_model)), system(make_system(model, {0, -9.8, 0}, {})), x(model.rest_position) {
    aim.s2 = 1e-4, aim.tau = 1e-2, aim.y = aim.w = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double t = static_cast<double>(i);
      if (system.pinned[i] == 0)
        x[i] +=
            0.01 * Vec3{std::fmod(0.37 * t, 1) - 0.5, std::fmod(0.61 * t, 1) - 0.5, std::fmod(0.83 * t, 1)};
    }
    for (std::size_t s = 0; s < model.springs.size(); ++s)
      stencils.push_back({.vertex = {model.springs.ends[s][0], model.springs.ends[s][1], 0, 0},
                          .coefficient = {1, -1},
                          .rest_length = model.springs.rest_length[s],
                          .weight = model.springs.stiffness[s]});
    for (const Stencil& stencil : model.stencils)
      if (stencil.rest_length > 0) stencils.push_back(stencil);
  }
  StepObjective objective() const { return {system, aim}; }
  template <class Real>
  bool prepare(BlockForest<Real>& forest, Workers& workers) const {
    const SparseMatrix q = objective().quadratic();
    const auto plan =
        detail::ForestPlan::make(detail::make_graph(q), system.pinned, detail::ForestTables<Real>::lanes);
    if (!plan) return false;
    forest.build(*plan, q, stencils);
    forest.set(q, aim.s2);
    forest.factor(field<Real>(x), workers);
    return true;
  }
  template <class Real>
  static Field<Real> field(Positions from) {
    Field<Real> to(from.size());
    to.set(from);
    return to;
  }
  /// What rounding and wrong blocks leave of a solve with the projected Hessian.
  template <class Real>
  double residual() const {
    BlockForest<Real> forest;
    Workers workers(2);
    EXPECT_TRUE(prepare(forest, workers));
    std::vector<Vec3> b(x.size()), z(x.size()), product(x.size());
    objective().gradient(x, b);
    Field<Real> solution;
    forest.solve(field<Real>(b), solution, workers);
    solution.get(z);
    objective().multiply_hessian(x, z, HessianForm::projected, product);
    double left = 0, all = 0;
    for (std::size_t i = 0; i < b.size(); ++i)
      left += dot(product[i] - b[i], product[i] - b[i]), all += dot(b[i], b[i]);
    return std::sqrt(left / all);
  }

  Model model;
  System system;
  std::vector<Vec3> x;
  StepAim aim;
  std::vector<Stencil> stencils;
};

const HairOptions curly{.strands = 37,
                        .segments = 12,
                        .length = 0.3,
                        .curl_radius = 0.01,
                        .curl_turns = 3,
                        .stiffness = 60,
                        .flexural_rigidity = 4e-7,
                        .torsional_rigidity = 3e-7,
                        .strand_mass = 2e-4};
const HairOptions straight{.strands = 40,
                           .segments = 9,
                           .length = 0.2,
                           .stiffness = 300,
                           .flexural_rigidity = 1e-6,
                           .torsional_rigidity = 1e-6,
                           .strand_mass = 1e-3};

TEST(BlockForest, SolvesWithTheProjectedHessianOfStrands) {
  for (const HairOptions& options : {curly, straight}) {  // with strands left over in the last lanes
    const HairStep step(options);
    EXPECT_LT(step.residual<double>(), 1e-10);
    EXPECT_LT(step.residual<float>(), 1e-3);
  }
}

TEST(BlockForest, SolvesWithTheProjectedHessianOfAPlant) {
  const auto plant = make_plant({.levels = 3, .branches = 3, .twigs = 3, .leaf = 0.1});
  ASSERT_TRUE(plant) << plant.error().message;
  Model model = *plant;
  model.clusters.clear();  // count with their bound
  EXPECT_LT(HairStep(std::move(model)).residual<double>(), 1e-9);
}

TEST(BlockForest, GivesTheSameBitsForAllInstructionsAndNumbersOfThreads) {
  const HairStep step(curly);
  const auto solve = [&](SimdLevel level, int threads) {
    simd_level_limit() = level;
    BlockForest<double> forest;
    Workers workers(threads);
    EXPECT_TRUE(step.prepare(forest, workers));
    Field<double> z;
    forest.solve(HairStep::field<double>(step.x), z, workers);
    simd_level_limit() = SimdLevel::avx512;
    return std::vector<double>(z.all().begin(), z.all().end());
  };
  const auto expected = solve(SimdLevel::scalar, 1);
  for (const SimdLevel level : {SimdLevel::baseline, SimdLevel::avx2, SimdLevel::avx512})
    for (const int threads : {1, 3}) EXPECT_EQ(solve(level, threads), expected);
}

TEST(BlockForest, LeavesPinsAloneAndFollowsRestLengths) {
  HairStep step(curly);
  BlockForest<double> forest;
  Workers workers;
  ASSERT_TRUE(step.prepare(forest, workers));
  Field<double> z;
  forest.solve(HairStep::field<double>(step.x), z, workers);
  for (const Pin& pin : step.model.pins)
    for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(z.component(axis)[pin.vertex], 0);
  for (double& rest : step.model.springs.rest_length) rest *= 0.7;
  for (std::size_t s = 0; s < step.model.springs.size(); ++s)
    step.stencils[s].rest_length = step.model.springs.rest_length[s];
  forest.set_rests(step.stencils);
  forest.factor(HairStep::field<double>(step.x), workers);
  Field<double> followed, expected;
  forest.solve(HairStep::field<double>(step.x), followed, workers);
  ASSERT_TRUE(step.prepare(forest, workers));
  forest.solve(HairStep::field<double>(step.x), expected, workers);
  EXPECT_TRUE(std::ranges::equal(followed.all(), expected.all()));
  EXPECT_FALSE(std::ranges::equal(followed.all(), z.all()));
}

TEST(BlockForest, RefusesWhatHasFillOrIsAlone) {
  Workers workers;
  BlockForest<double> forest;
  EXPECT_FALSE(HairStep(*make_grid({.columns = 30, .rows = 30})).prepare(forest, workers));
  EXPECT_FALSE(HairStep(*make_chain({.segments = 100})).prepare(forest, workers));
  EXPECT_TRUE(HairStep(curly).prepare(forest, workers));
}

}  // namespace
}  // namespace tensio
