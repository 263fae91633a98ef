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
  tensio::Setup setup{.model = make_sheet(4, 0.06, height * up + 0.2 * (-down), turn, 1000)};
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
      printf("stick ground %d mu %g crept %g m limited %zu\n", (int)ground, friction, crept, report.limited);
      EXPECT_LT(std::abs(crept), 1e-6) << static_cast<int>(ground) << ", " << friction;
      EXPECT_EQ(report.crossings, 0u);
    }
}

TEST(Contact, OnASteeperSlopeSlidesByItsClosedForm) {
  for (const Ground ground : {Ground::plane, Ground::mesh, Ground::cloth})
    for (const double friction : {0.0, 0.2, 0.5}) {
      const double angle = std::atan(friction) + 0.2, h = 0.005, t = 0.5;
      Incline incline = make_incline(ground, angle, friction, h);
      const Vec3 before = incline.middle();
      const ContactReport report = run(incline.simulation, static_cast<int>(std::lround(t / h)));
      const double way = 0.5 * g * (std::sin(angle) - friction * std::cos(angle)) * t * (t + h);
      const Vec3 moved = incline.middle() - before;
      printf("slide ground %d mu %g rel err %g, normal %g limited %zu\n", (int)ground, friction,
             dot(moved, incline.down) / way - 1, dot(moved, incline.up), report.limited);
      EXPECT_NEAR(dot(moved, incline.down) / way, 1, ground == Ground::cloth ? 0.02 : 0.005)
          << static_cast<int>(ground) << ", " << friction;
      EXPECT_NEAR(dot(moved, incline.up), 0, 2e-5);
      EXPECT_EQ(report.crossings, 0u);
    }
}

TEST(Contact, OfAStackBearsItsWeight) {
  constexpr double thickness = 2e-3;
  tensio::Setup setup;
  for (int i = 0; i < 5; ++i) {
    // Sheets of different meshes, so that their vertices do not stand above each other.
    setup.model.append(make_sheet(static_cast<std::size_t>(5 + i % 2), 0.1,
                                  {0.003 * i, (1 + 1.1 * i) * thickness, 0.002 * i}));
  }
  setup.contact = all_contact(thickness, 0.3);
  setup.colliders = {{Plane{}, 0.3, 0, {}}};
  setup.frame_time = 0.01;
  setup.damping.rigid = 0.1;
  Simulation simulation = make_simulation(std::move(setup));
  EXPECT_EQ(run(simulation, 200).crossings, 0u);
  const Model& model = simulation.model();
  const Forces forces = simulation.forces();
  double load = 0, mass = 0;
  for (std::size_t i = 0; i < model.vertex_count(); ++i) load += forces.contact[i].y, mass += model.mass[i];
  printf("stack load %g\n", load / (mass * g) - 1);
  EXPECT_NEAR(load / (mass * g), 1, 0.005);
  for (std::size_t p = 0; p < 5; ++p) {
    const Part& part = model.parts[p];
    const double height = mass_middle(model, simulation.state().x, part.vertex_begin, part.vertex_end).y;
    printf("layer %zu at %g\n", p, height / thickness);
    EXPECT_NEAR(height / thickness, 0.5 + static_cast<double>(p), 0.05 * (1 + static_cast<double>(p))) << p;
  }
}

TEST(Contact, OfFreeBodiesKeepsMomentum) {
  for (const double friction : {0.0, 0.5}) {
    const Mat3 turn = rotation({1, 0, 2}, 0.4);
    tensio::Setup setup{.model = make_sheet(6, 0.2, {})};
    setup.model.append(make_sheet(5, 0.15, {0.02, 0.06, 0.01}, turn));
    setup.gravity = {};
    setup.contact = all_contact(2e-3, friction);
    setup.frame_time = 0.005;
    setup.velocity.assign(36, {0.1, 0.5, 0});
    setup.velocity.resize(61, {0, -0.4, 0.2});
    Simulation simulation = make_simulation(std::move(setup));
    const auto momentum = [&] {
      Vec3 sum;
      for (std::size_t i = 0; i < 61; ++i) sum += simulation.model().mass[i] * simulation.state().v[i];
      return sum;
    };
    const Vec3 before = momentum();
    std::size_t touched = 0, frames = 0;
    for (int i = 0; i < 60; ++i) {
      const ContactReport report = run(simulation, 1);
      EXPECT_EQ(report.crossings, 0u);
      touched = std::max(touched, report.touched);
      if (report.limited > 0) {
        printf("limited %zu at %d\n", report.limited, i);
        break;
      }
      ++frames;
      EXPECT_LT(norm(momentum() - before), 1e-10 * norm(before)) << i << ", " << friction;
    }
    printf("momentum %g frames %zu touched %zu\n", norm(momentum() - before) / norm(before), frames, touched);
    EXPECT_GT(touched, 0u);
    EXPECT_GT(frames, 20u);
    // They have bounced or stuck: no longer the velocities of the start.
    const Vec3 upper = mass_middle(simulation.model(), simulation.state().v, 36);
    EXPECT_GT(upper.y, -0.3);
  }
}

}  // namespace
}  // namespace tensio
