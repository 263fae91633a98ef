#include <gtest/gtest.h>

#include "minimise/minimiser.h"
#include "minimise/newton.h"
#include "support/minimise_cases.h"

namespace tensio {
namespace {

constexpr HessianForm all_forms[] = {HessianForm::exact, HessianForm::projected, HessianForm::gauss_newton,
                                     HessianForm::laplacian};

constexpr LinearMethod all_linear_methods[] = {
    LinearMethod::llt,    LinearMethod::ldlt,   LinearMethod::lu,       LinearMethod::pcg,
    LinearMethod::pcg_ic, LinearMethod::jacobi, LinearMethod::chebyshev};
constexpr Method all_methods[] = {Method::local_global,       Method::ncg,       Method::lbfgs,
                                  Method::anderson,           Method::chebyshev, Method::nesterov,
                                  Method::newton_cg,          Method::automatic, Method::newton,
                                  Method::local_global_newton};

TEST(Minimisers, FactorAnewWhenTheSystemHasChanged) {
  Model model = stretched_net(6);
  System system = make_system(model, {0, -9.81, 0}, 1, 0);
  const StepAim aim = implicit_euler_aim(model, 0.03);
  for (const Method method : all_methods) {
    const auto minimiser = make_minimiser({.method = method, .iterations = 5000, .tolerance = 1e-9});
    const auto solve = [&] {
      std::vector<Vec3> x = frozen_start(system, aim);
      return minimiser->minimise(StepObjective(system, aim), x);
    };
    EXPECT_EQ(solve().status, SolveStatus::converged);
    for (double& k : model.springs.stiffness) k *= 50;             // stiffness
    model.springs.add(7, 28, SpringFamily::structural, 0.1, 100);  // connectivity
    model.mass[8] *= 3;
    ++system.revision;
    EXPECT_EQ(solve().status, SolveStatus::converged);
    system.pinned[14] = 1;
    ++system.revision;
    EXPECT_EQ(solve().status, SolveStatus::converged);
    system.pinned[14] = 0;
    ++system.revision;
  }
}

TEST(Minimisers, HaveNothingToDoWhereTheGradientIsZero) {
  Model model = stretched_net(5);
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    const auto [a, b] = model.springs.ends[s];
    model.springs.rest_length[s] = norm(model.rest_position[a] - model.rest_position[b]);
  }
  System system = make_system(model, {}, 1, 0);
  StepAim aim;
  aim.s2 = 1e-4;
  aim.tau = 1e-2;
  aim.y = aim.w = model.rest_position;
  for (const Method method : all_methods) {
    std::vector<Vec3> x = frozen_start(system, aim);
    const SolveReport report = make_minimiser({.method = method})->minimise(StepObjective(system, aim), x);
    EXPECT_TRUE(is_usable(report.status)) << status_name(report.status);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT(norm(x[i] - model.rest_position[i]), 1e-15);
  }
}

TEST(LocalGlobal, ReportsTheGradientItReallyReached) {
  Random random(17);
  const Model model = random_model(random);
  System system = make_system(model, {0, -9.81, 0}, 1, 0);
  const StepAim aim = random_aim(model, random);
  std::vector<Vec3> x = frozen_start(system, aim), g(x.size());
  const StepObjective objective(system, aim);
  const SolveReport report =
      make_minimiser({.method = Method::local_global, .iterations = 5})->minimise(objective, x);
  objective.gradient(x, g);
  EXPECT_NEAR(report.gradient_norm, norm(g), 1e-12 * report.start_gradient_norm);
  EXPECT_NEAR(report.objective, objective.value(x), value_noise(objective, x));
  EXPECT_EQ(report.iterations, 5);
}

TEST(LocalGlobal, FactorsOnceForManySteps) {
  const Model model = stretched_net(6);
  System system = make_system(model, {}, 1, 0);
  const StepAim aim = implicit_euler_aim(model, 0.01), other = implicit_euler_aim(model, 0.02);
  const auto local_global = make_minimiser({.method = Method::local_global, .iterations = 2});
  int factorisations = 0;
  for (const StepAim* next : {&aim, &aim, &other, &aim, &other}) {
    std::vector<Vec3> x = frozen_start(system, *next);
    factorisations += local_global->minimise(StepObjective(system, *next), x).factorisations;
  }
  EXPECT_EQ(factorisations, 2);
}

TEST(Minimisers, PinnedVerticesMoveByExactlyZero) {
  const Model model = stretched_net(7);
  System system = make_system(model, {0, -9.81, 0}, 1, 0);
  const StepAim aim = implicit_euler_aim(model, 0.03);
  for (const Method method : all_methods) {
    std::vector<Vec3> x = frozen_start(system, aim);
    (void)make_minimiser({.method = method, .iterations = 20})->minimise(StepObjective(system, aim), x);
    for (const Pin& pin : model.pins) EXPECT_EQ(x[pin.vertex], pin.position);
  }
}

TEST(Minimisers, LocalGlobalAndNewtonReachTheSameMinimum) {
  const Model model = stretched_net(9);
  System system = make_system(model, {0, -9.81, 0}, 1, 0.02);
  const StepAim aim = implicit_euler_aim(model, 0.03);
  std::vector<Vec3> by_newton = frozen_start(system, aim), by_local_global = by_newton;
  const StepObjective objective(system, aim);
  const SolveReport newton = make_minimiser({.method = Method::newton, .iterations = 50, .tolerance = 1e-10})
                                 ->minimise(objective, by_newton);
  const SolveReport local_global =
      make_minimiser({.method = Method::local_global, .iterations = 20000, .tolerance = 1e-10})
          ->minimise(objective, by_local_global);
  EXPECT_EQ(newton.status, SolveStatus::converged);
  EXPECT_EQ(local_global.status, SolveStatus::converged);
  EXPECT_LE(newton.relative_gradient(), 1e-9);
  EXPECT_LE(local_global.relative_gradient(), 1e-9);
  for (std::size_t i = 0; i < by_newton.size(); ++i) EXPECT_LT(norm(by_newton[i] - by_local_global[i]), 1e-8);
}

TEST(Minimisers, ReturnToNewtonsMinimumOfRandomTangles) {
  int compared = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Model model = random_model(random);
    System system = make_system(model, random.vec3(10), 1, 0.1);
    const StepAim aim = random_aim(model, random);
    std::vector<Vec3> x = frozen_start(system, aim);
    const StepObjective objective(system, aim);
    const SolveReport newton =
        make_minimiser({.method = Method::newton, .iterations = 500, .tolerance = 1e-11})
            ->minimise(objective, x);
    if (newton.relative_gradient() > 1e-9) continue;
    ++compared;
    std::vector<Vec3> moved = x;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!system.pinned[i]) moved[i] += random.vec3(1e-5);
    for (const Method method : descent_methods) {
      std::vector<Vec3> back = moved;
      const SolveReport report =
          make_minimiser({.method = method, .iterations = method == Method::local_global ? 20000 : 4000})
              ->minimise(objective, back);
      EXPECT_LE(report.gradient_norm, 1e-9 * newton.start_gradient_norm)
          << static_cast<int>(method) << ", seed " << seed;
      for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT(norm(back[i] - x[i]), 1e-8) << "seed " << seed;
    }
  }
  EXPECT_GE(compared, 57);
}

