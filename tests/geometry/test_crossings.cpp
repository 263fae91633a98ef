#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "geometry/crossings.h"
#include "geometry/dice.h"
#include "geometry/distance.h"

namespace tensio {
namespace {

struct Mesh {
  std::vector<Vec3> points;
  std::vector<std::array<VertexId, 3>> triangles;

  SurfaceView view() const { return {points, triangles}; }
  void add(const Mesh& other) {
    const auto first = static_cast<VertexId>(points.size());
    points.insert(points.end(), other.points.begin(), other.points.end());
    for (const auto& t : other.triangles) triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
};

/// A sheet of n × n squares of side 1/n, at u + v · i + w · j.
Mesh sheet(int n, const Vec3& u, const Vec3& v, const Vec3& w) {
  Mesh mesh;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) mesh.points.push_back(u + double(i) / n * v + double(j) / n * w);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const auto at = static_cast<VertexId>(i * (n + 1) + j), row = static_cast<VertexId>(n + 1);
      mesh.triangles.push_back({at, at + 1, at + row});
      mesh.triangles.push_back({at + 1, at + row + 1, at + row});
    }
  return mesh;
}

std::vector<Crossing> crossings(const Mesh& mesh, bool with_touching = false) {
  CrossingFinder finder;
  const auto found = finder.find(mesh.view(), with_touching);
  return {found.begin(), found.end()};
}

TEST(Crossings, AreNoneInAFlatSheetWithOrWithoutTouching) {
  for (const int n : {1, 2, 7, 8}) {  // thirds and sevenths are not exact: the sheet is flat up to rounding
    EXPECT_TRUE(crossings(sheet(n, {}, {1, 0, 0}, {0, 1, 0})).empty());
    EXPECT_TRUE(crossings(sheet(n, {}, {1, 0, 0}, {0, 1, 0}), true).empty());
    EXPECT_TRUE(crossings(sheet(n, {}, {1, 0.1, 0.3}, {0.2, 1, -0.7}), true).empty());
  }
}

TEST(Crossings, OfTwoTrianglesAreWhereEachPiercesTheOther) {
  Mesh mesh;
  mesh.points = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {1, 1, 3}, {9, 9, 3}};
  mesh.triangles = {{0, 1, 2}, {3, 4, 5}};
  const auto found = crossings(mesh);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].edge, (std::array<VertexId, 2>{3, 4}));
  EXPECT_EQ(found[0].triangle, 0u);
  EXPECT_EQ(found[0].place, (Vec3{1, 1, 0}));
  EXPECT_EQ(found[0].meeting, Meeting::crossing);
  EXPECT_EQ(found[1].edge, (std::array<VertexId, 2>{1, 2}));
  EXPECT_EQ(found[1].triangle, 1u);
  EXPECT_EQ(found[1].place, (Vec3{2, 2, 0}));
}

TEST(Crossings, OfSheetsThatStandInEachOtherAreOnTheirLine) {
  Mesh mesh = sheet(10, {-0.5, -0.5, 0.013}, {1, 0, 0}, {0, 1, 0});
  mesh.add(sheet(10, {0.031, -0.4, -0.5}, {0, 0.7, 0.1}, {0.05, 0, 1}));
  const auto found = crossings(mesh);
  EXPECT_GE(found.size(), 20u);
  for (const Crossing& at : found) {
    EXPECT_NEAR(at.place.z, 0.013, 1e-15);
    EXPECT_NEAR(at.place.x, 0.031 + 0.05 * 0.5, 0.01);
  }
  mesh.points[0].z += 1e-9;  // elsewhere
  EXPECT_EQ(crossings(mesh).size(), found.size());
}

