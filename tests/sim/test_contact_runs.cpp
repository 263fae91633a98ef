// Contact through everything that a simulation does: schemes, snapshots, edits, moving obstacles, ropes.

#include <numbers>

#include "support/random_drop.h"

namespace tensio {
namespace {

TEST(ContactRuns, OfRandomDropsNeverCross) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed)
    for (const Precision precision : {Precision::double_, Precision::mixed}) {
      tensio::Setup setup = make_drop(seed);
      setup.minimise.precision = precision;
      Simulation simulation = make_simulation(std::move(setup));
      const ContactReport report = run(simulation, 45);
      EXPECT_EQ(report.crossings, 0u) << seed;
      EXPECT_GT(report.touched, 0u);
    }
}

TEST(ContactRuns, DoNotDependOnTheNumberOfThreads) {
  std::uint64_t hash[2];
  for (const int threads : {1, 2}) {
    tensio::Setup setup = make_drop(3);
    setup.minimise.threads = threads;
    Simulation simulation = make_simulation(std::move(setup));
    run(simulation, 30);
    hash[threads - 1] = state_hash(simulation.state());
  }
  EXPECT_EQ(hash[0], hash[1]);
}

TEST(ContactRuns, EndAtRestWithEveryScheme) {
  for (const Scheme scheme : all_schemes()) {
    if (scheme == Scheme::static_equilibrium) continue;
    const char* name = scheme_facts(scheme).name;
    const Model sheet = make_sheet(5, 0.1, {0, 0.02, 0}, Mat3::identity(), 10);
    const Model distant = make_sheet(3, 0.05, {5, 10, 0}, Mat3::identity(), 10);
    tensio::Setup setup{.model = sheet, .scheme = scheme, .frame_time = 0.001};
    setup.damping.rayleigh_stiffness = is_implicit(scheme) ? 0 : 2e-3;  // explicit Euler needs it
    setup.damping.rigid = 0.05;
    setup.minimise = {.iterations = 20, .tolerance = 1e-12};
    tensio::Setup free = setup;
    setup.contact = all_contact(2e-3, 0.3);
    setup.colliders = {{Plane{}, 0.3, 0, {}}};
    tensio::Setup both = setup;
    both.model.append(distant);
    free.model = distant;

    Simulation simulation = make_simulation(std::move(setup));
    const double start = simulation.energy().total();
    double most = start;
    for (int i = 0; i < 600; ++i) {
      EXPECT_EQ(run(simulation, 1).crossings, 0u) << name;
      most = std::max(most, simulation.energy().total());
    }
    double fastest = 0;
    for (const Vec3& v : simulation.state().v) fastest = std::max(fastest, norm(v));
    // Explicit Euler gains ½ m g² h t in free fall.
    const double own = scheme == Scheme::explicit_euler ? 0.5 * 0.05 * fall * fall * 0.001 * 0.063 : 0;
    EXPECT_LE(most, start * 1.01 + own) << name;
    EXPECT_LT(fastest, 1e-3) << name;
    EXPECT_NEAR(mass_middle(simulation.model(), simulation.state().x).y, 1e-3, 2e-5) << name;

    Simulation together = make_simulation(std::move(both)), alone = make_simulation(std::move(free));
    run(together, 200), run(alone, 200);
    for (std::size_t i = 0; i < distant.vertex_count(); ++i)
      EXPECT_LT(norm(together.state().x[sheet.vertex_count() + i] - alone.state().x[i]), 1e-9) << name;
  }
}

TEST(ContactRuns, GoOnWithTheSameBitsFromASnapshot) {
  for (const Scheme scheme : {Scheme::implicit_euler, Scheme::bdf2, Scheme::velocity_verlet}) {
    tensio::Setup setup = make_drop(5);
    setup.scheme = scheme;
    if (!is_implicit(scheme)) setup.substeps = 60;
    Simulation simulation = make_simulation(std::move(setup));
    run(simulation, 15);
    const Snapshot moment = simulation.snapshot();
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < 15; ++i) run(simulation, 1), hashes.push_back(state_hash(simulation.state()));
    ASSERT_TRUE(simulation.restore(moment));
    for (int i = 0; i < 15; ++i) {
      run(simulation, 1);
      EXPECT_EQ(state_hash(simulation.state()), hashes[static_cast<std::size_t>(i)])
          << i << " " << scheme_facts(scheme).name;
    }
  }
}

TEST(ContactRuns, AreTheSameHoweverFramesAreDivided) {
  Simulation whole = make_simulation(make_drop(6)), divided = make_simulation(make_drop(6));
  const double frame = whole.setup().frame_time;
  for (int i = 0; i < 30; ++i) {
    run(whole, 1);
    for (int k = 0; k < 4; ++k) (void)divided.advance(frame / 4);
    ASSERT_EQ(state_hash(whole.state()), state_hash(divided.state())) << i;
  }
}

