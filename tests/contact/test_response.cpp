#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "contact/response.h"

namespace tensio {
namespace {

constexpr double g = 9.81;  // m/s²

/// Free vertices under gravity, stepped by implicit Euler and followed by contact.
struct Particles {
  std::vector<Collider> colliders;
  std::vector<Vec3> x, v;
  double h = 1e-3, time = 0;
  Vec3 gravity{0, -g, 0};
  std::vector<Axes> pinned = std::vector<Axes>(x.size(), 0);

  ContactReport step() {
    const std::vector<Vec3> x_before = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (pinned[i] != 0) continue;
      v[i] += h * gravity;
      x[i] += h * v[i];
    }
    time += h;
    return resolve_contacts(colliders, time - h, time, pinned, x_before, x, v);
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) step();
  }
};

struct Dice {
  std::mt19937_64 engine{11};
  double number(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine); }
  Vec3 point(double reach) { return {number(-reach, reach), number(-reach, reach), number(-reach, reach)}; }
  Shape shape() {
    switch (std::uniform_int_distribution<int>(0, 4)(engine)) {
      case 0:
        return Plane{point(1), point(1)};
      case 1:
        return Sphere{point(1), number(0.01, 1)};
      case 2:
        return Box{
            point(1), {number(0.01, 1), number(0.01, 1), number(0.01, 1)}, rotation(point(1), number(-3, 3))};
      case 3:
        return Cylinder{point(1), point(1), number(0.01, 1)};
      default:
        return Capsule{point(1), point(1), number(0.01, 1)};
    }
  }
};

Collider floor_with(double friction) {
  return {Plane{}, friction, 0, {}};
}

/// A vertex released at rest at the origin, on the surface of the shape.
Particles at_rest_on(const Shape& shape, double friction) {
  return {.colliders = {{shape, friction, 0, {}}}, .x = {{0, 0, 0}}, .v = {{0, 0, 0}}};
}

// Case C1: a block on an incline accelerates by a = max(0, g (sin θ − μ cos θ)); s = a t²/2.
void check_incline(double degrees, double friction) {
  const double angle = degrees * std::numbers::pi / 180;
  const Vec3 normal{-std::sin(angle), std::cos(angle), 0};
  const Mat3 turn = rotation({0, 0, 1}, angle);
  const double a = std::max(0.0, g * (std::sin(angle) - friction * std::cos(angle)));
  for (const Shape& shape : {Shape{Plane{{}, normal}}, Shape{Box{-1.0 * normal, {10, 1, 10}, turn}}}) {
    Particles block = at_rest_on(shape, friction);
    block.run(1000);
    const double s = norm(block.x[0]), speed = norm(block.v[0]);
    if (a == 0) {
      EXPECT_LT(speed, 1e-6);
      EXPECT_LT(s, 1e-12);
    } else {
      EXPECT_NEAR(s, a / 2, 0.01 * a / 2);
      EXPECT_NEAR(speed, a, 1e-9);
      EXPECT_LT(block.x[0].y, 0);
    }
  }
}

TEST(ContactCases, C1_InclineOf20DegreesHolds) {
  check_incline(20, 0.5);
}
TEST(ContactCases, C1_InclineOf30DegreesSlips) {
  check_incline(30, 0.5);
}
TEST(ContactCases, C1_InclineJustBelowTheThresholdHolds) {
  check_incline(26.5, 0.5);
}
TEST(ContactCases, C1_InclineJustAboveTheThresholdSlips) {
  check_incline(26.6, 0.5);
}

TEST(ContactCases, C2_SlidingVertexStopsAfterItsFrictionDistance) {
  const double friction = 0.3, v0 = 2;
  Particles block{.colliders = {floor_with(friction)}, .x = {{0, 0, 0}}, .v = {{v0, 0, 0}}};
  const double distance = v0 * v0 / (2 * friction * g), duration = v0 / (friction * g);
  double stopped = 0;
  for (int i = 0; i < 1000; ++i) {
    block.step();
    if (stopped == 0 && block.v[0] == Vec3{}) stopped = block.time;
  }
  EXPECT_NEAR(distance, 0.67957866, 1e-8);
  EXPECT_NEAR(block.x[0].x, distance, 0.01 * distance);
  EXPECT_NEAR(stopped, duration, 0.01 * duration);
}

