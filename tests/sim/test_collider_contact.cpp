// Edges and faces of surfaces against convex colliders.

#include <random>

#include "support/contact_cases.h"

namespace tensio {
namespace {

/// A coarse sheet, held at its rim.
tensio::Setup pinned_sheet(std::size_t n, double size) {
  tensio::Setup setup{.model = make_sheet(n, size)};
  for (VertexId v = 0; v < setup.model.vertex_count(); ++v) {
    const std::size_t column = v % n, row = v / n;
    if (column == 0 || row == 0 || column + 1 == n || row + 1 == n)
      setup.model.pins.push_back({v, setup.model.rest_position[v], {}});
  }
  setup.contact = all_contact();
  setup.frame_time = 0.005;
  return setup;
}

TEST(ColliderContact, KeepsASmallBallFromPassingBetweenVertices) {
  std::mt19937_64 engine{3};
  std::uniform_real_distribution<double> place(-0.35, 0.35);
  constexpr double radius = 0.03;  // of cells of 200 mm
  for (int i = 0; i < 1000; ++i) {
    tensio::Setup setup = pinned_sheet(6, 1);
    const Vec3 start{place(engine), 0.05, place(engine)};
    setup.colliders = {{Sphere{start, radius}, 0.3, 0, {.keys = {{0, {}}, {0.1, {0, -0.2, 0}}}}}};
    Simulation simulation = make_simulation(std::move(setup));
    run(simulation, 25);
    const Vec3 center = start - Vec3{0, 0.2, 0};
    const auto below = simulation.pick({center, {0, -1, 0}});
    ASSERT_TRUE(below) << "ball " << i << " passed at " << start.x << ", " << start.z;
    EXPECT_GT(below->distance, radius);
    EXPECT_FALSE(simulation.pick({center, {0, 1, 0}})) << i;
  }
}

TEST(ColliderContact, KeepsClothFromCuttingThroughTheEdgesOfABox) {
  // A coarse sheet lies on two thin walls, with no vertex above either.
  tensio::Setup setup{.model = make_sheet(3, 0.4, {0.013, 0.01, 0.007}, rotation({0, 1, 0}, 0.3))};
  setup.contact = all_contact();
  setup.frame_time = 0.005;
  setup.damping.ether = 0.01;
  setup.colliders = {{Box{{0.1, -0.2, 0}, {0.01, 0.2, 1}}, 0.5, 0, {}},
                     {Box{{-0.1, -0.2, 0}, {0.01, 0.2, 1}}, 0.5, 0, {}}};
  Simulation simulation = make_simulation(std::move(setup));
  const Model& model = simulation.model();
  double least = 1, load = 0, mass = 0;
  for (const double m : model.mass) mass += m;
  constexpr int frames = 400, watched = 100;
  for (int frame = 0; frame < frames; ++frame) {
    run(simulation, 1);
    const std::vector<Vec3>& x = simulation.state().x;
    for (const auto& [a, b, c] : model.triangles)
      for (const auto& [p, q] : {std::array{a, b}, {b, c}, {c, a}})
        for (int k = 0; k <= 100; ++k)
          for (const Collider& collider : simulation.setup().colliders)
            least =
                std::min(least, closest_surface(collider.shape, x[p] + 0.01 * k * (x[q] - x[p])).distance);
    if (frame < frames - watched) continue;
    for (const Vec3& force : simulation.forces().contact) load += force.y / watched;
  }
  EXPECT_GT(least, 0.5e-3);
  EXPECT_NEAR(load / (mass * fall), 1, 0.01);
}

}  // namespace
}  // namespace tensio
