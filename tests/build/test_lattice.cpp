#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "tensio/solids.h"

using namespace tensio;

namespace {

/// Six times the volume that the triangles enclose, and how often each directed edge occurs.
struct Surface {
  double volume = 0;
  std::map<std::pair<VertexId, VertexId>, int> edges;
};
Surface measure(const Model& model) {
  Surface surface;
  for (const auto& [a, b, c] : model.triangles) {
    const auto& x = model.rest_position;
    surface.volume += dot(x[a], cross(x[b], x[c])) / 6;
    for (const auto& edge : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) ++surface.edges[edge];
  }
  return surface;
}

bool is_in_ball(const Vec3& p) {
  return norm(p) < 0.5;
}

}  // namespace

TEST(Lattice, CountsOfABoxAreThoseOfKuhnsTetrahedra) {
  LatticeOptions options{.cells = {3, 4, 5}};
  const auto model = make_lattice(options);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->vertex_count(), 4u * 5 * 6);
  const std::size_t structural = 3 * 5 * 6 + 4 * 4 * 6 + 4 * 5 * 5;
  const std::size_t faces = 3 * 4 * 6 + 4 * 4 * 5 + 3 * 5 * 5, cells = 3 * 4 * 5;
  EXPECT_EQ(model->springs.size(), structural + faces + cells);
  EXPECT_EQ(model->triangles.size(), 2u * 2 * (3 * 4 + 4 * 5 + 3 * 5));
  EXPECT_EQ(std::ranges::count(model->springs.family, SpringFamily::structural),
            static_cast<long>(structural));
  options.layout = LatticeLayout::full;
  EXPECT_EQ(make_lattice(options)->springs.size(), structural + 2 * faces + 4 * cells);
}

TEST(Lattice, NoSpringTwiceAndEveryRestLengthIsTheDistance) {
  const auto model = make_lattice(
      {.cells = {6, 7, 5}, .size = {1, 1.2, 0.9}, .contains = is_in_ball, .layout = LatticeLayout::full});
  ASSERT_TRUE(model);
  std::set<std::pair<VertexId, VertexId>> seen;
  for (std::size_t s = 0; s < model->springs.size(); ++s) {
    const auto [a, b] = model->springs.ends[s];
    EXPECT_TRUE(seen.insert(std::minmax(a, b)).second);
    EXPECT_NEAR(model->springs.rest_length[s], norm(model->rest_position[a] - model->rest_position[b]),
                1e-15);
  }
  EXPECT_EQ(std::ranges::max(connected_pieces(*model)), 0u);
}

TEST(Lattice, SurfaceOfAShapeIsClosedAndLooksOutwards) {
  const auto model = make_lattice({.cells = {9, 9, 9}, .contains = is_in_ball, .mass = 3});
  ASSERT_TRUE(model);
  const Surface surface = measure(*model);
  for (const auto& [edge, count] : surface.edges) {
    const auto back = surface.edges.find({edge.second, edge.first});
    ASSERT_NE(back, surface.edges.end());
    EXPECT_EQ(back->second, count);
  }
  int cells = 0;
  for (int z = -4; z <= 4; ++z)
    for (int y = -4; y <= 4; ++y)
      for (int x = -4; x <= 4; ++x) cells += is_in_ball({x / 9.0, y / 9.0, z / 9.0}) ? 1 : 0;
  EXPECT_NEAR(surface.volume, cells / 729.0, 1e-12);
  EXPECT_NEAR(std::accumulate(model->mass.begin(), model->mass.end(), 0.0), 3, 1e-12);
}

TEST(Lattice, RefusesWhatItCannotBuild) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::size_t huge = std::numeric_limits<std::size_t>::max();
  LatticeOptions bad[6];
  bad[0].cells = {0, 1, 1};
  bad[1].cells = {huge, huge, huge};
  bad[2].cells = {2000, 2000, 2000};
  bad[3].size = {1, nan, 1};
  bad[4].mass = -1;
  bad[5].contains = [](const Vec3&) { return false; };
  for (const LatticeOptions& options : bad) {
    const auto model = make_lattice(options);
    ASSERT_FALSE(model);
    EXPECT_FALSE(model.error().message.empty());
  }
}