// A particle released at polar angle θ₀ on a smooth sphere leaves it at cos θ = ⅔ cos θ₀.
TEST(Contact, SmoothSphereIsLeftAtTheClassicalAngle) {
  const double start = 0.1;
  Particles bead{
      .colliders = {{Sphere{}, 0, 0, {}}}, .x = {{std::sin(start), std::cos(start), 0}}, .v = {{}}};
  double last_contact = 0;
  while (bead.x[0].y > 0.3 && bead.time < 5)
    if (bead.step().touched > 0) last_contact = std::acos(bead.x[0].y / norm(bead.x[0]));
  EXPECT_NEAR(last_contact, std::acos(2.0 / 3 * std::cos(start)), 0.01);
}

TEST(Contact, WithoutFrictionASlideKeepsItsSpeed) {
  Particles block{.colliders = {floor_with(0)}, .x = {{0, 0, 0}}, .v = {{2, 0, 1}}};
  block.run(1000);
  EXPECT_EQ(block.v[0], (Vec3{2, 0, 1}));
  EXPECT_NEAR(block.x[0].x, 2, 1e-12);
  EXPECT_EQ(block.x[0].y, 0);
}

TEST(Contact, RestingVerticesStayWithinRounding) {
  const Mat3 turn = rotation({1, 2, 3}, 0.2);
  const Box box{{0.3, 0.1, 0.2}, {1, 0.3, 1}, turn};
  const Vec3 top = box.center + turn * Vec3{0.2, 0.3, 0.1};
  Particles resting{.colliders = {{box, 0.5, 0, {}}, {Sphere{{5, 0, 0}, 1}, 0.5, 0.01, {}}},
                    .x = {top, {5, 1.01, 0}, {5.1, std::sqrt(1.01 * 1.01 - 0.01), 0}},
                    .v = std::vector<Vec3>(3)};
  const std::vector<Vec3> start = resting.x;
  resting.run(1000);
  for (std::size_t i = 0; i < start.size(); ++i) {
    EXPECT_LT(norm(resting.x[i] - start[i]), 1e-12);
    EXPECT_LT(norm(resting.v[i]), 1e-12);
  }
}

TEST(Contact, FloorThatStartsToMoveCarriesTheVertexAlong) {
  const double friction = 0.3, speed = 1;
  Collider floor = floor_with(friction);
  floor.path.keys = {{0, {}}, {10, {10 * speed, 0, 0}}};
  Particles block{.colliders = {floor}, .x = {{0, 0, 0}}, .v = {{0, 0, 0}}};
  block.run(1000);
  const double lag = speed * speed / (2 * friction * g);
  EXPECT_NEAR(block.v[0].x, speed, 1e-12);
  EXPECT_NEAR(block.x[0].x, speed * 1 - lag, 0.01 * lag);
}

TEST(Contact, StickingVertexStaysAtItsPlaceOnAMovingFloor) {
  Collider floor = floor_with(2);
  floor.path.keys = {{0, {}}, {1, {0.5, 0.25, 0}}, {2, {}}};
  floor.path.smooth = floor.path.repeat = true;
  Particles block{.colliders = {floor}, .x = {{0, 0, 0}}, .v = {{0, 0, 0}}};
  for (int i = 0; i < 4000; ++i) {
    block.step();
    ASSERT_LT(norm(block.x[0] - floor.path.offset(block.time)), 1e-11);
  }
}

