// Edges and faces of surfaces against convex colliders.

#include <cstdlib>
#include <random>

#include "support/contact_cases.h"
#include "support/random_system.h"

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

/// How many random scenes to look at.
constexpr std::uint32_t few_scenes = 25;
std::uint32_t random_scenes() {
  return std::getenv("TENSIO_LONG_TESTS") ? 400 : few_scenes;
}

/// A convex shape of about this size, at random.
Shape random_shape(Random& random, const Vec3& place, double size) {
  const Vec3 along = 0.5 * size * normalized(random.vec3(1));
  switch (random.below(5)) {
    case 0:
      return Sphere{place, 0.5 * size};
    case 1:
      return Box{place,
                 {random.uniform(0.1, 0.5) * size, random.uniform(0.1, 0.5) * size, 0.3 * size},
                 rotation(random.vec3(1), 3)};
    case 2:
      return Capsule{place - along, place + along, random.uniform(0.05, 0.3) * size};
    case 3:
      return Cylinder{place - along, place + along, random.uniform(0.05, 0.3) * size};
    default:
      return Plane{place, along};
  }
}

/// Signed distances of all vertices from all colliders where they are now.
std::vector<double> depths(const Simulation& simulation) {
  std::vector<double> all;
  for (const Collider& collider : simulation.setup().colliders) {
    const Vec3 offset = collider.path.offset(simulation.state().time);
    for (const Vec3& x : simulation.state().x)
      all.push_back(closest_surface(collider.shape, x - offset).distance);
  }
  return all;
}

/// Takes steps and checks that what was outside a convex collider before each is outside after.
struct Watched {
  std::size_t entered = 0, uncounted = 0, pressed = 0, touched = 0;
  double least = 0;
};
Watched watch(Simulation& simulation, int steps) {
  Watched seen;
  const double kept = 0.5 * simulation.setup().contact.least_gap;
  std::vector<double> before = depths(simulation);
  for (int i = 0; i < steps; ++i) {
    const ContactReport report = run(simulation, 1);
    seen.touched = std::max(seen.touched, report.touched);
    const std::vector<double> after = depths(simulation);
    for (std::size_t k = 0; k < after.size(); ++k) {
      if (!(before[k] > 0)) continue;
      seen.least = std::min(seen.least, after[k]);
      if (after[k] < -1e-9) ++seen.entered, seen.uncounted += report.forced == 0 ? 1 : 0;
      if (report.forced == 0 && after[k] < std::min((1 - 1e-5) * before[k], kept) - 1e-12) ++seen.pressed;
    }
    before = after;
  }
  return seen;
}

TEST(ColliderContact, HoldsClothThatIsShotAtConvexShapes) {
  std::size_t touching = 0;  // of twice as many scenes
  for (std::uint32_t seed = 1; seed <= random_scenes(); ++seed)
    for (const Precision precision : {Precision::double_, Precision::mixed}) {
      Random random(seed);
      const Shape shape = random_shape(random, {}, 0.3);
      const Vec3 way = normalized(random.vec3(1)), side = 0.1 * random.vec3(1);
      const Vec3 start = side - 0.7 * way;
      if (closest_surface(shape, start).distance < 0.3) continue;  // behind a plane
      tensio::Setup setup{.model = make_sheet(12, 0.3, start, rotation(random.vec3(1), 3))};
      setup.velocity.assign(setup.model.vertex_count(), random.uniform(20, 50) * way);
      setup.colliders = {{shape, random.uniform(0, 1)}};
      setup.contact = all_contact(2e-3, 0.5);
      setup.minimise.precision = precision;
      setup.frame_time = 0.004;
      Simulation simulation = make_simulation(std::move(setup));
      const Watched seen = watch(simulation, 30);
      EXPECT_EQ(seen.entered, 0u) << seed << ": " << seen.least << " m";
      EXPECT_EQ(seen.pressed, 0u) << seed;
      touching += seen.touched > 0 ? 1 : 0;
    }
  EXPECT_GT(touching, random_scenes());
}

TEST(ColliderContact, HoldsClothThatConvexShapesPress) {
  std::size_t touching = 0;  // of twice as many scenes
  for (std::uint32_t seed = 1; seed <= random_scenes(); ++seed)
    for (const Precision precision : {Precision::double_, Precision::mixed}) {
      Random random(seed);
      // A shape comes from above at 1 to 20 m/s and stops 1 mm short of one that stands below.
      Shape below = random_shape(random, {}, 0.3), above = random_shape(random, {}, 0.3);
      if (std::holds_alternative<Plane>(below)) std::get<Plane>(below).normal = {0, 1, 0};
      if (std::holds_alternative<Plane>(above)) above = Sphere{{}, 0.1};
      const auto height = [](const Shape& shape, double sign) {  // how far it reaches up or down at the axis
        double low = 0, high = 1;
        for (int i = 0; i < 60; ++i) {
          const double y = 0.5 * (low + high);
          (closest_surface(shape, {0, sign * y, 0}).distance > 0 ? high : low) = y;
        }
        return high;
      };
      const double top = height(below, 1), lift = 0.3;
      double apart = top + height(above, -1) + 1e-3;
      const auto is_apart = [&](double y) {
        // Along straight lines between the shapes, alternating projections find whether they meet.
        Vec3 p{0, top, 0};
        for (int i = 0; i < 400; ++i) {
          const SurfacePoint a = closest_surface(below, p);
          p -= a.distance * a.normal;
          const SurfacePoint b = closest_surface(above, p - Vec3{0, y, 0});
          if (!(b.distance > 0)) return false;
          p -= b.distance * b.normal;
        }
        return closest_surface(below, p).distance > 1e-3;
      };
      while (!is_apart(apart)) apart += 1e-3;
      tensio::Setup setup{.model = make_sheet(12, 0.3, {0, 0.5 * (top + apart + lift), 0})};
      const double depth = closest_surface(above, {0, 0.5 * (top - apart - lift), 0}).distance;
      if (depth < 0) continue;
      setup.colliders = {{below, random.uniform(0, 1)}, {above, random.uniform(0, 1)}};
      const double time = lift / random.uniform(1, 20);
      setup.colliders[1].path.keys = {
          {0, {0, apart + lift, 0}}, {time, {0, apart, 0}}, {time + 0.05, {0, apart, 0}}};
      setup.contact = all_contact(2e-3, 0.5);
      setup.minimise.precision = precision;
      setup.frame_time = 0.004;
      Simulation simulation = make_simulation(std::move(setup));
      const Watched seen = watch(simulation, static_cast<int>((time + 0.1) / 0.004));
      // Shapes that move against each other may leave no place.
      if (random_scenes() == few_scenes) {
        EXPECT_EQ(seen.entered, 0u) << seed << ": " << seen.least << " m";
      }
      EXPECT_EQ(seen.uncounted, 0u) << seed << ": " << seen.least << " m";
      EXPECT_EQ(seen.pressed, 0u) << seed;
      touching += seen.touched > 0 ? 1 : 0;
    }
  EXPECT_GT(touching, random_scenes());
}

}  // namespace
}  // namespace tensio
