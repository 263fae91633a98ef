#include <gtest/gtest.h>
#include <limits>
#include <numeric>

#include "build/chain.h"

namespace tensio {
namespace {

Model chain(const ChainOptions& options) {
  auto model = make_chain(options);
  EXPECT_TRUE(model) << (model ? "" : model.error().message);
  return model ? *model : Model{};
}

TEST(Chain, RunsStraightFromStartToEnd) {
  const Model model = chain({.segments = 4, .start = {0, 1, 0}, .end = {2, 1, 0}});
  ASSERT_EQ(model.vertex_count(), 5u);
  EXPECT_EQ(model.rest_position[0], (Vec3{0, 1, 0}));
  EXPECT_EQ(model.rest_position[1], (Vec3{0.5, 1, 0}));
  EXPECT_EQ(model.rest_position[4], (Vec3{2, 1, 0}));
  ASSERT_EQ(model.springs.size(), 4u);
  EXPECT_EQ(model.springs.ends[3], (std::array<VertexId, 2>{3, 4}));
  EXPECT_DOUBLE_EQ(model.springs.rest_length[0], 0.5);
  ASSERT_EQ(model.parts.size(), 1u);
  EXPECT_EQ(model.parts[0].vertex_end, 5u);
}

TEST(Chain, RestLengthMakesItSlack) {
  const Model model = chain({.segments = 10, .rest_length = 3, .bend_stiffness = 5});
  EXPECT_DOUBLE_EQ(model.springs.rest_length.front(), 0.3);
  EXPECT_DOUBLE_EQ(model.springs.rest_length.back(), 0.6);
}

TEST(Chain, BendingSpringsSkipOneVertex) {
  const Model model = chain({.segments = 5, .stiffness = 30, .bend_stiffness = 7, .spring_damping = 0.5});
  ASSERT_EQ(model.springs.size(), 5u + 4u);
  EXPECT_EQ(model.springs.ends.back(), (std::array<VertexId, 2>{3, 5}));
  EXPECT_EQ(model.springs.family.back(), SpringFamily::bend);
  EXPECT_EQ(model.springs.stiffness.back(), 7);
  EXPECT_EQ(model.springs.stiffness.front(), 30);
  EXPECT_EQ(model.springs.damping.back(), 0.5);
  EXPECT_EQ(chain({.segments = 1, .bend_stiffness = 7}).springs.size(), 1u);
}

TEST(Chain, LumpingKeepsTheMassAndHalvesTheEndsByLength) {
  const auto total = [](const Model& m) { return std::accumulate(m.mass.begin(), m.mass.end(), 0.0); };
  const Model uniform = chain({.segments = 7, .mass = 2});
  EXPECT_NEAR(total(uniform), 2, 1e-12);
  EXPECT_EQ(uniform.mass[0], uniform.mass[3]);
  const Model by_length = chain({.segments = 7, .mass = 2, .lumping = Lumping::area});
  EXPECT_NEAR(total(by_length), 2, 1e-12);
  EXPECT_DOUBLE_EQ(2 * by_length.mass[0], by_length.mass[3]);
  EXPECT_DOUBLE_EQ(2 * by_length.mass[7], by_length.mass[3]);
}

TEST(Chain, RefusesBadInputWithTheFieldsName) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const auto names = [](const ChainOptions& options, const char* what) {
    const auto model = make_chain(options);
    return !model && model.error().message.find(what) != std::string::npos;
  };
  EXPECT_TRUE(names({.segments = 0}, "segments"));
  EXPECT_TRUE(names({.segments = max_vertices}, "3999999"));
  EXPECT_TRUE(names({.segments = SIZE_MAX}, "3999999"));
  EXPECT_TRUE(names({.start = {nan, 0, 0}}, "start"));
  EXPECT_TRUE(names({.end = {0, inf, 0}}, "end"));
  EXPECT_TRUE(names({.end = {0, 0, 1e200}}, "end"));
  EXPECT_TRUE(names({.start = {1, 2, 3}, .end = {1, 2, 3}, .rest_length = 1}, "same point"));
  for (const double bad : {-1.0, nan, inf}) {
    EXPECT_TRUE(names({.rest_length = bad}, "rest_length")) << bad;
    EXPECT_TRUE(names({.stiffness = bad}, "stiffness")) << bad;
    EXPECT_TRUE(names({.bend_stiffness = bad}, "bend_stiffness")) << bad;
    EXPECT_TRUE(names({.spring_damping = bad}, "spring_damping")) << bad;
    EXPECT_TRUE(names({.mass = bad}, "mass")) << bad;
  }
  EXPECT_TRUE(names({.mass = 0}, "mass"));
}

}  // namespace
}  // namespace tensio