TEST(Contact, StickingHoldsUnderSchemesWhoseVelocityIsNotTheDisplacement) {
  const std::vector<Collider> colliders{floor_with(1)};
  const std::vector<Axes> pinned{0};
  const std::vector<Vec3> x_before{{0, 0, 0}};
  std::vector<Vec3> x{{0.001, -0.01, 0.002}},
      v{{0.2, -2, 0.4}};  // implicit midpoint at h = 0.01: v = 2 (x − x₀)/h
  resolve_contacts(colliders, 0, 0.01, pinned, x_before, x, v);
  EXPECT_EQ(x[0], x_before[0]);
  EXPECT_EQ(v[0], Vec3{});
}

TEST(Contact, WithoutFrictionNoTangentialDisplacementIsTakenBack) {
  const std::vector<Collider> colliders{floor_with(0)};
  const std::vector<Axes> pinned{0};
  const std::vector<Vec3> x_before{{0, 0, 0}};
  std::vector<Vec3> x{{0.5, -0.25, 0}}, v{{0, -1, 0}};
  resolve_contacts(colliders, 0, 0.25, pinned, x_before, x, v);
  EXPECT_EQ(x[0], (Vec3{0.5, 0, 0}));
  EXPECT_EQ(v[0], Vec3{});
}

TEST(Contact, LeavesVerticesThatAreNotFiniteAlone) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {inf, -inf, nan, 1e308, -1e308}) {
    Particles lost{
        .colliders = {{Sphere{}, 0.3, 0, {}}, {Box{}, 0.3, 0, {}}, {Capsule{{}, {1, 1, 1}, 0.1}, 0.3, 0, {}}},
        .x = {{bad, bad, 0}, {0, 2, 0}},
        .v = {{1, 1, 1}, {}}};
    lost.run(3);
    EXPECT_EQ(lost.v[0].x, 1);
    EXPECT_TRUE(is_finite(lost.x[1]));
  }
}

TEST(Contact, ColliderPushesARestingVertexWithItsVelocity) {
  Collider wall{Box{{-1, 0, 0}, {0.5, 2, 2}}, 0.3, 0.01, {}};
  wall.path.keys = {{0, {}}, {1, {2, 0, 0}}};
  Particles block{.colliders = {wall}, .x = {{0, 0, 0}}, .v = {{}}, .gravity = {}};
  block.run(900);
  EXPECT_NEAR(block.v[0].x, 2, 1e-9);
  EXPECT_NEAR(block.x[0].x, -1 + 0.5 + 0.01 + 2 * 0.9, 1e-9);
}

TEST(Contact, LeavingADeepPenetrationAddsNoVelocity) {
  const std::vector<Collider> colliders{{Sphere{}, 0.5, 0.1, {}}};
  const std::vector<Axes> pinned{0, 0};
  const std::vector<Vec3> x_before{{0.1, 0, 0}, {0, 0, 0}};
  std::vector<Vec3> x = x_before, v(2);
  const ContactReport report = resolve_contacts(colliders, 0, 0.01, pinned, x_before, x, v);
  EXPECT_EQ(v[0], Vec3{});
  EXPECT_EQ(v[1], Vec3{});
  EXPECT_NEAR(norm(x[0] - Vec3{1.1, 0, 0}), 0, 1e-15);
  EXPECT_NEAR(norm(x[1]), 1.1, 1e-15);
  EXPECT_EQ(report.touched, 2u);
  EXPECT_DOUBLE_EQ(report.deepest, 1.1);
}

TEST(Contact, SeparatingVertexKeepsItsVelocity) {
  const std::vector<Collider> colliders{floor_with(1)};
  const std::vector<Axes> pinned{0};
  const std::vector<Vec3> x_before{{0, -0.2, 0}};
  std::vector<Vec3> x{{0.01, -0.1, 0}}, v{{1, 10, 0}};
  resolve_contacts(colliders, 0, 0.01, pinned, x_before, x, v);
  EXPECT_EQ(v[0], (Vec3{1, 10, 0}));
  EXPECT_EQ(x[0], (Vec3{0.01, 0, 0}));
}

