#include <gtest/gtest.h>

#include "energy/point_energy.h"
#include "minimise/position_based.h"
#include "support/chains.h"
#include "support/minimise_cases.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

constexpr Method position_methods[] = {Method::jakobsen, Method::pbd, Method::xpbd, Method::xpbd_turned};
constexpr Vec3 gravity{0, -9.81, 0};

double largest_distance(Positions a, Positions b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, norm(a[i] - b[i]));
  return largest;
}

std::vector<Vec3> newton_minimum(System& system, const StepAim& aim) {
  std::vector<Vec3> x = frozen_start(system, aim);
  const SolveReport report = make_minimiser({.method = Method::newton, .iterations = 100, .tolerance = 1e-12})
                                 ->minimise(StepObjective(system, aim), x);
  EXPECT_LE(report.relative_gradient(), 1e-10);
  return x;
}

struct Solution {
  std::vector<Vec3> x;
  SolveReport report;
};

Solution solve(const System& system, const StepAim& aim, Method method, int iterations) {
  Solution solution{aim.y, {}};
  solution.report = make_minimiser({.method = method, .iterations = iterations})
                        ->minimise(StepObjective(system, aim), solution.x);
  return solution;
}

/// A step of 30 ms from the rest position, thrown by `push`.
StepAim thrown(const Model& model, const Vec3& push) {
  StepAim aim;
  aim.s2 = 0.03 * 0.03;
  aim.tau = 0.03;
  aim.w = aim.y = model.rest_position;
  for (Vec3& y : aim.y) y += push;
  for (const Pin& pin : model.pins) aim.y[pin.vertex] = pin.position;
  return aim;
}

Model undamped_net() {
  Model net = stretched_net(9);
  for (double& damping : net.springs.damping) damping = 0;
  return net;
}

TEST(Xpbd, ConvergesToNewtonsMinimumOfAHangingChain) {
  const Model chain = hanging_chain(8, 200, 0.05, 0.2, 0.1);
  System system = make_system(chain, gravity, 1, 0);
  const StepAim aim = thrown(chain, {0, -0.02, 0});
  const std::vector<Vec3> exact = newton_minimum(system, aim);
  double gradient_before = 1;
  for (const int iterations : {1, 10, 100}) {
    const Solution solution = solve(system, aim, Method::xpbd, iterations);
    EXPECT_LT(solution.report.relative_gradient(), 0.5 * gradient_before) << iterations;
    gradient_before = solution.report.relative_gradient();
  }
  const Solution last = solve(system, aim, Method::xpbd, 1000);
  EXPECT_LT(last.report.relative_gradient(), 1e-9);
  EXPECT_LT(largest_distance(last.x, exact), 1e-9);
}

/// Where springs turn within a step, the published method stops short of the minimum: it keeps impulses in
/// the directions that they once had.
TEST(Xpbd, ReachesTheMinimumOfTurningSpringsOnlyWhenItsImpulsesTurnToo) {
  Model chain = hanging_chain(8, 200, 0.05, 0.2, 0.1);
  for (std::size_t i = 0; i < chain.vertex_count(); ++i)
    chain.rest_position[i] = {0.1 * static_cast<double>(i), 0, 0};
  const Model net = undamped_net();
  for (const Model* model : {&std::as_const(chain), &net}) {
    System system = make_system(*model, gravity, 1, 0.02);
    const StepAim aim = thrown(*model, {0.01, 0, 0.02});
    const std::vector<Vec3> exact = newton_minimum(system, aim);
    const Solution published = solve(system, aim, Method::xpbd, 5000);
    EXPECT_GT(published.report.relative_gradient(), 1e-3);
    EXPECT_GT(largest_distance(published.x, exact), 1e-4);
    EXPECT_LT(largest_distance(published.x, exact), 1e-2);
    const Solution turned = solve(system, aim, Method::xpbd_turned, 5000);
    EXPECT_LT(turned.report.relative_gradient(), 1e-9);
    EXPECT_LT(largest_distance(turned.x, exact), 1e-9);
    EXPECT_LT(
        largest_distance(solve(system, aim, Method::xpbd, 1).x, solve(system, aim, Method::xpbd_turned, 1).x),
        1e-14);
  }
}

TEST(PositionBased, ReportsTheGradientOfTheTrueObjective) {
  const Model net = undamped_net();
  const System system = make_system(net, gravity, 1, 0.1);
  const StepAim aim = thrown(net, {0.01, 0, 0.02});
  const StepObjective objective(system, aim);
  for (const Method method : position_methods) {
    const Solution solution = solve(system, aim, method, 7);
    std::vector<Vec3> gradient(solution.x.size());
    objective.gradient(solution.x, gradient);
    EXPECT_EQ(solution.report.gradient_norm, norm(gradient));
    EXPECT_EQ(solution.report.objective, objective.value(solution.x));
    EXPECT_EQ(solution.report.iterations, 7);
    EXPECT_EQ(solution.report.status, SolveStatus::iteration_limit);
  }
}

