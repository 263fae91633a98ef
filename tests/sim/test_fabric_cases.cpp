// Woven sheets, biphasic springs and strain bounds against closed forms.

#include <cmath>
#include <gtest/gtest.h>

#include "build/chain.h"
#include "build/fabric.h"
#include "build/mesh.h"
#include "energy/singular_values.h"
#include "sim/measure.h"
#include "support/chains.h"
#include "support/random_system.h"
#include "tensio/cloth.h"

namespace tensio {
namespace {

struct PlaneStrain {
  double xx = 0, zz = 0, xz = 0;
};

/// A sheet of 1 × ½ m, its vertices in rows; irregular: its inner ones moved at random, as a mesh.
Model make_sheet(const MembraneOptions& membrane, std::size_t columns, std::size_t rows, bool is_irregular) {
  GridOptions options{.columns = columns, .rows = rows, .width = 1, .depth = 0.5};
  options.membrane = membrane;
  Model grid = *make_grid(options);
  if (!is_irregular) return grid;
  Random random(1);
  TriangleMesh mesh{.points = grid.rest_position, .triangles = grid.triangles};
  for (std::size_t row = 1; row + 1 < rows; ++row)
    for (std::size_t column = 1; column + 1 < columns; ++column) {
      const Vec3 step = random.vec3(0.25 / static_cast<double>(columns));
      mesh.points[row * columns + column] += Vec3{step.x, 0, step.z};
    }
  MeshOptions made;
  made.membrane = membrane;
  made.membrane.warp_direction = {0, 0, 1};
  return make_mesh_model(std::move(mesh), made)->model;
}

/// Its mean strain under a uniform stress (N/m), put on the boundary as forces.
PlaneStrain strain_of(Model model, std::size_t columns, std::size_t rows, const PlaneStrain& stress) {
  const auto vertex = [&](std::size_t column, std::size_t row) {
    return static_cast<VertexId>(row * columns + column);
  };
  const auto share = [](std::size_t i, std::size_t count, double length) {
    return length / static_cast<double>(count - 1) * (i == 0 || i + 1 == count ? 0.5 : 1);
  };
  for (std::size_t row = 0; row < rows; ++row) {
    const Vec3 force = share(row, rows, 0.5) * Vec3{stress.xx, 0, stress.xz};
    model.force[vertex(columns - 1, row)] += force;
    model.force[vertex(0, row)] -= force;
  }
  for (std::size_t column = 0; column < columns; ++column) {
    const Vec3 force = share(column, columns, 1) * Vec3{stress.xz, 0, stress.zz};
    model.force[vertex(column, rows - 1)] += force;
    model.force[vertex(column, 0)] -= force;
  }
  // The forces are in balance; threads too weak to matter keep the sheet from drifting.
  for (VertexId v = 0; v < columns * rows; ++v)
    model.attachments.push_back({v, model.rest_position[v], 1e-7, {}});
  FrameReport report;
  const auto simulation =
      settle({.model = std::move(model),
              .gravity = {},
              .minimise = {.method = Method::newton, .iterations = 60, .tolerance = 1e-9}},
             report);
  EXPECT_TRUE(simulation);
  const auto& x = simulation->state().x;
  const Vec3 across = x[vertex(columns - 1, rows / 2)] - x[vertex(0, rows / 2)];
  const Vec3 along = x[vertex(columns / 2, rows - 1)] - x[vertex(columns / 2, 0)];
  return {across.x - 1, along.z / 0.5 - 1, 0.5 * (across.z + along.x / 0.5)};
}

TEST(WovenCases, PulledStripHasTheStiffnessOfWarpWeftAndShearAtEveryResolution) {
  const MembraneOptions membrane{
      .model = MembraneModel::woven, .warp = 1000, .weft = 300, .shear = 80, .warp_direction = {0, 0, 1}};
  const double load = 0.01;  // N/m: so little that strains add up
  for (const bool is_irregular : {false, true})
    for (const auto& [columns, rows] : {std::array<std::size_t, 2>{7, 5}, {21, 13}}) {
      const auto strain = [&](const PlaneStrain& stress) {
        return strain_of(make_sheet(membrane, columns, rows, is_irregular), columns, rows, stress);
      };
      const PlaneStrain warp = strain({.zz = load}), weft = strain({.xx = load}),
                        shear = strain({.xz = load});
      EXPECT_NEAR(load / warp.zz, 1000, 1) << columns << is_irregular;
      EXPECT_NEAR(load / weft.xx, 300, 0.3) << columns << is_irregular;
      EXPECT_NEAR(load / (2 * shear.xz), 80, 0.1) << columns << is_irregular;
      // E₁/E₂ = ν₁/ν₂, as work asks for
      EXPECT_NEAR((warp.xx / warp.zz) * 300, (weft.zz / weft.xx) * 1000, 0.5) << columns << is_irregular;
    }
}

TEST(WovenCases, BendsAlongWarpAndWeftWithTheirOwnStiffness) {
  // The energy of a cylinder, D/(2R²) per area, along each thread.
  for (const GridCells cells : {GridCells::same, GridCells::alternating}) {
    GridOptions options{.columns = 21, .rows = 21, .width = 0.2, .depth = 0.2, .cells = cells};
    set_fabric(fabrics()[2], options);
    options.bending.model = BendingModel::hinges;
    const Model grid = *make_grid(options);
    const double radius = 2;
    for (const int thread : {0, 2}) {  // x: the weft
      std::vector<Vec3> x = grid.rest_position;
      for (Vec3& p : x) {
        const double angle = p[thread] / radius;
        p.y = radius * (std::cos(angle) - 1);
        p[thread] = radius * std::sin(angle);
      }
      Model bent = grid;
      bent.springs = {};
      const double energy =
          measure_energy({.model = bent, .gravity = {}}, {.x = x, .v = std::vector<Vec3>(x.size())}).elastic;
      const double d = thread == 2 ? options.bending.stiffness : *options.bending.weft;
      // No hinge stands on the boundary: 19 of 20 rows of them.
      EXPECT_NEAR(energy, 0.5 * d / (radius * radius) * 0.04 * 0.95, 0.002 * energy);
    }
  }
}

/// The length of one spring of 1 m and 50 N/m that stiffens or is bounded, under a load.
double pulled(ChainOptions options, Method method, double load) {
  options.segments = 1;
  options.start = {}, options.end = {1, 0, 0};
  options.stiffness = 50;
  Model model = *make_chain(options);
  model.pins.push_back({0, {}, {}});
  model.force[1] = {load, 0, 0};
  FrameReport report;
  const auto simulation = settle({.model = std::move(model),
                                  .gravity = {},
                                  .minimise = {.method = method, .iterations = 3000, .tolerance = 1e-13}},
                                 report);
  EXPECT_TRUE(simulation) << simulation.error().message;
  return norm(simulation->state().x[1]);
}

constexpr Method most_methods[] = {Method::local_global, Method::ncg,      Method::lbfgs,  Method::anderson,
                                   Method::chebyshev,    Method::nesterov, Method::newton, Method::newton_cg};

TEST(BiphasicCases, ForceAndExtensionFollowTwoStraightLinesWithEveryMethod) {
  ChainOptions options;
  options.stiffening = {.strain = 0.1, .factor = 8};
  for (const Method method : most_methods)
    for (const double load : {1.0, 4.0, 5.0, 6.0, 20.0, 100.0}) {
      const double expected = load <= 5 ? load / 50 : 0.1 + (load - 5) / 400;
      EXPECT_NEAR(pulled(options, method, load), 1 + expected, 1e-9)
          << load << " " << static_cast<int>(method);
    }
}

TEST(BiphasicCases, EnergyHasNoKinkAndPushingIsAsSoftAsBefore) {
  ChainOptions options{.segments = 1, .start = {}, .end = {1, 0, 0}, .stiffness = 50};
  options.stiffening = {.strain = 0.1, .factor = 8};
  const Model model = *make_chain(options);
  const auto energy = [&](double length) {
    const State state{.x = {{}, {length, 0, 0}}, .v = std::vector<Vec3>(2)};
    return measure_energy({.model = model, .gravity = {}}, state).elastic;
  };
  const double h = 1e-6;
  EXPECT_NEAR((energy(1.1) - energy(1.1 - h)) / h, 5, 1e-3);
  EXPECT_NEAR((energy(1.1 + h) - energy(1.1)) / h, 5, 1e-3);
  EXPECT_NEAR(energy(1.3), 25 * 0.09 + 175 * 0.04, 1e-12);
  EXPECT_NEAR(energy(0.6), 25 * 0.16, 1e-12);
}

TEST(StrainBoundCases, StretchIsThatOfTheClosedFormAndEndsInTheBoundAsItStiffens) {
  ChainOptions options;
  for (const Method method : most_methods)
    for (const double stiffness : {1e2, 1e3, 1e4}) {
      // k e + w (e − max) = F
      options.strain_bounds = {.max = 0.05, .min = -0.02, .stiffness = stiffness};
      const double expected = (20 + stiffness * 0.05) / (50 + stiffness);
      EXPECT_NEAR(pulled(options, method, 20) - 1, expected, 1e-8)
          << stiffness << " " << static_cast<int>(method);
      EXPECT_NEAR(pulled(options, method, 2) - 1, 0.04, 1e-7) << "within its bounds";
      // Pushed, with |e| the strain: k |e| + w (|e| − 0.02) = F
      EXPECT_NEAR(1 - pulled(options, method, -20), (20 + stiffness * 0.02) / (50 + stiffness), 1e-8);
    }
}

/// A sheet that hangs from its upper edge and is pulled down at its lower corners.
tensio::Setup pulled_sheet(BoundedElements of, double stiffness, Method method) {
  GridOptions options{.columns = 9, .rows = 9, .width = 1, .depth = 1};
  options.membrane = {.model = MembraneModel::woven, .warp = 40, .weft = 30, .shear = 10};
  options.strain_bounds = {.max = 0.05, .min = -1, .stiffness = stiffness, .of = of};
  Model model = *make_grid(options);
  for (VertexId v = 0; v < 9; ++v) model.pins.push_back({v, model.rest_position[v], {}});
  for (VertexId v = 72; v < 81; ++v) model.force[v] = {0, 0, 2};
  return {.model = std::move(model),
          .gravity = {},
          .minimise = {.method = method, .iterations = 20000, .tolerance = 1e-11}};
}

double most_stretched(const Model& model, Positions x) {
  double most = 0;
  for (const Membrane& m : model.membranes) {
    std::array<Vec3, 2> f{};
    for (std::size_t j = 0; j < 2; ++j)
      for (std::size_t k = 0; k < 2; ++k)
        f[k] += m.inverse_rest[2 * j + k] * (x[m.vertex[j + 1]] - x[m.vertex[0]]);
    most = std::max(most, detail::SingularValues<2>(f).sigma[0] - 1);
  }
  return most;
}

TEST(StrainBoundCases, TrianglesEndInTheirBoundsAsTheStiffnessGrows) {
  double before = 1;
  for (const double stiffness : {1e2, 1e3, 1e4, 1e5}) {
    FrameReport report;
    const auto simulation =
        settle(pulled_sheet(BoundedElements::triangles, stiffness, Method::newton), report);
    ASSERT_TRUE(simulation);
    const double beyond = most_stretched(simulation->model(), simulation->state().x) - 0.05;
    EXPECT_GT(beyond, 0);
    EXPECT_LT(beyond, before / 5);
    before = beyond;
  }
  EXPECT_LT(before, 5e-4);
}

TEST(StrainBoundCases, NewtonConfirmsWhereProjectiveMethodsEnd) {
  for (const BoundedElements of : {BoundedElements::springs, BoundedElements::triangles}) {
    FrameReport report;
    const auto exact = settle(pulled_sheet(of, 1e3, Method::newton), report);
    ASSERT_TRUE(exact);
    for (const Method method : {Method::local_global, Method::ncg, Method::lbfgs}) {
      const auto simulation = settle(pulled_sheet(of, 1e3, method), report);
      ASSERT_TRUE(simulation);
      double worst = 0;
      for (std::size_t i = 0; i < 81; ++i)
        worst = std::max(worst, norm(simulation->state().x[i] - exact->state().x[i]));
      EXPECT_LT(worst, 1e-8) << static_cast<int>(method);
    }
  }
}

TEST(WovenCases, EveryFabricMovesAndChangesInMotion) {
  GridOptions options{.columns = 13, .rows = 13, .width = 0.5, .depth = 0.5};
  for (const Fabric& fabric : fabrics()) {
    set_fabric(fabric, options);
    Model model = *make_grid(options);
    double mass = 0;
    for (const double m : model.mass) mass += m;
    EXPECT_NEAR(mass, 0.25 * fabric.area_density, 1e-12) << fabric.name;
    model.pins.push_back({0, model.rest_position[0], {}});
    auto simulation = Simulation::make({.model = model, .minimise = {.method = Method::local_global}});
    ASSERT_TRUE(simulation) << fabric.name;
    for (int frame = 0; frame < 5; ++frame) EXPECT_TRUE(is_usable(simulation->advance_frame().status));
    for (const Fabric& other : {fabrics()[0], fabric}) {
      ASSERT_TRUE(simulation->change_fabric(other)) << other.name;
      EXPECT_TRUE(is_usable(simulation->advance_frame().status)) << other.name;
    }
    const Model& now = simulation->model();
    ASSERT_EQ(now.springs.size(), model.springs.size());
    ASSERT_EQ(now.stencils.size(), model.stencils.size());
    for (std::size_t s = 0; s < now.springs.size(); ++s)
      EXPECT_NEAR(now.springs.stiffness[s], model.springs.stiffness[s], 1e-9 * model.springs.stiffness[s]);
    for (std::size_t v = 0; v < now.mass.size(); ++v) EXPECT_NEAR(now.mass[v], model.mass[v], 1e-15);
    simulation->request(RemoveVertex{6 * 13 + 6});
    ASSERT_EQ(simulation->apply_edits().applied, 1u);
    ASSERT_TRUE(simulation->change_fabric(fabrics()[2])) << "after a cut";
    EXPECT_TRUE(is_usable(simulation->advance_frame().status));
  }
}

TEST(WovenCases, NoFabricForWhatIsNoSheet) {
  auto simulation = Simulation::make({.model = hanging_chain(3, 10, 1, 1, 0.1)});
  const auto changed = simulation->change_fabric(fabrics()[0]);
  ASSERT_FALSE(changed);
  EXPECT_NE(changed.error().message.find("no sheet"), std::string::npos);
  EXPECT_EQ(simulation->model().springs.size(), 3u);
}

}  // namespace
}  // namespace tensio
