#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <set>

#include "tensio/cloth.h"

namespace tensio {
namespace {

Model grid(const GridOptions& options) {
  auto model = make_grid(options);
  EXPECT_TRUE(model) << (model ? "" : model.error().message);
  return model ? *model : Model{};
}

long count(const Model& model, SpringFamily family) {
  return std::count(model.springs.family.begin(), model.springs.family.end(), family);
}

double total(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(Grid, PaperLayoutHasTable1Counts) {
  const Model model = grid({});
  EXPECT_EQ(model.vertex_count(), 6561u);
  EXPECT_EQ(model.springs.size(), 32158u);
  EXPECT_EQ(model.triangles.size(), 12800u);
}

TEST(Grid, LayoutsDifferInDiagonalsAndBendingSprings) {
  const Model paper = grid({.columns = 5, .rows = 4});
  EXPECT_EQ(count(paper, SpringFamily::structural), 4 * 4 + 5 * 3);
  EXPECT_EQ(count(paper, SpringFamily::shear), 4 * 3);
  EXPECT_EQ(count(paper, SpringFamily::bend), 3 * 4 + 5 * 2);
  const Model full = grid({.columns = 5, .rows = 4, .layout = GridLayout::full});
  EXPECT_EQ(count(full, SpringFamily::shear), 2 * 4 * 3);
  EXPECT_EQ(count(full, SpringFamily::bend), 3 * 4 + 5 * 2);
  const Model simplified = grid({.columns = 5, .rows = 4, .layout = GridLayout::simplified});
  EXPECT_EQ(count(simplified, SpringFamily::shear), 4 * 3);
  EXPECT_EQ(count(simplified, SpringFamily::bend), 0);
}

TEST(Grid, BendReachOfThreeSkipsTwoVertices) {
  const Model model = grid({.columns = 5, .rows = 4, .bend_reach = 3});
  EXPECT_EQ(count(model, SpringFamily::bend), 2 * 4 + 5 * 1);
  for (std::size_t s = 0; s < model.springs.size(); ++s)
    if (model.springs.family[s] == SpringFamily::bend) {
      const auto [a, b] = model.springs.ends[s];
      EXPECT_TRUE(b - a == 3 || b - a == 15) << a << " " << b;
    }
}

TEST(Grid, AFamilyWithoutStiffnessGetsNoSprings) {
  const Model model = grid({.columns = 5, .rows = 4, .stiffness = {.structural = 7, .shear = 5, .bend = 0}});
  EXPECT_EQ(count(model, SpringFamily::bend), 0);
  EXPECT_EQ(model.springs.stiffness.front(), 7);
  EXPECT_EQ(model.springs.stiffness.back(), 5);
}

TEST(Grid, EverySpringIsAtRestAndUnique) {
  const Model model = grid({.columns = 7, .rows = 6, .width = 3, .depth = 1, .layout = GridLayout::full});
  std::set<std::array<VertexId, 2>> seen;
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    auto [a, b] = model.springs.ends[s];
    EXPECT_NEAR(norm(model.rest_position[a] - model.rest_position[b]), model.springs.rest_length[s], 1e-14);
    EXPECT_TRUE(seen.insert({std::min(a, b), std::max(a, b)}).second);
  }
}

TEST(Grid, SpringsOfOneOffsetStandTogetherWithRisingVertices) {
  const Model model = grid({.columns = 6, .rows = 5});
  std::set<VertexId> offsets;
  VertexId last_offset = 0, last_vertex = 0;
  for (const auto& [a, b] : model.springs.ends) {
    if (b - a == last_offset) {
      EXPECT_GT(a, last_vertex);
    } else {
      EXPECT_TRUE(offsets.insert(b - a).second);
    }
    last_offset = b - a, last_vertex = a;
  }
  EXPECT_EQ(offsets.size(), 5u);
}

TEST(Grid, IsCentredAndLooksUp) {
  const Model model = grid({.columns = 5, .rows = 3, .width = 4, .depth = 2});
  EXPECT_EQ(model.rest_position[0], (Vec3{-2, 0, -1}));
  EXPECT_EQ(model.rest_position[4], (Vec3{2, 0, -1}));
  EXPECT_EQ(model.rest_position[10], (Vec3{-2, 0, 1}));
  for (const auto& [a, b, c] : model.triangles) {
    const Vec3 normal = cross(model.rest_position[b] - model.rest_position[a],
                              model.rest_position[c] - model.rest_position[a]);
    EXPECT_DOUBLE_EQ(normal.y, 1);
    EXPECT_EQ(normal.x, 0);
    EXPECT_EQ(normal.z, 0);
  }
}

TEST(Grid, IsItsOwnMirrorImageToTheLastBit) {
  const Model model = grid({.columns = 8, .rows = 2, .width = 0.7});
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(model.rest_position[i].x, -model.rest_position[7 - i].x);
}

TEST(Grid, TrianglesShareTheirDiagonalWithAShearSpring) {
  const Model model = grid({.columns = 4, .rows = 4});
  std::set<std::array<VertexId, 2>> springs;
  for (const auto& [a, b] : model.springs.ends) springs.insert({std::min(a, b), std::max(a, b)});
  for (const auto& triangle : model.triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const VertexId a = triangle[i], b = triangle[(i + 1) % 3];
      EXPECT_TRUE(springs.contains({std::min(a, b), std::max(a, b)}));
    }
}

TEST(Grid, HalfBoundaryHalvesStructuralSpringsOnTheRimOnly) {
  const Model model = grid({.columns = 4, .rows = 3, .half_boundary = true});
  long halved = 0;
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    const auto [a, b] = model.springs.ends[s];
    const Vec3 middle = 0.5 * (model.rest_position[a] + model.rest_position[b]);
    const bool on_rim = std::abs(middle.x) == 1 || std::abs(middle.z) == 1;
    if (model.springs.family[s] != SpringFamily::structural) continue;
    EXPECT_EQ(model.springs.stiffness[s], on_rim ? 40 : 80);
    halved += on_rim;
  }
  EXPECT_EQ(halved, 2 * 3 + 2 * 2);
  EXPECT_EQ(std::count(model.springs.stiffness.begin(), model.springs.stiffness.end(), 40), halved);
}

TEST(Grid, LumpingKeepsTheMass) {
  const Model uniform = grid({.columns = 9, .rows = 5, .mass = 3});
  EXPECT_NEAR(total(uniform.mass), 3, 1e-12);
  EXPECT_EQ(*std::min_element(uniform.mass.begin(), uniform.mass.end()),
            *std::max_element(uniform.mass.begin(), uniform.mass.end()));
  const Model by_area = grid({.columns = 9, .rows = 5, .mass = 3, .lumping = Lumping::area});
  EXPECT_NEAR(total(by_area.mass), 3, 1e-12);
  const double third = 3.0 / (64 * 3);
  EXPECT_DOUBLE_EQ(by_area.mass[0], 2 * third);
  EXPECT_DOUBLE_EQ(by_area.mass[8], third);
  EXPECT_DOUBLE_EQ(by_area.mass[1], 3 * third);
  EXPECT_DOUBLE_EQ(by_area.mass[10], 6 * third);
}

TEST(Grid, RecordsItsPart) {
  const Model model = grid({.columns = 3, .rows = 3});
  ASSERT_EQ(model.parts.size(), 1u);
  EXPECT_EQ(model.parts[0].name, "grid");
  EXPECT_EQ(model.parts[0].vertex_end, 9u);
  EXPECT_EQ(model.parts[0].triangle_end, 8u);
}

TEST(Grid, RefusesBadInputWithTheFieldsName) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const auto message = [](const GridOptions& options) {
    const auto model = make_grid(options);
    return model ? std::string() : model.error().message;
  };
  const auto names = [&](const GridOptions& options, const char* what) {
    return message(options).find(what) != std::string::npos;
  };
  EXPECT_TRUE(names({.columns = 1, .rows = 5}, "2 × 2"));
  EXPECT_TRUE(names({.columns = 5, .rows = 0}, "2 × 2"));
  EXPECT_TRUE(names({.columns = 4000, .rows = 4000}, "4000000"));
  EXPECT_TRUE(names({.columns = SIZE_MAX / 2 + 1, .rows = 4}, "4000000"));
  for (const double bad : {0.0, -1.0, nan, inf, 1e300}) {
    EXPECT_TRUE(names({.width = bad}, "width")) << bad;
    EXPECT_TRUE(names({.depth = bad}, "depth")) << bad;
  }
  for (const double bad : {0.0, -1.0, nan, inf}) EXPECT_TRUE(names({.mass = bad}, "mass")) << bad;
  for (const double bad : {-1.0, nan, inf}) {
    EXPECT_TRUE(names({.stiffness = {.structural = bad}}, "stiffness.structural")) << bad;
    EXPECT_TRUE(names({.stiffness = {.shear = bad}}, "stiffness.shear")) << bad;
    EXPECT_TRUE(names({.stiffness = {.bend = bad}}, "stiffness.bend")) << bad;
    EXPECT_TRUE(names({.spring_damping = bad}, "spring_damping")) << bad;
  }
  for (const int bad : {-2, 0, 1, 4}) EXPECT_TRUE(names({.bend_reach = bad}, "bend_reach")) << bad;
  EXPECT_TRUE(names({.mass = 1e-323}, "mass"));
}

