// Spheres with mass against what mechanics says, with both methods of contact.

#include "support/contact_cases.h"

namespace tensio {
namespace {

constexpr ContactMethod methods[] = {ContactMethod::project, ContactMethod::planes};

Vec3 center_of(const Simulation& simulation, std::size_t collider = 0) {
  const Collider& ball = simulation.setup().colliders[collider];
  return std::get<Sphere>(ball.shape).center + ball.path.offset(simulation.state().time);
}
Vec3 velocity_of(const Simulation& simulation, std::size_t collider = 0) {
  return simulation.setup().colliders[collider].velocity;
}

tensio::Setup with_ball(ContactMethod method, Model model, Collider ball) {
  tensio::Setup setup{.model = std::move(model)};
  setup.contact = all_contact();
  setup.contact.method = method;
  setup.frame_time = 0.005;
  setup.colliders = {std::move(ball)};
  return setup;
}

TEST(Ball, FliesInAParabola) {
  for (const ContactMethod method : methods) {
    Simulation simulation =
        make_simulation(with_ball(method, make_sheet(3, 0.1, {0, 50, 0}),
                                  {.shape = Sphere{{0, 0, 0}, 0.1}, .mass = 2, .velocity = {1, 3, 0}}));
    run(simulation, 100);
    const double t = 0.5, h = 0.005;
    const Vec3 expected{t, 3 * t - 0.5 * fall * t * (t + h), 0};  // implicit Euler
    EXPECT_LT(norm(center_of(simulation) - expected), 1e-11);
    EXPECT_LT(norm(velocity_of(simulation) - Vec3{1, 3 - fall * t, 0}), 1e-12);
  }
}

TEST(Ball, AndAFreeSheetKeepTheirMomentum) {
  for (const ContactMethod method : methods)
    for (const double mass : {0.005, 0.5}) {  // a tenth of the sheet's and ten times that
      const Vec3 thrown{0.3, -2, 0.1};
      tensio::Setup setup =
          with_ball(method, make_sheet(9, 0.4),
                    {.shape = Sphere{{0.02, 0.1, 0.01}, 0.06}, .mass = mass, .velocity = thrown});
      setup.gravity = {};
      setup.frame_time = 0.001;
      setup.minimise.iterations = 60;
      Simulation simulation = make_simulation(std::move(setup));
      for (int i = 0; i < 100; ++i) {
        const ContactReport report = run(simulation, 1);
        EXPECT_EQ(report.limited, 0u);
        Vec3 momentum = mass * velocity_of(simulation);
        for (std::size_t k = 0; k < simulation.state().v.size(); ++k)
          momentum += simulation.model().mass[k] * simulation.state().v[k];
        EXPECT_LT(norm(momentum - mass * thrown), 1e-6 * mass * norm(thrown))
            << i << ", " << mass << ", " << static_cast<int>(method);
      }
      EXPECT_GT(velocity_of(simulation).y, -1.9) << "they have met";
    }
}

TEST(Ball, AtRestOnATrampolineIsBorneByItsWeight) {
  for (const ContactMethod method : methods) {
    constexpr double mass = 0.2;
    Model sheet = make_sheet(9, 0.4, {}, Mat3::identity(), 2000);
    for (const VertexId v : {0u, 8u, 72u, 80u}) sheet.pins.push_back({v, sheet.rest_position[v], {}});
    tensio::Setup setup =
        with_ball(method, std::move(sheet), {.shape = Sphere{{0, 0.11, 0}, 0.1}, .mass = mass});
    setup.damping.ether = 0.05;
    Simulation simulation = make_simulation(std::move(setup));
    run(simulation, 800);
    double load = 0;
    for (int i = 0; i < 100; ++i) {
      run(simulation, 1);
      for (const Vec3& force : simulation.forces().contact) load -= force.y / 100;
    }
    EXPECT_NEAR(load / (mass * fall), 1, 0.01) << static_cast<int>(method);
    EXPECT_TRUE(simulation.pick({center_of(simulation), {0, -1, 0}})) << "it lies on the sheet";
  }
}

TEST(Ball, KeepsItsSpeedWhereverItsPathEnds) {
  for (const ContactMethod method : methods)
    for (const double end : {0.1, 0.1001, 0.1049, 3.7}) {
      tensio::Setup setup =
          with_ball(method, make_sheet(3, 0.1, {0, 50, 0}), {.shape = Sphere{{}, 0.1}, .mass = 1});
      setup.colliders[0].path.keys = {{0, {}}, {end, {end, 0, 0}}};
      setup.gravity = {};
      setup.frame_time = 1.0 / 30;
      setup.substeps = 5;
      Simulation simulation = make_simulation(std::move(setup));
      run(simulation, 120);
      EXPECT_NEAR(velocity_of(simulation).x, 1, 1e-6) << end;
      EXPECT_NEAR(center_of(simulation).x, 4, 1.0 / 150) << end;
    }
}

TEST(Ball, PassesWhatItIgnores) {
  tensio::Setup setup = with_ball(ContactMethod::planes, make_sheet(8, 0.1, {0, 50, 0}),
                                  {.shape = Sphere{{0, 0.2, 0}, 0.1}, .mass = 1, .name = "ball"});
  setup.colliders.push_back({.shape = Plane{{}, {0, 1, 0}}, .name = "floor"});
  setup.contact.ignore = {{"ball", "floor"}};
  Simulation simulation = make_simulation(std::move(setup));
  run(simulation, 100);
  EXPECT_LT(center_of(simulation).y, -0.5);
}

TEST(Ball, ThatIsRemovedLeavesOtherForcesAlone) {
  tensio::Setup setup{.model = make_sheet(9, 0.3, {0, 0.002, 0})};
  setup.contact = all_contact();
  setup.frame_time = 0.005;
  setup.colliders = {{.shape = Sphere{{5, 0, 0}, 0.1}}, {.shape = Plane{{}, {0, 1, 0}}}};
  Simulation with = make_simulation(setup), without = make_simulation(setup);
  run(with, 40), run(without, 40);
  ASSERT_TRUE(without.remove_collider(0));
  run(with, 20), run(without, 20);
  EXPECT_EQ(state_hash(with.state()), state_hash(without.state()));
}

TEST(Ball, FliesTheSameWayWithAnyThreadsAndHoweverFramesAreDivided) {
  for (const ContactMethod method : methods) {
    tensio::Setup setup =
        with_ball(method, make_sheet(17, 0.4),
                  {.shape = Sphere{{0.02, 0.08, 0}, 0.05}, .mass = 0.02, .velocity = {0, -1, 0}});
    setup.substeps = 4;
    Simulation whole = make_simulation(setup), divided = make_simulation(setup);
    setup.minimise.threads = 2;
    Simulation threaded = make_simulation(setup);
    for (int i = 0; i < 20; ++i) {
      run(whole, 1), run(threaded, 1);
      for (int k = 0; k < 4; ++k) (void)divided.advance(setup.frame_time / 4);
      for (const Simulation* other : {&divided, &threaded}) {
        ASSERT_EQ(state_hash(whole.state()), state_hash(other->state())) << i;
        ASSERT_EQ(center_of(whole), center_of(*other)) << i;
      }
    }
    EXPECT_GT(velocity_of(whole).y, -1.5) << "they have met";
  }
}

TEST(Ball, RestsOnAPlaneAndSlidesByItsClosedForm) {
  for (const ContactMethod method : methods) {
    tensio::Setup setup =
        with_ball(method, make_sheet(3, 0.1, {0, 50, 0}),
                  {.shape = Sphere{{0, 0.1, 0}, 0.1}, .friction = 0.2, .mass = 3, .velocity = {1, 0, 0}});
    setup.colliders.push_back({.shape = Plane{}, .friction = 0.2});
    Simulation simulation = make_simulation(std::move(setup));
    run(simulation, 50);
    EXPECT_NEAR(velocity_of(simulation).x, 1 - 0.2 * fall * 0.25, 1e-9);
    EXPECT_NEAR(center_of(simulation).y, 0.1, 1e-9);
    run(simulation, 100);
    EXPECT_LT(norm(velocity_of(simulation)), 1e-9);
    EXPECT_NEAR(center_of(simulation).x, 1 / (2 * 0.2 * fall), 5e-3);
  }
}

TEST(Ball, MeetsAnotherWithoutBouncing) {
  for (const ContactMethod method : methods) {
    tensio::Setup setup = with_ball(method, make_sheet(3, 0.1, {0, 50, 0}),
                                    {.shape = Sphere{{}, 0.1}, .mass = 2, .velocity = {1, 0, 0}});
    setup.colliders.push_back({.shape = Sphere{{0.5, 0, 0}, 0.1}, .mass = 1});
    setup.gravity = {};
    Simulation simulation = make_simulation(std::move(setup));
    run(simulation, 120);
    EXPECT_NEAR(velocity_of(simulation, 0).x, 2.0 / 3, 1e-9);
    EXPECT_NEAR(velocity_of(simulation, 1).x, 2.0 / 3, 1e-9);
    EXPECT_NEAR(center_of(simulation, 1).x - center_of(simulation, 0).x, 0.2, 1e-3);
  }
}

TEST(Ball, GoesBackWithASnapshot) {
  for (const ContactMethod method : methods) {
    tensio::Setup setup =
        with_ball(method, make_sheet(7, 0.4),
                  {.shape = Sphere{{0, 0.1, 0}, 0.06}, .mass = 0.1, .velocity = {0, -1, 0}});
    Simulation simulation = make_simulation(std::move(setup));
    run(simulation, 5);
    const Snapshot moment = simulation.snapshot();
    run(simulation, 20);
    const Vec3 place = center_of(simulation), velocity = velocity_of(simulation);
    const auto hash = state_hash(simulation.state());
    ASSERT_TRUE(simulation.restore(moment));
    run(simulation, 20);
    EXPECT_EQ(center_of(simulation), place);
    EXPECT_EQ(velocity_of(simulation), velocity);
    EXPECT_EQ(state_hash(simulation.state()), hash);
  }
}

TEST(Ball, IsFreeWhereItsPathEnds) {
  for (const ContactMethod method : methods) {
    tensio::Setup setup =
        with_ball(method, make_sheet(3, 0.1, {0, 50, 0}),
                  {.shape = Sphere{{}, 0.1}, .path = {.keys = {{0, {}}, {0.1, {0.2, 0, 0}}}}, .mass = 1});
    Simulation simulation = make_simulation(std::move(setup));
    run(simulation, 20);
    EXPECT_LT(norm(center_of(simulation) - Vec3{0.2, 0, 0}), 1e-12);
    run(simulation, 20);
    EXPECT_LT(norm(velocity_of(simulation) - Vec3{2, -fall * 0.1, 0}), 1e-9);
  }
}

}  // namespace
}  // namespace tensio