TEST(PositionBased, StopsAtTheToleranceAndTracesEverySweep) {
  const Model net = undamped_net();
  const System system = make_system(net, gravity, 1, 0);
  const StepAim aim = thrown(net, {0.01, 0, 0.02});
  std::vector<Vec3> x = aim.y;
  const SolveReport report =
      make_minimiser({.method = Method::xpbd_turned, .iterations = 5000, .tolerance = 1e-6, .trace = true})
          ->minimise(StepObjective(system, aim), x);
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_LE(report.relative_gradient(), 1e-6);
  EXPECT_LT(report.iterations, 1000);
  EXPECT_EQ(report.trace.size(), static_cast<std::size_t>(report.iterations) + 1);
}

/// The stretch at rest of a chain that hangs, by a minimiser of so many iterations a step; the truth is Σ m
/// g/k.
double hanging_stretch(Method method, int iterations) {
  const int springs = 10;
  tensio::Setup setup{.model = hanging_chain(springs, 500, 0.05, 0.05, 0.1),
                      .damping = {.ether = 1e-3},
                      .minimise = {.method = method, .iterations = iterations}};
  auto simulation = Simulation::make(std::move(setup));
  EXPECT_TRUE(simulation);
  for (int frame = 0; frame < 200; ++frame) EXPECT_TRUE(is_usable(simulation->advance_frame().status));
  return -simulation->state().x[springs].y - 0.1 * springs;
}

TEST(PositionBased, StiffnessOfPbdDriftsWithTheIterationsWhileXpbdsAndOursDoesNot) {
  const double truth = 0.05 * 9.81 / 500 * 55;
  const auto of_pbd = [](int iterations) { return hanging_stretch(Method::pbd, iterations); };
  EXPECT_GT(of_pbd(1), 1.5 * of_pbd(5));
  for (const int iterations : {1, 5, 50}) EXPECT_GT(of_pbd(iterations), 5 * truth) << iterations;
  const auto of_sticks = [](int iterations) { return hanging_stretch(Method::jakobsen, iterations); };
  EXPECT_GT(of_sticks(1), 5 * truth);
  EXPECT_LT(of_sticks(50), 0.2 * truth);
  for (const int iterations : {100, 300})
    EXPECT_NEAR(hanging_stretch(Method::xpbd, iterations), truth, 1e-4 * truth) << iterations;
  for (const int iterations : {1, 5, 50})
    EXPECT_NEAR(hanging_stretch(Method::ncg, iterations), truth, 1e-6 * truth) << iterations;
}

/// κ of the adjusted rule is made for this: one spring alone ends where the objective wants it.
TEST(Pbd, IsExactForASpringAloneWhateverTheIterations) {
  const Model model = hanging_chain(1, 300, 0.1, 0.1, 0.5);
  System system = make_system(model, gravity, 1, 0);
  const StepAim aim = thrown(model, {0, -0.1, 0});
  const std::vector<Vec3> exact = newton_minimum(system, aim);
  for (const int iterations : {1, 3, 30})
    EXPECT_LT(largest_distance(solve(system, aim, Method::pbd, iterations).x, exact), 1e-12);
}

TEST(Jakobsen, KeepsEveryStickAtItsLengthWhateverItsStiffness) {
  const Model chain = hanging_chain(8, 1e-3, 0.05, 0.2, 0.1);
  const System system = make_system(chain, gravity, 1, 0);
  const Solution solution = solve(system, thrown(chain, {0.05, 0, 0.02}), Method::jakobsen, 2000);
  for (const auto& [a, b] : chain.springs.ends) EXPECT_NEAR(norm(solution.x[a] - solution.x[b]), 0.1, 1e-12);
}

/// Attachments, loads and point damping act on single vertices: they are exact even after one sweep.
TEST(PositionBased, WhatActsOnSingleVerticesIsExact) {
  Model model;
  model.add_vertex({0, 0, 0}, 0.3);
  model.add_vertex({1, 0, 0}, 0.2);
  model.force[0] = {1, 2, 3};
  model.attachments.push_back({0, {0.1, 0, 0}, 50, {}});
  model.attachments.push_back({0, {0, 0.3, 0}, 20, {}});
  System system = make_system(model, gravity, 1, 0.7);
  const StepAim aim = thrown(model, {0.01, 0, 0.02});
  const std::vector<Vec3> exact = newton_minimum(system, aim);
  for (const Method method : position_methods)
    EXPECT_LT(largest_distance(solve(system, aim, method, 1).x, exact), 1e-14);
}

TEST(PositionBased, PinsHoldExactlyAndTheResultIsTheSameEveryTime) {
  const Model net = undamped_net();
  const System system = make_system(net, gravity, 1, 0);
  const StepAim aim = thrown(net, {0.01, 0, 0.02});
  for (const Method method : position_methods) {
    const Solution solution = solve(system, aim, method, 20);
    for (const Pin& pin : net.pins) EXPECT_EQ(solution.x[pin.vertex], pin.position);
    EXPECT_EQ(solution.x, solve(system, aim, method, 20).x);
  }
}

