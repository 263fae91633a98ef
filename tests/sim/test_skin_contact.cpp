// Contact of bodies that carry a fine surface: the surface touches, and the vertices move.

#include "contact/surface.h"
#include "model/seen.h"
#include "support/contact_cases.h"

namespace tensio {
namespace {

/// A ball of springs in coarse cells, with a skin that is finer.
Model make_soft_ball(const Vec3& middle, double diameter = 0.2, double stiffness = 300, int level = 3) {
  LatticeOptions options;
  options.surface = make_ellipsoid({diameter, diameter, diameter}, level);
  options.fit_surface(4);
  options.stiffness = {stiffness, stiffness};
  options.mass = 0.2;
  Model model = *make_lattice(options);
  place(model, Mat3::identity(), middle);
  return model;
}

tensio::Setup make_setup(Model model) {
  tensio::Setup setup{.model = std::move(model)};
  setup.contact = all_contact(2e-3, 0.3);
  setup.minimise.method = Method::ncg;
  setup.minimise.iterations = 10;
  setup.frame_time = 0.01;
  setup.damping.ether = 0.1;
  return setup;
}

double lowest(const Model& model, Positions x) {
  double low = HUGE_VAL;
  const std::vector<Vec3> points = seen_points(model, x);
  for (const auto& triangle : see(model).triangles)
    for (const VertexId p : triangle) low = std::min(low, points[p].y);
  return low;
}

TEST(SkinContact, TheSurfaceIsOfSkinsInPlaceOfWhatTheyCover) {
  Model model = make_soft_ball({});
  const std::size_t covered = model.vertex_count(), skin = model.skins[0].points.size();
  const std::size_t faces = model.skins[0].triangles.size();
  model.append(make_sheet(3, 0.1, {0, 1, 0}));
  const ContactSurface surface = make_contact_surface(model, {}, {});
  EXPECT_EQ(surface.own_count(), covered + 9 + skin);
  EXPECT_EQ(surface.triangles.size(), faces + 8);
  for (const VertexId p : surface.points) EXPECT_GE(p, covered);
  EXPECT_EQ(surface.body.back(), surface.body[0]);
}

TEST(SkinContact, ABallLiesWithItsSkinOnTheFloorAndWeighsWhatItWeighs) {
  // Of each kind of floor: a half-space, whose rows meet points, and a mesh, whose rows meet pairs.
  for (const bool is_mesh : {false, true}) {
    tensio::Setup setup = make_setup(make_soft_ball({0, 0.105, 0}));
    setup.colliders = {
        {is_mesh ? Shape{square_mesh(2, {}, Mat3::identity())} : Shape{Plane{{}, {0, 1, 0}}}, 0.3, 0, {}}};
    setup.damping.ether = 0.001;  // it rolls
    Simulation simulation = make_simulation(std::move(setup));
    const ContactReport report = run(simulation, 350);
    EXPECT_EQ(report.crossings, 0u);
    EXPECT_NEAR(lowest(simulation.model(), simulation.state().x), 1e-3, 5e-5) << is_mesh;
    const Vec3 force = simulation.forces().contact_colliders[0];
    EXPECT_NEAR(force.y, -0.2 * fall, 0.005 * 0.2 * fall) << is_mesh;
  }
}

TEST(SkinContact, NothingPassesThroughSkins) {
  // Two balls hit each other fast and fall on a sheet that is held at its rim.
  std::uint64_t hash[2];
  for (const int threads : {1, 2}) {
    Model model = make_soft_ball({-0.12, 0.25, 0});
    const std::size_t first = model.vertex_count();
    model.append(make_soft_ball({0.12, 0.26, 0.03}, 0.15, 100));
    const std::size_t second = model.vertex_count();
    Model sheet = make_sheet(13, 0.7);
    for (VertexId v = 0; v < 169; ++v)
      if (v / 13 % 12 == 0 || v % 13 % 12 == 0) sheet.pins.push_back({v, sheet.rest_position[v], {}});
    model.append(sheet);
    tensio::Setup setup = make_setup(std::move(model));
    setup.minimise.threads = threads;
    setup.velocity.assign(setup.model.vertex_count(), {});
    for (std::size_t i = 0; i < second; ++i) setup.velocity[i] = {i < first ? 6.0 : -6.0, 0, 0};
    Simulation simulation = make_simulation(std::move(setup));
    const ContactReport report = run(simulation, 30);
    EXPECT_EQ(report.crossings, 0u);
    EXPECT_GT(report.touched, 3u);
    hash[threads - 1] = state_hash(simulation.state());
  }
  EXPECT_EQ(hash[0], hash[1]);
}

TEST(SkinContact, BallsThatMeetKeepTheirMomentum) {
  Model model = make_soft_ball({-0.12, 0, 0});
  const std::size_t first = model.vertex_count();
  model.append(make_soft_ball({0.1, 0.02, 0.03}, 0.15));
  tensio::Setup setup = make_setup(std::move(model));
  setup.gravity = {};
  setup.damping.ether = 1;
  setup.velocity.assign(setup.model.vertex_count(), {});
  for (std::size_t i = 0; i < first; ++i) setup.velocity[i] = {1, 0, 0};
  Simulation simulation = make_simulation(std::move(setup));
  const Vec3 before = mass_middle(simulation.model(), simulation.state().v);
  const ContactReport report = run(simulation, 30);
  EXPECT_GT(report.touched, 0u);
  EXPECT_EQ(report.limited, 0u);
  EXPECT_LT(norm(mass_middle(simulation.model(), simulation.state().v) - before), 1e-10);
}

/// A ball between two plates that come together until no room is left.
tensio::Setup make_squeezed_ball() {
  tensio::Setup setup = make_setup(make_soft_ball({}, 0.2, 300, 2));
  Path down;
  down.keys = {{0, {}}, {0.1, {0, -0.22, 0}}};
  setup.colliders = {{square_mesh(1, {0, -0.11, 0}, Mat3::identity()), 0.3, 0, {}},
                     {square_mesh(1, {0, 0.11, 0}, Mat3::identity()), 0.3, 0, down}};
  return setup;
}

TEST(SkinContact, ABallSqueezedFlatIsHeldBackAndNotPassed) {
  tensio::Setup setup = make_squeezed_ball();
  Simulation simulation = make_simulation(std::move(setup));
  const ContactReport report = run(simulation, 15);
  EXPECT_EQ(report.crossings, 0u);
  EXPECT_GT(report.forced, 0u);
}

TEST(SkinContact, ContactsOfASkinGoWithItsBody) {
  // A vertex is removed between steps of a frame; sanitizers see what is then written for points that are
  // gone.
  tensio::Setup setup = make_squeezed_ball();
  setup.substeps = 4;
  setup.schedule.push_back({0.1 + 0.5 * setup.frame_time, RemoveVertex{0}});
  Simulation simulation = make_simulation(std::move(setup));
  bool was_held = false;
  for (int frame = 0; frame < 12; ++frame) {
    ASSERT_TRUE(is_usable(simulation.advance_frame().status));
    const std::size_t points = seen_points(simulation.model(), simulation.state().x).size();
    for (const VertexContact& contact : simulation.contacts()) {
      EXPECT_LT(contact.vertex, points);
      was_held = was_held || contact.is_limited;
    }
  }
  EXPECT_TRUE(was_held);
}

}  // namespace
}  // namespace tensio
