#include "build/surface.h"
#include "models.h"
#include "tensio/solids.h"

namespace tensio {
namespace {

TEST(Pick, FindsTheTriangleAndThePointOfIt) {
  const Model model = cloth(9);
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Vec3 target{random.uniform(-0.99, 0.99), 0, random.uniform(-0.99, 0.99)};
    const Vec3 eye = Vec3{0, random.below(2) == 0 ? 3.0 : -3.0, 0} + random.vec3(1);
    const auto hit = pick(model, model.rest_position, {eye, 7 * (target - eye)}, 0.01);
    ASSERT_TRUE(hit);
    EXPECT_LT(norm(hit->position - target), 1e-12);
    EXPECT_NEAR(hit->distance, norm(target - eye), 1e-12);
    EXPECT_LT(norm(hit->point.position(model.rest_position) - target), 1e-12);
    EXPECT_TRUE(validate(hit->point, model.vertex_count()));
    EXPECT_LT(norm(model.rest_position[hit->vertex()] - target), 0.19);
  }
}

TEST(Pick, TakesTheLayerInFront) {
  Model model = cloth(5);
  Model below = cloth(5);
  for (Vec3& p : below.rest_position) p.y = -1;
  model.append(below);
  const auto above = pick(model, model.rest_position, {{0.1, 4, 0.2}, {0, -1, 0}}, 0);
  ASSERT_TRUE(above);
  EXPECT_LT(above->vertex(), 25u);
  const auto under = pick(model, model.rest_position, {{0.1, -4, 0.2}, {0, 1, 0}}, 0);
  ASSERT_TRUE(under);
  EXPECT_GE(under->vertex(), 25u);
}

TEST(Pick, MissesWhatIsBesideAndBehind) {
  const Model model = cloth(5);
  EXPECT_FALSE(pick(model, model.rest_position, {{0, 4, 0}, {0, 1, 0}}, 1));
  EXPECT_FALSE(pick(model, model.rest_position, {{1.2, 4, 0}, {0, -1, 0}}, 0.1));
  EXPECT_FALSE(pick(model, model.rest_position, {{0, 4, 0}, {0, 0, 0}}, 1));
  EXPECT_FALSE(pick(model, model.rest_position, {{0, NAN, 0}, {0, -1, 0}}, 1));
}

TEST(Pick, FindsARopeBesideTheRay) {
  const Model rope = *make_chain({.segments = 10, .start = {0, 0, 0}, .end = {1, 0, 0}});
  const Ray ray{{0.43, 2, 0.02}, {0, -3, 0}};
  const auto hit = pick(rope, rope.rest_position, ray, 0.05);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->vertex(), 4u);
  EXPECT_LT(norm(hit->position - Vec3{0.43, 0, 0}), 1e-12);
  EXPECT_FALSE(pick(rope, rope.rest_position, ray, 0.005));
}

TEST(Pick, TakesHoldOfTheBodyUnderItsSkin) {
  LatticeOptions options;
  options.surface = make_ellipsoid({1, 1, 1}, 4);
  options.fit_surface(5);
  const Model model = *make_lattice(options);
  // Inside the corner of a kept cell, but outside of the ball: nothing is there.
  EXPECT_FALSE(pick(model, model.rest_position, {{0.4, 5, 0.4}, {0, -1, 0}}, 0));
  const auto hit = pick(model, model.rest_position, {{0.1, 5, 0.05}, {0, -1, 0}}, 0);
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->distance, 5 - std::sqrt(0.25 - 0.0125), 0.01);
  EXPECT_TRUE(validate(hit->point, model.vertex_count()));
  EXPECT_LT(norm(hit->position - Vec3{0.1, 0.487, 0.05}), 0.2);
}

}  // namespace
}  // namespace tensio
