// Closed forms of what is cut and torn.

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

#include "edit/edit.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

TEST(Cases, T1_CutChainRetractsAtStrainTimesTheSpeedOfSound) {
  constexpr int n = 200;
  constexpr double k = 1e4, m = 0.01, a0 = 0.01, stretch = 1.2;
  const double sound = a0 * std::sqrt(k / m);  // m/s, material
  tensio::Setup setup;
  for (VertexId i = 0; i <= n; ++i) setup.model.add_vertex({stretch * a0 * i, 0, 0}, m);
  for (VertexId i = 0; i < n; ++i) setup.model.springs.add(i, i + 1, SpringFamily::structural, a0, k);
  for (const VertexId end : {0u, VertexId{n}})
    setup.model.pins.push_back({end, setup.model.rest_position[end], {}});
  setup.gravity = {};
  setup.scheme = Scheme::velocity_verlet;
  setup.frame_time = 1e-4;
  auto simulation = Simulation::make(std::move(setup));
  ASSERT_TRUE(simulation);
  // Through the first spring.
  simulation->request(Cut{{.eye = {0.006, 1, 0}, .directions = {{0, -1, -0.1}, {0, -1, 0.1}}}});
  for (const double time : {0.05, 0.1, 0.15}) {
    while (simulation->state().time < time - 1e-9) ASSERT_TRUE(is_usable(simulation->advance_frame().status));
    const int released = static_cast<int>(sound * time / a0);
    double speed = 0, beyond = 0;
    for (int i = 1; i <= released; ++i)
      speed += simulation->state().v[static_cast<std::size_t>(i)].x / released;
    for (int i = released + 15; i < n; ++i)
      beyond = std::max(beyond, std::abs(simulation->state().v[static_cast<std::size_t>(i)].x));
    EXPECT_NEAR(speed, 2, 0.03 * 2) << "at " << time << " s";
    EXPECT_LT(beyond, 0.02) << "nothing moves beyond the front at " << time << " s";
  }
}

TEST(Cases, T3_HangingChainUnderASlowPullBreaksAtItsTopSpring) {
  constexpr VertexId n = 20;
  constexpr double k = 1e4, l0 = 0.01, strain = 0.5, m = 0.01;
  tensio::Setup setup;
  for (VertexId i = 0; i <= n; ++i) setup.model.add_vertex({0, -l0 * i, 0}, m);
  for (VertexId i = 0; i < n; ++i) setup.model.springs.add(i, i + 1, SpringFamily::structural, l0, k);
  for (const VertexId end : {0u, n}) setup.model.pins.push_back({end, setup.model.rest_position[end], {}});
  setup.scheme = Scheme::static_equilibrium;
  setup.minimise = {.method = Method::newton, .iterations = 50, .tolerance = 1e-12};
  setup.tear_strain = strain;
  auto simulation = Simulation::make(std::move(setup));
  ASSERT_TRUE(simulation);
  double force = 0, bottom = -l0 * n;
  const auto total_mass = [&] {
    return std::accumulate(simulation->model().mass.begin(), simulation->model().mass.end(), 0.0);
  };
  const double mass = total_mass();
  for (int frame = 0; frame < 2000 && simulation->model().springs.size() == n; ++frame) {
    const auto& x = simulation->state().x;
    force = k * (norm(x[0] - x[1]) - l0);
    ASSERT_TRUE(simulation->move_pin(n, {0, bottom -= 1e-4, 0}));
    ASSERT_TRUE(is_usable(simulation->advance_frame().status));
  }
  EXPECT_NEAR(force, 50, 0.005 * 50);
  EXPECT_EQ(simulation->model().springs.size(), n - 1);
  const auto piece = connected_pieces(simulation->model());
  EXPECT_NE(piece[0], piece[1]);  // the top spring it was
  EXPECT_EQ(*std::ranges::max_element(piece), 1u);
  EXPECT_EQ(total_mass(), mass);
}

TEST(Cases, T3_TearingConservesMassAndMomentumExactly) {
  Model model;
  for (VertexId i = 0; i <= 9; ++i) model.add_vertex({0.01 * i, 0.0001 * i * i, 0}, 0.01 + 0.001 * i);
  for (VertexId i = 0; i < 9; ++i)
    model.springs.add(i, i + 1, SpringFamily::structural, i == 4 ? 0.001 : 0.01, 1e4);
  State state = make_state(model);
  for (std::size_t i = 0; i < state.v.size(); ++i) state.v[i] = {0.1 * static_cast<double>(i), 1, -0.3};
  const std::vector<double> mass = model.mass;
  const std::vector<Vec3> v = state.v;
  ASSERT_TRUE(apply(Tear{0.6}, model, state)->is_changed);
  EXPECT_EQ(model.springs.size(), 8u);
  EXPECT_EQ(model.mass, mass);
  EXPECT_EQ(state.v, v);
}

}  // namespace
}  // namespace tensio
