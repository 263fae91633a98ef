// Bodies in closed surfaces: lattices with skins, and tetrahedra.

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <numeric>

#include "build/surface.h"
#include "build/tetrahedra.h"
#include "model/seen.h"
#include "tensio/build.h"
#include "tensio/solids.h"

namespace tensio {
namespace {

constexpr double pi = std::numbers::pi;

double total(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

LatticeOptions ball_in_cells(double diameter, std::size_t resolution) {
  LatticeOptions options;
  options.surface = make_ellipsoid({diameter, diameter, diameter}, 5);
  options.fit_surface(resolution);
  return options;
}

TriangleMesh shifted(TriangleMesh mesh, const Vec3& by) {
  for (Vec3& p : mesh.points) p += by;
  return mesh;
}
TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
  const auto shift = static_cast<VertexId>(a.points.size());
  a.points.insert(a.points.end(), b.points.begin(), b.points.end());
  for (const auto& [i, j, k] : b.triangles) a.triangles.push_back({i + shift, j + shift, k + shift});
  return a;
}

TEST(Surface, AnEllipsoidHasItsVolumeAndIsClosed) {
  const TriangleMesh mesh = make_ellipsoid({1, 2, 0.5}, 5);
  EXPECT_NEAR(enclosed_volume(mesh), pi / 6, 0.002 * pi / 6);
  EXPECT_TRUE(close_surface(mesh));
}

TEST(Surface, WithAHoleItIsRefusedInOneSentence) {
  TriangleMesh mesh = make_ellipsoid({1, 1, 1}, 2);
  mesh.triangles.pop_back();
  const auto closed = close_surface(mesh);
  ASSERT_FALSE(closed);
  EXPECT_NE(closed.error().message.find("not closed (3 edges"), std::string::npos) << closed.error().message;
  EXPECT_FALSE(close_surface({}));
}

TEST(Surface, IsWeldedAndTurnedOutwards) {
  TriangleMesh soup;  // every triangle with corners of its own, and inside out
  const TriangleMesh ball = make_ellipsoid({1, 1, 1}, 2);
  for (const auto& [a, b, c] : ball.triangles) {
    const auto first = static_cast<VertexId>(soup.points.size());
    soup.points.insert(soup.points.end(), {ball.points[a], ball.points[b], ball.points[c]});
    soup.triangles.push_back({first, first + 2, first + 1});
  }
  soup.points.push_back({9, 9, 9});
  const auto closed = close_surface(soup);
  ASSERT_TRUE(closed);
  EXPECT_EQ(closed->points.size(), ball.points.size());
  EXPECT_NEAR(enclosed_volume(*closed), enclosed_volume(ball), 1e-12);
}

TEST(Surface, InsideIsWhatItWindsAround) {
  // Two balls that overlap, lines through their symmetry planes: through corners and along edges.
  const TriangleMesh ball = make_ellipsoid({1, 1, 1}, 3);
  const TriangleMesh two = joined(ball, shifted(ball, {0.5, 0, 0}));
  const LineGrid lines{{0, -0.5, -0.5}, {0, 0.125, 0.125}, {9, 9}};
  const auto crossings = LineCrossings::make(two, lines);
  ASSERT_TRUE(crossings);
  for (std::size_t k = 0; k < 9; ++k)
    for (std::size_t j = 0; j < 9; ++j) {
      const double y = -0.5 + 0.125 * static_cast<double>(j), z = -0.5 + 0.125 * static_cast<double>(k);
      int winding = 0;
      for (const auto& crossing : crossings->on(j, k)) winding += crossing.turn;
      EXPECT_EQ(winding, 0) << y << " " << z;
      for (double x = -0.87; x < 1.4; x += 0.1) {
        const double a = norm(Vec3{x, y, z}), b = norm(Vec3{x - 0.5, y, z});
        if (std::abs(a - 0.5) < 0.01 || std::abs(b - 0.5) < 0.01) continue;
        EXPECT_EQ(crossings->is_inside(j, k, x), a < 0.5 || b < 0.5) << x << " " << y << " " << z;
      }
    }
}

TEST(Lattice, InABallHasItsMassItsCentreAndItsInertia) {
  for (const std::size_t resolution : {7u, 16u}) {
    LatticeOptions options = ball_in_cells(0.4, resolution);
    options.density = 1000;
    const auto model = make_lattice(options);
    ASSERT_TRUE(model) << model.error().message;
    const double expected = 1000 * pi / 6 * 0.064;
    EXPECT_NEAR(total(model->mass), expected, 0.003 * expected);
    Vec3 moment;
    double inertia = 0;
    for (std::size_t i = 0; i < model->vertex_count(); ++i) {
      const Vec3& p = model->rest_position[i];
      moment += model->mass[i] * p;
      inertia += model->mass[i] * (p.x * p.x + p.y * p.y);
    }
    EXPECT_LT(norm(moment), 1e-3 * expected * 0.4);
    // Lumping to the corners of cells of edge a adds m a²/6 for every axis.
    const double a = 0.4 / static_cast<double>(resolution);
    EXPECT_NEAR(inertia, expected * (0.4 * 0.04 + a * a / 3), 0.08 * expected * 0.016);
    // By cells, too, not only by the surface.
    const auto share =
        fill_cells(options.surface, {options.center - 0.5 * options.size, {a, a, a}, options.cells});
    ASSERT_TRUE(share);
    EXPECT_NEAR(total(*share) * a * a * a, pi / 6 * 0.064, 0.01 * pi / 6 * 0.064);
  }
}

TEST(Skin, FollowsRigidAndAffineMotionExactly) {
  LatticeOptions options = ball_in_cells(1, 6);
  options.surface = shifted(options.surface, {3, 0.2, -1});
  options.fit_surface(6);
  auto model = make_lattice(options);
  ASSERT_TRUE(model) << model.error().message;
  ASSERT_EQ(model->skins.size(), 1u);
  const Skin& skin = model->skins[0];
  ASSERT_EQ(skin.points.size(), options.surface.points.size());
  const Mat3 maps[] = {
      Mat3::identity(), rotation({1, 2, 3}, 2.0), {{1.3, 0.4, 0, -0.2, 0.7, 0.1, 0, 0.3, 1.1}}};
  for (const Mat3& map : maps) {
    std::vector<Vec3> x;
    for (const Vec3& p : model->rest_position) x.push_back(map * p + Vec3{0.5, -2, 7});
    for (std::size_t i = 0; i < skin.points.size(); ++i)
      EXPECT_LT(norm(skin.points[i].of(x) - (map * options.surface.points[i] + Vec3{0.5, -2, 7})), 1e-13);
  }
  for (const SkinPoint& point : skin.points)
    for (const double weight : point.weight) EXPECT_GE(weight, -1e-12);
  // And through placing and joining.
  Model both = *make_lattice({.cells = {1, 1, 1}});
  place(*model, rotation({0, 0, 1}, 1), {1, 1, 1});
  both.append(*model);
  const auto seen = seen_points(both, both.rest_position);
  ASSERT_EQ(seen.size(), seen_count(both));
  EXPECT_LT(norm(seen.back() - (rotation({0, 0, 1}, 1) * options.surface.points.back() + Vec3{1, 1, 1})),
            1e-13);
  const auto triangles = see(both).triangles;
  EXPECT_EQ(triangles.size(), 12 + options.surface.triangles.size());
  for (const auto& triangle : triangles)
    for (const VertexId v : triangle) EXPECT_TRUE(v < 8 || v >= both.vertex_count());
}

TEST(Lattice, OfACutSurfaceIsAsSoftAsItsShareOfMatter) {
  // A box that fills two cells and a half along x.
  TriangleMesh box{
      .points =
          {{0, 0, 0}, {2.5, 0, 0}, {0, 1, 0}, {2.5, 1, 0}, {0, 0, 1}, {2.5, 0, 1}, {0, 1, 1}, {2.5, 1, 1}},
      .triangles = {{0, 2, 1},
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
                    {3, 7, 5}}};
  LatticeOptions options{.cells = {3, 1, 1}, .size = {3, 1, 1}, .center = {1.5, 0.5, 0.5}};
  options.surface = *close_surface(box);
  options.solid = {.model = SolidModel::corotated, .young = 100};
  options.mass = 2.5;
  const auto model = make_lattice(options);
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->vertex_count(), 16u);
  EXPECT_EQ(model->tetrahedra.size(), 18u);
  EXPECT_NEAR(model->tetrahedra[0].mu, 50, 1e-9);
  EXPECT_NEAR(model->tetrahedra[17].mu, 25, 1e-9);
  EXPECT_NEAR(total(model->mass), 2.5, 1e-12);
  EXPECT_NEAR(model->mass[0], 1.0 / 8, 1e-9);
  EXPECT_NEAR(model->mass[3], 0.5 / 8, 1e-9);
}

/// Checks what holds of every filled surface.
void expect_sound(const TriangleMesh& surface, std::size_t resolution, double volume_tolerance) {
  const auto mesh = stuff(surface, resolution);
  ASSERT_TRUE(mesh) << mesh.error().message;
  const TetShape shape = measure(*mesh);
  EXPECT_GT(shape.smallest, 0);
  EXPECT_GT(shape.least_angle, 9) << resolution;
  EXPECT_LT(shape.most_angle, 165) << resolution;
  EXPECT_NEAR(shape.volume / enclosed_volume(surface), 1, volume_tolerance);
  const auto made = make_tet_model(*mesh, {.density = 500});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(made->warnings.empty());
  EXPECT_NEAR(total(made->model.mass), 500 * shape.volume, 1e-9 * shape.volume);
  // Its surface is closed, and nothing overlaps: what it encloses are the tetrahedra.
  const auto skin = close_surface({made->model.rest_position, made->model.triangles});
  ASSERT_TRUE(skin) << skin.error().message;
  EXPECT_NEAR(enclosed_volume(*skin), shape.volume, 1e-9 * shape.volume);
}

TEST(Stuffing, FillsBallsWithSoundTetrahedraWhereverTheyStand) {
  for (int i = 0; i < 8; ++i)
    expect_sound(shifted(make_ellipsoid({1, 1, 1}, 4), {0.013 * i, 0.029 * i, -0.017 * i}),
                 static_cast<std::size_t>(6 + i), 0.05);
}

TEST(Stuffing, FillsEllipsoidsAndBodiesThatOverlap) {
  expect_sound(make_ellipsoid({1, 0.4, 0.6}, 5), 16, 0.03);
  const TriangleMesh ball = make_ellipsoid({1, 1, 1}, 4);
  const TriangleMesh two = joined(ball, shifted(ball, {0.7, 0.1, 0}));
  const auto mesh = stuff(two, 20);
  ASSERT_TRUE(mesh);
  const TetShape shape = measure(*mesh);
  EXPECT_GT(shape.smallest, 0);
  EXPECT_GT(shape.least_angle, 9);
  EXPECT_LT(shape.volume, 0.95 * enclosed_volume(two));
}

TEST(Stuffing, RefusesWhatIsThinnerThanACubeOrTooLarge) {
  const auto thin = stuff(make_ellipsoid({1, 1e-3, 1}, 3), 5);
  ASSERT_FALSE(thin);
  EXPECT_NE(thin.error().message.find("higher resolution"), std::string::npos);
  EXPECT_FALSE(stuff(make_ellipsoid({1, 1, 1}, 1), 1000));
  EXPECT_FALSE(stuff({}, 5));
}

TetMesh two_tetrahedra() {
  return {.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}},
          .tetrahedra = {{0, 1, 2, 3}, {1, 2, 3, 4}}};
}

