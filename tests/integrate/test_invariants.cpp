// What must stay, stays: momentum and angular momentum over ten thousand steps, the energy of symplectic
// schemes over a million.

#include <cmath>
#include <gtest/gtest.h>

#include "support/motion.h"
#include "support/random_system.h"

namespace tensio {
namespace {

/// A free body of five masses, all joined to each other, that spins, flies and vibrates.
Model make_body() {
  Model model;
  const Vec3 places[] = {
      {-0.4, -0.4, -0.4}, {0.6, -0.4, -0.3}, {-0.2, 0.6, -0.4}, {-0.4, -0.3, 0.7}, {0.3, 0.4, 0.5}};
  for (const Vec3& place : places) model.add_vertex(place, 0.6 + 0.3 * place.x);
  for (VertexId a = 0; a < 5; ++a)
    for (VertexId b = 0; b < a; ++b)
      model.springs.add(a, b, SpringFamily::structural, 0.97 * norm(places[a] - places[b]), 100);
  return model;
}

void set_tumbling(Motion& motion) {
  Random random(3);
  for (std::size_t i = 0; i < motion.state().v.size(); ++i)
    motion.state().v[i] =
        Vec3{0.02, 0.01, -0.03} + cross({0.4, 1, 0.3}, motion.state().x[i]) + random.vec3(0.2);
}

struct Momenta {
  Vec3 linear, angular;
  double linear_size = 0, angular_size = 0;  // Σ m |v|, Σ m |x| |v|: what errors are relative to
};
Momenta momenta(const Model& model, const State& state) {
  Momenta sum;
  for (std::size_t i = 0; i < state.x.size(); ++i) {
    sum.linear += model.mass[i] * state.v[i];
    sum.angular += model.mass[i] * cross(state.x[i], state.v[i]);
    sum.linear_size += model.mass[i] * norm(state.v[i]);
    sum.angular_size += model.mass[i] * norm(state.x[i]) * norm(state.v[i]);
  }
  return sum;
}

double energy(const Model& model, const State& state) {
  double sum = 0;
  for (std::size_t i = 0; i < state.v.size(); ++i) sum += 0.5 * model.mass[i] * dot(state.v[i], state.v[i]);
  const Springs& springs = model.springs;
  for (std::size_t s = 0; s < springs.size(); ++s) {
    const double stretch =
        norm(state.x[springs.ends[s][0]] - state.x[springs.ends[s][1]]) - springs.rest_length[s];
    sum += 0.5 * springs.stiffness[s] * stretch * stretch;
  }
  return sum;
}

/// Those that keep quadratic invariants; every scheme keeps linear ones.
bool keeps_angular_momentum(Scheme scheme) {
  return scheme_facts(scheme).kind == SchemeKind::kick_drift || scheme == Scheme::implicit_midpoint;
}

TEST(Invariants, MomentumAndAngularMomentumOverTenThousandSteps) {
  for (const Scheme scheme : all_schemes()) {
    if (scheme == Scheme::static_equilibrium) continue;
    Motion motion(make_body(), scheme);
    set_tumbling(motion);
    const Momenta before = momenta(motion.model(), motion.state());
    motion.advance(scheme_facts(scheme).stable_limit == 0 ? 1e-5 : 5e-3, 10'000);
    const Momenta after = momenta(motion.model(), motion.state());
    EXPECT_LT(norm(after.linear - before.linear), 1e-10 * before.linear_size) << scheme_facts(scheme).name;
    if (!keeps_angular_momentum(scheme)) continue;
    EXPECT_LT(norm(after.angular - before.angular), 1e-10 * before.angular_size) << scheme_facts(scheme).name;
  }
}

TEST(Invariants, DampersOfKickDriftSchemesKeepMomenta) {
  for (const Scheme scheme : {Scheme::symplectic_euler, Scheme::leapfrog, Scheme::velocity_verlet}) {
    Model model = make_body();
    std::ranges::fill(model.springs.damping, 0.05);
    Motion motion(std::move(model), scheme);
    set_tumbling(motion);
    const Momenta before = momenta(motion.model(), motion.state());
    motion.advance(2e-3, 10'000);
    const Momenta after = momenta(motion.model(), motion.state());
    EXPECT_LT(norm(after.linear - before.linear), 1e-10 * before.linear_size) << scheme_facts(scheme).name;
    EXPECT_LT(norm(after.angular - before.angular), 1e-10 * before.angular_size) << scheme_facts(scheme).name;
  }
}

TEST(Invariants, EnergyOfSymplecticSchemesIsBoundedOverAMillionSteps) {
  for (const Scheme scheme :
       {Scheme::symplectic_euler, Scheme::leapfrog, Scheme::velocity_verlet, Scheme::position_verlet}) {
    Motion motion(make_body(), scheme);
    set_tumbling(motion);
    const double before = energy(motion.model(), motion.state());
    double early = 0, late = 0;  // the largest deviation in the first and in the last tenth
    constexpr int blocks = 1000;
    for (int block = 0; block < blocks; ++block) {
      motion.advance(5e-3, 1000);
      const double deviation = std::abs(energy(motion.model(), motion.state()) / before - 1);
      if (block < blocks / 10) early = std::max(early, deviation);
      if (block >= blocks - blocks / 10) late = std::max(late, deviation);
    }
    // The velocities of position Verlet and symplectic Euler are half a step late: first order.
    EXPECT_LT(early, 0.15) << scheme_facts(scheme).name;
    EXPECT_LT(late, 1.5 * early) << scheme_facts(scheme).name;
  }
}

TEST(Invariants, EnergyOfImplicitMidpointIsBoundedOverAHundredThousandSteps) {
  Motion motion(make_body(), Scheme::implicit_midpoint);
  set_tumbling(motion);
  const double before = energy(motion.model(), motion.state());
  double largest = 0;
  for (int block = 0; block < 100; ++block) {
    motion.advance(5e-3, 1000);
    largest = std::max(largest, std::abs(energy(motion.model(), motion.state()) / before - 1));
  }
  EXPECT_LT(largest, 0.02);
}

}  // namespace
}  // namespace tensio
