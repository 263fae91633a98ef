// Motions with closed forms, each test named after its case: normal modes of chains and membranes, waves,
// pendulums, spinning bodies, invariants, limits of stability.

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <numbers>

#include "support/motion.h"

namespace tensio {
namespace {

constexpr double g = 9.81;  // m/s²
constexpr double pi = std::numbers::pi;

/// Masses 1 … n on a line along x, spacing a, springs of this rest length between neighbours; vertex 0 and,
/// if asked, vertex n + 1 are pinned.
Model make_chain(int n, double k, double m, double a, double rest, bool is_fixed_at_end) {
  Model model;
  const int last = is_fixed_at_end ? n + 1 : n;
  for (int i = 0; i <= last; ++i) model.add_vertex({i * a, 0, 0}, m);
  for (int i = 0; i < last; ++i) model.springs.add(i, i + 1, SpringFamily::structural, rest, k);
  model.pins.push_back({0, model.rest_position[0], {}});
  if (is_fixed_at_end) model.pins.push_back({static_cast<VertexId>(last), model.rest_position[last], {}});
  return model;
}

/// Displaces the vertices by `amplitude` times a mode and compares its amplitude after some steps of velocity
/// Verlet with cos(n θ), where 2 sin(θ/2) = ω h is that scheme's own phase.
void expect_mode(Model model, int axis, const std::function<double(std::size_t)>& mode, double amplitude,
                 double omega, double tolerance, const Vec3& gravity = {}, double h_omega = 0.05,
                 int steps = 500) {
  std::vector<double> shape(model.vertex_count());
  double square = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) square += (shape[i] = mode(i)) * shape[i];
  const std::vector<Vec3> rest = model.rest_position;
  Motion motion(std::move(model), Scheme::velocity_verlet, gravity);
  for (std::size_t i = 0; i < shape.size(); ++i) motion.state().x[i][axis] += amplitude * shape[i];
  const double h = h_omega / omega;
  motion.advance(h, steps);
  double q = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) q += shape[i] * (motion.state().x[i][axis] - rest[i][axis]);
  const double theta = 2 * std::asin(h_omega / 2);
  EXPECT_NEAR(q / (square * amplitude), std::cos(steps * theta), tolerance * steps * theta)
      << "ω = " << omega;
}

TEST(Cases, M1_FixedFixedChain) {
  const int n = 10;
  const double expected[] = {28.46296765, 56.34651137, 197.9642884};
  const int modes[] = {1, 2, 10};
  for (int i = 0; i < 3; ++i) {
    const double omega = 2 * std::sqrt(1000 / 0.1) * std::sin(modes[i] * pi / (2 * (n + 1)));
    EXPECT_NEAR(omega, expected[i], 1e-7);
    const auto mode = [&](std::size_t v) {
      return std::sin(modes[i] * pi * static_cast<double>(v) / (n + 1));
    };
    expect_mode(make_chain(n, 1000, 0.1, 0.1, 0.1, true), 0, mode, 1e-3, omega, 1e-10);
  }
}

TEST(Cases, M2_FixedFreeChain) {
  const int n = 10;
  const double expected[] = {14.94601872, 197.7661652};
  const int modes[] = {1, 10};
  for (int i = 0; i < 2; ++i) {
    const double angle = (2 * modes[i] - 1) * pi / (2 * n + 1);
    const double omega = 2 * std::sqrt(1000 / 0.1) * std::sin(angle / 2);
    EXPECT_NEAR(omega, expected[i], 1e-7);
    const auto mode = [&](std::size_t v) { return std::sin(angle * static_cast<double>(v)); };
    expect_mode(make_chain(n, 1000, 0.1, 0.1, 0.1, false), 0, mode, 1e-3, omega, 1e-10);
  }
}

TEST(Cases, M3_TransverseModesOfAPrestretchedChain) {
  const int n = 10;
  const double a = 0.12;  // rest length 0.1, stretched 1.2 times: tension 20 N
  const double expected[] = {11.61995789, 23.00336694};
  for (int j = 1; j <= 2; ++j) {
    const auto mode = [&](std::size_t v) { return std::sin(j * pi * static_cast<double>(v) / (n + 1)); };
    expect_mode(make_chain(n, 1000, 0.1, a, 0.1, true), 1, mode, 1e-4 * a, expected[j - 1], 1e-4);
  }
}

double laguerre(int degree, double x) {
  double before = 0, now = 1;
  for (int i = 0; i < degree; ++i) {
    const double next = ((2 * i + 1 - x) * now - i * before) / (i + 1);
    before = now;
    now = next;
  }
  return now;
}

