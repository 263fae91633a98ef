#include <gtest/gtest.h>
#include <limits>
#include <numeric>

#include "build/chain.h"
#include "math/elementary.h"
#include "sim/measure.h"

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

constexpr double pi = 3.141592653589793;

Vec3 unit_circle(double s) {
  const auto [sine, cosine] = sine_cosine(2 * pi * s);
  return {cosine, 0, sine};
}

double elastic_energy(const Model& model) {
  const tensio::Setup setup{.model = model, .gravity = {}};
  return measure_energy(setup, make_state(setup)).elastic;
}

TEST(Chain, FollowsALineAtEqualDistances) {
  // 3 m: along x, then up, then back.
  const Model model = chain({.segments = 6, .points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}});
  const std::vector<Vec3> expected{{0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}, {1, 0.5, 0},
                                   {1, 1, 0}, {0.5, 1, 0}, {0, 1, 0}};
  ASSERT_EQ(model.vertex_count(), 7u);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_LT(norm(model.rest_position[i] - expected[i]), 1e-15) << i;
  // Where a segment cuts a corner it is shorter, and at rest.
  const Model cut = chain({.segments = 1, .points = {{0, 0, 0}, {3, 0, 0}, {3, 4, 0}}});
  EXPECT_DOUBLE_EQ(cut.springs.rest_length[0], 5);
  // A line may visit a point twice in a row.
  EXPECT_EQ(chain({.segments = 2, .points = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {2, 0, 0}}}).rest_position[1],
            Vec3(1, 0, 0));
}

TEST(Chain, DividesACurveByItsLengthNotByItsParameter) {
  const auto hasty = [](double s) { return unit_circle(0.5 * s * s); };  // fast at its end
  const Model model = chain({.segments = 40, .curve = hasty});
  for (const double length : model.springs.rest_length) EXPECT_NEAR(length, 2 * std::sin(pi / 80), 1e-6);
  for (const Vec3& x : model.rest_position) EXPECT_NEAR(norm(x), 1, 1e-15);
  EXPECT_EQ(model.rest_position[40], hasty(1));
}

TEST(Chain, AClosedChainIsARing) {
  const Model model = chain({.segments = 8,
                             .curve = unit_circle,
                             .closed = true,
                             .bend_stiffness = 3,
                             .flexural_rigidity = 1,
                             .mass = 4,
                             .lumping = Lumping::area});
  ASSERT_EQ(model.vertex_count(), 8u);
  EXPECT_EQ(model.springs.size(), 16u);
  EXPECT_EQ(model.springs.ends[7], (std::array<VertexId, 2>{7, 0}));
  EXPECT_EQ(model.springs.ends[8], (std::array<VertexId, 2>{7, 1}));
  EXPECT_EQ(model.stencils.size(), 8u);
  EXPECT_EQ(model.stencils[0].vertex, (std::array<VertexId, 4>{7, 0, 1, 7}));
  for (const double mass : model.mass) EXPECT_DOUBLE_EQ(mass, 0.5);
  const Model square =
      chain({.segments = 8, .points = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}}, .closed = true});
  EXPECT_LT(norm(square.rest_position[7] - Vec3{0, 0, 0.5}), 1e-15);
  const Model same = chain(
      {.segments = 8, .points = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}, {0, 0, 0}}, .closed = true});
  EXPECT_EQ(same.rest_position[7], square.rest_position[7]);
}

TEST(Chain, ARingThatIsStraightAtRestHasTheEnergyOfItsCurvature) {
  // ½ E I κ² over its length 2 π R is π E I/R.
  ChainOptions ring{.segments = 200,
                    .curve = [](double s) { return 0.2 * unit_circle(s); },
                    .closed = true,
                    .flexural_rigidity = 0.01};
  EXPECT_NEAR(elastic_energy(chain(ring)), pi * 0.01 / 0.2, 1e-4);
  ring.is_curved = true;
  ring.bend_stiffness = 1e7;
  EXPECT_NEAR(elastic_energy(chain(ring)), 0, 1e-12);
  ring.is_curved = false;
  EXPECT_GT(elastic_energy(chain(ring)), pi * 0.01 / 0.2 + 1e-3);
}

TEST(Chain, UnequalSegmentsOfAStraightLineDoNotBend) {
  // A vertex beside a corner has segments of two lengths.
  const Model model =
      chain({.segments = 3, .points = {{0, 0, 0}, {1, 0, 0}, {1, 0.8, 0}}, .flexural_rigidity = 2});
  for (const Stencil& stencil : model.stencils) {
    const double before = model.springs.rest_length[stencil.vertex[0]],
                 after = model.springs.rest_length[stencil.vertex[1]];
    EXPECT_NEAR(-before * stencil.coefficient[0] + after * stencil.coefficient[2], 0, 1e-15);
  }
  EXPECT_GT(std::abs(model.springs.rest_length[0] - model.springs.rest_length[1]), 0.01);
}

TEST(Chain, RestLengthStretchesTheShapeOfALine) {
  const Model model = chain({.segments = 20,
                             .curve = unit_circle,
                             .closed = true,
                             .is_curved = true,
                             .rest_length = 12,
                             .flexural_rigidity = 1});
  EXPECT_NEAR(std::accumulate(model.springs.rest_length.begin(), model.springs.rest_length.end(), 0.0), 12,
              1e-12);
  Model grown = model;
  for (Vec3& x : grown.rest_position) x *= 12 / (40 * std::sin(pi / 20));
  EXPECT_NEAR(elastic_energy(grown), 0, 1e-12);
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
  const std::vector<Vec3> line{{0, 0, 0}, {1, 0, 0}};
  EXPECT_TRUE(names({.closed = true}, "set points or curve"));
  EXPECT_TRUE(names({.points = {{0, 0, 0}}}, "at least 2"));
  EXPECT_TRUE(names({.points = {{0, 0, 0}, {0, nan, 0}}}, "points[1]"));
  EXPECT_TRUE(names({.points = {{1, 0, 0}, {1, 0, 0}}}, "no length"));
  EXPECT_TRUE(names({.points = line, .curve = unit_circle}, "both points and a curve"));
  EXPECT_TRUE(names({.points = line, .torsional_rigidity = 1}, "torsional_rigidity"));
  EXPECT_TRUE(names({.segments = 2, .curve = unit_circle, .closed = true}, "at least 3"));
  EXPECT_TRUE(
      names({.segments = 4, .curve = unit_circle, .closed = true, .bend_stiffness = 1}, "at least 5"));
  EXPECT_TRUE(names({.curve = [](double s) { return Vec3{s, 0, 0}; }, .closed = true}, "where it begins"));
  EXPECT_TRUE(names({.curve = [](double s) { return Vec3{1 / s, 0, 0}; }}, "s = 0"));
  EXPECT_TRUE(names({.segments = 2, .points = {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 0}}},
                    "same point"));
}

}  // namespace
}  // namespace tensio