TEST(PositionBased, FollowsChangesOfTheSystemAndOfTheStep) {
  Model net = undamped_net();
  System system = make_system(net, gravity, 1, 0);
  const auto minimiser = make_minimiser({.method = Method::xpbd_turned, .iterations = 5000});
  StepAim aim = thrown(net, {0.01, 0, 0.02});
  const auto check = [&] {
    std::vector<Vec3> x = aim.y;
    EXPECT_LT(minimiser->minimise(StepObjective(system, aim), x).relative_gradient(), 1e-9);
  };
  check();
  aim.s2 /= 4;
  check();
  net.springs.stiffness[3] *= 5;
  net.mass[12] *= 2;
  ++system.revision;
  check();
}

TEST(PositionBased, SurvivesTanglesCoincidingEndsAndSpringsWithoutStiffness) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    Model model = random_model(random);
    for (double& damping : model.springs.damping) damping = 0;
    model.springs.stiffness[0] = 0;
    model.rest_position[1] = model.rest_position[0];
    const System system = make_system(model, random.vec3(10), 1, 0.1);
    StepAim aim = random_aim(model, random);
    aim.y[1] = aim.y[0];
    for (const Method method : position_methods) {
      const Solution solution = solve(system, aim, method, 30);
      EXPECT_TRUE(is_usable(solution.report.status)) << "seed " << seed;
      EXPECT_TRUE(is_finite(solution.x)) << "seed " << seed;
    }
  }
}

std::string refusal(tensio::Setup setup) {
  const auto simulation = Simulation::make(std::move(setup));
  return simulation ? "" : simulation.error().message;
}

TEST(PositionBased, WhatItCannotTakeIsRefusedByName) {
  const Model chain = hanging_chain(3, 100, 0.1, 0.1, 0.1);
  for (const Method method : position_methods) {
    const tensio::Setup good{.model = chain, .minimise = {.method = method}};
    EXPECT_EQ(refusal(good), "");
    tensio::Setup damped = good, still = good, mixed = good, current = good;
    damped.model.springs.damping[1] = 1;
    EXPECT_NE(refusal(damped).find("dampers along the springs"), std::string::npos) << refusal(damped);
    still.scheme = Scheme::static_equilibrium;
    EXPECT_NE(refusal(still).find("static equilibrium"), std::string::npos);
    mixed.minimise.precision = Precision::mixed;
    EXPECT_NE(refusal(mixed).find("double"), std::string::npos);
    current.minimise.start = Start::current;
    EXPECT_NE(refusal(current).find("target"), std::string::npos);
  }
}

/// An energy that nothing but its value and derivatives is known of.
class Hill final : public ProjectiveEnergy {
 public:
  const char* name() const override { return "the hill"; }
  double value(Positions, Workers&) const override { return 0; }
  double evaluate(Positions, double, std::span<Vec3>, Workers&) const override { return 0; }
  void add_hessian(Positions, double, HessianForm, BlockMatrix&) const override {}
  double curvature(Positions, std::span<const Vec3>, HessianForm, Workers&) const override { return 0; }
  void add_hessian_product(Positions, std::span<const Vec3>, double, HessianForm, std::span<Vec3>,
                           Workers&) const override {}
  void add_quadratic(double, SparseBuilder&) const override {}
  void add_quadratic_diagonal(double, std::span<double>) const override {}
};

TEST(PositionBased, EnergiesOfOtherShapesAreRefusedByName) {
  const Model chain = hanging_chain(3, 100, 0.1, 0.1, 0.1);
  System system = make_system(chain, gravity, 1, 0.1);
  EXPECT_TRUE(check_terms({.method = Method::xpbd}, system));
  system.energies.push_back(std::make_unique<Hill>());
  const auto refused = check_terms({.method = Method::xpbd}, system);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("the hill"), std::string::npos);
  EXPECT_TRUE(check_terms({.method = Method::ncg}, system));
}

/// Any implicit scheme hands them its own objective.
TEST(PositionBased, EverySchemeEndsWhereNewtonLeadsIt) {
  for (const Scheme scheme :
       {Scheme::implicit_euler, Scheme::implicit_midpoint, Scheme::newmark, Scheme::bdf2, Scheme::tr_bdf2}) {
    std::vector<std::vector<Vec3>> ends;
    for (const Method method : {Method::newton, Method::xpbd_turned}) {
      tensio::Setup setup{.model = undamped_net(),
                          .scheme = scheme,
                          .minimise = {.method = method, .iterations = 3000, .tolerance = 1e-11},
                          .substeps = 4};
      auto simulation = Simulation::make(std::move(setup));
      ASSERT_TRUE(simulation);
      for (int frame = 0; frame < 2; ++frame) EXPECT_TRUE(is_usable(simulation->advance_frame().status));
      ends.push_back(simulation->state().x);
    }
    EXPECT_LT(largest_distance(ends[0], ends[1]), 1e-8) << scheme_facts(scheme).name;
  }
}

}  // namespace
}  // namespace tensio