TEST(TetModel, HasTheSpringsTheMassAndTheSurfaceOfItsTetrahedra) {
  TetMesh mesh = two_tetrahedra();
  mesh.points.push_back({9, 9, 9});
  mesh.tetrahedra.push_back({0, 1, 2, 2});
  const auto made = make_tet_model(mesh, {.solid = {.model = SolidModel::springs, .young = 6}, .mass = 3});
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->warnings.size(), 2u);
  EXPECT_EQ(made->warnings[0], "the mesh has 1 tetrahedron without volume, removed");
  const Model& model = made->model;
  EXPECT_EQ(model.vertex_count(), 5u);
  EXPECT_EQ(model.springs.size(), 9u);
  EXPECT_EQ(model.triangles.size(), 6u);
  EXPECT_NEAR(total(model.mass), 3, 1e-12);
  EXPECT_NEAR(model.mass[0], 3 * (1.0 / 6) / (0.5) / 4, 1e-12);  // volumes 1/6 and 1/3
  // E V/l² of the edge from 0 to 1, which one tetrahedron has; and of the one from 1 to 2, which both have.
  EXPECT_NEAR(model.springs.stiffness[0], 6 * (1.0 / 6), 1e-12);
  EXPECT_NEAR(model.springs.stiffness[3], 6 * 0.5 / 2, 1e-12);
  EXPECT_NEAR(enclosed_volume({model.rest_position, model.triangles}), 0.5, 1e-12);
}

