// States and orders of integrators that others have computed: a linear oscillator, a spring pendulum, free
// fall, linear drag.

#include <cmath>
#include <gtest/gtest.h>

#include "support/motion.h"

namespace tensio {
namespace {

constexpr double g = 9.81;  // m/s²

/// A mass on a spring that is pinned at the origin.
Model make_pendulum(const Vec3& start, double stiffness, double rest_length) {
  Model model;
  model.add_vertex({}, 1);
  model.add_vertex(start, 1);
  model.pins.push_back({0, {}, {}});
  model.springs.add(0, 1, SpringFamily::structural, rest_length, stiffness);
  return model;
}

State integrate(const Model& model, Scheme scheme, double h, int steps, const Vec3& gravity = {},
                double gamma = 0) {
  Motion motion(model, scheme, gravity, gamma);
  motion.advance(h, steps);
  return motion.state();
}

struct OscillatorState {
  Scheme scheme;
  double x, v;
};
// m = 1, k = 100, rest length 0, x₀ = 1, v₀ = 0, h = 0.01, 100 steps
constexpr OscillatorState oscillator_states[] = {
    {Scheme::explicit_euler, -1.40884698291602, 8.4850692875778},
    {Scheme::symplectic_euler, -0.809384821133212, 5.48202119543514},
    {Scheme::velocity_verlet, -0.836794927110387, 5.46831614244655},
    {Scheme::midpoint, -0.830954421124927, 5.58585576515391},
    {Scheme::heun, -0.830954421124928, 5.58585576515392},
    {Scheme::rk4, -0.839075464413064, 5.44013766248773},
    {Scheme::implicit_euler, -0.520866526040103, 3.13702525300692},
    {Scheme::implicit_midpoint, -0.843569150875787, 5.37020565426221},
    {Scheme::newmark, -0.84356915087579, 5.37020565426222},
    {Scheme::bdf2, -0.847908113900277, 5.11506194132454},
};

TEST(Reference, OscillatorStates) {
  for (const auto& expected : oscillator_states) {
    const State state = integrate(make_pendulum({1, 0, 0}, 100, 0), expected.scheme, 0.01, 100);
    EXPECT_NEAR(state.x[1].x, expected.x, 1e-10) << scheme_facts(expected.scheme).name;
    EXPECT_NEAR(state.v[1].x, expected.v, 1e-10) << scheme_facts(expected.scheme).name;
  }
}

struct PendulumState {
  Scheme scheme;
  double x, y, vx, vy;
  double order;  // measured between two small steps
};
// m = 1, k = 100, rest length 1, x₀ = (1.2, 0), v₀ = 0, h = 0.01, 200 steps
constexpr PendulumState pendulum_states[] = {
    {Scheme::explicit_euler, 0.21142675994, -0.787967055643, 7.2698116595, 0.00178766354081, 1.015},
    {Scheme::symplectic_euler, 0.201822775826, -0.996876207016, 4.79442516452, 0.793883136711, 1.004},
    {Scheme::velocity_verlet, 0.177474184254, -1.00108548951, 4.79388050774, 0.792406484989, 2.000},
    {Scheme::midpoint, 0.181551302324, -1.00061253418, 4.80404108576, 0.746658424983, 2.000},
    {Scheme::heun, 0.18195582199, -1.00034977072, 4.8042711378, 0.748540125878, 2.000},
    {Scheme::rk4, 0.176298102096, -1.0010210791, 4.79161897345, 0.808335767161, 3.998},
    {Scheme::implicit_euler, 0.248514708391, -1.07967939027, 3.53621390528, 1.18052481899, 0.985},
    {Scheme::implicit_midpoint, 0.173585347092, -1.00116861031, 4.78649474964, 0.838568922757, 2.000},
    {Scheme::newmark, 0.173958790009, -1.00092988668, 4.78681271475, 0.840121009651, 2.000},
    {Scheme::bdf2, 0.16444754346, -1.00397257246, 4.76448496173, 0.921222470893, 1.999},
};
constexpr double exact_pendulum[] = {0.17630074410946, -1.0010205887619, 4.7916265036787, 0.80830331084724};

State swing(Scheme scheme, int refinement) {
  return integrate(make_pendulum({1.2, 0, 0}, 100, 1), scheme, 0.01 / refinement, 200 * refinement,
                   {0, -g, 0});
}

TEST(Reference, PendulumStates) {
  for (const auto& expected : pendulum_states) {
    const State state = swing(expected.scheme, 1);
    const char* name = scheme_facts(expected.scheme).name;
    EXPECT_NEAR(state.x[1].x, expected.x, 1e-8) << name;
    EXPECT_NEAR(state.x[1].y, expected.y, 1e-8) << name;
    EXPECT_NEAR(state.v[1].x, expected.vx, 1e-8) << name;
    EXPECT_NEAR(state.v[1].y, expected.vy, 1e-8) << name;
  }
}

double pendulum_error(Scheme scheme, int refinement) {
  const State state = swing(scheme, refinement);
  const double error[] = {state.x[1].x - exact_pendulum[0], state.x[1].y - exact_pendulum[1],
                          state.v[1].x - exact_pendulum[2], state.v[1].y - exact_pendulum[3]};
  double square = 0;
  for (const double e : error) square += e * e;
  return std::sqrt(square);
}

TEST(Reference, MeasuredOrderOfThePendulum) {
  for (const auto& expected : pendulum_states) {
    const int coarse = expected.scheme == Scheme::rk4 ? 4 : 16;
    const double order =
        std::log2(pendulum_error(expected.scheme, coarse) / pendulum_error(expected.scheme, 2 * coarse));
    EXPECT_NEAR(order, expected.order, 0.05) << scheme_facts(expected.scheme).name;
  }
}

TEST(Reference, EverySchemeHasItsOrder) {
  for (const Scheme scheme : {Scheme::leapfrog, Scheme::position_verlet, Scheme::bogacki_shampine,
                              Scheme::dormand_prince, Scheme::tr_bdf2}) {
    const int coarse = scheme == Scheme::dormand_prince ? 1 : 8;
    // The velocity of position Verlet belongs to the middle of the step: only positions count.
    const auto error = [&](int refinement) {
      const State state = swing(scheme, refinement);
      return std::hypot(state.x[1].x - exact_pendulum[0], state.x[1].y - exact_pendulum[1]);
    };
    EXPECT_NEAR(std::log2(error(coarse) / error(2 * coarse)), scheme_facts(scheme).order, 0.1)
        << scheme_facts(scheme).name;
  }
}

TEST(Cases, F1_FreeFall) {
  Model model;
  model.add_vertex({}, 1);
  const auto fallen = [&](Scheme scheme) { return -integrate(model, scheme, 0.01, 100, {0, -g, 0}).x[0].y; };
  EXPECT_NEAR(fallen(Scheme::explicit_euler), 4.85595, 1e-12);
  for (const Scheme scheme : {Scheme::symplectic_euler, Scheme::implicit_euler, Scheme::imex})
    EXPECT_NEAR(fallen(scheme), 4.95405, 1e-12) << scheme_facts(scheme).name;
  for (const Scheme scheme :
       {Scheme::midpoint, Scheme::heun, Scheme::rk4, Scheme::bogacki_shampine, Scheme::dormand_prince,
        Scheme::leapfrog, Scheme::velocity_verlet, Scheme::position_verlet, Scheme::implicit_midpoint,
        Scheme::newmark, Scheme::tr_bdf2})
    EXPECT_NEAR(fallen(scheme), 4.905, 1e-12) << scheme_facts(scheme).name;
  EXPECT_NEAR(fallen(Scheme::bdf2), 4.90573575, 1e-12);
}

TEST(Cases, F2_LinearDrag) {
  Model model;
  model.add_vertex({}, 1);
  const auto fall = [&](Scheme scheme, int steps) {
    return integrate(model, scheme, 1.0 / steps, steps, {0, -g, 0}, 0.5);
  };
  EXPECT_NEAR(-fall(Scheme::implicit_euler, 100).v[0].y, 7.70503345152, 1e-11);
  for (const Scheme scheme : all_schemes()) {
    const SchemeFacts& facts = scheme_facts(scheme);
    if (facts.order == 0) continue;
    const auto error = [&](int steps) { return std::abs(-fall(scheme, steps).x[0].y - 4.18026308712); };
    // Velocity-dependent forces are explicit in kicks: first order there.
    const int order = facts.kind == SchemeKind::kick_drift ? 1 : std::min(facts.order, 4);
    EXPECT_LT(error(20), g * std::pow(1.0 / 20, order)) << facts.name;
    EXPECT_GT(std::log2(error(10) / error(20)), order - 0.2) << facts.name;
  }
}

}  // namespace
}  // namespace tensio
