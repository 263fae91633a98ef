// Surfaces that start tangled or touching are pulled apart, and then stay apart.

#include <numbers>
#include <numeric>

#include "support/contact_cases.h"

namespace tensio {
namespace {

constexpr double right_angle = std::numbers::pi / 2;

tensio::Setup in_space(Model model) {
  tensio::Setup setup{.model = std::move(model)};
  setup.gravity = {};
  setup.contact = all_contact(3e-3);
  setup.frame_time = 1.0 / 60;
  setup.substeps = 4;
  return setup;
}

double top_speed(const Simulation& simulation) {
  double most = 0;
  for (const Vec3& v : simulation.state().v) most = std::max(most, norm(v));
  return most;
}

/// The speed of all vertices, root mean square weighed by their mass.
double mean_speed(const Simulation& simulation) {
  const std::vector<double>& mass = simulation.model().mass;
  return std::sqrt(2 * simulation.energy().kinetic / std::accumulate(mass.begin(), mass.end(), 0.0));
}

/// Runs for three seconds; expects crossings at first and none in the last second.
void expect_untangled(tensio::Setup setup) {
  Simulation simulation = make_simulation(std::move(setup));
  const ContactReport start = run(simulation, 1);
  EXPECT_GT(start.tangled, 0u);
  double fastest = 0, fastest_mean = 0;
  for (int i = 0; i < 119; ++i) {
    run(simulation, 1);
    fastest = std::max(fastest, top_speed(simulation));
    fastest_mean = std::max(fastest_mean, mean_speed(simulation));
  }
  const ContactReport later = run(simulation, 60);
  EXPECT_EQ(later.crossings, 0u);
  EXPECT_EQ(later.tangled, 0u);
  // Nothing is flung away. Flags that start a few nm elsewhere reach 0.86 to 1.16 m/s in the mean, and one
  // vertex of them 2.9 to 5.2.
  EXPECT_LT(fastest_mean, 1.5);
  EXPECT_LT(fastest, 8);
}

TEST(Untangle, PullsACornerBackThatPokesThroughASheet) {
  Model model = make_sheet(11, 0.5, {0.01, 0, 0.02});
  model.append(make_sheet(9, 0.2, {0, 0.08, 0}, rotation({1, 0.3, 0.6}, right_angle)));
  expect_untangled(in_space(std::move(model)));
}

TEST(Untangle, PullsASheetOutOfAMesh) {
  tensio::Setup setup = in_space(make_sheet(9, 0.2, {0.1, 0.01, 0.013}));
  setup.colliders = {{make_mesh({{-0.11, -0.1, -0.2},
                                 {0.1, -0.1, -0.2},
                                 {-0.1, 0.1, -0.2},
                                 {0.1, 0.1, -0.2},
                                 {-0.1, -0.1, 0.2},
                                 {0.1, -0.1, 0.2},
                                 {-0.1, 0.1, 0.2},
                                 {0.1, 0.1, 0.2}},
                                {{0, 2, 1},
                                 {1, 2, 3},
                                 {4, 5, 6},
                                 {5, 7, 6},
                                 {0, 1, 4},
                                 {1, 5, 4},
                                 {2, 6, 3},
                                 {3, 6, 7},
                                 {0, 4, 2},
                                 {2, 4, 6},
                                 {1, 3, 5},
                                 {3, 7, 5}}),
                      0.3,
                      0,
                      {}}};
  expect_untangled(std::move(setup));
}

TEST(Untangle, PartsCrossedSheets) {
  Model model = make_sheet(11, 0.3);
  model.append(make_sheet(8, 0.2, {0.01, 0.011, 0.012}, rotation({0, 0, 1}, right_angle)));
  expect_untangled(in_space(std::move(model)));
}

TEST(Untangle, PartsSheetsThatCrossHalfway) {
  Model model = make_sheet(11, 0.3);
  model.append(make_sheet(11, 0.3, {0.01, 0.011, 0.152}, rotation({0, 0, 1}, right_angle)));
  expect_untangled(in_space(std::move(model)));
}

TEST(Untangle, PartsTangledFlags) {
  tensio::Setup setup = in_space({});
  for (int k = 0; k < 2; ++k) {
    const std::size_t first = setup.model.vertex_count();
    setup.model.append(make_sheet(13, 0.4, {0, 0, 0.02 * k}, rotation({1, 0, 0}, right_angle)));
    for (VertexId v = 0; v < 13; ++v)
      setup.model.pins.push_back(
          {static_cast<VertexId>(first) + 13 * v, setup.model.rest_position[first + 13 * v], {}});
  }
  for (const Vec3& p : setup.model.rest_position) {
    const double wave = setup.position.size() < 169 ? 0.03 : -0.03;
    setup.position.push_back(p + Vec3{0, 0, wave * (p.x + 0.2) / 0.4});
  }
  setup.gravity = {0, -fall, 0};
  expect_untangled(std::move(setup));
}

TEST(Untangle, GoesOnWithTheSameBitsFromASnapshot) {
  Model model = make_sheet(11, 0.3);
  model.append(make_sheet(8, 0.2, {0.01, 0.011, 0.012}, rotation({0, 0, 1}, right_angle)));
  Simulation simulation = make_simulation(in_space(std::move(model)));
  EXPECT_GT(run(simulation, 5).tangled, 0u);
  const Snapshot moment = simulation.snapshot();
  EXPECT_GT(run(simulation, 5).tangled, 0u);
  const std::uint64_t hash = state_hash(simulation.state());
  run(simulation, 90);
  ASSERT_TRUE(simulation.restore(moment));
  EXPECT_GT(run(simulation, 5).tangled, 0u);
  EXPECT_EQ(state_hash(simulation.state()), hash);
}

TEST(Untangle, PullsARopeOutOfASheet) {
  Model model = make_sheet(9, 0.3);
  model.append(*make_chain({.segments = 20,
                            .curve =
                                [](double s) {
                                  return Vec3{0.012, 0.2 * s - 0.05, 0.017};
                                },
                            .closed = false,
                            .stiffness = 500,
                            .mass = 0.05}));
  expect_untangled(in_space(std::move(model)));
}

TEST(Untangle, LaysSheetsThatTouchOnEachOther) {
  Model model = make_sheet(7, 0.2);
  model.append(make_sheet(7, 0.2));
  model.append(make_sheet(6, 0.15, {0.01, 0, 0.02}));
  Simulation simulation = make_simulation(in_space(std::move(model)));
  EXPECT_EQ(run(simulation, 60).crossings, 0u);
  const Positions x = simulation.state().x;
  const double first = mass_middle(simulation.model(), x, 0, 49).y,
               second = mass_middle(simulation.model(), x, 49, 98).y,
               third = mass_middle(simulation.model(), x, 98).y;
  EXPECT_GT(second - first, 2.5e-3);
  EXPECT_GT(third - second, 2.5e-3);
}

TEST(Untangle, LetsTheLipsOfCutsPart) {
  tensio::Setup setup = in_space(make_sheet(9, 0.3, {0, 0.002, 0}));
  setup.model.append(make_sheet(8, 0.25, {0.01, 0.005, 0.01}));
  setup.gravity = {0, -fall, 0};
  setup.colliders = {{square_mesh(2, {}, Mat3::identity()), 0.3, 0, {}}};
  Simulation simulation = make_simulation(std::move(setup));
  EXPECT_EQ(run(simulation, 10).crossings, 0u);
  for (const double z : {0.04, -0.03, 0.0}) {
    const std::size_t before = simulation.model().vertex_count();
    simulation.request(Cut{{.eye = {0, 50, 0}, .directions = {{-0.2, -50, z}, {0.2, -50, 0.02 - z}}}});
    EXPECT_EQ(run(simulation, 10).crossings, 0u) << z;
    EXPECT_GT(simulation.model().vertex_count(), before);
  }
  simulation.request(Tear{0.01});
  EXPECT_EQ(run(simulation, 20).crossings, 0u);
}

}  // namespace
}  // namespace tensio