TEST(Contact, PinnedVerticesNeverMove) {
  Particles block{.colliders = {floor_with(0.5)}, .x = {{0, -1, 0}, {1, 1, 0}}, .v = {{3, -1, 0}, {}}};
  block.pinned = {all_axes, 0};
  block.run(10);
  EXPECT_EQ(block.x[0], (Vec3{0, -1, 0}));
  EXPECT_EQ(block.v[0], (Vec3{3, -1, 0}));
}

TEST(Contact, NoVertexIsLeftInsideASingleCollider) {
  Dice dice;
  int touched = 0;
  for (int i = 0; i < 20000; ++i) {
    Collider collider{dice.shape(), dice.number(0, 2), dice.number(0, 0.1), {}};
    collider.path.keys = {{0, dice.point(0.1)}, {1, dice.point(0.1)}};
    const std::vector<Axes> pinned{0};
    const std::vector<Vec3> x_before{dice.point(1.5)};
    std::vector<Vec3> v{dice.point(20)}, x{x_before[0] + 0.05 * v[0]};
    touched += resolve_contacts({&collider, 1}, 0.2, 0.25, pinned, x_before, x, v).touched > 0;
    ASSERT_TRUE(is_finite(x[0]) && is_finite(v[0]));
    const SurfacePoint end = closest_surface(collider.shape, x[0] - collider.path.offset(0.25));
    ASSERT_GT(end.distance - collider.thickness, -1e-13) << "shape " << collider.shape.index();
  }
  EXPECT_GT(touched, 3000);
}

TEST(Contact, NoVertexPassesThroughACollider) {
  Dice dice;
  int stopped = 0;
  for (int i = 0; i < 20000; ++i) {
    Collider collider{dice.shape(), 0, dice.number(0, 0.1), {}};
    const Vec3 drift = dice.point(0.5);
    collider.path.keys = {{0, {}}, {1, drift}};
    const std::vector<Axes> pinned{0};
    const std::vector<Vec3> x_before{dice.point(2)};
    if (closest_surface(collider.shape, x_before[0]).distance < collider.thickness) continue;
    std::vector<Vec3> x{dice.point(2)}, v{x[0] - x_before[0]};
    const double way = norm(x[0] - drift - x_before[0]);
    stopped += resolve_contacts({&collider, 1}, 0, 1, pinned, x_before, x, v).touched > 0;
    double lowest = 0;
    for (int k = 0; k <= 100; ++k) {
      const Vec3 p = x_before[0] + k / 100.0 * (x[0] - drift - x_before[0]);
      lowest = std::min(lowest, closest_surface(collider.shape, p).distance - collider.thickness);
    }
    // A slide over a bend may cut it by a tenth of the way; everything else stays outside.
    ASSERT_GE(lowest, -0.1 * way) << "shape " << collider.shape.index();
  }
  EXPECT_GT(stopped, 2000);
}

TEST(Contact, ThinPlateStopsAFastVertexOnTheSideItCameFrom) {
  const Collider plate{Box{{0, 0, 0}, {1, 0.0005, 1}, rotation({0, 0, 1}, 0.3)}, 0.3, 0, {}};
  for (const double side : {-1.0, 1.0}) {
    Particles bullet{.colliders = {plate}, .x = {{0, side, 0}}, .v = {{0, -100 * side, 0}}, .h = 1.0 / 30};
    EXPECT_EQ(bullet.step().touched, 1u);
    EXPECT_GT(side * dot(bullet.x[0], Vec3{-std::sin(0.3), std::cos(0.3), 0}), 0.0005 - 1e-12);
  }
}

