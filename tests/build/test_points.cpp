#include <gtest/gtest.h>

#include "tensio/build.h"
#include "tensio/simulation.h"

namespace tensio {
namespace {

PointsOptions two() {
  return {
      .positions = {{0, 0, 0}, {0, -1, 0}}, .masses = {1, 2}, .springs = {{0, 1, 100}}, .spring_damping = 3};
}

TEST(Points, EveryRowArrives) {
  PointsOptions options = two();
  options.positions.push_back({1, 0, 0});
  options.masses = {5};
  options.springs.push_back({1, 2, 50, 0.25, 4});
  options.triangles = {{0, 1, 2}};
  const auto model = make_points(options);
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->mass, (std::vector<double>{5, 5, 5}));
  EXPECT_EQ(model->springs.rest_length, (std::vector<double>{1, 0.25}));
  EXPECT_EQ(model->springs.stiffness, (std::vector<double>{100, 50}));
  EXPECT_EQ(model->springs.damping, (std::vector<double>{3, 7}));
  EXPECT_EQ(model->triangles.size(), 1u);
  EXPECT_EQ(model->parts[0].triangle_end, 1u);
}

TEST(Points, AWeightHangsByItsForceOverTheStiffness) {
  auto model = make_points(two());
  ASSERT_TRUE(model);
  model->pins.push_back({0, {0, 0, 0}, {}});
  auto simulation =
      Simulation::make({.model = *model, .gravity = {0, -10, 0}, .scheme = Scheme::static_equilibrium});
  ASSERT_TRUE(simulation) << simulation.error().message;
  for (int i = 0; i < 10; ++i) (void)simulation->advance_frame();
  EXPECT_NEAR(simulation->state().x[1].y, -1.2, 1e-6);
}

TEST(Points, RefusesWithTheRow) {
  const auto refuses = [](auto&& spoil, const std::string& message) {
    PointsOptions options = two();
    spoil(options);
    const auto model = make_points(options);
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().message.substr(0, message.size()), message);
  };
  refuses([](auto& o) { o.positions.clear(); }, "there are no positions");
  refuses([](auto& o) { o.masses = {1, 2, 3}; }, "there are 3 masses for 2 vertices");
  refuses([](auto& o) { o.masses = {1, 0}; }, "masses[1]");
  refuses([](auto& o) { o.positions[1].y = NAN; }, "positions[1]");
  refuses([](auto& o) { o.springs[0].b = 2; }, "springs[0] uses vertex 2, but there are 2");
  refuses([](auto& o) { o.springs[0].b = 0; }, "springs[0] joins vertex 0 to itself");
  refuses([](auto& o) { o.springs[0].stiffness = -1; }, "spring 0 has");
  refuses([](auto& o) { o.triangles = {{0, 1, 2}}; }, "triangles[0] uses vertex 2");
  refuses([](auto& o) { o.spring_damping = -1; }, "spring_damping");
}

}  // namespace
}  // namespace tensio
