// Bending: U1, U2, the heavy cantilever, B1, B3, B4.

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "build/bending.h"
#include "build/chain.h"
#include "build/mesh.h"
#include "energy/element_energies.h"
#include "support/chains.h"
#include "support/random_system.h"
#include "tensio/cloth.h"

namespace tensio {
namespace {

MinimiseOptions newton(int iterations, double tolerance) {
  return {.method = Method::newton, .iterations = iterations, .tolerance = tolerance};
}

std::vector<Vec3> equilibrium(Model model, Vec3 gravity, int iterations, double tolerance = 1e-8,
                              HessianForm form = HessianForm::projected) {
  FrameReport report;
  MinimiseOptions options = newton(iterations, tolerance);
  options.hessian = form;
  const auto simulation =
      settle({.model = std::move(model), .gravity = gravity, .minimise = options}, report);
  EXPECT_TRUE(simulation) << simulation.error().message;
  // Stiff against stretching and weak against bending: of small loads rounding leaves a part in 1e5.
  EXPECT_LT(report.relative_gradient, report.status == SolveStatus::rounding_limit ? 3e-5 : 1e-6)
      << status_name(report.status);
  return simulation->state().x;
}

Model strip(std::size_t columns, std::size_t rows, double width, double depth, BendingOptions bending,
            GridCells cells = GridCells::same, double stiffness = 1e3) {
  return *make_grid({.columns = columns,
                     .rows = rows,
                     .width = width,
                     .depth = depth,
                     .cells = cells,
                     .stiffness = {.structural = stiffness, .shear = stiffness, .bend = 0},
                     .bending = bending,
                     .mass = width * depth,
                     .lumping = Lumping::area});
}

void pin(Model& model, VertexId v) {
  model.pins.push_back({v, model.rest_position[v], {}});
}

TEST(Cases, U1_StripRollsIntoAPolygon) {
  constexpr std::size_t n = 32;
  const double l = 0.1;
  Model model = strip(n + 1, 2, n * l, l, {BendingModel::hinges, 1e-2}, GridCells::same, 100);
  for (Hinge& hinge : model.hinges)
    if (hinge.vertex[1] == hinge.vertex[0] + n + 1) hinge.rest_angle = 2 * std::numbers::pi / n;
  for (const VertexId v : {0u, 1u, static_cast<VertexId>(n + 1)}) pin(model, v);
  // From an arc of three quarters, so that no vertex has to pass another.
  std::vector<Vec3> start;
  const double radius = 0.5 * l / std::sin(std::numbers::pi * 0.75 / n);
  for (VertexId v = 0; v < model.vertex_count(); ++v) {
    const double angle = 2 * std::numbers::pi * 0.75 * (v % (n + 1)) / n;
    start.push_back({radius * std::sin(angle), -radius * (1 - std::cos(angle)), model.rest_position[v].z});
  }
  model.rest_position = start;
  for (Pin& held : model.pins) held.position = start[held.vertex];
  const auto x = equilibrium(std::move(model), {}, 200, 1e-12);
  EXPECT_LT(norm(x[n] - x[0]), 1e-6 * n * l);
  const Vec3 middle = 0.5 * (x[0] + x[n / 2]);
  EXPECT_NEAR(norm(x[5] - middle) / l, 5.101148619, 1e-5);
}

TEST(Cases, U2_CylinderEnergies) {
  constexpr std::size_t nx = 32, ny = 16;
  const double width = std::numbers::pi, area = width;
  for (const BendingModel kind :
       {BendingModel::hinges, BendingModel::quadratic, BendingModel::projective, BendingModel::plate}) {
    const Model model = strip(nx + 1, ny + 1, width, 1, {kind, 1});
    std::vector<Vec3> x;
    for (const Vec3& p : model.rest_position) x.push_back({std::sin(p.x), std::cos(p.x) - 1, p.z});
    std::vector<std::unique_ptr<Energy>> energies;
    add_element_energies(model, energies);
    const double energy = energies.at(0)->value(x);
    if (kind == BendingModel::hinges) {
      EXPECT_NEAR(6 * energy, 9.130253649, 1e-8);
    } else if (kind != BendingModel::plate) {
      EXPECT_NEAR(3 * energy, 4.557798791, 1e-8);
    }
    EXPECT_NEAR(energy, area / 2, 0.04 * area / 2);  // D A/2R²
  }
}

/// H/W of a strip of 40 segments whose first is clamped; its length counts from the middle of that. As in the
/// middle of a wide sheet, all lines across stay parallel: a strip that is free to twist and to curve across
/// is softer, by the anisotropy of its mesh and Poisson's effect. Plates need no such guides.
double hang_down(BendingOptions bending, double gamma) {
  constexpr VertexId segments = 40, columns = segments + 1, rows = 3;
  const double a = 1 / (segments - 0.5);
  bending.stiffness = 1 / gamma;
  Model model = strip(columns, rows, segments * a, 2 * a, bending);
  model.mass.assign(model.vertex_count(), 0);
  for (VertexId v = 0; v < model.vertex_count(); ++v) {  // of 1 kg/m² in strips
    const bool is_side = v / columns != 1, is_tip = v % columns == segments;
    model.mass[v] = a * a * (is_side ? 0.5 : 1) * (is_tip ? 0.5 : 1);
  }
  for (VertexId row = 0; row < rows; ++row)
    for (VertexId column = 0; column < 2; ++column) pin(model, row * columns + column);
  for (VertexId row = 0; row + 1 < rows && bending.model != BendingModel::plate; ++row)
    for (VertexId column = 0; column < segments; ++column) {
      const VertexId v = row * columns + column;
      model.stencils.push_back({.vertex = {v, v + 1, v + columns, v + columns + 1},
                                .coefficient = {1, -1, -1, 1},
                                .weight = 1e6 / gamma});
    }
  const auto x = equilibrium(std::move(model), {0, -1, 0}, 400);
  const Vec3 tip = x[columns + segments];
  const double clamp = -0.5 * segments * a + 0.5 * a;
  return -tip.y / (tip.x - clamp);
}

TEST(Cases, HeavyCantilever) {
  struct Reference {
    double gamma, drop_over_reach;
  };
  for (const auto [gamma, expected] :
       {Reference{1, 0.12456177}, {10, 1.06680232}, {30, 2.54721393}, {100, 5.88810462}})
    for (const BendingModel kind : {BendingModel::hinges, BendingModel::quadratic, BendingModel::plate})
      EXPECT_NEAR(hang_down({kind, 0}, gamma) / expected, 1, 0.01) << gamma << " " << static_cast<int>(kind);
}

TEST(Cases, HeavyCantileverIsLinearInASmallLoad) {
  for (const BendingModel kind : {BendingModel::hinges, BendingModel::sine_hinges, BendingModel::quadratic,
                                  BendingModel::projective, BendingModel::plate}) {
    const double slope = std::log10(hang_down({kind, 0}, 0.1) / hang_down({kind, 0}, 0.01));
    EXPECT_NEAR(slope, 1, 0.02) << static_cast<int>(kind);
  }
}

/// Energy of a uniform curvature over what it should be, of the plates that have all their neighbours: along
/// a free edge the curvature is the one that costs least.
double plate_energy(double width, BendingOptions bending, double k11, double k22, double k12) {
  Random random(2);
  Model model = strip(9, 7, width, 0.8, {BendingModel::springs, 0});
  model.springs = {};
  for (Vec3& p : model.rest_position)
    p += Vec3{width * random.uniform(-0.03, 0.03), 0, random.uniform(-0.03, 0.03)};
  const double angle = width > 1 ? 0 : 0.4;
  bending.model = BendingModel::plate;
  add_bending(model, bending, {std::sin(angle), 0, std::cos(angle)});
  EXPECT_EQ(model.plates.size(), model.triangles.size());
  Model inside = model;
  inside.plates.clear();
  double area = 0;
  for (std::size_t t = 0; t < model.triangles.size(); ++t) {
    const Mat3& b = model.plates[t].matrix;
    if (!(b(0, 0) > 0 && b(1, 1) > 0 && b(2, 2) > 0)) continue;
    inside.plates.push_back(model.plates[t]);
    const auto [i, j, k] = model.triangles[t];
    area += 0.5 * norm(cross(model.rest_position[j] - model.rest_position[i],
                             model.rest_position[k] - model.rest_position[i]));
  }
  EXPECT_GT(inside.plates.size(), 50u);
  std::vector<Vec3> x = model.rest_position;
  for (Vec3& p : x) {
    const double weft = p.x * std::cos(angle) - p.z * std::sin(angle),
                 warp = p.x * std::sin(angle) + p.z * std::cos(angle);
    p.y = 0.5 * k11 * weft * weft + 0.5 * k22 * warp * warp + k12 * weft * warp;
  }
  const double nu = bending.poisson, mean = std::sqrt(bending.stiffness * *bending.weft);
  const double density = *bending.weft * k11 * k11 + bending.stiffness * k22 * k22 +
                         2 * nu * mean * k11 * k22 + 2 * (1 - nu) * mean * k12 * k12;
  return make_energy(inside.plates)->value(x) / (0.5 * area * density);
}

TEST(Plates, HaveTheEnergyOfAnyCurvatureOnAnyMesh) {
  const BendingOptions woven{.stiffness = 3, .weft = 0.5, .poisson = 0.3};
  for (const double width : {1.0, 10.0})  // cells a tenth as long as wide
    for (const auto& [k11, k22, k12] :
         {std::array{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, -0.7, 0.4}})
      EXPECT_NEAR(plate_energy(width, woven, k11, k22, k12), 1, 2e-3) << width << " " << k11 << " " << k22;
  EXPECT_NEAR(plate_energy(1, {.stiffness = 3, .weft = 0.0}, 0, 1, 0), 1, 0.02);
}

TEST(Plates, AVertexOfThreeTrianglesIsAcrossOneEdgeOnly) {
  const TriangleMesh fan{{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0.3, 0, 0.3}}, {{0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
  const auto made = make_mesh_model(fan, {.bending = {.model = BendingModel::plate, .stiffness = 1}});
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->model.plates.size(), 3u);
  for (const Plate& plate : made->model.plates)
    for (const double value : plate.matrix.a) EXPECT_LT(std::abs(value), 1e3);
}

/// An upright rope of 40 segments of length 1/39.5, the first of them clamped.
Model column(double rigidity) {
  constexpr double length = 40 / 39.5;
  Model model = *make_chain({.segments = 40,
                             .start = {0, 0, 0},
                             .end = {0, length, 0},
                             .stiffness = 4e5,
                             .flexural_rigidity = rigidity,
                             .mass = length,
                             .lumping = Lumping::area});
  pin(model, 0);
  pin(model, 1);
  return model;
}

TEST(Cases, B1_SelfBuckling) {
  const double critical = 7.837347439;
  for (const double ratio : {0.97, 1.03}) {
    Model model = column(1 / (ratio * critical));
    model.force[40].x = 1e-4 * 0.1 / critical;
    const auto x = equilibrium(std::move(model), {0, -1, 0}, 400, 1e-9, HessianForm::exact);
    if (ratio < 1)
      EXPECT_LT(std::abs(x[40].x), 1e-2);
    else
      EXPECT_GT(std::abs(x[40].x), 1e-2);
  }
}

/// Holds a vertex on the axis by links so long that they leave it free along the axis.
void guide(Model& model, VertexId v) {
  for (const Vec3 far : {Vec3{1e3, 0, 0}, Vec3{0, 0, 1e3}}) {
    const VertexId anchor = model.add_vertex(model.rest_position[v] + far, 1);
    pin(model, anchor);
    model.springs.add(v, anchor, SpringFamily::structural, 1e3, 1e6);
  }
}

TEST(Cases, B3_EulerColumns) {
  struct Column {
    int guided;       // vertices at the upper end
    double critical;  // P L²/EI
  };
  for (const auto [guided, critical] : {Column{0, 2.4674011}, {1, 20.190729}, {2, 39.478418}})
    for (const double ratio : {0.98, 1.02}) {
      Model model = column(1);
      // A clamped upper end too is one half of its segment long.
      if (guided >= 1) guide(model, 40);
      if (guided == 2) guide(model, 39);
      const double length = guided == 2 ? 39 / 39.5 : 1;
      model.force[40].y = -ratio * critical / (length * length);
      model.force[20].x = 1e-5 * critical;
      if (guided == 0) model.force[20].x = 0, model.force[40].x = 1e-6 * critical;
      const auto x = equilibrium(std::move(model), {}, 600, 1e-9, HessianForm::exact);
      double bow = 0;
      for (std::size_t i = 0; i <= 40; ++i) bow = std::max(bow, std::abs(x[i].x));
      if (ratio < 1)
        EXPECT_LT(bow, 1e-2) << guided;
      else
        EXPECT_GT(bow, 1e-2) << guided;
    }
}

/// The deflection of a clamped square plate under q, over the exact 0.00126532 q a⁴/D.
double clamped_square(std::size_t cells, BendingModel kind, GridCells cut, double poisson = 0) {
  const std::size_t n = cells + 1;
  Model model = strip(n, n, 1, 1, {.model = kind, .stiffness = 1, .poisson = poisson}, cut);
  for (VertexId row = 0; row < n; ++row)
    for (VertexId column = 0; column < n; ++column)
      if (std::min({row, column, static_cast<VertexId>(n) - 1 - row, static_cast<VertexId>(n) - 1 - column}) <
          2)
        pin(model, row * static_cast<VertexId>(n) + column);
  const double a = 1.0 / static_cast<double>(cells), side = 1 - a, q = 1e-3;
  for (Vec3& force : model.force) force.y = q * a * a;
  const auto x = equilibrium(std::move(model), {}, 20);
  return x[n * n / 2].y / (0.00126532 * q * side * side * side * side);
}

TEST(Cases, B4_ClampedSquare) {
  double before = 1;
  for (const std::size_t cells : {20u, 40u}) {
    const double error = std::abs(clamped_square(cells, BendingModel::quadratic, GridCells::alternating) - 1);
    EXPECT_LT(error, before);
    before = error;
  }
  EXPECT_LT(before, 0.1);
  EXPECT_NEAR(clamped_square(40, BendingModel::quadratic, GridCells::same), 0.75, 0.03);
  EXPECT_NEAR(clamped_square(20, BendingModel::plate, GridCells::same), 1, 0.02);
  for (const double poisson : {0.0, 0.3})  // on which the answer does not depend
    EXPECT_NEAR(clamped_square(40, BendingModel::plate, GridCells::same, poisson), 1, 0.005);
  EXPECT_NEAR(clamped_square(40, BendingModel::plate, GridCells::alternating), 1.27, 0.03);  // evades
}

/// The same on equilateral triangles. Rows begin by turns at 0 and at half an edge a, so that the clamped
/// side lies at ¾ a on either hand, and half a row's height within the others.
TEST(Cases, B4_ClampedSquareOfEquilateralTriangles) {
  constexpr VertexId columns = 41, rows = 47;
  const double a = 1, height = std::sqrt(0.75);
  Model model = *make_grid({.columns = columns,
                            .rows = rows,
                            .width = a * (columns - 0.5),
                            .depth = height * (rows - 1),
                            .cells = GridCells::staggered,
                            .stiffness = {1e3, 1e3, 0},
                            .bending = {BendingModel::quadratic, 1}});
  for (VertexId row = 0; row < rows; ++row)
    for (VertexId column = 0; column < columns; ++column)
      if (std::min({row, column, rows - 1 - row, columns - 1 - column}) < 2)
        pin(model, row * columns + column);
  const double q = 3e-7, side = a * (columns - 2);
  EXPECT_NEAR(height * (rows - 2), side, 1e-3 * side);
  for (Vec3& force : model.force) force.y = q * a * height;
  const auto x = equilibrium(std::move(model), {}, 20);
  // 0.963 here; with twice as many cells along a side 0.978.
  EXPECT_NEAR(x[rows / 2 * columns + columns / 2].y / (0.00126532 * q * side * side * side * side), 1, 0.04);
}

}  // namespace
}  // namespace tensio
