#include <algorithm>
#include <cmath>
#include <ctime>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <numeric>
#include <set>

#include "build/mesh.h"
#include "tensio/cloth.h"

namespace tensio {
namespace {

using Pair = std::array<VertexId, 2>;

// Two triangles that share the edge 0-2 of a unit square.
TriangleMesh square() {
  return {.points = {{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}}, .triangles = {{0, 1, 2}, {0, 2, 3}}};
}

// Thousands of triangles about one vertex.
TriangleMesh star(std::size_t valence) {
  TriangleMesh mesh{.points = {{0, 0, 0}}, .triangles = {}};
  for (std::size_t i = 0; i < valence; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(valence);
    mesh.points.push_back({std::cos(angle), 0, std::sin(angle)});
    const auto a = static_cast<VertexId>(1 + i), b = static_cast<VertexId>(1 + (i + 1) % valence);
    mesh.triangles.push_back({0, b, a});
  }
  return mesh;
}

// Thousands of triangles that share one edge, like the pages of a book.
TriangleMesh book(std::size_t pages) {
  TriangleMesh mesh{.points = {{0, 0, 0}, {0, 1, 0}}, .triangles = {}};
  for (std::size_t i = 0; i < pages; ++i) {
    const double angle = std::numbers::pi * static_cast<double>(i) / static_cast<double>(pages);
    mesh.points.push_back({std::cos(angle), 0.5, std::sin(angle)});
    mesh.triangles.push_back({0, 1, static_cast<VertexId>(2 + i)});
  }
  return mesh;
}

MeshModel build(const TriangleMesh& mesh, const MeshOptions& options = {}) {
  auto result = make_mesh_model(mesh, options);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? *result : MeshModel{};
}

std::string refusal(const TriangleMesh& mesh, const MeshOptions& options = {}) {
  const auto result = make_mesh_model(mesh, options);
  return result ? std::string() : result.error().message;
}

bool warns(const MeshModel& made, const char* what) {
  return std::any_of(made.warnings.begin(), made.warnings.end(),
                     [&](const std::string& w) { return w.find(what) != std::string::npos; });
}

std::vector<Pair> springs(const Model& model, SpringFamily family) {
  std::vector<Pair> result;
  for (std::size_t s = 0; s < model.springs.size(); ++s)
    if (model.springs.family[s] == family) result.push_back(model.springs.ends[s]);
  return result;
}

void expect_unique_springs(const Model& model) {
  std::set<Pair> seen;
  for (const auto& [a, b] : model.springs.ends) {
    EXPECT_NE(a, b);
    EXPECT_TRUE(seen.insert({std::min(a, b), std::max(a, b)}).second) << a << " " << b;
  }
}

/// Processor seconds of some work: other work of the machine does not count.
template <class Work>
double seconds(Work work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// So many elements take linear algorithms a tenth of a second, a few tenths with sanitizers; quadratic ones
// do 4e10 operations, half a minute at the least.
constexpr std::size_t many = 200'000;
constexpr double only_quadratic_takes = 10;  // s

double total_mass(const Model& model) {
  return std::accumulate(model.mass.begin(), model.mass.end(), 0.0);
}

TEST(UniqueEdges, ListTheTrianglesThatShareThem) {
  const MeshEdges edges = unique_edges(square().triangles);
  ASSERT_EQ(edges.ends, (std::vector<Pair>{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 3}}));
  EXPECT_EQ(edges.triangles_of(0).size(), 1u);
  ASSERT_EQ(edges.triangles_of(1).size(), 2u);
  EXPECT_EQ(edges.triangles_of(1)[0], 0u);
  EXPECT_EQ(edges.triangles_of(1)[1], 1u);
}

TEST(UniqueEdges, OfACollapsedTriangleAreItsOneTrueEdge) {
  const MeshEdges edges = unique_edges({{4, 7, 4}, {3, 3, 3}});
  ASSERT_EQ(edges.ends, (std::vector<Pair>{{4, 7}}));
  EXPECT_EQ(edges.triangles_of(0).size(), 1u);
  EXPECT_EQ(unique_edges({}).size(), 0u);
}

TEST(UniqueEdges, ObeyEulersFormulaOnAGrid) {
  const Model grid = *make_grid({.columns = 20, .rows = 30});
  const std::size_t edges = unique_edges(grid.triangles).size();
  EXPECT_EQ(grid.vertex_count() - edges + grid.triangles.size(), 1u);
}

TEST(MeshModel, SquareHasFiveEdgesAndOneBendingSpringAcross) {
  const MeshModel made = build(square(), {.mass = 2});
  EXPECT_TRUE(made.warnings.empty());
  EXPECT_EQ(springs(made.model, SpringFamily::structural).size(), 5u);
  EXPECT_EQ(springs(made.model, SpringFamily::bend), (std::vector<Pair>{{1, 3}}));
  EXPECT_DOUBLE_EQ(made.model.springs.rest_length.back(), std::sqrt(2));
  EXPECT_EQ(made.model.springs.stiffness.front(), 80);
  EXPECT_EQ(made.model.springs.stiffness.back(), 20);
  EXPECT_EQ(made.model.triangles, square().triangles);
  EXPECT_DOUBLE_EQ(total_mass(made.model), 2);
  ASSERT_EQ(made.model.parts.size(), 1u);
  EXPECT_EQ(made.model.parts[0].triangle_end, 2u);
}

TEST(MeshModel, NeverBendsWhereAnEdgeJoinsTheSameVertices) {
  // In a tetrahedron every pair of opposite vertices is an edge already.
  const TriangleMesh tetrahedron{.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                 .triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  const MeshModel made = build(tetrahedron);
  EXPECT_EQ(made.model.springs.size(), 6u);
  EXPECT_TRUE(springs(made.model, SpringFamily::bend).empty());
}

TEST(MeshModel, JoinsAPairOnceThoughTwoEdgesLieBetween) {
  // Two squares glued along the path 0-1-2: vertices 3 and 4 face each other across 0-1 and across 1-2.
  const TriangleMesh mesh{.points = {{-1, 0, 0}, {0, 0.1, 0}, {1, 0, 0}, {0, 0, 1}, {0, 0, -1}},
                          .triangles = {{0, 3, 1}, {1, 3, 2}, {0, 1, 4}, {1, 2, 4}}};
  const MeshModel made = build(mesh);
  expect_unique_springs(made.model);
  EXPECT_EQ(springs(made.model, SpringFamily::bend), (std::vector<Pair>{{0, 2}, {3, 4}}));
}

TEST(MeshModel, AreaLumpingGivesThirds) {
  TriangleMesh mesh = square();
  mesh.points[3] = {3, 0, 0};
  const MeshModel made = build(mesh, {.mass = 8, .lumping = Lumping::area});
  // Areas ½ and 1½: masses 2 and 6.
  EXPECT_NEAR(made.model.mass[1], 2.0 / 3, 1e-12);
  EXPECT_NEAR(made.model.mass[3], 2.0, 1e-12);
  EXPECT_NEAR(made.model.mass[0], 8.0 / 3, 1e-12);
  EXPECT_NEAR(total_mass(made.model), 8, 1e-12);
}

TEST(MeshModel, IsolatedVerticesGetTheMeanMassAndAWarning) {
  TriangleMesh mesh = square();
  mesh.points.push_back({5, 5, 5});
  const MeshModel made = build(mesh, {.mass = 10, .lumping = Lumping::area});
  EXPECT_TRUE(warns(made, "1 isolated vertex"));
  EXPECT_EQ(made.warnings.size(), 1u);
  EXPECT_NEAR(made.model.mass[4], 2, 1e-12);
  EXPECT_NEAR(total_mass(made.model), 10, 1e-12);
  EXPECT_FALSE(refusal(mesh, {.strict = true}).empty());
}

TEST(MeshModel, LeavesOutDegenerateAndDuplicateTriangles) {
  TriangleMesh mesh = square();
  mesh.points.push_back({0.5, 0, 0});
  mesh.triangles.push_back({0, 0, 1});  // repeated corner
  mesh.triangles.push_back({0, 4, 3});  // without area
  mesh.triangles.push_back({2, 1, 0});  // the first, turned over
  mesh.triangles.push_back({1, 2, 0});  // the first again
  const MeshModel made = build(mesh);
  EXPECT_EQ(made.model.triangles, square().triangles);
  EXPECT_TRUE(warns(made, "2 degenerate triangles"));
  EXPECT_TRUE(warns(made, "2 duplicate triangles"));
  EXPECT_TRUE(warns(made, "1 isolated vertex"));
  EXPECT_NE(refusal(mesh, {.strict = true}).find("strict"), std::string::npos);
}

TEST(MeshModel, FlatToRoundingIsDegenerate) {
  TriangleMesh mesh = square();
  mesh.points.insert(mesh.points.end(), {{0.1, 0.2, 0.3}, {0.2, 0.4, 0.6}, {0.3, 0.6, 0.9}});
  mesh.triangles.push_back({4, 5, 6});
  EXPECT_TRUE(warns(build(mesh), "1 degenerate triangle "));
}

TEST(MeshModel, AStarTakesLinearTime) {
  const TriangleMesh mesh = star(many);
  EXPECT_LT(seconds([&] { build(mesh, {.lumping = Lumping::area, .weld_distance = 0}); }),
            only_quadratic_takes);
}

TEST(MeshModel, ABookTakesLinearTime) {
  const TriangleMesh mesh = book(many);
  EXPECT_LT(seconds([&] { build(mesh); }), only_quadratic_takes);
}

TEST(MeshModel, StarOfValence5000IsFine) {
  const MeshModel made = build(star(5000), {.lumping = Lumping::area, .weld_distance = 0});
  EXPECT_TRUE(made.warnings.empty());
  EXPECT_EQ(springs(made.model, SpringFamily::structural).size(), 10000u);
  EXPECT_EQ(springs(made.model, SpringFamily::bend).size(), 5000u);
  expect_unique_springs(made.model);
}

TEST(MeshModel, BookOf5000PagesIsFine) {
  const MeshModel made = build(book(5000));
  EXPECT_TRUE(warns(made, "1 edge shared by more than two triangles"));
  EXPECT_EQ(springs(made.model, SpringFamily::bend).size(), 4999u);
  expect_unique_springs(made.model);
  EXPECT_FALSE(refusal(book(3), {.strict = true}).empty());
}

TEST(MeshModel, WarnsOfSeamsAndWeldsThemWhenAsked) {
  TriangleMesh cracked = square();
  cracked.points.insert(cracked.points.end(), {{0, 0, 0}, {1, 0, 1}});
  cracked.triangles[1] = {4, 5, 3};
  const MeshModel apart = build(cracked);
  EXPECT_TRUE(warns(apart, "2 vertices at the position of another"));
  EXPECT_EQ(connected_pieces(apart.model).back(), 1u);
  const MeshModel joined = build(cracked, {.weld_distance = 0});
  EXPECT_TRUE(joined.warnings.empty());
  EXPECT_EQ(joined.welded, 2u);
  EXPECT_EQ(joined.model.vertex_count(), 4u);
  EXPECT_EQ(joined.model.springs.size(), 6u);
  EXPECT_TRUE(make_mesh_model(cracked, {.weld_distance = 0, .strict = true}));
}

TEST(MeshModel, WarnsOfSpringsWithoutLength) {
  // Two triangles folded onto each other, their far corners not welded.
  const TriangleMesh folded{.points = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 0, 1}},
                            .triangles = {{0, 2, 1}, {0, 1, 3}}};
  EXPECT_TRUE(warns(build(folded), "1 spring of rest length zero"));
}

TEST(MeshModel, AFamilyWithoutStiffnessGetsNoSprings) {
  EXPECT_EQ(build(square(), {.stiffness = {.structural = 1, .bend = 0}}).model.springs.size(), 5u);
}

TEST(MeshModel, RefusesWhatCannotBeBuilt) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const auto names = [](const std::string& message, const char* what) {
    return message.find(what) != std::string::npos;
  };
  const auto spoilt = [](auto&& spoil) {
    TriangleMesh mesh = square();
    spoil(mesh);
    return refusal(mesh);
  };
  EXPECT_TRUE(names(refusal({}), "at least one triangle"));
  EXPECT_TRUE(names(spoilt([](auto& m) { m.triangles.clear(); }), "at least one triangle"));
  EXPECT_TRUE(names(spoilt([](auto& m) { m.triangles[1][2] = 4; }), "triangle 1"));
  EXPECT_TRUE(names(spoilt([](auto& m) { m.triangles[1][2] = 0xffffffff; }), "triangle 1"));
  EXPECT_TRUE(names(spoilt([&](auto& m) { m.points[2].y = nan; }), "point 2"));
  EXPECT_TRUE(names(spoilt([&](auto& m) { m.points[2].z = -inf; }), "point 2"));
  EXPECT_TRUE(names(spoilt([&](auto& m) { m.points[2].z = 1e200; }), "point 2"));
  EXPECT_TRUE(names(spoilt([](auto& m) { m.triangles = {{0, 0, 1}}; }), "degenerate"));
  for (const double bad : {0.0, -1.0, nan, inf}) EXPECT_TRUE(names(refusal(square(), {.mass = bad}), "mass"));
  EXPECT_TRUE(names(refusal(square(), {.stiffness = {.structural = -1}}), "structural"));
  EXPECT_TRUE(names(refusal(square(), {.stiffness = {.bend = nan}}), "bend"));
  EXPECT_TRUE(names(refusal(square(), {.spring_damping = -1}), "spring_damping"));
  EXPECT_TRUE(names(refusal(square(), {.weld_distance = nan}), "weld_distance"));
  EXPECT_TRUE(names(refusal(square(), {.weld_distance = inf}), "weld_distance"));
  EXPECT_TRUE(names(refusal(square(), {.weld_distance = 5}), "degenerate"));
}