TEST(Newton, EveryHessianFormConvergesToTheSameMinimum) {
  const Model model = stretched_net(9);
  System system = make_system(model, {0, -9.81, 0}, 1, 0);
  const StepAim aim = implicit_euler_aim(model, 0.03);
  std::vector<Vec3> reference;
  for (const HessianForm form : all_forms) {
    std::vector<Vec3> x = frozen_start(system, aim);
    const SolveReport report =
        make_minimiser({.method = Method::newton, .iterations = 20000, .tolerance = 1e-10, .hessian = form})
            ->minimise(StepObjective(system, aim), x);
    EXPECT_LE(report.relative_gradient(), 1e-9) << static_cast<int>(form);
    if (reference.empty()) reference = x;
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT(norm(x[i] - reference[i]), 1e-8);
  }
}

TEST(Newton, EveryLinearSolverConvergesToTheSameMinimum) {
  const Model model = stretched_net(9);
  System system = make_system(model, {0, -9.81, 0}, 1, 0);
  const StepAim aim = implicit_euler_aim(model, 0.03);
  std::vector<Vec3> reference;
  for (const LinearMethod method : all_linear_methods) {
    std::vector<Vec3> x = frozen_start(system, aim);
    const SolveReport report =
        make_minimiser({.method = Method::newton,
                        .iterations = 100,
                        .tolerance = 1e-10,
                        .linear = {.method = method, .iterations = 20000, .tolerance = 1e-6}})
            ->minimise(StepObjective(system, aim), x);
    EXPECT_LE(report.relative_gradient(), 1e-9) << static_cast<int>(method);
    if (reference.empty()) reference = x;
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT(norm(x[i] - reference[i]), 1e-8);
  }
}