TEST(TetModel, EveryMaterialAndABulkModulusBesides) {
  for (const SolidModel kind :
       {SolidModel::springs, SolidModel::corotated, SolidModel::neo_hookean, SolidModel::shape_matching})
    for (const double bulk : {0.0, 10.0}) {
      const auto made = make_tet_model(two_tetrahedra(), {.solid = {.model = kind, .bulk = bulk}});
      ASSERT_TRUE(made);
      const bool has_elements = kind == SolidModel::corotated || kind == SolidModel::neo_hookean;
      EXPECT_EQ(made->model.tetrahedra.size(), (has_elements ? 2u : 0u) + (bulk > 0 ? 2u : 0u));
      EXPECT_EQ(made->model.clusters.size(), kind == SolidModel::shape_matching ? 5u : 0u);
      EXPECT_EQ(connected_pieces(made->model), std::vector<std::uint32_t>(5, 0));
    }
  TetMesh flat = two_tetrahedra();
  for (Vec3& p : flat.points) p.z = 0;
  EXPECT_FALSE(make_tet_model(flat, {}));
  flat.tetrahedra[0][0] = 77;
  EXPECT_FALSE(make_tet_model(flat, {}));
  EXPECT_FALSE(make_tet_model({}, {}));
  EXPECT_FALSE(make_tet_model(two_tetrahedra(), {.mass = -1}));
}

}  // namespace
}  // namespace tensio
