// Contact between surfaces against what mechanics says.

#include <numbers>

#include "support/contact_cases.h"

namespace tensio {
namespace {

enum class Ground { plane, mesh, cloth };

/// A small stiff sheet that touches a slope.
struct Incline {
  Simulation simulation;
  Vec3 down, up;                    // along the slope, and its normal
  std::size_t first = 0, last = 0;  // of the sheet

  Vec3 middle() const { return mass_middle(simulation.model(), simulation.state().x, first, last); }
};

Incline make_incline(Ground ground, double angle, double friction, double h) {
  constexpr double thickness = 2e-3;
  const Mat3 turn = rotation({0, 0, 1}, angle);
  const Vec3 up = turn * Vec3{0, 1, 0}, down = turn * Vec3{-1, 0, 0};
  const double height = ground == Ground::cloth ? thickness : 0.5 * thickness;
  tensio::Setup setup{
      .model = make_sheet(4, 0.06, height * up - (ground == Ground::cloth ? 0.05 : 0.2) * down, turn, 1000)};
  setup.contact = all_contact(thickness, friction);
  setup.frame_time = h;
  setup.minimise.iterations = 40;
  const std::size_t last = setup.model.vertex_count();
  if (ground == Ground::plane) setup.colliders = {{Plane{{}, up}, friction, 0, {}}};
  if (ground == Ground::mesh) setup.colliders = {{square_mesh(4, {}, turn), friction, 0, {}}};
  if (ground == Ground::cloth) {
    Model lower = make_sheet(15, 3, {}, turn, 1000);
    for (VertexId v = 0; v < lower.vertex_count(); ++v) lower.pins.push_back({v, lower.rest_position[v], {}});
    setup.model.append(lower);
  }
  return {make_simulation(std::move(setup)), down, up, 0, last};
}

TEST(Contact, OnASlopeSticksBelowTheAngleOfFriction) {
  for (const Ground ground : {Ground::plane, Ground::mesh, Ground::cloth})
    for (const double friction : {0.2, 0.5}) {
      Incline incline = make_incline(ground, 0.99 * std::atan(friction), friction, 0.01);
      run(incline.simulation, 30);
      const Vec3 before = incline.middle();
      const ContactReport report = run(incline.simulation, 300);
      const double crept = dot(incline.middle() - before, incline.down);
      EXPECT_LT(std::abs(crept), 1e-6) << static_cast<int>(ground) << ", " << friction;
      EXPECT_EQ(report.crossings, 0u);
      Incline steeper = make_incline(ground, 1.02 * std::atan(friction), friction, 0.01);
      const Vec3 start = steeper.middle();
      run(steeper.simulation, 50);
      EXPECT_GT(dot(steeper.middle() - start, steeper.down), 1e-3)
          << static_cast<int>(ground) << ", " << friction;
    }
}

TEST(Contact, OnASteeperSlopeSlidesByItsClosedForm) {
  for (const Ground ground : {Ground::plane, Ground::mesh, Ground::cloth})
    for (const double friction : {0.0, 0.2, 0.5}) {
      const double angle = std::atan(friction) + 0.2, t = ground == Ground::cloth ? 0.25 : 0.5;
      const double h = 0.005;
      Incline incline = make_incline(ground, angle, friction, h);
      const Vec3 before = incline.middle();
      const ContactReport report = run(incline.simulation, static_cast<int>(std::lround(t / h)));
      const double way = 0.5 * fall * (std::sin(angle) - friction * std::cos(angle)) * t * (t + h);
      const Vec3 moved = incline.middle() - before;
      EXPECT_NEAR(dot(moved, incline.down) / way, 1, 0.005) << static_cast<int>(ground) << ", " << friction;
      EXPECT_NEAR(dot(moved, incline.up), 0, 2e-5);
      EXPECT_EQ(report.crossings, 0u);
    }
}

TEST(Contact, OfAStackBearsItsWeight) {
  constexpr double thickness = 2e-3;
  for (const std::size_t sheets : {5u, 20u}) {
    tensio::Setup setup;
    for (std::size_t i = 0; i < sheets; ++i) {
      // Sheets of different meshes, so that their vertices do not stand above each other.
      const double k = static_cast<double>(i), offset = 3e-3 * static_cast<double>(i % 4);
      setup.model.append(make_sheet(5 + i % 2, 0.1, {offset, (1 + 1.1 * k) * thickness, -offset}));
    }
    setup.contact = all_contact(thickness, 0.3);
    setup.colliders = {{Plane{}, 0.3, 0, {}}};
    setup.frame_time = 0.01;
    setup.damping.rigid = 0.1;
    if (sheets > 5) setup.substeps = 5, setup.contact.sweeps = 8;  // forces pass through all layers
    Simulation simulation = make_simulation(std::move(setup));
    EXPECT_EQ(run(simulation, sheets > 5 ? 100 : 200).crossings, 0u);
    const Model& model = simulation.model();
    const Forces forces = simulation.forces();
    double load = 0, mass = 0;
    for (std::size_t i = 0; i < model.vertex_count(); ++i) load += forces.contact[i].y, mass += model.mass[i];
    EXPECT_NEAR(load / (mass * fall), 1, 0.005) << sheets;
    double before = 0;
    for (std::size_t p = 0; p < sheets; ++p) {
      const Part& part = model.parts[p];
      const double height = mass_middle(model, simulation.state().x, part.vertex_begin, part.vertex_end).y;
      EXPECT_NEAR((height - before) / thickness, p == 0 ? 0.5 : 1, p == 0 ? 0.025 : 0.05)
          << p << " of " << sheets;
      before = height;
    }
  }
}

TEST(Contact, LeavesSheetsAloneThatFallSideBySide) {
  for (const double speed : {1.0, 10.0}) {
    tensio::Setup setup{.model = make_sheet(5, 0.1)};
    setup.model.append(make_sheet(6, 0.1, {0.003, 2.05e-3, 0.002}));
    setup.contact = all_contact();
    setup.gravity = {};
    setup.frame_time = 0.01;
    setup.velocity.assign(61, {0, -speed, 0});
    const std::vector<Vec3> before = setup.model.rest_position;
    Simulation simulation = make_simulation(std::move(setup));
    const ContactReport report = run(simulation, 10);
    EXPECT_EQ(report.limited, 0u);
    EXPECT_GT(report.pairs, 0u);
    for (std::size_t i = 0; i < 61; ++i)
      EXPECT_LT(norm(simulation.state().x[i] - before[i] - Vec3{0, -0.1 * speed, 0}), 1e-12);
  }
}

TEST(Contact, OfFreeBodiesKeepsMomentum) {
  for (const double friction : {0.0, 0.5}) {
    const Mat3 turn = rotation({1, 0, 2}, 0.4);
    tensio::Setup setup{.model = make_sheet(6, 0.2, {})};
    setup.model.append(make_sheet(5, 0.15, {0.02, 0.06, 0.01}, turn));
    setup.gravity = {};
    setup.contact = all_contact(2e-3, friction);
    setup.frame_time = 0.001;
    setup.velocity.assign(36, {0.1, 0.5, 0});
    setup.velocity.resize(61, {0, -0.4, 0.2});
    Simulation simulation = make_simulation(std::move(setup));
    const auto momentum = [&] {
      Vec3 sum;
      for (std::size_t i = 0; i < 61; ++i) sum += simulation.model().mass[i] * simulation.state().v[i];
      return sum;
    };
    const Vec3 before = momentum();
    std::size_t touched = 0;
    for (int i = 0; i < 300; ++i) {
      const ContactReport report = run(simulation, 1);
      EXPECT_EQ(report.crossings, 0u);
      touched = std::max(touched, report.touched);
      EXPECT_EQ(report.limited, 0u) << "planes do not keep momentum; here they are not needed";
      EXPECT_LT(norm(momentum() - before), 1e-10 * norm(before)) << i << ", " << friction;
    }
    EXPECT_GT(touched, 0u);
    // They have bounced or stuck: no longer the velocities of the start.
    const Vec3 upper = mass_middle(simulation.model(), simulation.state().v, 36);
    EXPECT_GT(upper.y, -0.3);
  }
}

}  // namespace
}  // namespace tensio
