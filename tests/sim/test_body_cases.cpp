// Air (F3, F4), lattices as continua (L1, L3), soft bodies, and that methods agree on all energies.

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "build/chain.h"
#include "build/mesh.h"
#include "build/tetrahedra.h"
#include "sim/measure.h"
#include "support/chains.h"
#include "support/random_system.h"
#include "tensio/cloth.h"
#include "tensio/solids.h"

namespace tensio {
namespace {

/// Its masses are in proportion to the areas that the air acts on, so that it falls flat.
Model sheet(double mass) {
  return *make_grid({.columns = 5,
                     .rows = 5,
                     .width = 1,
                     .depth = 1,
                     .stiffness = {100, 100, 0},
                     .mass = mass,
                     .lumping = Lumping::area});
}

/// How a sheet of terminal velocity 5 m/s moves in its first second: ½ ρ C A v² = m g.
struct Fall {
  double speed, height;
};
Fall fall(Scheme scheme, int steps) {
  const double mass = 0.5 * 1.2 * 1 * 25 / 9.81;
  auto simulation =
      Simulation::make({.model = sheet(mass),
                        .damping = {.air = {.density = 1.2, .drag = 1, .friction = 0, .wind = {}}},
                        .scheme = scheme,
                        .minimise = {.method = Method::newton, .iterations = 50, .tolerance = 1e-12},
                        .frame_time = 1,
                        .substeps = steps});
  EXPECT_TRUE(simulation && is_usable(simulation->advance_frame().status));
  const State& state = simulation->state();
  return {-state.v[12].y, simulation->model().rest_position[12].y - state.x[12].y};
}

TEST(Cases, F3_QuadraticDrag) {
  constexpr Fall exact{4.80621075274, 3.2834403089};
  for (const Scheme scheme : {Scheme::implicit_euler, Scheme::implicit_midpoint, Scheme::velocity_verlet}) {
    const Fall at = fall(scheme, 1000);
    EXPECT_NEAR(at.speed, exact.speed, 1e-3 * exact.speed) << static_cast<int>(scheme);
    EXPECT_NEAR(at.height, exact.height, 1e-3 * exact.height) << static_cast<int>(scheme);
  }
  struct Order {
    Scheme scheme;
    double order;
  };
  for (const auto [scheme, order] : {Order{Scheme::implicit_euler, 1}, {Scheme::implicit_midpoint, 2}}) {
    const double coarse = fall(scheme, 100).height - exact.height;
    const double fine = fall(scheme, 200).height - exact.height;
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.05) << static_cast<int>(scheme);
  }
}

TEST(Cases, F4_StokesTerminalVelocity) {
  const double mass = 0.3, drag = 0.1;
  auto simulation = Simulation::make(
      {.model = sheet(mass), .damping = {.rayleigh_mass = drag / mass}, .frame_time = 0.5, .substeps = 1});
  ASSERT_TRUE(simulation);
  for (int frame = 0; frame < 120; ++frame) ASSERT_TRUE(is_usable(simulation->advance_frame().status));
  for (const Vec3& v : simulation->state().v) EXPECT_NEAR(-v.y, 29.43, 1e-6 * 29.43);
}

TEST(StaticEquilibrium, OfASheetInTheWindHasItsClosedForm) {
  // A triangle hangs by two corners in a wind W across it. At an angle θ the third corner, of mass m, is in
  // balance where m g sin θ = ⅙ ρ A C (W cos θ)².
  const double wind = 8, density = 1.2, drag = 1.2, area = 0.5, g = 9.81;
  for (const double mass : {3.0, 0.3, 0.1}) {
    Model model;
    for (const Vec3& corner : {Vec3{-0.5, 0, 0}, {0.5, 0, 0}, {0, -1, 0}}) model.add_vertex(corner, mass);
    for (const VertexId top : {0, 1}) {
      model.springs.add(top, 2, SpringFamily::structural, std::sqrt(1.25), 1e6);
      model.pins.push_back({top, model.rest_position[top], {}});
    }
    model.triangles.push_back({0, 1, 2});
    const double b = density * area * drag * wind * wind / (6 * mass * g);
    const double sine = (std::sqrt(1 + 4 * b * b) - 1) / (2 * b);
    for (const Method method : {Method::newton, Method::newton_cg}) {
      auto simulation = Simulation::make(
          {.model = model,
           .damping = {.air = {.density = density, .drag = drag, .friction = 0, .wind = {0, 0, wind}}},
           .scheme = Scheme::static_equilibrium,
           .minimise = {.method = method, .iterations = 200, .tolerance = 1e-10}});
      ASSERT_TRUE(simulation);
      for (int frame = 0; frame < 60; ++frame) ASSERT_TRUE(is_usable(simulation->advance_frame().status));
      EXPECT_NEAR(simulation->state().x[2].z, sine, 1e-4) << mass;
      EXPECT_EQ(simulation->state().v[2], Vec3{});
    }
  }
}

MinimiseOptions newton() {
  return {.method = Method::newton, .iterations = 100, .tolerance = 1e-9};
}

TEST(Cases, L1_EquilateralLattice) {
  constexpr VertexId n = 41;
  const double a = 1;
  Model model = *make_grid({.columns = n,
                            .rows = n,
                            .width = a * (n - 0.5),
                            .depth = a * (n - 1) * std::sqrt(0.75),
                            .cells = GridCells::staggered,
                            .stiffness = {1, 1, 0},
                            .half_boundary = true});
  // A uniform tension along z on the first and the last row, where corners carry half.
  const double stress = 1e-4;
  for (VertexId i = 0; i < n; ++i) {
    const double share = i == 0 || i == n - 1 ? 0.5 : 1;
    model.force[i].z -= share * a * stress;
    model.force[(n - 1) * n + i].z += share * a * stress;
  }
  for (VertexId v = 0; v < n * n; ++v) model.attachments.push_back({v, model.rest_position[v], 1e-9, {}});
  const auto rest = model.rest_position;
  FrameReport report;
  const auto simulation = settle({.model = std::move(model), .gravity = {}, .minimise = newton()}, report);
  ASSERT_TRUE(simulation);
  const auto& x = simulation->state().x;
  // In the middle, where the ends have no say.
  const VertexId middle = n / 2 * n + n / 2, up = middle + 10 * n, down = middle - 10 * n;
  const VertexId left = middle - 10, right = middle + 10;
  const double along = norm(x[up] - x[down]) / norm(rest[up] - rest[down]) - 1;
  const double across = norm(x[right] - x[left]) / norm(rest[right] - rest[left]) - 1;
  EXPECT_NEAR(stress / along, 1.154700538, 0.005 * 1.154700538);
  EXPECT_NEAR(-across / along, 1.0 / 3, 0.005);
}

/// The strains along and across of a bar that is pulled along z with the stress 1 Pa · 1e-3.
struct Pull {
  double young, poisson;
};
Pull pull_bar(const LatticeOptions& options) {
  Model model = *make_lattice(options);
  const double cell = options.size.x / static_cast<double>(options.cells[0]), stress = 1e-3;
  const auto rest = model.rest_position;
  for (VertexId v = 0; v < rest.size(); ++v) {
    double share = 1;
    if (std::abs(std::abs(rest[v].x) - options.size.x / 2) < 1e-9) share /= 2;
    if (std::abs(std::abs(rest[v].y) - options.size.y / 2) < 1e-9) share /= 2;
    if (std::abs(std::abs(rest[v].z) - options.size.z / 2) < 1e-9)
      model.force[v].z += (rest[v].z > 0 ? 1 : -1) * share * cell * cell * stress;
    model.attachments.push_back({v, rest[v], 1e-7, {}});
  }
  FrameReport report;
  const auto simulation = settle({.model = std::move(model), .gravity = {}, .minimise = newton()}, report);
  EXPECT_TRUE(simulation);
  const auto& x = simulation->state().x;
  // Mean strain of the middle half of the bar.
  double zz = 0, z2 = 0, xx = 0, x2 = 0;
  for (VertexId v = 0; v < rest.size(); ++v) {
    if (std::abs(rest[v].z) > 0.3 * options.size.z) continue;
    zz += (x[v].z - rest[v].z) * rest[v].z, z2 += rest[v].z * rest[v].z;
    xx += (x[v].x - rest[v].x) * rest[v].x, x2 += rest[v].x * rest[v].x;
  }
  return {stress / (zz / z2), -(xx / x2) / (zz / z2)};
}

TEST(Cases, L3_CubicLattice) {
  const auto [young, poisson] = pull_bar({.cells = {6, 6, 18},
                                          .size = {0.6, 0.6, 1.8},
                                          .layout = LatticeLayout::faces,
                                          .stiffness = {.structural = 1, .shear = 0.5},
                                          .half_boundary = true});
  EXPECT_NEAR(young, 18, 0.02 * 18);
  EXPECT_NEAR(poisson, 0.2, 0.01);
}

TEST(SoftBodies, TetrahedraHaveTheYoungsModulusAndPoissonsRatioThatTheyWereGiven) {
  for (const SolidModel kind : {SolidModel::corotated, SolidModel::neo_hookean}) {
    const auto [young, poisson] = pull_bar(
        {.cells = {3, 3, 9}, .size = {0.6, 0.6, 1.8}, .solid = {.model = kind, .young = 20, .poisson = 0.3}});
    EXPECT_NEAR(young, 20, 0.01 * 20);
    EXPECT_NEAR(poisson, 0.3, 0.003);
  }
}

/// A stuffed ball under the uniform stress 1e-5 E along z. The tetrahedra have the uniform strain of Hooke's
/// law, however they lie: linear elements pass the patch test.
TEST(SoftBodies, StuffedTetrahedraPassThePatchTestInTheLimitOfSmallStrains) {
  const double young = 20, poisson = 0.3, stress = 1e-5 * young;
  for (const SolidModel kind : {SolidModel::corotated, SolidModel::neo_hookean}) {
    auto made = make_tet_model(*stuff(make_ellipsoid({1, 1, 1}, 3), 4),
                               {.solid = {.model = kind, .young = young, .poisson = poisson}});
    ASSERT_TRUE(made) << made.error().message;
    Model model = std::move(made->model);
    const std::vector<Vec3> rest = model.rest_position;
    for (const auto& [a, b, c] : model.triangles) {
      const double area = 0.5 * cross(rest[b] - rest[a], rest[c] - rest[a]).z;  // as seen along z
      for (const VertexId v : {a, b, c}) model.force[v].z += stress * area / 3;
    }
    for (VertexId v = 0; v < rest.size(); ++v) model.attachments.push_back({v, rest[v], 1e-9, {}});
    FrameReport report;
    const auto simulation = settle({.model = std::move(model), .gravity = {}, .minimise = newton()}, report);
    ASSERT_TRUE(simulation) << simulation.error().message;
    const auto& x = simulation->state().x;
    for (VertexId v = 0; v < rest.size(); ++v) {
      const Vec3 d = x[v] - x[0], r = rest[v] - rest[0];
      EXPECT_NEAR(d.z - r.z, stress / young * r.z, 1e-9) << v;
      EXPECT_NEAR(d.x - r.x, -poisson * stress / young * r.x, 1e-9) << v;
      EXPECT_NEAR(d.y - r.y, -poisson * stress / young * r.y, 1e-9) << v;
    }
  }
}

double volume_of(const Model& model, Positions x) {
  double six = 0;
  for (const auto& [a, b, c] : model.triangles) six += dot(x[a] - x[0], cross(x[b] - x[0], x[c] - x[0]));
  return six / 6;
}

/// A cube whose top is pressed down by a fifth: what is left of its volume.
double press(const SolidOptions& solid) {
  Model model = *make_lattice(
      {.cells = {5, 5, 5}, .layout = LatticeLayout::full, .stiffness = {200, 200}, .solid = solid});
  for (VertexId v = 0; v < model.vertex_count(); ++v) {
    const Vec3& p = model.rest_position[v];
    if (std::abs(p.y) > 0.49) model.pins.push_back({v, p - Vec3{0, p.y > 0 ? 0.2 : 0, 0}, {}});
  }
  FrameReport report;
  const auto simulation = settle({.model = model, .gravity = {}, .minimise = newton()}, report);
  EXPECT_TRUE(simulation);
  EXPECT_LT(report.relative_gradient, 1e-6) << status_name(report.status);
  return volume_of(model, simulation->state().x) / volume_of(model, model.rest_position);
}

TEST(SoftBodies, FindTheirWayBackHoweverSqueezed) {
  for (const SolidModel law : {SolidModel::corotated, SolidModel::neo_hookean})
    for (const double poisson : {0.0, 0.3})
      for (const double height : {0.02, -0.02}) {
        LatticeOptions options{.cells = {2, 2, 2}, .size = {1, 1, 1}, .density = 1000};
        options.solid = {.model = law, .young = 1e5, .poisson = poisson};
        auto simulation = Simulation::make({.model = *make_lattice(options),
                                            .gravity = {},
                                            .damping = {.ether = 1e-4},
                                            .minimise = {.method = Method::newton, .iterations = 20}});
        ASSERT_TRUE(simulation);
        State state = simulation->state();
        Random random(3);
        for (Vec3& x : state.x) x = {0.1 * x.x, height * x.y, 0.1 * x.z}, x += random.vec3(1e-3);
        ASSERT_TRUE(simulation->set_state(state));
        for (int frame = 0; frame < 100; ++frame) ASSERT_TRUE(is_usable(simulation->advance_frame().status));
        EXPECT_LT(measure_strain(simulation->model(), simulation->state().x).max, 0.01)
            << static_cast<int>(law) << " " << poisson << " " << height;
      }
}

TEST(SoftBodies, AVolumeEnergyKeepsTheVolume) {
  const double springs = press({}), kept = press({.bulk = 2e5});
  EXPECT_LT(springs, 0.9);
  EXPECT_GT(kept, 0.98);
  EXPECT_LT(kept, 1.005);
  const double soft = press({.model = SolidModel::corotated, .young = 1000});
  EXPECT_LT(soft, 0.85);
  EXPECT_GT(press({.model = SolidModel::corotated, .young = 1000, .bulk = 1e5}), 0.98);
  EXPECT_GT(press({.model = SolidModel::neo_hookean, .young = 1000, .poisson = 0.49}), 0.97);
}

TEST(SoftBodies, CorotatedSheetsHaveTheYoungsModulusAndPoissonsRatioThatTheyWereGiven) {
  constexpr VertexId n = 9;
  Model model = *make_grid({.columns = n,
                            .rows = n,
                            .width = 1,
                            .depth = 1,
                            .membrane = {MembraneModel::corotated, 50, 0.3},
                            .bending = {BendingModel::quadratic, 0}});
  for (VertexId i = 0; i < n; ++i) {
    const double force = 1e-3 / (n - 1) * (i == 0 || i == n - 1 ? 0.5 : 1);
    model.force[i * n].x -= force;
    model.force[i * n + n - 1].x += force;
  }
  for (VertexId v = 0; v < n * n; ++v) model.attachments.push_back({v, model.rest_position[v], 1e-9, {}});
  FrameReport report;
  const auto simulation = settle({.model = std::move(model), .gravity = {}, .minimise = newton()}, report);
  ASSERT_TRUE(simulation);
  const auto& x = simulation->state().x;
  const double along = x[n - 1].x - x[0].x - 1, across = x[n * n - 1].z - x[n - 1].z - 1;
  EXPECT_NEAR(1e-3 / along, 50, 0.05);
  EXPECT_NEAR(-across / along, 0.3, 1e-3);
}

/// Bodies of every kind, held and hanging a little: nothing buckles.
std::vector<Model> hanging_bodies() {
  std::vector<Model> models;
  for (const BendingModel kind :
       {BendingModel::quadratic, BendingModel::projective, BendingModel::plate, BendingModel::hinges}) {
    models.push_back(
        *make_grid({.columns = 6,
                    .rows = 4,
                    .width = 1,
                    .depth = 0.6,
                    .membrane = {MembraneModel::corotated, 200, kind == BendingModel::hinges ? 0.3 : 0},
                    .bending = {kind, 0.05},
                    .mass = 0.05}));
    for (VertexId row = 0; row < 4; ++row)
      for (VertexId column = 0; column < 2; ++column)
        models.back().pins.push_back({row * 6 + column, models.back().rest_position[row * 6 + column], {}});
  }
  const std::size_t sheets = models.size();
  for (const SolidOptions& solid : {SolidOptions{.model = SolidModel::corotated, .young = 500},
                                    {.model = SolidModel::shape_matching, .young = 500},
                                    {.model = SolidModel::shape_matching, .young = 500, .linear = 0},
                                    {.model = SolidModel::shape_matching, .young = 500, .linear = 1},
                                    {.model = SolidModel::neo_hookean, .young = 500},
                                    {.model = SolidModel::corotated, .young = 500, .bulk = 500}})
    models.push_back(*make_lattice({.cells = {4, 2, 2}, .size = {1, 0.5, 0.5}, .solid = solid, .mass = 0.2}));
  models.push_back(*make_lattice({.cells = {4, 2, 2},
                                  .size = {1, 0.5, 0.5},
                                  .layout = LatticeLayout::full,
                                  .stiffness = {200, 200},
                                  .mass = 0.2}));
  const TetMesh egg = *stuff(make_ellipsoid({1, 0.6, 0.5}, 3), 5);
  for (const SolidModel kind : {SolidModel::springs, SolidModel::corotated})
    models.push_back(make_tet_model(egg, {.solid = {.model = kind, .young = 1000}, .mass = 0.2})->model);
  models.push_back(*make_chain({.segments = 8,
                                .start = {-0.5, 0, 0},
                                .end = {0.5, 0.1, 0},
                                .stiffness = 500,
                                .flexural_rigidity = 0.05,
                                .mass = 0.05}));
  // Springs in cells that altitude springs keep open, and a rope that resists torsion.
  for (const double altitude_stiffness : {0.0, 20.0})
    models.push_back(*make_lattice({.cells = {4, 2, 2},
                                    .size = {1, 0.5, 0.5},
                                    .stiffness = {.structural = 100, .shear = 50},
                                    .solid = {.altitude_stiffness = altitude_stiffness},
                                    .mass = 0.2}));
  for (std::size_t m = sheets; m < models.size(); ++m)
    for (VertexId v = 0; v < models[m].vertex_count(); ++v)
      if (models[m].rest_position[v].x < -0.35) models[m].pins.push_back({v, models[m].rest_position[v], {}});
  for (const double altitude_stiffness : {0.0, 20.0}) {
    models.push_back(*make_chain({.segments = 5,
                                  .stiffness = 50,
                                  .flexural_rigidity = 0.2,
                                  .torsional_rigidity = 5e-4,
                                  .altitude_stiffness = altitude_stiffness}));
    for (const VertexId v : {0u, 1u, 6u})
      models.back().pins.push_back({v, models.back().rest_position[v], {}});
  }
  return models;
}

TEST(SoftBodies, EveryMethodEndsWhereNewtonStays) {
  for (const Model& model : hanging_bodies()) {
    for (const Method method : {Method::local_global, Method::ncg, Method::lbfgs, Method::newton_cg}) {
      tensio::Setup setup{.model = model,
                          .minimise = {.method = method, .iterations = 3000, .tolerance = 1e-10},
                          .frame_time = 0.02};
      const auto system = make_system(model, setup.gravity, setup.damping);
      const bool is_projective =
          std::ranges::all_of(system.energies, [](auto& e) { return e->is_projective(); });
      auto simulation = Simulation::make(setup);
      if (method == Method::local_global && !is_projective) {
        ASSERT_FALSE(simulation);
        EXPECT_NE(simulation.error().message.find("ncg"), std::string::npos);
        continue;
      }
      ASSERT_TRUE(simulation) << simulation.error().message;
      const FrameReport report = simulation->advance_frame();
      EXPECT_LT(report.relative_gradient, 1e-8)
          << static_cast<int>(method) << " " << status_name(report.status);
      setup.minimise = {.method = Method::newton, .iterations = 100, .tolerance = 1e-12};
      auto exact = Simulation::make(setup);
      (void)exact->advance_frame();
      for (std::size_t i = 0; i < model.vertex_count(); ++i)
        EXPECT_LT(norm(exact->state().x[i] - simulation->state().x[i]), 1e-8);
    }
  }
}

TEST(SoftBodies, AnInflatedSphereHasTheTensionOfLaplacesLaw) {
  // An octahedron, divided three times.
  TriangleMesh mesh{
      .points = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
      .triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
  for (int level = 0; level < 3; ++level) {
    std::vector<std::array<VertexId, 3>> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const auto middle = [&](VertexId p, VertexId q) {
        mesh.points.push_back(normalized(mesh.points[p] + mesh.points[q]));
        return static_cast<VertexId>(mesh.points.size() - 1);
      };
      const VertexId ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      for (const std::array<VertexId, 3>& t :
           {std::array<VertexId, 3>{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}})
        finer.push_back(t);
    }
    mesh.triangles = finer;
  }
  const double pressure = 10, young = 1000;
  auto made = make_mesh_model(std::move(mesh), {.membrane = {MembraneModel::corotated, young, 0},
                                                .bending = {BendingModel::quadratic, 0},
                                                .pressure = pressure,
                                                .weld_distance = 1e-9});
  ASSERT_TRUE(made) << made.error().message;
  Model model = std::move(made->model);
  for (VertexId v = 0; v < model.vertex_count(); ++v)
    model.attachments.push_back({v, model.rest_position[v], 1e-6, {}});
  FrameReport report;
  const auto simulation = settle({.model = std::move(model), .gravity = {}, .minimise = newton()}, report);
  ASSERT_TRUE(simulation) << simulation.error().message;
  double radius = 0;
  for (const Vec3& x : simulation->state().x)
    radius += norm(x) / static_cast<double>(simulation->state().x.size());
  // p R/2 = E (R − R₀)/R₀ per length, without Poisson's effect: a tension T strains both ways by T/E.
  EXPECT_NEAR(radius - 1, pressure * radius / (2 * young), 0.03 * pressure / (2 * young));
  EXPECT_FALSE(make_mesh_model({.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .triangles = {{0, 1, 2}}},
                               {.pressure = 1}));
}

}  // namespace
}  // namespace tensio
