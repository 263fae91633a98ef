#include <algorithm>
#include <gtest/gtest.h>

#include "model/seen.h"
#include "tensio/cloth.h"
#include "tensio/solids.h"
#include "tensio/strands.h"

namespace tensio {
namespace {

Model named(Model model, const std::string& name) {
  for (Part& part : model.parts) part.name = name;
  return model;
}

const SeenBody& body_of(const Seen& seen, const std::string& name) {
  return *std::ranges::find(seen.bodies, name, &SeenBody::name);
}

TEST(Seen, BodiesHaveTheirTrianglesAndSegmentsBehindEachOther) {
  Model model = named(*make_chain({.segments = 4}), "rope");
  model.append(named(
      *make_lattice({.cells = {2, 2, 2}, .surface = *close_surface(make_ellipsoid({1, 1, 1}, 2))}), "jelly"));
  model.append(named(*make_grid({.columns = 3, .rows = 3}), "cloth"));
  const Seen seen = see(model);
  ASSERT_EQ(seen.bodies.size(), 3u);
  EXPECT_EQ(seen.points, model.vertex_count() + model.skins[0].points.size());
  EXPECT_EQ(body_of(seen, "rope").segment_end, 4u);
  EXPECT_EQ(seen.segments.size(), 4u) << "springs inside a body are not seen";
  const SeenBody &jelly = body_of(seen, "jelly"), &cloth = body_of(seen, "cloth");
  EXPECT_EQ(jelly.triangle_end - jelly.triangle_begin, model.skins[0].triangles.size());
  EXPECT_GE(seen.triangles[jelly.triangle_begin][0], model.vertex_count()) << "the skin, not the cells";
  EXPECT_EQ(cloth.triangle_begin, jelly.triangle_end);
  EXPECT_EQ(cloth.triangle_end, seen.triangles.size());
  EXPECT_EQ(seen.triangles[cloth.triangle_begin], model.triangles[model.parts[2].triangle_begin]);
}

TEST(Seen, ABodysColourIsItsOwnThenThatOfRopesThenThatOfAll) {
  Model model = named(*make_chain({.segments = 2}), "plain rope");
  model.append(named(*make_chain({.segments = 2}), "red rope"));
  model.append(named(*make_grid({.columns = 2, .rows = 2}), "plain cloth"));
  model.parts[1].colour = Rgb{0xff0000};
  const Seen seen = see(model, {.colour = {1}, .rope_colour = Rgb{2}});
  EXPECT_EQ(body_of(seen, "plain rope").rope_colour.code, 2u);
  EXPECT_EQ(body_of(seen, "red rope").rope_colour.code, 0xff0000u);
  EXPECT_EQ(body_of(seen, "plain cloth").colour.code, 1u);
  EXPECT_EQ(body_of(see(model, {.colour = {1}}), "plain rope").rope_colour.code, 1u);
}

TEST(Seen, ACutRopeKeepsAllOfItsSegmentsAndTheirRadii) {
  Model model = named(*make_chain({.segments = 3}), "rope");
  model.radius = {0.1, 0.2, 0.3, 0.4};
  const Seen before = see(model);
  // The two inner vertices part, so that the middle segment may hang at copies only.
  const VertexId first = model.add_vertex(model.rest_position[1], 1),
                 second = model.add_vertex(model.rest_position[2], 1);
  model.copies = {{first, 1}, {second, 2}};
  model.springs.ends[1] = {first, second};
  ASSERT_TRUE(validate(model));
  const Seen after = see(model);
  EXPECT_EQ(after.segments.size(), 3u);
  EXPECT_EQ(after.radii, before.radii);
  EXPECT_EQ(after.bodies, before.bodies);
}

TEST(Seen, WhatIsInNoPartIsABodyWithoutAName) {
  Model model;
  for (const double x : {0.0, 1.0, 2.0}) model.add_vertex({x, 0, 0}, 1);
  model.springs.add(0, 1, SpringFamily::structural, 1, 1);
  Seen seen = see(model);
  ASSERT_EQ(seen.bodies.size(), 1u);
  EXPECT_EQ(seen.segments.size(), 1u);
  model.triangles = {{0, 1, 2}};
  seen = see(model);
  EXPECT_EQ(seen.bodies.at(0).triangle_end, 1u);
  EXPECT_TRUE(seen.segments.empty()) << "springs of a surface are not strands";
}

TEST(Seen, ABridgeShowsItsRopesAlongTheBoards) {
  const Model model = *make_bridge({.boards = 3});
  const Seen seen = see(model);
  ASSERT_EQ(seen.bodies.size(), 2u);
  EXPECT_EQ(seen.triangles.size(), 12u);
  std::size_t structural = 0;
  for (const SpringFamily family : model.springs.family) structural += family == SpringFamily::structural;
  EXPECT_EQ(seen.segments.size(), structural);
}

}  // namespace
}  // namespace tensio