TEST(Contact, FastVertexThatSinksBelowTheMiddleOfAThinPlateComesBackUp) {
  const Collider plate{Box{{0, -0.0005, 0}, {1, 0.0005, 1}}, 0, 0, {}};
  const std::vector<Axes> pinned{0};
  const std::vector<Vec3> x_before{{0, 0, 0}};
  std::vector<Vec3> x{{0.1, -0.0006, 0}}, v{{10, -0.06, 0}};
  resolve_contacts({&plate, 1}, 0, 0.01, pinned, x_before, x, v);
  EXPECT_NEAR(norm(x[0] - Vec3{0.1, 0, 0}), 0, 1e-12);
  EXPECT_NEAR(norm(v[0] - Vec3{10, 0, 0}), 0, 1e-12);
}

TEST(Contact, VertexThatBeganInsideLeavesThroughTheSideItWasNearestTo) {
  const Collider plate{Box{{0, -0.0005, 0}, {1, 0.0005, 1}}, 0, 0, {}};
  const std::vector<Axes> pinned{0};
  const std::vector<Vec3> x_before{{0, -0.0001, 0}};
  std::vector<Vec3> x{{0, -0.1, 0}}, v{{0, -10, 0}};
  resolve_contacts({&plate, 1}, 0, 0.01, pinned, x_before, x, v);
  EXPECT_NEAR(x[0].y, 0, 1e-12);
  EXPECT_EQ(v[0], Vec3{});
}

TEST(Contact, FastMovingColliderTakesAVertexWithIt) {
  Collider racket{Box{{0, -1, 0}, {1, 0.001, 1}}, 0.3, 0, {}};
  racket.path.keys = {{0, {}}, {0.1, {0, 4, 0}}};
  Particles ball{.colliders = {racket}, .x = {{0, 0, 0}}, .v = {{}}, .h = 0.05};
  ball.step();
  EXPECT_NEAR(ball.x[0].y, -1 + 0.001 + 2, 1e-12);
  EXPECT_NEAR(ball.v[0].y, 40, 1e-9);
}

TEST(Contact, CornerOfFloorAndWallHoldsAVertex) {
  const Collider wall{Plane{{1, 0, 0}, {-1, 0, 0}}, 0.3, 0, {}};
  Particles block{.colliders = {floor_with(0.3), wall}, .x = {{0.9, 0.2, 0}}, .v = {{3, 0, 0}}};
  block.run(1000);
  EXPECT_LT(norm(block.v[0]), 1e-12);
  EXPECT_NEAR(block.x[0].y, 0, 1e-12);
  EXPECT_LE(block.x[0].x, 1 + 1e-12);
}

TEST(Contact, SharpGrooveKeepsTheVertexOutsideBothSides) {
  const Vec3 left{std::cos(0.5), std::sin(0.5), 0}, right{-std::cos(0.5), std::sin(0.5), 0};
  for (const double friction : {0.0, 0.5}) {
    const Collider a{Plane{{}, left}, friction, 0, {}}, b{Plane{{}, right}, friction, 0, {}};
    Particles block{.colliders = {a, b}, .x = {{0.05, 1, 0}}, .v = {{0, 0, 0}}};
    block.run(3000);
    EXPECT_GT(dot(block.x[0], left), -1e-9);
    EXPECT_GT(dot(block.x[0], right), -1e-9);
    EXPECT_LT(norm(block.x[0]), 1e-3);
    EXPECT_LT(norm(block.v[0]), 1e-3);
  }
}

TEST(Contact, BoxOnTheFloorKeepsAVertexOutsideBoth) {
  const Collider box{Box{{0, 0.25, 0}, {0.25, 0.25, 0.25}}, 0.2, 0.01, {}};
  Dice dice;
  Particles grains{.colliders = {box, {Plane{}, 0.2, 0.01, {}}}, .x = {}, .v = {}};
  for (int i = 0; i < 200; ++i) {
    grains.x.push_back(dice.point(0.5) + Vec3{0, 1.5, 0});
    grains.v.push_back(dice.point(5));
  }
  grains.pinned.assign(grains.x.size(), 0);
  grains.h = 1.0 / 60;
  for (int i = 0; i < 120; ++i) {
    grains.step();
    for (const Vec3& p : grains.x)
      for (const Collider& collider : grains.colliders)
        ASSERT_GT(closest_surface(collider.shape, p).distance, 0.01 - 1e-12);
  }
}

