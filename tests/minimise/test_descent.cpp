// The methods that need no matrix but the constant one of local/global.

#include <cstring>
#include <gtest/gtest.h>

#include "support/minimise_cases.h"
#include "tensio/cloth.h"

namespace tensio {
namespace {

constexpr Precision precisions[] = {Precision::double_, Precision::mixed};

std::string name_of(Method method, Precision precision) {
  return "method " + std::to_string(static_cast<int>(method)) +
         (precision == Precision::mixed ? ", mixed" : ", double");
}

/// A stiff cloth that has just been let go at three corners, in a long step.
struct StiffCloth {
  Model model;
  System system;
  StepAim aim;
  std::vector<Vec3> start;

  explicit StiffCloth(std::uint32_t n) {
    model =
        make_grid({.columns = n, .rows = n, .width = 1, .depth = 1, .stiffness = {2000, 2000, 200}}).value();
    model.pins.push_back({0, model.rest_position[0], {}});
    system = make_system(model, {0, -9.81, 0}, 1, 0);
    aim = implicit_euler_aim(model, 0.033);
    start = frozen_start(system, aim);
  }
  StepObjective objective() const { return {system, aim}; }
};

TEST(DescentMethods, NeverRaiseTheObjective) {
  for (const Method method : descent_methods) {
    for (const Precision precision : precisions) {
      SCOPED_TRACE(name_of(method, precision));
      for (std::uint32_t seed = 0; seed < 1000; ++seed) {
        Random random(seed);
        const Model model = random_model(random);
        System system = make_system(model, random.vec3(10), 1, random.below(2) * 0.4);
        const StepAim aim = random_aim(model, random);
        std::vector<Vec3> x = frozen_start(system, aim);
        const StepObjective objective(system, aim);
        const double length = norm(x);
        const SolveReport report =
            make_minimiser({.method = method, .iterations = 12, .precision = precision, .trace = true})
                ->minimise(objective, x);
        ASSERT_TRUE(is_usable(report.status)) << "seed " << seed << ": " << status_name(report.status);
        ASSERT_EQ(report.trace.size(), static_cast<std::size_t>(report.iterations) + 1);
        const double noise =
            precision == Precision::double_
                ? 64 * value_noise(objective, x)
                : 64 * 1.2e-7 * (std::abs(report.trace[0].objective) + report.start_gradient_norm * length);
        for (std::size_t i = 1; i < report.trace.size(); ++i)
          ASSERT_LE(report.trace[i].objective, report.trace[i - 1].objective + noise)
              << "seed " << seed << ", iterate " << i;
        ASSERT_LE(objective.value(x), report.trace[0].objective + noise) << "seed " << seed;
      }
    }
  }
}

TEST(DescentMethods, NonlinearCgNeedsATenthOfTheIterationsOfLocalGlobalOnAStiffCloth) {
  const StiffCloth cloth(21);
  const StepObjective objective = cloth.objective();
  std::vector<Vec3> x = cloth.start;
  const double start = objective.value(x);
  const double lowest = make_minimiser({.method = Method::newton_cg, .iterations = 200, .tolerance = 1e-10})
                            ->minimise(objective, x)
                            .objective;
  const auto iterations = [&](Method method) {
    x = cloth.start;
    const SolveReport report =
        make_minimiser({.method = method, .iterations = 3000, .trace = true})->minimise(objective, x);
    for (const TracePoint& point : report.trace)
      if (point.objective - lowest <= 1e-6 * (start - lowest)) return point.iteration;
    return 100000;
  };
  const int local_global = iterations(Method::local_global);
  EXPECT_LT(10 * iterations(Method::ncg), local_global);
  EXPECT_LT(10 * iterations(Method::lbfgs), local_global);
  for (const Method method : {Method::anderson, Method::chebyshev, Method::nesterov})
    EXPECT_LT(3 * iterations(method), local_global) << static_cast<int>(method);
  EXPECT_LT(40 * iterations(Method::newton_cg), local_global);
}

TEST(DescentMethods, GiveTheSameBitsForEveryNumberOfThreads) {
  const StiffCloth cloth(90);  // enough vertices for several tasks
  for (const Method method : descent_methods) {
    for (const Precision precision : precisions) {
      SCOPED_TRACE(name_of(method, precision));
      std::vector<Vec3> first;
      for (const int threads : {1, 2, 3, 4, 8}) {
        Workers workers(threads);
        std::vector<Vec3> x = cloth.start;
        const SolveReport report =
            make_minimiser({.method = method, .iterations = 4, .precision = precision}, workers)
                ->minimise(cloth.objective(), x);
        ASSERT_TRUE(is_usable(report.status));
        if (first.empty()) first = x;
        ASSERT_EQ(std::memcmp(first.data(), x.data(), x.size() * sizeof(Vec3)), 0) << threads << " threads";
      }
    }
  }
}

TEST(DescentMethods, MixedPrecisionEndsNextToDoubleAndClaimsNoMoreThanItKnows) {
  const Model model = stretched_net(9);
  System system = make_system(model, {0, -9.81, 0}, 1, 0.02);
  const StepAim aim = implicit_euler_aim(model, 0.03);
  std::vector<Vec3> exact = frozen_start(system, aim);
  const StepObjective objective(system, aim);
  const SolveReport newton = make_minimiser({.method = Method::newton, .iterations = 50, .tolerance = 1e-10})
                                 ->minimise(objective, exact);
  ASSERT_EQ(newton.status, SolveStatus::converged);
  for (const Method method : descent_methods) {
    SCOPED_TRACE(static_cast<int>(method));
    std::vector<Vec3> x = frozen_start(system, aim);
    const SolveReport report =
        make_minimiser(
            {.method = method, .iterations = 2000, .tolerance = 1e-12, .precision = Precision::mixed})
            ->minimise(objective, x);
    EXPECT_EQ(report.status, SolveStatus::rounding_limit) << status_name(report.status);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT(norm(x[i] - exact[i]), 2e-6);
    x = frozen_start(system, aim);
    const SolveReport loose =
        make_minimiser(
            {.method = method, .iterations = 2000, .tolerance = 1e-2, .precision = Precision::mixed})
            ->minimise(objective, x);
    EXPECT_EQ(loose.status, SolveStatus::converged) << status_name(loose.status);
    for (const Pin& pin : model.pins) EXPECT_EQ(x[pin.vertex], pin.position);
  }
}

TEST(DescentMethods, ReachATightToleranceOnAStiffCloth) {
  const StiffCloth cloth(21);
  const auto run = [&](Method method, int iterations) {
    std::vector<Vec3> x = cloth.start;
    return make_minimiser({.method = method, .iterations = iterations, .tolerance = 1e-9})
        ->minimise(cloth.objective(), x);
  };
  EXPECT_EQ(run(Method::newton_cg, 60).status, SolveStatus::converged);
  EXPECT_EQ(run(Method::automatic, 300).status, SolveStatus::converged);
  EXPECT_EQ(run(Method::ncg, 300).status, SolveStatus::converged);
  // The constant matrix alone is not enough for that.
  EXPECT_EQ(run(Method::lbfgs, 300).status, SolveStatus::iteration_limit);
}

TEST(DescentMethods, EndAtTheSamePlaceWithMultigridAsWithAFactor) {
  const StiffCloth cloth(24);
  for (const Method method :
       {Method::local_global, Method::ncg, Method::lbfgs, Method::chebyshev, Method::newton_cg}) {
    SCOPED_TRACE(static_cast<int>(method));
    const auto run = [&](std::size_t most_factored) {
      std::vector<Vec3> x = cloth.start;
      MinimiseOptions options{.method = method, .iterations = 1000, .tolerance = 1e-8};
      options.most_factored = most_factored;
      const SolveReport report = make_minimiser(options)->minimise(cloth.objective(), x);
      EXPECT_TRUE(is_usable(report.status));
      return cloth.objective().value(x);
    };
    const double start = cloth.objective().value(cloth.start), factored = run(most_factored_vertices);
    EXPECT_NEAR(run(100), factored, 1e-4 * (start - factored));
  }
}

TEST(DescentMethods, AutomaticIsNonlinearCgUnlessATightToleranceIsAsked) {
  const StiffCloth cloth(12);
  std::vector<Vec3> a = cloth.start, b = cloth.start;
  (void)make_minimiser({.method = Method::ncg, .iterations = 80})->minimise(cloth.objective(), a);
  (void)make_minimiser({.method = Method::automatic, .iterations = 80})->minimise(cloth.objective(), b);
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)), 0);
}

}  // namespace
}  // namespace tensio