TEST(Newton, DescendsMonotonicallyOnCompressedTangles) {
  for (const HessianForm form : all_forms) {
    for (std::uint32_t seed = 0; seed < 150; ++seed) {
      Random random(seed);
      const Model model = random_model(random);
      System system = make_system(model, random.vec3(10), 1, 0);
      const StepAim aim = random_aim(model, random);
      std::vector<Vec3> x = frozen_start(system, aim);
      const StepObjective objective(system, aim);
      const SolveReport report =
          make_minimiser({.method = Method::newton, .iterations = 30, .hessian = form, .trace = true})
              ->minimise(objective, x);
      ASSERT_TRUE(is_usable(report.status));
      const double noise = 64 * value_noise(objective, x);
      for (std::size_t i = 1; i < report.trace.size(); ++i)
        ASSERT_LE(report.trace[i].objective, report.trace[i - 1].objective + noise) << "seed " << seed;
    }
  }
}

TEST(Newton, EveryLinearSolverDescendsOnCompressedTangles) {
  for (const LinearMethod method : all_linear_methods) {
    for (const HessianForm form : {HessianForm::exact, HessianForm::projected}) {
      for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        const Model model = random_model(random);
        System system = make_system(model, random.vec3(10), 1, 0);
        const StepAim aim = random_aim(model, random);
        std::vector<Vec3> x = frozen_start(system, aim);
        const StepObjective objective(system, aim);
        const double start = objective.value(x);
        const SolveReport report = make_minimiser({.method = Method::newton,
                                                   .iterations = 3,
                                                   .hessian = form,
                                                   .linear = {.method = method, .iterations = 300}})
                                       ->minimise(objective, x);
        ASSERT_TRUE(report.status == SolveStatus::iteration_limit ||
                    report.status == SolveStatus::converged || report.status == SolveStatus::rounding_limit)
            << static_cast<int>(method) << ", seed " << seed << ": " << status_name(report.status);
        ASSERT_LT(report.objective, start);
      }
    }
  }
}

TEST(Newton, WithTheLaplacianIsLocalGlobal) {
  const Model model = stretched_net(6);
  System system = make_system(model, {0, -9.81, 0}, 1, 0);
  const StepAim aim = implicit_euler_aim(model, 0.03);
  std::vector<Vec3> a = frozen_start(system, aim), b = a;
  const StepObjective objective(system, aim);
  (void)make_minimiser({.method = Method::local_global, .iterations = 4})->minimise(objective, a);
  (void)make_minimiser({.method = Method::newton, .iterations = 4, .hessian = HessianForm::laplacian})
      ->minimise(objective, b);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(norm(a[i] - b[i]), 1e-12);
}

TEST(LocalGlobalNewton, CountsBothPhasesAndTracesThemAsOne) {
  const Model model = stretched_net(9);
  System system = make_system(model, {0, -9.81, 0}, 1, 0);
  const StepAim aim = implicit_euler_aim(model, 0.03);
  std::vector<Vec3> x = frozen_start(system, aim);
  const SolveReport report = make_minimiser({.method = Method::local_global_newton,
                                             .iterations = 20,
                                             .tolerance = 1e-10,
                                             .warm_iterations = 3,
                                             .trace = true})
                                 ->minimise(StepObjective(system, aim), x);
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_GT(report.iterations, 3);
  ASSERT_EQ(report.trace.size(), static_cast<std::size_t>(report.iterations) + 1);
  for (std::size_t i = 1; i < report.trace.size(); ++i) {
    EXPECT_EQ(report.trace[i].iteration, static_cast<int>(i));
    EXPECT_GE(report.trace[i].seconds, report.trace[i - 1].seconds);
  }
  EXPECT_LE(report.relative_gradient(), 1e-10);
}

TEST(LocalGlobal, SaysWhenAStaticSystemIsNotHeld) {
  Model model;
  model.add_vertex({0, 0, 0}, 1);
  model.add_vertex({1, 0, 0}, 1);
  System system = make_system(model, {0, -9.81, 0}, 1, 0);
  StepAim aim;
  aim.inertia = 0;
  aim.s2 = 1;
  std::vector<Vec3> x = model.rest_position;
  EXPECT_EQ(make_minimiser({.method = Method::local_global})->minimise(StepObjective(system, aim), x).status,
            SolveStatus::not_positive_definite);
}

}  // namespace
}  // namespace tensio