TEST(Contact, NoColliderNoChange) {
  Particles block{.colliders = {}, .x = {{0, -1, 0}}, .v = {{}}};
  EXPECT_EQ(block.step().touched, 0u);
  EXPECT_EQ(block.v[0], (Vec3{0, -g * 1e-3, 0}));
}

/// A cube of eight vertices of 1 kg with a skin of one point below it.
Model cube_on_a_point() {
  Model model;
  SkinPoint point;
  for (VertexId i = 0; i < 8; ++i) {
    model.add_vertex(
        {static_cast<double>(i & 1), static_cast<double>(i >> 1 & 1), static_cast<double>(i >> 2)}, 1);
    point.vertex[i] = i;
    point.weight[i] = (i >> 1 & 1) == 0 ? 0.2 : 0.05;
  }
  model.skins.push_back({0, 8, {point}, {}});
  return model;
}

TEST(SkinContact, PointsOfTheSkinTouchAndNotTheVertices) {
  const Model model = cube_on_a_point();
  std::vector<Collider> floor{{Plane{{0, 0.5, 0}, {0, 1, 0}}}};
  floor[0].friction = 0;
  const std::vector<Axes> pinned(8, 0);
  std::vector<Vec3> x = model.rest_position, v(8, {1, -1, 0});
  // Its point stands at 0.2: above a floor at 0.1 though vertices are below, and not above one at 0.5.
  const std::vector<Collider> low{{Plane{{0, 0.1, 0}, {0, 1, 0}}}};
  EXPECT_EQ(resolve_contacts(model, low, 0, 0.1, pinned, model.rest_position, x, v).touched, 0u);
  EXPECT_EQ(x, model.rest_position);
  std::vector<Vec3> before = x;
  for (Vec3& p : before) p.y += 1;
  const auto report = resolve_contacts(model, floor, 0, 0.1, pinned, before, x, v);
  EXPECT_EQ(report.touched, 1u);
  EXPECT_NEAR(model.skins[0].points[0].of(x).y, 0.5, 1e-12);
  EXPECT_NEAR(model.skins[0].points[0].of(v).y, 0, 1e-12);
  EXPECT_NEAR(model.skins[0].points[0].of(v).x, 1, 1e-12);
  EXPECT_GT(x[0].y - model.rest_position[0].y, x[2].y - model.rest_position[2].y);
}

TEST(SkinContact, APointBeyondItsVerticesTouches) {
  Model model;
  model.add_vertex({0, 0, 0}, 1);
  model.add_vertex({1, 0, 0}, 1);
  model.skins.push_back({0, 2, {{.vertex = {0, 1}, .weight = {-0.4, 1.4}}}, {}});
  const std::vector<Axes> pinned(2, 0);
  for (const double center : {1.6, 5.0}) {
    const std::vector<Collider> ball{{Sphere{{center, 0, 0}, 0.25}}};
    std::vector<Vec3> x = model.rest_position, v(2);
    const auto report = resolve_contacts(model, ball, 0, 0.1, pinned, model.rest_position, x, v);
    EXPECT_EQ(report.touched, center == 1.6 ? 1u : 0u);
  }
}

TEST(SkinContact, LeavesPinnedVerticesAlone) {
  const Model model = cube_on_a_point();
  const std::vector<Collider> floor{{Plane{{0, 0.5, 0}, {0, 1, 0}}}};
  std::vector<Vec3> x = model.rest_position, v(8), before = x;
  for (Vec3& p : before) p.y += 1;
  const std::vector<Axes> pinned(8, all_axes);
  (void)resolve_contacts(model, floor, 0, 0.1, pinned, before, x, v);
  EXPECT_EQ(x, model.rest_position);
}

}  // namespace
}  // namespace tensio