TEST(Cases, M4_HangingChain) {
  struct Expected {
    int n;
    double omega1, omega2;
  };
  for (const Expected& e : {Expected{5, 3.595501868, 8.326308909}, Expected{10, 3.676620658, 8.459284326},
                            Expected{50, 3.747435022, 8.602794892}}) {
    const double a = 1.0 / e.n, m = 0.01, k = e.n * m * g / (1e-5 * a);
    // Hangs at rest: link i from the top carries n − i masses.
    Model model;
    model.add_vertex({}, m);
    double y = 0;
    for (int i = 0; i < e.n; ++i) {
      y -= a + (e.n - i) * m * g / k;
      model.add_vertex({0, y, 0}, m);
      model.springs.add(i, i + 1, SpringFamily::structural, a, k);
    }
    model.pins.push_back({0, {}, {}});
    const double stretched = -y / e.n;
    for (const double omega : {e.omega1, e.omega2}) {
      const double root = omega * omega * a / g;
      const auto mode = [&](std::size_t v) { return laguerre(e.n - static_cast<int>(v), root); };
      EXPECT_NEAR(mode(0), 0, 1e-6);
      const double h_omega = omega / (2 * std::sqrt(k / m));
      expect_mode(model, 0, mode, 1e-4 * stretched, omega, 1e-3, {0, -g, 0}, h_omega,
                  static_cast<int>(1.5 / h_omega));
    }
  }
}

TEST(Cases, M5_SquareMembrane) {
  const int n = 16;
  const double a = 0.05, m = 0.01, tension = 2, rest = 0.04, k = tension / (a - rest);
  Model model;
  for (int row = 0; row <= n + 1; ++row)
    for (int column = 0; column <= n + 1; ++column) model.add_vertex({column * a, 0, row * a}, m);
  const auto id = [&](int row, int column) { return static_cast<VertexId>(row * (n + 2) + column); };
  for (int row = 0; row <= n + 1; ++row)
    for (int column = 0; column <= n + 1; ++column) {
      if (column <= n)
        model.springs.add(id(row, column), id(row, column + 1), SpringFamily::structural, rest, k);
      if (row <= n)
        model.springs.add(id(row, column), id(row + 1, column), SpringFamily::structural, rest, k);
      if (row % (n + 1) == 0 || column % (n + 1) == 0)
        model.pins.push_back({id(row, column), model.rest_position[id(row, column)], {}});
    }
  struct Mode {
    int p, q;
    double omega;
  };
  for (const Mode& e : {Mode{1, 1, 16.50546591}, Mode{1, 2, 26.00840955}, Mode{2, 2, 32.87011301}}) {
    const auto mode = [&](std::size_t v) {
      const auto row = static_cast<double>(v / (n + 2)), column = static_cast<double>(v % (n + 2));
      return std::sin(e.p * pi * row / (n + 1)) * std::sin(e.q * pi * column / (n + 1));
    };
    expect_mode(model, 1, mode, 1e-4 * a, e.omega, 1e-4);
  }
}

/// When the middle vertex of a chain, struck at its first mass, moves at half the speed of the strike.
double arrival_time(Model chain, int axis, std::size_t middle, double speed, double h) {
  Motion motion(std::move(chain), Scheme::velocity_verlet);
  // A plateau of velocity runs along the chain: the vertices behind it all move alike.
  motion.state().v[0] = {};
  motion.state().v[0][axis] = speed;
  double before = 0;
  for (int step = 1; step < 100'000; ++step) {
    motion.advance(h, 1);
    motion.state().v[0][axis] = speed;
    const double now = motion.state().v[middle][axis];
    if (now >= speed / 2) return h * (step - (now - speed / 2) / (now - before));
    before = now;
  }
  return 0;
}

TEST(Cases, M6_WaveSpeeds) {
  Model longitudinal = make_chain(400, 1000, 0.1, 0.1, 0.1, true);
  longitudinal.pins.erase(longitudinal.pins.begin());
  // A front spreads as n^(1/3) cells around its place: 300 cells away that is 2 % of the way.
  EXPECT_NEAR(300 * 0.1 / arrival_time(longitudinal, 0, 300, 1e-5, 1e-3), 10, 0.02 * 10);
  Model transverse = make_chain(400, 2 / 0.01, 0.01, 0.05, 0.04, true);
  transverse.pins.erase(transverse.pins.begin());
  transverse.mass[0] = 1e9;  // moves as it is told, across only
  EXPECT_NEAR(300 * 0.05 / arrival_time(transverse, 1, 300, 1e-6, 1e-3), 3.16227766, 0.02 * 3.16227766);
  // Phase of a running wave: the dispersion relation ω = 2 √(k/m) sin(κa/2), to the speed a √(k/m) as κ → 0.
  const int n = 2000;
  const auto mode = [&](std::size_t v) { return std::sin(pi * static_cast<double>(v) / (n + 1)); };
  const double omega = 10 * pi / ((n + 1) * 0.1);  // c κ
  expect_mode(make_chain(n, 1000, 0.1, 0.1, 0.1, true), 0, mode, 1e-3, omega, 1e-6, {}, 0.0005, 200);
}

