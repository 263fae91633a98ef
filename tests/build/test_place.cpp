#include <gtest/gtest.h>
#include <limits>
#include <numbers>

#include "build/chain.h"
#include "tensio/build.h"
#include "tensio/cloth.h"

namespace tensio {
namespace {

using Ids = std::vector<VertexId>;

const Model& grid() {
  static const Model model = *make_grid({.columns = 4, .rows = 3, .width = 3, .depth = 2});
  return model;
}
const BodyShape grid_shape{BodyKind::grid, 4, 3};

Ids chosen(const Selection& selection, const Model& model = grid(), const BodyShape& shape = grid_shape) {
  const auto result = select(model, shape, selection);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return result ? *result : Ids{};
}

std::string refusal(const Selection& selection, const Model& model = grid(),
                    const BodyShape& shape = grid_shape) {
  const auto result = select(model, shape, selection);
  return result ? std::string() : result.error().message;
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

TEST(Place, TurnsThenMovesPositionsPinsAndAnchorsAndLeavesForcesAlone) {
  Model model = grid();
  model.pins.push_back({0, {1, 0, 0}, {}});
  model.attachments.push_back({1, {0, 0, 1}, 5, {}});
  model.force[0] = {1, 2, 3};
  place(model, rotation({0, 1, 0}, std::numbers::pi / 2), {0, 5, 0});
  const auto near = [](const Vec3& a, const Vec3& b) { return norm(a - b) < 1e-15; };
  EXPECT_TRUE(near(model.rest_position[0], {-1, 5, 1.5}));
  EXPECT_TRUE(near(model.pins[0].position, {0, 5, -1}));
  EXPECT_TRUE(near(model.attachments[0].anchor, {1, 5, 0}));
  EXPECT_EQ(model.force[0], (Vec3{1, 2, 3}));
}

TEST(Select, CornersOfAGrid) {
  EXPECT_EQ(chosen(SelectCorner{"back-left"}), (Ids{0}));
  EXPECT_EQ(chosen(SelectCorner{"back-right"}), (Ids{3}));
  EXPECT_EQ(chosen(SelectCorner{"front-left"}), (Ids{8}));
  EXPECT_EQ(chosen(SelectCorner{"front-right"}), (Ids{11}));
  const Vec3 corner = grid().rest_position[11];
  EXPECT_GT(corner.x, 0);
  EXPECT_GT(corner.z, 0);
}

TEST(Select, OfACoarsenedGridTheSimulatedVerticesNearestToTheNumbered) {
  const GridOptions options{.columns = 57, .rows = 49, .coarsening = 3};
  const Model coarse = *make_grid(options);
  const BodyShape shape{BodyKind::grid, 57, 49, 3};
  const Skin& skin = coarse.skins.front();
  const double cell = norm(coarse.rest_position[1] - coarse.rest_position[0]);
  for (std::size_t v = 0; v < 57 * 49; ++v) {
    const Ids found = chosen(SelectVertices{{v}}, coarse, shape);
    ASSERT_EQ(found.size(), 1u);
    const Vec3 off = coarse.rest_position[found[0]] - skin.points[v].of(coarse.rest_position);
    EXPECT_LT(std::max(std::abs(off.x), std::abs(off.z)), 0.52 * cell) << v;
  }
  const auto last = static_cast<VertexId>(coarse.vertex_count() - 1);
  EXPECT_EQ(chosen(SelectVertices{{57 * 49 - 1}}, coarse, shape), (Ids{last}));
  EXPECT_EQ(chosen(SelectCorner{"front-right"}, coarse, shape), (Ids{last}));
  EXPECT_EQ(chosen(SelectEdge{"back"}, coarse, shape).size(), simulated_lines(57, 3));
  EXPECT_TRUE(contains(refusal(SelectVertices{{57 * 49}}, coarse, shape), "0 to 2792"));
  EXPECT_FALSE(refusal(SelectVertices{{0}}, coarse, {BodyKind::grid, 57, 49, 2}).empty());
}

TEST(Select, EdgesOfAGrid) {
  EXPECT_EQ(chosen(SelectEdge{"back"}), (Ids{0, 1, 2, 3}));
  EXPECT_EQ(chosen(SelectEdge{"front"}), (Ids{8, 9, 10, 11}));
  EXPECT_EQ(chosen(SelectEdge{"left"}), (Ids{0, 4, 8}));
  EXPECT_EQ(chosen(SelectEdge{"right"}), (Ids{3, 7, 11}));
}

TEST(Select, EndsOfAChain) {
  const Model chain = *make_chain({.segments = 5});
  EXPECT_EQ(chosen(SelectEnd{"start"}, chain, {BodyKind::chain}), (Ids{0}));
  EXPECT_EQ(chosen(SelectEnd{"end"}, chain, {BodyKind::chain}), (Ids{5}));
  EXPECT_TRUE(contains(refusal(SelectEnd{"middle"}, chain, {BodyKind::chain}), "start or end"));
}

TEST(Select, ByPlaceAndByIndex) {
  EXPECT_EQ(chosen(SelectBox{{-9, -9, -9}, {-1, 9, 9}}), (Ids{0, 4, 8}));
  EXPECT_EQ(chosen(SelectSphere{{0.5, 0, 0}, 0.1}), (Ids{6}));
  EXPECT_EQ(chosen(SelectVertices{{7, 2, 7}}), (Ids{2, 7}));
  EXPECT_EQ(chosen(SelectAll{}).size(), 12u);
}

TEST(Select, ErrorsNameWhatWouldBeAllowed) {
  EXPECT_TRUE(contains(refusal(SelectCorner{"top"}), "back-left, back-right, front-left or front-right"));
  EXPECT_TRUE(contains(refusal(SelectCorner{"top"}), "\"top\""));
  EXPECT_TRUE(contains(refusal(SelectEdge{""}), "back, front, left or right"));
  EXPECT_TRUE(contains(refusal(SelectEnd{"start"}), "a grid has no ends; choose a corner, an edge"));
  EXPECT_TRUE(
      contains(refusal(SelectCorner{"back-left"}, grid(), {BodyKind::mesh}), "this body has no corners"));
  EXPECT_TRUE(contains(refusal(SelectEdge{"left"}, grid(), {BodyKind::chain}), "an end"));
  EXPECT_TRUE(contains(refusal(SelectVertices{{12}}), "0 to 11"));
  EXPECT_TRUE(contains(refusal(SelectVertices{}), "empty"));
  EXPECT_TRUE(contains(refusal(SelectBox{{5, 5, 5}, {6, 6, 6}}), "no vertex"));
  EXPECT_TRUE(contains(refusal(SelectBox{{1, 0, 0}, {0, 1, 1}}), "min must be at most max"));
  EXPECT_TRUE(contains(refusal(SelectSphere{{0, 0, 0}, -1}), "radius"));
  EXPECT_TRUE(contains(refusal(SelectSphere{{0, 0, 0}, std::numeric_limits<double>::quiet_NaN()}), "radius"));
}

TEST(Select, RefusesAShapeThatDoesNotFitTheBody) {
  EXPECT_FALSE(refusal(SelectCorner{"back-left"}, grid(), {BodyKind::grid, 5, 3}).empty());
  EXPECT_FALSE(refusal(SelectEdge{"back"}, grid(), {BodyKind::grid, 0, 0}).empty());
  EXPECT_FALSE(refusal(SelectEdge{"back"}, grid(), {BodyKind::grid, SIZE_MAX, SIZE_MAX}).empty());
  EXPECT_FALSE(refusal(SelectAll{}, Model{}, {BodyKind::mesh}).empty());
}

}  // namespace
}  // namespace tensio
