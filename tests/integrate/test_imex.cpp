#include <cmath>
#include <gtest/gtest.h>

#include "integrate/imex.h"
#include "support/random_system.h"

namespace tensio {
namespace {

const MinimiseOptions exact{
    .method = Method::newton, .iterations = 50, .tolerance = 1e-15, .hessian = HessianForm::exact};

State integrate(const Model& model, const Damping& damping, Scheme scheme, double threshold, double h,
                int steps, const MinimiseOptions& minimise = exact) {
  System system = make_system(model, {0, -9.81, 0}, damping);
  Workers workers;
  const auto integrator = make_integrator(scheme, {.imex_threshold = threshold}, minimise, workers);
  State state = make_state(model);
  for (std::size_t i = 0; i < state.v.size(); ++i) state.v[i] = {0.1 * static_cast<double>(i % 3), -0.2, 0.3};
  for (const Pin& pin : model.pins) state.v[pin.vertex] = {};
  for (int step = 1; step <= steps; ++step)
    EXPECT_TRUE(is_usable(integrator->advance(system, state, h, step * h).status));
  return state;
}

double distance(const State& a, const State& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.x.size(); ++i)
    largest = std::max({largest, norm(a.x[i] - b.x[i]), 1e-2 * norm(a.v[i] - b.v[i])});
  return largest;
}

/// Soft and stiff springs with dampers, an attachment that moves, a pin that moves.
Model make_model() {
  Model model;
  for (int i = 0; i < 8; ++i) model.add_vertex({0.1 * i, 0.02 * (i % 2), 0.03 * (i % 3)}, 0.1 + 0.02 * i);
  for (int i = 0; i < 7; ++i)
    model.springs.add(i, i + 1, SpringFamily::structural, 0.1, i % 2 == 0 ? 20 : 2000, 0.02);
  for (int i = 0; i < 6; ++i) model.springs.add(i, i + 2, SpringFamily::bend, 0.19, 5);
  model.pins.push_back({0, model.rest_position[0], {.keys = {{0, {}}, {1, {0.1, 0.2, 0}}}}});
  model.attachments.push_back({7, model.rest_position[7], 30, {.keys = {{0, {}}, {1, {0, 0.2, 0}}}}});
  return model;
}
const Damping damping{.ether = 0.8, .point = 0.03, .rayleigh_mass = 0.1, .rayleigh_stiffness = 1e-4};

TEST(Imex, IsImplicitEulerWhenEverythingIsStiff) {
  const Model model = make_model();
  const State imex = integrate(model, damping, Scheme::imex, 0, 0.004, 200);
  EXPECT_LT(distance(imex, integrate(model, damping, Scheme::implicit_euler, 0, 0.004, 200)), 1e-10);
}

TEST(Imex, IsSymplecticEulerWhenNothingIs) {
  const Model model = make_model();
  const State imex = integrate(model, damping, Scheme::imex, 1e9, 0.004, 200);
  EXPECT_LT(distance(imex, integrate(model, damping, Scheme::symplectic_euler, 0, 0.004, 200)), 1e-10);
}

TEST(Imex, TakesOnlyTheStiffSpringsIntoItsMatrix) {
  const Model model = make_model();
  System system = make_system(model, {0, -9.81, 0}, damping);
  StiffPart stiff(0.5);
  // h ω of the stiff springs is about 0.7, of the others below 0.1
  System& part = stiff.take(system, 0.004);
  ASSERT_EQ(part.energies.size(), 1u);
  EXPECT_EQ(part.terms().spring_table->size(), 3u);
  for (const double k : part.terms().spring_table->stiffness) EXPECT_EQ(k, 2000);
  const std::uint64_t revision = part.revision;
  EXPECT_EQ(stiff.take(system, 0.004).revision, revision);
  EXPECT_NE(stiff.take(system, 0.4).revision, revision);
  EXPECT_EQ(part.terms().spring_table->size(), 13u);
}

TEST(Imex, IsOfFirstOrderWithStiffAndSoftSprings) {
  const Model model = make_model();
  const double h = 1e-3;
  // The threshold goes with h, so that the same springs stay stiff.
  const auto at = [&](int refinement) {
    return integrate(model, {}, Scheme::imex, 0.12 / refinement, h / refinement, 300 * refinement);
  };
  const State exact_state = integrate(model, {}, Scheme::rk4, 0, 5e-5, 6000);
  const double coarse = distance(at(32), exact_state), fine = distance(at(64), exact_state);
  EXPECT_NEAR(std::log2(coarse / fine), 1, 0.1);
}

TEST(Imex, IsStableWhereSymplecticEulerIsNot) {
  Model model = make_model();
  for (double& k : model.springs.stiffness)
    if (k > 1000) k = 1e6;
  const State imex = integrate(model, {}, Scheme::imex, 0.5, 0.01, 1000);
  for (const Vec3& x : imex.x) EXPECT_LT(norm(x), 3);
  EXPECT_GT(distance(integrate(model, {}, Scheme::symplectic_euler, 0, 0.01, 20), imex), 10);
}

TEST(Imex, EveryMethodEndsAtTheSameStep) {
  const Model model = make_model();
  const State newton = integrate(model, damping, Scheme::imex, 0.5, 0.004, 20);
  for (const Method method : {Method::local_global, Method::ncg, Method::lbfgs, Method::newton_cg}) {
    const State other = integrate(model, damping, Scheme::imex, 0.5, 0.004, 20,
                                  {.method = method, .iterations = 2000, .tolerance = 1e-13});
    EXPECT_LT(distance(newton, other), 1e-9) << static_cast<int>(method);
  }
}

}  // namespace
}  // namespace tensio