TEST(Weld, JoinsWhatIsWithinTheDistanceAndNothingElse) {
  TriangleMesh mesh{.points = {{0, 0, 0}, {0.009, 0, 0}, {0.02, 0, 0}, {-0.0, 0, 0}, {1, 1, 1}},
                    .triangles = {{0, 2, 4}, {1, 3, 4}}};
  EXPECT_EQ(weld(mesh, 0.01), 2u);
  EXPECT_EQ(mesh.points, (std::vector<Vec3>{{0, 0, 0}, {0.02, 0, 0}, {1, 1, 1}}));
  EXPECT_EQ(mesh.triangles[1], (std::array<VertexId, 3>{0, 0, 2}));
}

TEST(Weld, AgreesWithComparingAllPairs) {
  std::uint32_t seed = 1;
  const auto random = [&] {
    return static_cast<double>((seed = seed * 1664525u + 1013904223u) >> 8) / (1 << 24);
  };
  for (const double distance : {0.0, 1e-300, 0.003, 0.02, 0.1, 3.0}) {
    TriangleMesh mesh;
    for (int i = 0; i < 600; ++i) mesh.points.push_back({random() - 0.5, random() - 0.5, 0.1 * random()});
    for (int i = 0; i < 50; ++i) mesh.points.push_back(mesh.points[static_cast<std::size_t>(7 * i)]);
    std::vector<Vec3> kept;
    for (const Vec3& p : mesh.points)
      if (std::none_of(kept.begin(), kept.end(), [&](const Vec3& q) { return norm(p - q) <= distance; }))
        kept.push_back(p);
    weld(mesh, distance);
    EXPECT_EQ(mesh.points, kept) << distance;
  }
}