TEST(Cases, M7_PendulumOfLargeAmplitude) {
  Model model;
  model.add_vertex({}, 1);
  model.add_vertex({1, 0, 0}, 1);
  model.pins.push_back({0, {}, {}});
  model.springs.add(0, 1, SpringFamily::structural, 1, 3 * g / 1e-5);
  Motion motion(std::move(model), Scheme::velocity_verlet, {0, -g, 0});
  const double h = 1e-4;
  double before = 1;
  for (int step = 1; step < 20'000; ++step) {
    motion.advance(h, 1);
    const double x = motion.state().x[1].x;
    if (x <= 0) {
      EXPECT_NEAR(4 * h * (step - x / (x - before)), 2.367841948, 1e-3 * 2.367841948);
      return;
    }
    before = x;
  }
  FAIL() << "the pendulum never reached the bottom";
}

Vec3 angular_momentum(const Model& model, const State& state) {
  Vec3 sum;
  for (std::size_t i = 0; i < state.x.size(); ++i) sum += model.mass[i] * cross(state.x[i], state.v[i]);
  return sum;
}

/// n unit masses on a circle, joined all around, spinning at ω with this side.
Model make_ring(int n, double side, std::vector<Vec3>& velocity, double omega) {
  Model model;
  const double radius = side / (2 * std::sin(pi / n));
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * pi * i / n;
    model.add_vertex({radius * std::cos(angle), radius * std::sin(angle), 0}, 1);
    velocity.push_back({-omega * radius * std::sin(angle), omega * radius * std::cos(angle), 0});
  }
  for (int i = 0; i < (n == 2 ? 1 : n); ++i)
    model.springs.add(i, (i + 1) % n, SpringFamily::structural, 1, 1000);
  return model;
}

