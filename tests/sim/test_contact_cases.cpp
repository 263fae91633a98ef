// Contact with friction in cases whose result mechanics gives in closed form.

#include <algorithm>
#include <numbers>

#include "support/contact_cases.h"

namespace tensio {
namespace {

using std::numbers::pi;

/// An open cylinder about the z-axis.
Mesh cylinder_mesh(std::size_t sides, double radius, double width) {
  std::vector<Vec3> points;
  std::vector<std::array<VertexId, 3>> triangles;
  for (std::size_t i = 0; i < sides; ++i) {
    const double turn = 2 * pi * static_cast<double>(i) / static_cast<double>(sides);
    for (const double z : {-0.5 * width, 0.5 * width})
      points.push_back({radius * std::cos(turn), radius * std::sin(turn), z});
    const auto a = static_cast<VertexId>(2 * i), b = static_cast<VertexId>(2 * ((i + 1) % sides));
    triangles.push_back({a, b, b + 1}), triangles.push_back({a, b + 1, a + 1});
  }
  return make_mesh(std::move(points), std::move(triangles));
}

/// Euler and Eytelwein: a rope that slips about a cylinder pulls e^{μφ} times as hard at one end as at the
/// other.
TEST(ContactCases, ARopeSlipsAboutACylinderByTheLawOfTheCapstan) {
  constexpr double thickness = 2e-3, friction = 0.3, radius = 0.1, r = radius + 0.5 * thickness;
  constexpr double tail = 0.1, length = pi * r + 2 * tail;
  constexpr std::size_t segments = 90;
  const auto line = [&](double s) -> Vec3 {
    const double along = s * length - tail;
    if (along < 0) return {-r, along, 0};
    if (along > pi * r) return {r, pi * r - along, 0};
    return {-r * std::cos(along / r), r * std::sin(along / r), 0};
  };
  tensio::Setup setup{.model =
                          *make_chain({.segments = segments, .curve = line, .stiffness = 2e4, .mass = 0.02})};
  const Vec3 left = setup.model.rest_position[0], right = setup.model.rest_position[segments];
  setup.model.pins.push_back({0, left, {}});
  setup.model.pins.push_back({segments, right, {.keys = {{0, {}}, {1, {0, -0.02, 0}}}}});
  setup.contact = all_contact(thickness, friction);
  setup.colliders = {{cylinder_mesh(120, radius, 0.04), friction, 0, {}}};
  setup.gravity = {};
  setup.damping.rayleigh_mass = 20;
  setup.frame_time = 0.01, setup.substeps = 5;
  setup.minimise.iterations = 30;
  Simulation simulation = make_simulation(std::move(setup));
  run(simulation, 50);
  double sum = 0;
  constexpr int frames = 50;
  for (int i = 0; i < frames; ++i) {
    run(simulation, 1);
    const std::vector<double> tension = simulation.forces().tension;
    sum += tension[segments - 1] / tension[0] / frames;
  }
  const Positions x = simulation.state().x;
  const double wrap = std::acos(dot(normalized(x[1] - x[0]), normalized(x[segments] - x[segments - 1])));
  EXPECT_NEAR(wrap, pi, 0.02);
  EXPECT_NEAR(sum / std::exp(friction * pi), 1, 0.03) << sum;
}

/// Two stiff cards that lean against each other on the floor, each at an angle from the vertical.
Simulation make_cards(double angle, double friction) {
  constexpr double thickness = 1e-3, size = 0.1;
  tensio::Setup setup;
  for (const int side : {-1, 1}) {
    Model card = *make_grid({.columns = 5,
                             .rows = side < 0 ? 4u : 5u,
                             .width = size,
                             .depth = size,
                             .layout = GridLayout::full,
                             .stiffness = {2000, 2000, 2000},
                             .bending = {.model = BendingModel::quadratic, .stiffness = 0.1},
                             .mass = 0.01});
    // Its rows run up the card.
    place(card, rotation({0, 0, 1}, 0.5 * pi + side * angle),
          {side * 0.5 * (size * std::sin(angle) + thickness), 0.5 * (size * std::cos(angle) + thickness), 0});
    setup.model.append(card);
  }
  setup.contact = all_contact(thickness, friction);
  setup.colliders = {{Plane{}, friction, 0, {}}};
  setup.frame_time = 0.01, setup.substeps = 4;
  setup.minimise.iterations = 40;
  return make_simulation(std::move(setup));
}

/// Each card presses outwards with ½ m g tan α, and on the floor with m g.
TEST(ContactCases, LeaningCardsStandWhereFrictionExceedsHalfTheTangentOfTheirAngle) {
  constexpr double angle = 25 * pi / 180;
  for (const auto& [friction, stands] : {std::pair{0.26, true}, {0.20, false}}) {
    Simulation cards = make_cards(angle, friction);
    const double before = mass_middle(cards.model(), cards.state().x).y;
    const ContactReport report = run(cards, 300);
    const double sunk = 1 - mass_middle(cards.model(), cards.state().x).y / before;
    EXPECT_EQ(report.crossings, 0u);
    if (stands)
      EXPECT_LT(sunk, 0.02) << friction;
    else
      EXPECT_GT(sunk, 0.5) << friction;
  }
}

/// A strip in zigzag settles under its weight.
TEST(ContactCases, AnAccordionIsAsHighAsItsLayersAreThick) {
  constexpr double thickness = 2e-3, edge = 0.01;
  constexpr std::size_t layers = 8, cells = 6, columns = layers * cells + 1, rows = 4;
  tensio::Setup setup{.model = *make_grid({.columns = columns,
                                           .rows = rows,
                                           .width = edge * (columns - 1),
                                           .depth = edge * (rows - 1),
                                           .layout = GridLayout::full,
                                           .stiffness = {200, 200, 0},
                                           .mass = 0.2})};
  for (const Vec3& rest : setup.model.rest_position) {
    const double s = rest.x / edge + 0.5 * (columns - 1),
                 layer = std::min(std::floor(s / cells), layers - 1.0);
    const double along = s - cells * layer;
    const double bend = std::clamp(along, 1.0, cells - 1.0);  // layers are level but for their folds
    const double height = layer + (along - bend) * 0.5 + 0.5;
    setup.position.push_back({edge * (static_cast<int>(layer) % 2 == 0 ? along : cells - along),
                              1.5 * thickness * (height + 0.5), rest.z});
  }
  setup.contact = all_contact(thickness, 0.3);
  setup.colliders = {{Plane{}, 0.3, 0, {}}};
  setup.frame_time = 0.01, setup.substeps = 4;
  setup.damping.rigid = 0.1;
  Simulation simulation = make_simulation(std::move(setup));
  EXPECT_EQ(run(simulation, 300).crossings, 0u);
  const Positions x = simulation.state().x;
  double top = 0;
  int count = 0;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t i = 2; i + 2 <= cells; ++i)
      top += x[row * columns + (layers - 1) * cells + i].y, ++count;
  EXPECT_NEAR((top / count + 0.5 * thickness) / (layers * thickness), 1, 0.05);
}

TEST(ContactCases, PlanesHoldBackHardlyAnyVertexOfFiveSheetsThatLieOnABall) {
  tensio::Setup setup;
  for (std::size_t i = 0; i < 5; ++i) {
    const double k = static_cast<double>(i);
    setup.model.append(
        make_sheet(14 + i % 2, 0.5, {0.003 * k, 0.26 + 0.01 * k, -0.002 * k}, rotation({0, 1, 0}, 0.3 * k)));
  }
  setup.contact = all_contact(4e-3, 0.4);
  setup.colliders = {{Sphere{{0, 0.05, 0}, 0.2}, 0.4, 0, {}}};
  setup.frame_time = 1.0 / 60, setup.substeps = 5;
  Simulation sheets = make_simulation(std::move(setup));
  EXPECT_EQ(run(sheets, 100).crossings, 0u);
  const ContactReport report = run(sheets, 20);
  EXPECT_EQ(report.crossings, 0u);
  EXPECT_GT(report.touched, 250u);
  EXPECT_LT(report.limited, 0.005 * static_cast<double>(sheets.model().vertex_count()));
}

/// A closed band of cloth about a middle, its axis along y or, upright, along z.
Model make_band(const Vec3& middle, bool is_upright) {
  constexpr std::size_t sides = 32, rows = 3;
  TriangleMesh mesh;
  for (std::size_t i = 0; i < sides; ++i)
    for (std::size_t k = 0; k < rows; ++k) {
      const double turn = 2 * pi * static_cast<double>(i) / sides, up = 0.01 * (static_cast<double>(k) - 1);
      const Vec3 p{0.1 * std::cos(turn), up, 0.1 * std::sin(turn)};
      mesh.points.push_back(middle + (is_upright ? Vec3{p.x, p.z, p.y} : p));
    }
  for (std::size_t i = 0; i < sides; ++i)
    for (std::size_t k = 0; k + 1 < rows; ++k) {
      const auto a = static_cast<VertexId>(rows * i + k),
                 b = static_cast<VertexId>(rows * ((i + 1) % sides) + k);
      mesh.triangles.push_back({a, b, b + 1}), mesh.triangles.push_back({a, b + 1, a + 1});
    }
  return make_mesh_model(std::move(mesh), {.stiffness = {500, 1}, .mass = 0.02})->model;
}

TEST(ContactCases, LinkedBandsStayLinkedWhenTheyArePulledApart) {
  tensio::Setup setup{.model = make_band({}, false)};
  const std::size_t n = setup.model.vertex_count();
  setup.model.append(make_band({0.1, 0, 0}, true));
  for (VertexId v = 0; v < 2 * n; ++v) {
    const double x = setup.model.rest_position[v].x;
    if (x < -0.099) setup.model.force[v] = {-2, 0, 0};
    if (x > 0.199) setup.model.force[v] = {2, 0, 0};
  }
  setup.gravity = {};
  setup.contact = all_contact(2e-3, 0.2);
  setup.damping.rayleigh_mass = 2;
  setup.frame_time = 1.0 / 60, setup.substeps = 8;
  Simulation simulation = make_simulation(std::move(setup));
  const auto linked = [&] {
    std::vector<Vec3> lines[2];  // along the middle of each band
    for (std::size_t v = 1; v < 2 * n; v += 3) lines[v / n].push_back(simulation.state().x[v]);
    return linking_number(lines[0], lines[1]);
  };
  const double before = linked();
  EXPECT_NEAR(std::abs(before), 1, 1e-9);
  for (int i = 0; i < 90; ++i) {
    EXPECT_EQ(run(simulation, 1).crossings, 0u) << i;
    ASSERT_NEAR(linked(), before, 1e-6) << i;
  }
  const auto [left, right] = std::ranges::minmax(simulation.state().x, {}, &Vec3::x);
  EXPECT_GT(right.x - left.x, 0.5);  // that of two flat bands is 0.6 m
}

}  // namespace
}  // namespace tensio