TEST(Grid, TheSmallestOneIsValidInEveryLayout) {
  for (const GridLayout layout : {GridLayout::paper, GridLayout::full, GridLayout::simplified})
    for (const std::size_t rows : {2u, 3u, 4u})
      EXPECT_TRUE(make_grid({.columns = 2, .rows = rows, .layout = layout, .bend_reach = 3}));
}

/// Force of the springs that cross the line z = 0.01, when all is stretched along z, over the strain.
double pull(const Model& model) {
  double sum = 0;
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    const auto [a, b] = model.springs.ends[s];
    const Vec3 from = model.rest_position[a], way = model.rest_position[b] - from;
    if (way.x == 0 && (from.z < 0.01) != (from.z + way.z < 0.01)) sum += model.springs.stiffness[s] * way.z;
  }
  return sum;
}

TEST(Grid, CoarsenedWeighsPullsAndLooksLikeTheWholeOne) {
  for (const bool is_light_at_the_edge : {false, true}) {
    GridOptions options{.columns = 20, .rows = 14, .stiffness = {1000, 200, 0}, .mass = 3};
    options.half_boundary = is_light_at_the_edge;
    const Model whole = grid(options);
    options.coarsening = 3;
    const Model coarse = grid(options);
    ASSERT_EQ(coarse.vertex_count(), 7u * 5u);
    EXPECT_NEAR(total(coarse.mass), 3, 1e-12);
    EXPECT_NEAR(pull(coarse), pull(whole), 1e-9);
    ASSERT_EQ(coarse.skins.size(), 1u);
    const Skin& skin = coarse.skins.front();
    EXPECT_EQ(skin.triangles, whole.triangles);
    ASSERT_EQ(skin.points.size(), whole.vertex_count());
    for (std::size_t v = 0; v < whole.vertex_count(); ++v)
      EXPECT_LT(norm(skin.points[v].of(coarse.rest_position) - whole.rest_position[v]), 1e-12) << v;
  }
}

TEST(Grid, CoarseningHasALeast) {
  EXPECT_EQ(grid({.columns = 3, .rows = 5, .coarsening = 100}).vertex_count(), 4u);
  EXPECT_FALSE(make_grid({.coarsening = 0}));
  EXPECT_FALSE(make_grid({.coarsening = 2, .cells = GridCells::staggered}));
}

}  // namespace
}  // namespace tensio
