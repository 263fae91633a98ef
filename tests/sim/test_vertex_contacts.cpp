// What touches, vertex by vertex.

#include <algorithm>

#include "support/contact_cases.h"

namespace tensio {
namespace {

constexpr double body_mass = 0.05;  // kg, of all bodies here

/// The sum of the normal forces on the vertices from first to before last, N.
double pressed(const Simulation& simulation, std::size_t first = 0, std::size_t last = SIZE_MAX) {
  double sum = 0;
  for (const VertexContact& contact : simulation.contacts())
    if (contact.vertex >= first && contact.vertex < last) sum += contact.force;
  return sum;
}

/// A sheet that lies on a plane with this slope.
Simulation make_lying(ContactMethod method, double angle) {
  const Mat3 turn = rotation({0, 0, 1}, angle);
  const Vec3 up = turn * Vec3{0, 1, 0};
  tensio::Setup setup{
      .model = make_sheet(6, 0.3, method == ContactMethod::planes ? 1e-3 * up : Vec3{}, turn, 1000)};
  setup.contact = all_contact(2e-3, 0.5);
  setup.contact.method = method;
  setup.colliders = {{Plane{{}, up}, 0.5, 0, {}}};
  setup.frame_time = 0.01;
  setup.minimise.iterations = 40;
  return make_simulation(std::move(setup));
}

TEST(VertexContacts, CarryTheWeightOfASheetOnAPlane) {
  for (const ContactMethod method : {ContactMethod::planes, ContactMethod::project})
    for (const double angle : {0.0, 0.3}) {
      Simulation simulation = make_lying(method, angle);
      run(simulation, 100);
      EXPECT_NEAR(pressed(simulation) / (body_mass * fall * std::cos(angle)), 1, 0.01)
          << static_cast<int>(method) << ", " << angle;
    }
}

TEST(VertexContacts, AddWhatPressesFromBothSides) {
  tensio::Setup setup{.model = make_sheet(6, 0.3, {0, 1e-3, 0}, Mat3::identity(), 1000)};
  const std::size_t lower = setup.model.vertex_count();
  setup.model.append(make_sheet(6, 0.3, {0.02, 3e-3, 0.01}, Mat3::identity(), 1000));
  setup.contact = all_contact();
  setup.colliders = {{Plane{{}, {0, 1, 0}}, 0.3, 0, {}}};
  setup.frame_time = 0.01;
  setup.minimise.iterations = 40;
  Simulation simulation = make_simulation(std::move(setup));
  run(simulation, 300);
  const double weight = body_mass * fall;
  EXPECT_NEAR(pressed(simulation, lower) / weight, 1, 0.01) << "the upper sheet, from below";
  EXPECT_NEAR(pressed(simulation, 0, lower) / weight, 3, 0.03)
      << "the lower one: one from above, two from below";
}

TEST(VertexContacts, OfAnEmbeddedSurfaceAreItsOwnPoints) {
  for (const ContactMethod method : {ContactMethod::planes, ContactMethod::project}) {
    LatticeOptions options{.stiffness = {300, 300}, .mass = body_mass};
    options.surface = make_ellipsoid({0.2, 0.2, 0.2}, 3);
    options.fit_surface(4);
    tensio::Setup setup{.model = *make_lattice(options)};
    const std::size_t vertices = setup.model.vertex_count();
    setup.contact = all_contact();
    setup.contact.method = method;
    setup.colliders = {{Plane{{0, -0.102, 0}, {0, 1, 0}}, 0.3, 0, {}}};
    setup.damping.ether = 0.001;  // it rolls
    setup.frame_time = 0.01;
    Simulation simulation = make_simulation(std::move(setup));
    int touching = 0;
    for (int frame = 0; frame < 60; ++frame) {
      ASSERT_TRUE(is_usable(simulation.advance_frame().status));
      double push = 0;
      for (const Vec3& force : simulation.forces().contact) push += force.y;
      if (push > 0) ++touching;
      ASSERT_EQ(pressed(simulation, 0, vertices), 0) << static_cast<int>(method);
      ASSERT_NEAR(pressed(simulation, vertices), push, 1e-9) << static_cast<int>(method);
    }
    EXPECT_GT(touching, 20) << static_cast<int>(method);
  }
}

TEST(VertexContacts, NameTheVerticesThatAPlaneHeldBack) {
  // Shot at another sheet by 30 thicknesses per step, faster than forces can stop it.
  tensio::Setup setup{.model = make_sheet(6, 0.3, {0, 0.02, 0})};
  for (VertexId v = 0; v < setup.model.vertex_count(); ++v)
    setup.model.pins.push_back({v, setup.model.rest_position[v], {}});
  const std::size_t lower = setup.model.vertex_count();
  setup.model.append(make_sheet(6, 0.3, {0.01, 0.04, 0.02}, rotation({1, 0, 1}, 0.05)));
  setup.velocity.resize(lower);
  setup.velocity.resize(setup.model.vertex_count(), {0, -6, 0});
  setup.contact = all_contact();
  setup.frame_time = 0.01;
  Simulation simulation = make_simulation(std::move(setup));
  std::size_t most = 0;
  for (int frame = 0; frame < 20; ++frame) {
    const FrameReport report = simulation.advance_frame();
    const auto contacts = simulation.contacts();
    const auto limited =
        static_cast<std::size_t>(std::ranges::count_if(contacts, &VertexContact::is_limited));
    ASSERT_EQ(limited, report.contact.limited);
    ASSERT_EQ(std::ranges::adjacent_find(contacts, std::ranges::greater_equal{}, &VertexContact::vertex),
              contacts.end())
        << "in rising order, each once";
    most = std::max(most, limited);
  }
  EXPECT_GT(most, 0u);
}

TEST(VertexContacts, AreOfTheLastStepOnly) {
  Simulation simulation = make_lying(ContactMethod::planes, 0);
  EXPECT_TRUE(simulation.contacts().empty()) << "before the first step";
  run(simulation, 10);
  const Snapshot moment = simulation.snapshot();
  EXPECT_FALSE(simulation.contacts().empty());
  simulation.restore(moment);
  EXPECT_TRUE(simulation.contacts().empty());
}

}  // namespace
}  // namespace tensio