TEST(Crossings, AreThoseOfBruteForce) {
  Dice dice;
  std::size_t total = 0, touching = 0;
  for (int n = 0; n < 60; ++n) {
    Mesh mesh;
    for (int i = 0; i < 40; ++i) mesh.points.push_back(n % 2 == 0 ? dice.point() : dice.grid_point(3));
    for (int i = 0; i < 30; ++i) {
      std::array<VertexId, 3> t{};
      do
        for (VertexId& vertex : t) vertex = static_cast<VertexId>(dice.whole(0, 39));
      while (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]);
      mesh.triangles.push_back(t);
    }
    std::vector<std::array<VertexId, 2>> edges;
    for (const auto& t : mesh.triangles)
      for (std::size_t k = 0; k < 3; ++k)
        edges.push_back({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    std::vector<Crossing> expected;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
      for (const auto& edge : edges) {
        const auto& t = mesh.triangles[i];
        const auto has = [&](VertexId vertex) { return std::find(t.begin(), t.end(), vertex) != t.end(); };
        if (has(edge[0]) || has(edge[1])) continue;
        const Meeting meeting =
            segment_meets_triangle(mesh.points[edge[0]], mesh.points[edge[1]], mesh.points[t[0]],
                                   mesh.points[t[1]], mesh.points[t[2]]);
        if (meeting != Meeting::none) expected.push_back({edge, i, {}, meeting});
      }
    auto found = crossings(mesh, true);
    std::erase_if(found, [&](const Crossing& at) {  // those with a common vertex have their own test
      const auto& t = mesh.triangles[at.triangle];
      return std::any_of(t.begin(), t.end(), [&](VertexId v) { return v == at.edge[0] || v == at.edge[1]; });
    });
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      touching += found[i].meeting == Meeting::touching;
      ASSERT_TRUE(is_finite(found[i].place));
      found[i].place = {};
      ASSERT_EQ(found[i], expected[i]);
    }
    total += found.size();
  }
  EXPECT_GT(total, 1000u);
  EXPECT_GT(touching, 100u);
}

TEST(Crossings, PlaceThePointOnBothShapes) {
  Dice dice;
  int seen = 0;
  for (int n = 0; n < 3000; ++n) {
    Mesh mesh;
    for (int i = 0; i < 6; ++i) mesh.points.push_back(n % 2 == 0 ? dice.point() : dice.grid_point(2));
    mesh.triangles = {{0, 1, 2}, {3, 4, 5}};
    for (const Crossing& at : crossings(mesh, true)) {
      const auto& t = mesh.triangles[at.triangle];
      const Vec3 &p = mesh.points[at.edge[0]], &q = mesh.points[at.edge[1]];
      ASSERT_LE(
          std::sqrt(closest_point_triangle(at.place, mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]])
                        .square),
          1e-9);
      const double along = closest_parameter(at.place - p, q - p);
      ASSERT_LE(norm(at.place - (p + along * (q - p))), 1e-9);
      ++seen;
    }
  }
  EXPECT_GT(seen, 500);
}

TEST(Crossings, OfNeighboursAreFoldsPressedFlat) {
  Mesh fold;  // two triangles at one edge, turned onto each other
  fold.points = {{0, 0, 0}, {1, 0, 0}, {0.2, 1, 0}, {0.6, 0.5, 0}};
  fold.triangles = {{0, 1, 2}, {1, 0, 3}};
  EXPECT_TRUE(crossings(fold).empty());
  EXPECT_FALSE(crossings(fold, true).empty());
  fold.points[3] = {0.6, 0.5, 1e-300};  // not quite flat
  EXPECT_TRUE(crossings(fold, true).empty());
  fold.points[3] = {0.6, -0.5, 0};  // open
  EXPECT_TRUE(crossings(fold, true).empty());
}

TEST(Crossings, OfTwoSurfacesLookAtEdgesOfOneAndTrianglesOfTheOther) {
  Mesh floor = sheet(1, {-1, -1, 0}, {2, 0, 0}, {0, 2, 0}), spike;
  spike.points = {{0.1, 0.3, -1}, {0, 0, 5}, {0.3, 0.1, 5}};
  spike.triangles = {{0, 1, 2}};
  CrossingFinder finder;
  EXPECT_EQ(finder.find(spike.view(), floor.view()).size(), 2u);  // two edges leave through the floor
  EXPECT_EQ(finder.find(floor.view(), spike.view()).size(), 0u);
  spike.points[0].z = 0;  // stands on it
  EXPECT_EQ(finder.find(spike.view(), floor.view()).size(), 0u);
  EXPECT_EQ(finder.find(spike.view(), floor.view(), true).size(), 2u);
}

TEST(Crossings, OfNoTrianglesAreNone) {
  EXPECT_TRUE(crossings({}).empty());
  EXPECT_TRUE(crossings({{{1, 2, 3}}, {}}, true).empty());
}

}  // namespace
}  // namespace tensio
