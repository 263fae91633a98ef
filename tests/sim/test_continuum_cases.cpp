// Case L2: what a grid of springs is as a continuum. And C1, C2: friction in the whole engine.

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "support/chains.h"
#include "tensio/build.h"
#include "tensio/cloth.h"

namespace tensio {
namespace {

struct PlaneStrain {
  double xx = 0, zz = 0, xz = 0;
};

/// Puts a square of 40×40 cells under the uniform stress (N/m) by forces on its boundary vertices, lets it
/// find equilibrium and returns the mean strain.
PlaneStrain stretch(double k1, double k2, double sxx, double szz, double sxz) {
  constexpr std::size_t n = 41;
  auto grid = make_grid({.columns = n,
                         .rows = n,
                         .width = 1,
                         .depth = 1,
                         .layout = GridLayout::full,
                         .stiffness = {.structural = k1, .shear = k2, .bend = 0},
                         .half_boundary = true});
  EXPECT_TRUE(grid);
  Model model = std::move(*grid);
  const double a = 1.0 / (n - 1);
  const auto vertex = [](std::size_t column, std::size_t row) {
    return static_cast<VertexId>(row * n + column);
  };
  for (std::size_t i = 0; i < n; ++i) {
    const double share = i == 0 || i == n - 1 ? a / 2 : a;  // length of boundary that the vertex carries
    model.force[vertex(n - 1, i)] += share * Vec3{sxx, 0, sxz};
    model.force[vertex(0, i)] -= share * Vec3{sxx, 0, sxz};
    model.force[vertex(i, n - 1)] += share * Vec3{sxz, 0, szz};
    model.force[vertex(i, 0)] -= share * Vec3{sxz, 0, szz};
  }
  // The forces are in balance; threads too weak to matter keep the sheet from drifting.
  for (VertexId v = 0; v < n * n; ++v) model.attachments.push_back({v, model.rest_position[v], 1e-8, {}});
  FrameReport report;
  const auto simulation =
      settle({.model = std::move(model),
              .gravity = {},
              .minimise = {.method = Method::newton, .iterations = 100, .tolerance = 1e-9}},
             report);
  EXPECT_TRUE(simulation);
  const auto& x = simulation->state().x;
  PlaneStrain strain;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 across = x[vertex(n - 1, i)] - x[vertex(0, i)], along = x[vertex(i, n - 1)] - x[vertex(i, 0)];
    strain.xx += (across.x - 1) / n;
    strain.zz += (along.z - 1) / n;
    strain.xz += (across.z + along.x) / 2 / n;
  }
  return strain;
}

/// Structural k₁ and both diagonals k₂: C₁₁ = k₁ + k₂, C₁₂ = C₆₆ = k₂; for k₁ = 1, k₂ = ½ it is isotropic.
TEST(Cases, L2_SquareGridAsAContinuum) {
  const double load = 1e-4;
  const PlaneStrain along = stretch(1, 0.5, load, 0, 0);
  EXPECT_NEAR(load / along.xx, 4.0 / 3, 0.01 * 4 / 3);
  EXPECT_NEAR(-along.zz / along.xx, 1.0 / 3, 0.01 / 3);
  // tension along the diagonal n = (1, 1)/√2: σ = T n nᵀ
  const PlaneStrain diagonal = stretch(1, 0.5, load / 2, load / 2, load / 2);
  const double along_n = (diagonal.xx + diagonal.zz) / 2 + diagonal.xz;
  const double across_n = (diagonal.xx + diagonal.zz) / 2 - diagonal.xz;
  EXPECT_NEAR(load / along_n, 4.0 / 3, 0.01 * 4 / 3);
  EXPECT_NEAR(-across_n / along_n, 1.0 / 3, 0.01 / 3);
}

/// A patch of cloth on a plane, both tilted by θ; returns the distance slid down after 1 s and the speed
/// then.
std::pair<double, double> slide(double degrees, double mu, double h, Vec3 start_velocity, double seconds) {
  const double theta = degrees * std::numbers::pi / 180;
  auto grid = make_grid({.columns = 6, .rows = 6, .width = 0.2, .depth = 0.2});
  EXPECT_TRUE(grid);
  tensio::Setup setup{.model = std::move(*grid)};
  const Mat3 turn = rotation({0, 0, 1}, -theta);  // downhill is +x
  place(setup.model, turn, {});
  setup.velocity.assign(setup.model.vertex_count(), start_velocity);
  setup.colliders.push_back({.shape = Plane{{0, 0, 0}, turn * Vec3{0, 1, 0}}, .friction = mu});
  setup.frame_time = h;
  auto simulation = Simulation::make(setup);
  EXPECT_TRUE(simulation);
  const int frames = static_cast<int>(std::lround(seconds / h));
  for (int i = 0; i < frames; ++i) (void)simulation->advance_frame();
  Vec3 moved, speed;
  for (std::size_t i = 0; i < setup.model.vertex_count(); ++i) {
    moved += simulation->state().x[i] - setup.model.rest_position[i];
    speed += simulation->state().v[i];
  }
  const double scale = 1.0 / static_cast<double>(setup.model.vertex_count());
  return {norm(scale * moved), norm(scale * speed)};
}

TEST(Cases, C1_PatchOnAnIncline) {
  for (const double degrees : {20.0, 26.5, 26.6, 30.0}) {
    const double theta = degrees * std::numbers::pi / 180, mu = 0.5;
    const double a = std::max(0.0, 9.81 * (std::sin(theta) - mu * std::cos(theta)));
    const auto [distance, speed] = slide(degrees, mu, 0.005, {}, 1);
    if (a == 0) {
      EXPECT_LT(speed, 1e-6) << degrees;
      EXPECT_LT(distance, 1e-6) << degrees;
    } else {
      EXPECT_NEAR(speed, a, 0.01 * a) << degrees;
      EXPECT_NEAR(distance, a / 2, 0.01 * a / 2) << degrees;
    }
  }
}

TEST(Cases, C2_StoppingDistance) {
  const double expected = 2 * 2 / (2 * 0.3 * 9.81);
  EXPECT_NEAR(expected, 0.67957866, 1e-8);
  const auto [distance, speed] = slide(0, 0.3, 1e-3, {2, 0, 0}, 1);
  EXPECT_NEAR(distance, expected, 0.01 * expected);
  EXPECT_LT(speed, 1e-12);
  // half a percent before the stopping time it still moves
  EXPECT_GT(slide(0, 0.3, 1e-3, {2, 0, 0}, 0.995 * expected).second, 0);
}

}  // namespace
}  // namespace tensio