TEST(Weld, TakesLinearTimeForAFlatMeshAndForAHeapOfEqualPoints) {
  TriangleMesh flat;
  for (std::size_t i = 0; i < many / 400; ++i)
    for (int j = 0; j < 400; ++j) flat.points.push_back({0, 0.01 * static_cast<double>(i), 0.01 * j});
  TriangleMesh heap{.points = std::vector<Vec3>(many, Vec3{1e9, -1e9, 1e-9}), .triangles = {}};
  EXPECT_LT(seconds([&] { EXPECT_EQ(weld(flat, 0.001), 0u); }), only_quadratic_takes);
  EXPECT_LT(seconds([&] { EXPECT_EQ(weld(flat, 0), 0u); }), only_quadratic_takes);
  EXPECT_LT(seconds([&] { EXPECT_EQ(weld(heap, 1e-12), many - 1); }), only_quadratic_takes);
}

TEST(MeshModel, SecondNeighboursAreAllPairsTwoEdgesApart) {
  // A hexagon of six triangles about a vertex: across edges 6 pairs face each other (two vertices apart on
  // the rim), and the 3 that are opposite have only the middle in common.
  const auto springs = [](const TriangleMesh& mesh, MeshBendSprings kind) {
    MeshOptions options;
    options.bend_springs = kind;
    const auto made = make_mesh_model(mesh, options);
    EXPECT_TRUE(made);
    std::set<Pair> pairs;
    for (std::size_t s = 0; s < made->model.springs.size(); ++s) {
      if (made->model.springs.family[s] != SpringFamily::bend) continue;
      EXPECT_TRUE(pairs.insert(made->model.springs.ends[s]).second) << "each pair once";
      EXPECT_NEAR(
          made->model.springs.rest_length[s],
          norm(mesh.points[made->model.springs.ends[s][0]] - mesh.points[made->model.springs.ends[s][1]]),
          1e-12);
    }
    return pairs;
  };
  EXPECT_EQ(springs(star(6), MeshBendSprings::across_edges).size(), 6u);
  const auto second = springs(star(6), MeshBendSprings::second_neighbours);
  EXPECT_EQ(second.size(), 9u);
  EXPECT_TRUE(second.contains({1, 4}));
  EXPECT_FALSE(second.contains({0, 1}));
}

TEST(MeshModel, SecondNeighboursOfAHugeFanAreRefused) {
  MeshOptions options;
  options.bend_springs = MeshBendSprings::second_neighbours;
  const auto made = make_mesh_model(star(20000), options);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("across-edges"), std::string::npos);
}

}  // namespace
}  // namespace tensio