void expect_steady_spin(int n, double side) {
  std::vector<Vec3> velocity;
  Motion motion(make_ring(n, side, velocity, 10), Scheme::rk4);
  motion.state().v = velocity;
  motion.advance(1e-4, 10'000);
  EXPECT_NEAR(norm(motion.state().x[0] - motion.state().x[1]), side, 1e-9 * side);
}

TEST(Cases, R1_SpinningDumbbell) {
  expect_steady_spin(2, 1.05263157895);
  std::vector<Vec3> velocity;
  Motion motion(make_ring(2, 1.2, velocity, 10), Scheme::velocity_verlet);
  motion.state().v = velocity;
  const double before = angular_momentum(motion.model(), motion.state()).z;
  motion.advance(1e-3, 1'000'000);
  EXPECT_NEAR(angular_momentum(motion.model(), motion.state()).z, before, 1e-12 * before);
}

TEST(Cases, R2_SpinningTriangle) {
  expect_steady_spin(3, 1.03448275862);
}

/// A unit mass on a spring of rest length zero, ω = 10, z = hω = 0.1, x₀ = 1, v₀ = 0.
constexpr double omega = 10, h = 0.01;
Model make_oscillator() {
  Model model;
  model.add_vertex({}, 1);
  model.add_vertex({1, 0, 0}, 1);
  model.pins.push_back({0, {}, {}});
  model.springs.add(0, 1, SpringFamily::structural, 0, omega * omega);
  return model;
}

TEST(Cases, E1_InvariantsOfSymplecticSchemes) {
  const auto drift = [](Scheme scheme, auto invariant) {
    Motion motion(make_oscillator(), scheme);
    const double before = invariant(1.0, 0.0);
    double worst = 0;
    for (int block = 0; block < 100; ++block) {
      motion.advance(h, 10'000);
      worst = std::max(worst, std::abs(invariant(motion.state().x[1].x, motion.state().v[1].x) / before - 1));
    }
    return worst;
  };
  const double w2 = omega * omega, z = h * omega;
  EXPECT_LT(drift(Scheme::symplectic_euler,
                  [&](double x, double v) { return v * v / 2 + w2 * x * x / 2 - h * w2 * x * v / 2; }),
            1e-10);
  EXPECT_LT(drift(Scheme::velocity_verlet,
                  [&](double x, double v) { return v * v / 2 + w2 * x * x * (1 - z * z / 4) / 2; }),
            1e-10);
}

double energy_after_100_steps(Scheme scheme) {
  Motion motion(make_oscillator(), scheme);
  motion.advance(h, 100);
  const double x = motion.state().x[1].x, v = motion.state().v[1].x;
  return (v * v + omega * omega * x * x) / (omega * omega);
}

TEST(Cases, E2_EnergyLossOfImplicitEuler) {
  EXPECT_NEAR(energy_after_100_steps(Scheme::implicit_euler), 0.369711212329, 1e-10);
}

TEST(Cases, E3_EnergyGainOfExplicitEuler) {
  EXPECT_NEAR(energy_after_100_steps(Scheme::explicit_euler), 2.70481382942, 1e-10);
}

/// Whether the stiffest mode of a chain stays bounded over many steps.
bool is_bounded(Scheme scheme, double step) {
  const int n = 10;
  Model model = make_chain(n, 1000, 0.1, 0.1, 0.1, true);
  System system = make_system(model, {}, 1, 0);
  State state = make_state(model);
  for (int i = 1; i <= n; ++i) state.x[i].x += 1e-9 * std::sin(n * pi * i / (n + 1));
  Workers workers;
  const auto integrator = make_integrator(scheme, {}, {}, workers);
  for (int i = 1; i <= 4000; ++i)
    if (!is_usable(integrator->advance(system, state, step, i * step).status)) return false;
  double largest = 0;
  for (int i = 1; i <= n; ++i) largest = std::max(largest, std::abs(state.x[i].x - model.rest_position[i].x));
  return largest < 1e-6;
}

TEST(Cases, E4_LimitsOfStability) {
  const double omega_max = 2 * std::sqrt(1000 / 0.1) * std::sin(10 * pi / 22);
  EXPECT_NEAR(scheme_facts(Scheme::velocity_verlet).stable_limit / omega_max, 0.01010283227, 1e-10);
  for (const Scheme scheme : {Scheme::symplectic_euler, Scheme::leapfrog, Scheme::velocity_verlet,
                              Scheme::position_verlet, Scheme::rk4, Scheme::bogacki_shampine}) {
    const double limit = scheme_facts(scheme).stable_limit / omega_max;
    EXPECT_TRUE(is_bounded(scheme, 0.99 * limit)) << scheme_facts(scheme).name;
    EXPECT_FALSE(is_bounded(scheme, 1.01 * limit)) << scheme_facts(scheme).name;
  }
  for (const Scheme scheme : {Scheme::explicit_euler, Scheme::midpoint, Scheme::heun})
    EXPECT_FALSE(is_bounded(scheme, 0.5 / omega_max)) << scheme_facts(scheme).name;
  for (const Scheme scheme :
       {Scheme::implicit_euler, Scheme::implicit_midpoint, Scheme::newmark, Scheme::bdf2, Scheme::tr_bdf2})
    EXPECT_TRUE(is_bounded(scheme, 2.5 / omega_max)) << scheme_facts(scheme).name;
}

TEST(Cases, T2_ReleasedSlinky) {
  // A hanging bar of n springs: M = 2 kg, K = 50 N/m in all. Cut loose, its end stays until the wave arrives.
  const int n = 200;
  const double mass = 2, stiffness = 50, k = stiffness * n, m = mass / n;
  Model model;
  double y = 0;
  model.add_vertex({}, m / 2);
  for (int i = 1; i <= n; ++i) {
    const double below = mass - m / 2 - (i - 1) * m;  // of the masses that spring i carries
    y -= 0.001 + below * g / k;
    model.add_vertex({0, y, 0}, i == n ? m / 2 : m);
    model.springs.add(i - 1, i, SpringFamily::structural, 0.001, k);
  }
  Motion motion(std::move(model), Scheme::velocity_verlet, {0, -g, 0});
  const auto centre = [&] {
    double sum = 0;
    for (int i = 0; i <= n; ++i) sum += motion.model().mass[i] * motion.state().x[i].y;
    return sum / mass;
  };
  const double start = centre(), end = motion.state().x[n].y, t = 0.8 * std::sqrt(mass / stiffness);
  motion.advance(t / 1600, 1600);
  EXPECT_NEAR(centre() - start, -g * t * t / 2, 1e-10);
  EXPECT_LT(std::abs(motion.state().x[n].y - end), 0.01 * g * t * t / 2);
}

}  // namespace
}  // namespace tensio
