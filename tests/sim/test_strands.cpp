// Ropes, hair, plants, altitude springs, and the rope around a post (C3).

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <numeric>

#include "build/chain.h"
#include "build/sizes.h"
#include "energy/objective.h"
#include "support/chains.h"

namespace tensio {
namespace {

constexpr MinimiseOptions newton{.method = Method::newton, .iterations = 200, .tolerance = 1e-10};

void pin(Model& model, VertexId v, const Vec3& at) {
  model.pins.push_back({v, at, {}});
}
double energy(const Model& model, const std::vector<Vec3>& x) {
  double sum = 0;
  const System system = make_system(model, {}, {});
  for (const auto& term : system.energies) sum += term->value(x);
  return sum;
}
/// About the x axis.
Vec3 turned(const Vec3& p, double angle) {
  return rotation({1, 0, 0}, angle) * p;
}

constexpr VertexId rope_segments = 20;
constexpr double rigidity = 0.02;  // G J of the rope, N·m²
/// 1 m along x, from the origin; extra vertex i is number rope_segments + 1 + i.
Model rope(double altitude_stiffness = 0) {
  return *make_chain({.segments = rope_segments,
                      .start = {0, 0, 0},
                      .end = {1, 0, 0},
                      .stiffness = 2000,
                      .flexural_rigidity = 0.05,
                      .torsional_rigidity = rigidity,
                      .altitude_stiffness = altitude_stiffness});
}
VertexId beside(VertexId segment) {
  return rope_segments + 1 + segment;
}

/// What is needed to hold the last segment of a rope turned by so much about its axis, the first being held.
double torque(double twist, double altitude_stiffness = 0) {
  Model model = rope(altitude_stiffness);
  const std::vector<Vec3> rest = model.rest_position;
  const VertexId first[] = {0, 1, beside(0)};
  const VertexId last[] = {rope_segments - 1, rope_segments, beside(rope_segments - 1)};
  for (const VertexId v : first) pin(model, v, rest[v]);
  for (const VertexId v : last) pin(model, v, turned(rest[v], twist));
  for (VertexId i = 0; i < rope_segments; ++i)  // towards the solution: a turn knows no number of turns
    model.rest_position[beside(i)] = turned(rest[beside(i)], twist * i / (rope_segments - 1));
  FrameReport report;
  const auto simulation = settle({.model = std::move(model), .gravity = {}, .minimise = newton}, report);
  EXPECT_TRUE(simulation) << simulation.error().message;
  EXPECT_LT(report.relative_gradient, 1e-6) << status_name(report.status);
  const auto& x = simulation->state().x;
  std::vector<Vec3> g(x.size());
  const System system = make_system(simulation->model(), {}, {});
  for (const auto& term : system.energies) term->add_gradient(x, 1, g);
  double sum = 0;
  for (const VertexId v : last) sum += cross(x[v], g[v]).x;
  return sum;
}

TEST(Torsion, TorqueIsTheRigidityTimesTheTwistPerLength) {
  const double length = (rope_segments - 1) / static_cast<double>(rope_segments);
  for (const double twist : {0.01, 0.1, 0.5, -0.5})
    EXPECT_NEAR(torque(twist) / (rigidity * twist / length), 1, 3e-3) << twist;
  // Altitude springs do not know of small twists.
  EXPECT_NEAR(torque(0.1, 1000) / (rigidity * 0.1 / length), 1, 1e-3);
  EXPECT_NEAR(torque(1.5) / (rigidity * 1.5 / length), 1, 0.05);
}

TEST(Torsion, BendingIsWhatItIsWithoutAFrame) {
  // Small bends of a cantilever: F L³/3EI from the middle of the clamped segment.
  Model model = rope();
  for (const VertexId v : {VertexId{0}, VertexId{1}, beside(0)}) pin(model, v, model.rest_position[v]);
  for (const Vec3& side : {Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    Model loaded = model;
    loaded.force[rope_segments] = 1e-4 * side;
    FrameReport report;
    const auto simulation = settle({.model = std::move(loaded), .gravity = {}, .minimise = newton}, report);
    ASSERT_TRUE(simulation);
    const double length = 1 - 0.5 / rope_segments;
    EXPECT_NEAR(dot(simulation->state().x[rope_segments], side) * 3 * 0.05 / (1e-4 * std::pow(length, 3)), 1,
                0.02);
  }
}

TEST(Torsion, ATwistedRopeUntwists) {
  // In long steps altitude springs keep the sides of two segments from changing their hand.
  for (const double altitude_stiffness : {0.0, 2000.0}) {
    Model model = rope(altitude_stiffness);
    const std::vector<Vec3> rest = model.rest_position;
    for (const VertexId v : {VertexId{0}, VertexId{1}, beside(0)}) pin(model, v, rest[v]);
    for (VertexId i = 0; i < rope_segments; ++i)
      model.rest_position[beside(i)] = turned(rest[beside(i)], 2.0 * i / (rope_segments - 1));
    auto simulation = Simulation::make({.model = std::move(model),
                                        .gravity = {},
                                        .damping = {.ether = 0.01},
                                        .minimise = newton,
                                        .frame_time = altitude_stiffness > 0 ? 0.01 : 0.001});
    ASSERT_TRUE(simulation) << simulation.error().message;
    for (int frame = 0; frame < 800; ++frame) ASSERT_TRUE(is_usable(simulation->advance_frame().status));
    double most = 0;
    for (std::size_t v = 0; v < rest.size(); ++v)
      most = std::max(most, norm(simulation->state().x[v] - rest[v]));
    EXPECT_LT(most, 1e-3) << altitude_stiffness;  // from 21 mm
  }
}

TEST(Torsion, CurlsHaveTheirRigidityToo) {
  const HairOptions options{.strands = 1,
                            .segments = 24,
                            .curl_radius = 0.01,
                            .curl_turns = 4,
                            .flexural_rigidity = 1e-6,
                            .torsional_rigidity = 3e-7};
  const Model model = *make_hair(options);
  std::vector<Vec3> x = model.rest_position;
  ASSERT_EQ(x.size(), 25u);
  const Vec3 axis = x[12] - x[11];
  const double twist = 0.01, l = norm(axis);
  const Mat3 turn = rotation(axis, twist);
  for (std::size_t v = 13; v < x.size(); ++v) x[v] = x[12] + turn * (x[v] - x[12]);
  EXPECT_NEAR(energy(model, x) / (0.5 * options.torsional_rigidity / l * twist * twist), 1, 0.02);
}

TEST(Hair, StrandsStandAloneAndHaveTheirLength) {
  for (const double curl : {0.0, 0.005})
    for (const double torsion : {0.0, 1e-8}) {
      const HairOptions options{.strands = 50,
                                .curl_radius = curl,
                                .torsional_rigidity = torsion,
                                .altitude_stiffness = torsion > 0 ? 1.0 : 0};
      const auto hair = make_hair(options);
      ASSERT_TRUE(hair) << hair.error().message;
      const bool has_frame = torsion > 0 && curl == 0;
      EXPECT_EQ(hair->vertex_count(), 50u * (has_frame ? 31 : 16));
      EXPECT_EQ(hair->vertex_count(), 50u * hair_vertices(options));
      EXPECT_EQ(hair->pins.size(), 50u * (has_frame ? 3 : 2));
      EXPECT_EQ(hair->altitudes.size(), torsion == 0 ? 0 : has_frame ? 50u * 28 : 50u * 13);
      const auto piece = connected_pieces(*hair);
      EXPECT_EQ(*std::ranges::max_element(piece), 49u);
      double length = 0, mass = 0;
      for (std::size_t s = 0; s < 15; ++s) length += hair->springs.rest_length[s];
      for (const double m : hair->mass) mass += m;
      EXPECT_NEAR(length, 0.3, 0.03 * 0.3);
      EXPECT_NEAR(mass, 50e-4, 1e-12);
      EXPECT_LT(energy(*hair, make_state(*hair).x), 1e-20);
    }
  EXPECT_FALSE(make_hair({.strands = 1'000'000, .segments = 1000}));
}

/// A regular tetrahedron of springs of 10 N/m on the floor, its top pressed down: where the top comes to
/// rest.
double pressed_top(double altitude_stiffness, Method method) {
  Model model;
  for (int corner = 0; corner < 3; ++corner) {
    const double angle = 2 * std::numbers::pi * corner / 3;
    model.add_vertex({std::cos(angle) / std::sqrt(3), 0, std::sin(angle) / std::sqrt(3)}, 1);
    pin(model, static_cast<VertexId>(corner), model.rest_position.back());
  }
  model.add_vertex({0, std::sqrt(2.0 / 3), 0}, 1);
  for (VertexId v = 0; v < 3; ++v) model.springs.add(v, 3, SpringFamily::structural, 1, 10);
  if (altitude_stiffness > 0) {
    const auto& x = model.rest_position;
    model.altitudes.push_back(*make_altitude({0, 1, 2, 3}, {x[0], x[1], x[2], x[3]}, altitude_stiffness));
  }
  model.force[3] = {0, -8, 0};
  FrameReport report;
  const auto simulation = settle({.model = std::move(model),
                                  .gravity = {},
                                  .minimise = {.method = method, .iterations = 500, .tolerance = 1e-10}},
                                 report);
  EXPECT_TRUE(simulation) << simulation.error().message;
  EXPECT_LT(report.relative_gradient, 1e-8) << status_name(report.status);
  return simulation->state().x[3].y;
}

TEST(Altitudes, KeepATetrahedronFromInvertingUnderALoadThatItsSpringsCannotBear) {
  EXPECT_LT(pressed_top(0, Method::newton), 0);
  for (const Method method : {Method::newton, Method::ncg, Method::lbfgs, Method::newton_cg}) {
    const double y = pressed_top(50, method);
    EXPECT_GT(y, 0.4);
    // With the face below of area a_0 = ½√3, one like it on each side, and three pairs of opposite edges.
    const auto height = [](double top) {
      const double length = std::sqrt(1.0 / 3 + top * top), side = std::sqrt(1.0 / 12 + top * top);
      const double sum = std::pow(std::sqrt(0.75), 8) + 3 * std::pow(side, 8) + 3 * std::pow(length, 8);
      return std::sqrt(0.75) * top / std::pow(sum, 0.125);
    };
    const double length = std::sqrt(1.0 / 3 + y * y), slope = (height(y + 1e-5) - height(y - 1e-5)) / 2e-5;
    const double bearing =
        3 * 10 * (1 / length - 1) * y + 50 * (height(std::sqrt(2.0 / 3)) - height(y)) * slope;
    EXPECT_NEAR(bearing, 8, 1e-6);
  }
}

/// How far a sideways load at the tip bends a trunk without branches, over what the tapered beam would.
TEST(Plants, ATrunkBendsAsItsRadiusSays) {
  const PlantOptions options{.height = 2, .radius = 0.03, .levels = 1, .segments = 40, .twigs = 0};
  Model model = *make_plant(options);
  ASSERT_EQ(model.vertex_count(), plant_size(options).vertices);
  const VertexId tip = 40;
  model.force[tip].x = 1;
  FrameReport report;
  const auto simulation = settle({.model = std::move(model), .gravity = {}, .minimise = newton}, report);
  ASSERT_TRUE(simulation);
  double expected = 0;
  constexpr int steps = 1000;
  const double clamp = 0.5 * 2 / 40, length = 2 - clamp;
  for (int i = 0; i < steps; ++i) {
    const double y = clamp + (i + 0.5) * length / steps, r = 0.03 * (1 - 0.2 * y / 2);
    expected += (2 - y) * (2 - y) / (1e9 * std::numbers::pi / 4 * std::pow(r, 4)) * length / steps;
  }
  EXPECT_NEAR(simulation->state().x[tip].x / expected, 1, 0.02);
}

TEST(Plants, FollowLeonardosRuleAndStand) {
  const PlantOptions options{.levels = 3, .branches = 4, .twigs = 1, .young = 3e9};
  Model model = *make_plant(options);
  const PlantSize size = plant_size(options);
  EXPECT_EQ(model.vertex_count(), size.vertices);
  EXPECT_EQ(model.triangles.size(), size.triangles);
  EXPECT_LT(energy(model, model.rest_position), 1e-12);
  const Model bare = *make_plant({.levels = 1, .twigs = 0});  // tapers to four fifths
  EXPECT_NEAR(std::accumulate(bare.mass.begin(), bare.mass.end(), 0.0),
              700 * std::numbers::pi * 0.05 * 0.05 * (1 + 0.8 + 0.64) / 3, 0.02 * 4.47);
  // The trunk ends at vertex 5; what begins there is a quarter of its section each.
  double squares = 0;
  for (std::size_t s = 0; s < model.springs.size(); ++s)
    if (model.springs.family[s] == SpringFamily::structural && model.springs.ends[s][0] == 5)
      squares += std::pow(model.radius[model.springs.ends[s][1]] / (1 - 0.2 / 5), 2);
  EXPECT_NEAR(squares / std::pow(model.radius[5], 2), 1, 1e-9);
  const auto piece = connected_pieces(model);
  EXPECT_EQ(*std::ranges::max_element(piece), 0u);
  auto simulation = Simulation::make({.model = std::move(model), .damping = {.ether = 0.05}});
  ASSERT_TRUE(simulation) << simulation.error().message;
  for (int frame = 0; frame < 60; ++frame) ASSERT_TRUE(is_usable(simulation->advance_frame().status));
  EXPECT_GT(simulation->state().x[5].y, 0.95);
  EXPECT_FALSE(make_plant({.levels = 8, .branches = 12}));
  EXPECT_FALSE(make_plant({.levels = 0}));
  EXPECT_FALSE(make_plant({.young = 0}));
}

TEST(Bridges, HangBetweenTheirPosts) {
  const BridgeOptions options{.boards = 10};
  Model model = *make_bridge(options);
  EXPECT_EQ(model.vertex_count(), bridge_vertices(options));
  EXPECT_EQ(model.triangles.size(), 40u);
  EXPECT_LT(energy(model, model.rest_position), 0.5 * 500 / 0.064 * 1e-20 + 1e-12);
  auto simulation = Simulation::make({.model = std::move(model), .damping = {.ether = 0.05}});
  ASSERT_TRUE(simulation) << simulation.error().message;
  for (int frame = 0; frame < 60; ++frame) ASSERT_TRUE(is_usable(simulation->advance_frame().status));
  double lowest = 0;
  for (const Vec3& x : simulation->state().x) lowest = std::min(lowest, x.y);
  EXPECT_GT(lowest, -0.7);
  EXPECT_LT(lowest, -0.5);
  EXPECT_FALSE(make_bridge({.boards = 0}));
  EXPECT_FALSE(make_bridge({.gap = 0}));
}

/// A rope around a post of radius 0.1 m and friction 0.3, with tails that end in weights of 1 N and `pull`.
struct Capstan {
  double wrap;  // rad
  double pull;  // N
  Scheme scheme = Scheme::symplectic_euler;
  double h = 2e-4;  // s

  /// Whether it still slides after 0.4 s.
  bool slides() const {
    constexpr double radius = 0.1, l = 0.01, k = 1e4, m = 1e-3, load = 1, drag = 0.15;
    constexpr int tail = 4;
    const int around = static_cast<int>(std::lround(wrap * radius / l));
    const double step = wrap / around;
    const auto at = [&](double s) { return radius * Vec3{-std::cos(s), std::sin(s), 0}; };
    const auto along = [&](double s) { return Vec3{std::sin(s), std::cos(s), 0}; };
    Model model;
    for (int i = -tail; i <= around + tail; ++i) {
      const double s = std::clamp(step * i, 0.0, wrap), rest = step * i - s;
      model.add_vertex(at(s) + radius * rest * along(s), m);
    }
    for (VertexId i = 0; i + 1 < model.vertex_count(); ++i)
      model.springs.add(i, i + 1, SpringFamily::structural,
                        norm(model.rest_position[i + 1] - model.rest_position[i]) - load / k, k);
    model.force.front() = -load * along(0);
    model.force.back() = pull * along(wrap);
    auto simulation =
        Simulation::make({.model = std::move(model),
                          .colliders = {{.shape = Capsule{{0, 0, -1}, {0, 0, 1}, radius}, .friction = 0.3}},
                          .gravity = {},
                          .damping = {.point = drag},
                          .scheme = scheme,
                          .frame_time = 0.01,
                          .substeps = static_cast<int>(std::lround(0.01 / h))});
    EXPECT_TRUE(simulation) << simulation.error().message;
    for (int frame = 0; frame < 40; ++frame) EXPECT_TRUE(is_usable(simulation->advance_frame().status));
    return norm(simulation->state().v.back()) > 1e-3;
  }
};

TEST(Cases, C3_Capstan) {
  for (const double wrap : {std::numbers::pi, 2 * std::numbers::pi}) {
    const double greatest = std::exp(0.3 * wrap), least = 1 / greatest;
    EXPECT_FALSE((Capstan{wrap, 0.95 * greatest}).slides()) << wrap;
    EXPECT_TRUE((Capstan{wrap, 1.05 * greatest}).slides()) << wrap;
    EXPECT_FALSE((Capstan{wrap, 1.05 * least}).slides()) << wrap;
    EXPECT_TRUE((Capstan{wrap, 0.95 * least}).slides()) << wrap;
  }
}

}  // namespace
}  // namespace tensio