TEST(ContactRuns, SurviveEdits) {
  tensio::Setup setup{.model = make_sheet(9, 0.3, {0, 0.001, 0})};
  setup.model.append(make_sheet(8, 0.25, {0.01, 0.003, 0.01}));
  setup.contact = all_contact();
  setup.colliders = {{square_mesh(2, {}, Mat3::identity()), 0.3, 0, {}}};
  setup.frame_time = 0.01;
  Simulation simulation = make_simulation(std::move(setup));
  EXPECT_EQ(run(simulation, 10).crossings, 0u);
  simulation.request(GrabPoint{{1, {simulation.model().triangles[5], {0.3, 0.3, 0.4}}, 50, {0.1, 0.2, 0}}});
  simulation.request(PinVertex{40});
  EXPECT_EQ(run(simulation, 20).crossings, 0u);
  simulation.request(RemoveVertex{20});
  EXPECT_EQ(run(simulation, 20).crossings, 0u);
  simulation.request(Release{1}), simulation.request(UnpinVertex{40});
  EXPECT_EQ(run(simulation, 20).crossings, 0u);
  const std::size_t before = simulation.model().vertex_count();
  simulation.request(Cut{{.eye = {0, 50, 0}, .directions = {{-0.2, -50, 0.04}, {0.2, -50, -0.03}}}});
  EXPECT_EQ(run(simulation, 10).crossings, 0u);
  EXPECT_GT(simulation.model().vertex_count(), before);
  simulation.request(Tear{0.01});
  EXPECT_EQ(run(simulation, 70).crossings, 0u);
}

TEST(ContactRuns, LetAMovingMeshPushASheetAside) {
  tensio::Setup setup{.model = make_sheet(9, 0.4, {}, rotation({1, 0, 0}, std::numbers::pi / 2))};
  for (VertexId v = 0; v < 81; ++v)
    if (setup.model.rest_position[v].y > 0.199)
      setup.model.pins.push_back({v, setup.model.rest_position[v], {}});
  ASSERT_EQ(setup.model.pins.size(), 9u);
  setup.contact = all_contact();
  setup.colliders = {{make_mesh({{0, 0, -0.3}, {0.1, -0.1, -0.5}, {-0.1, -0.1, -0.5}, {0, 0.1, -0.5}},
                                {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}}),
                      0.3,
                      0,
                      {.keys = {{0, {}}, {0.25, {0, 0, 0.5}}}}}};
  setup.frame_time = 1.0 / 60;
  setup.substeps = 4;
  Simulation simulation = make_simulation(std::move(setup));
  const ContactReport report = run(simulation, 30);
  EXPECT_EQ(report.crossings, 0u);
  EXPECT_EQ(report.forced, 0u);  // the obstacle goes where it is led
  EXPECT_GT(mass_middle(simulation.model(), simulation.state().x).z, 0.03);
}

TEST(ContactRuns, OfLinkedRingsKeepThemLinked) {
  constexpr std::size_t n = 40;
  const auto ring = [](const Vec3& middle, bool upright) {
    return *make_chain({.segments = n,
                        .curve =
                            [=](double s) {
                              const double turn = 2 * std::numbers::pi * s;
                              const Vec3 p{0.1 * std::cos(turn), upright ? 0 : 0.1 * std::sin(turn),
                                           upright ? 0.1 * std::sin(turn) : 0};
                              return middle + p;
                            },
                        .closed = true,
                        .stiffness = 500,
                        .mass = 0.05});
  };
  tensio::Setup setup{.model = ring({}, false)};
  setup.model.append(ring({0.1, 0, 0}, true));
  ASSERT_EQ(setup.model.vertex_count(), 2 * n);
  setup.gravity = {};
  setup.contact = all_contact(3e-3, 0.2);
  setup.frame_time = 1.0 / 60;
  setup.substeps = 8;
  // Pulls their far ends apart.
  VertexId left = 0, right = n;
  for (VertexId v = 0; v < n; ++v)
    if (setup.model.rest_position[v].x < setup.model.rest_position[left].x) left = v;
  for (VertexId v = n; v < 2 * n; ++v)
    if (setup.model.rest_position[v].x > setup.model.rest_position[right].x) right = v;
  setup.model.force[left] = {-2, 0, 0}, setup.model.force[right] = {2, 0, 0};
  setup.damping.rayleigh_mass = 2;
  Simulation simulation = make_simulation(std::move(setup));
  const auto linked = [&] {
    const Positions x = simulation.state().x;
    return linking_number(x.first(n), x.subspan(n));
  };
  const double before = linked();
  EXPECT_NEAR(std::abs(before), 1, 1e-9);
  double least = 1, last = 0;
  for (int i = 0; i < 90; ++i) {
    const ContactReport report = run(simulation, 1);
    last = report.least_gap, least = std::min(least, last);
    ASSERT_NEAR(linked(), before, 1e-6) << i;
  }
  EXPECT_GT(least, 1e-3);            // when they met
  EXPECT_NEAR(last, 3e-3, 0.15e-3);  // and at rest
  EXPECT_GT(simulation.state().x[right].x - simulation.state().x[left].x, 0.4);
}

}  // namespace
}  // namespace tensio
