#include "models.h"

namespace tensio {
namespace {

struct Kind {
  GridLayout layout;
  int bend_reach;
};
class CutCloth : public testing::TestWithParam<Kind> {
 protected:
  Model make(std::size_t side) const { return cloth(side, GetParam().layout, GetParam().bend_reach); }
};
INSTANTIATE_TEST_SUITE_P(Layouts, CutCloth,
                         testing::Values(Kind{GridLayout::paper, 2}, Kind{GridLayout::full, 2},
                                         Kind{GridLayout::simplified, 2}, Kind{GridLayout::full, 3}));

TEST_P(CutCloth, FallsIntoTwoPiecesAlongAStroke) {
  for (const auto& points : std::vector<std::vector<std::array<double, 2>>>{
           {{-1.5, 0.03}, {1.5, 0.07}},
           {{0.2, -1.2}, {0.3, 1.3}},
           {{-1.2, -0.9}, {1.3, 1.1}},
           {{-1.2, 1.1}, {0.1, 0.0}, {1.3, 0.3}},
           {{-1.1, 0.2}, {-0.5, -0.4}, {0, 0.4}, {0.5, -0.4}, {1.1, 0.2}}}) {
    Model model = make(17);
    const std::size_t triangles = model.triangles.size();
    State state = make_state(model);
    const auto report = apply(stroke_over(points), model, state);
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->is_changed);
    EXPECT_GT(report->vertices_added, 10u);
    EXPECT_EQ(surface_count(model), 2u);
    EXPECT_EQ(model.triangles.size(), triangles);
    EXPECT_NEAR(total_mass(model), 1, 1e-14);
    expect_consistent(model);
    const auto pieces = connected_pieces(model);
    EXPECT_EQ(*std::ranges::max_element(pieces) + 1, 2u);
  }
}

TEST_P(CutCloth, StaysWholeWhereTheStrokeEndsInside) {
  Model model = make(17);
  State state = make_state(model);
  ASSERT_TRUE(apply(stroke_over({{-1.5, 0.03}, {0.3, 0.05}}), model, state)->is_changed);
  EXPECT_EQ(surface_count(model), 1u);
  expect_consistent(model);
  ASSERT_TRUE(apply(stroke_over({{0, -0.6}, {0.05, -0.2}}), model, state)->is_changed);  // a slit
  EXPECT_EQ(surface_count(model), 1u);
  expect_consistent(model);
}

TEST_P(CutCloth, AnyRandomSequenceOfEditsLeavesAValidModel) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    Model model = make(12);
    model.pins.push_back({0, model.rest_position[0], {}});
    model.attachments.push_back({70, model.rest_position[70], 5, {}});
    model.force[50] = {1, 2, 3};
    State state = make_state(model);
    for (Vec3& v : state.v) v = random.vec3(1);
    const double mass = total_mass(model);
    for (int step = 0; step < 8; ++step) {
      Edit edit;
      if (random.below(3) == 0) {
        edit = RemoveVertex{random.below(static_cast<std::uint32_t>(model.vertex_count()))};
      } else if (random.below(4) == 0) {
        for (Vec3& p : state.x) p.x *= 1.02;
        edit = Tear{0.05};
      } else {
        std::vector<std::array<double, 2>> points;
        for (std::uint32_t i = 2 + random.below(6); i > 0; --i)
          points.push_back({random.uniform(-1.3, 1.3), random.uniform(-1.3, 1.3)});
        edit = stroke_over(points);
      }
      const State before = state;
      const auto report = apply(edit, model, state);
      ASSERT_TRUE(report) << report.error().message;
      ASSERT_EQ(state.x.size(), model.vertex_count());
      for (std::size_t v = 0; v < before.x.size(); ++v) ASSERT_EQ(before.x[v], state.x[v]);
      expect_consistent(model);
      if (HasFailure()) FAIL() << "seed " << seed << ", edit " << step;
      EXPECT_NEAR(total_mass(model), mass, 1e-13);
      Vec3 force;
      for (const Vec3& f : model.force) force += f;
      EXPECT_LT(norm(force - Vec3{1, 2, 3}), 1e-12);
    }
  }
}

TEST(Cut, CopiesStartWhereTheirOriginIsWithItsVelocity) {
  Model model = cloth(9);
  State state = make_state(model);
  Random random(3);
  for (Vec3& v : state.v) v = random.vec3(1);
  state.history.set(state.x, state.v, 0.1);
  const State before = state;
  Vec3 momentum;
  for (std::size_t v = 0; v < before.x.size(); ++v) momentum += model.mass[v] * before.v[v];
  ASSERT_TRUE(apply(stroke_over({{-1.5, 0.03}, {1.5, 0.07}}), model, state)->is_changed);
  for (std::size_t v = 0; v < state.x.size(); ++v) {
    const auto origin = std::ranges::find(before.x, state.x[v]) - before.x.begin();
    ASSERT_LT(origin, 81);
    EXPECT_EQ(state.v[v], before.v[static_cast<std::size_t>(origin)]);
    EXPECT_EQ(state.history.v[v], state.v[v]);
    momentum -= model.mass[v] * state.v[v];
  }
  EXPECT_LT(norm(momentum), 1e-15);
}

TEST(Cut, LeavesTheElasticEnergyOfWhatItDoesNotSever) {
  // Without bending springs every spring is an edge: a cut shares them, and removes none.
  Model model = cloth(9, GridLayout::simplified);
  const Springs before = model.springs;
  State state = make_state(model);
  const auto report = apply(stroke_over({{-1.5, 0.03}, {1.5, 0.07}}), model, state);
  EXPECT_EQ(report->springs_removed, 0u);
  EXPECT_NEAR(std::accumulate(model.springs.stiffness.begin(), model.springs.stiffness.end(), 0.0),
              std::accumulate(before.stiffness.begin(), before.stiffness.end(), 0.0), 1e-9);
}

TEST(Cut, PartsEveryLayerBehindTheStroke) {
  Model model = cloth(9);
  Model below = cloth(9);
  for (Vec3& p : below.rest_position) p.y = -0.5;
  model.append(below);
  State state = make_state(model);
  ASSERT_TRUE(apply(stroke_over({{-2, 0.03}, {2, 0.07}}), model, state)->is_changed);
  EXPECT_EQ(surface_count(model), 4u);
}

TEST(Cut, PartsAMeshWithBendingSprings) {
  TriangleMesh mesh;
  for (int row = 0; row < 12; ++row)
    for (int column = 0; column < 12; ++column)
      mesh.points.push_back({(column + 0.5 * (row % 2)) / 6 - 1, 0, row * 0.866 / 6 - 0.8});
  for (VertexId row = 0; row + 1 < 12; ++row)
    for (VertexId column = 0; column + 1 < 12; ++column) {
      const VertexId a = row * 12 + column, b = a + 1, c = a + 12, d = c + 1;
      if (row % 2 == 0) {
        mesh.triangles.push_back({a, c, b});
        mesh.triangles.push_back({b, c, d});
      } else {
        mesh.triangles.push_back({a, c, d});
        mesh.triangles.push_back({a, d, b});
      }
    }
  MeshOptions options;
  options.stiffness.bend = 3;
  Model model = make_mesh_model(mesh, options)->model;
  State state = make_state(model);
  ASSERT_TRUE(apply(stroke_over({{-1.5, 0.13}, {1.5, -0.27}}), model, state)->is_changed);
  EXPECT_EQ(surface_count(model), 2u);
  expect_consistent(model);
}

TEST(Cut, BreaksARopeAndTheBendingSpringsOverTheBreak) {
  Model rope = *make_chain({.segments = 10, .start = {-1, 0, 0}, .end = {1, 0, 0}, .bend_stiffness = 5});
  State state = make_state(rope);
  const auto report = apply(stroke_over({{0.1, -0.5}, {0.1, 0.5}}), rope, state);  // between vertices 5 and 6
  ASSERT_TRUE(report);
  EXPECT_EQ(report->springs_removed, 3u);  // the link, and two over it
  const auto pieces = connected_pieces(rope);
  EXPECT_EQ(*std::ranges::max_element(pieces), 1u);
  EXPECT_NE(pieces[5], pieces[6]);
  EXPECT_EQ(rope.springs.size(), 16u);
}

TEST(Cut, KeepsPinsOnBothSidesAndHandsOnTheirTriangle) {
  Model model = cloth(9);
  model.pins.push_back({4 * 9, model.rest_position[4 * 9], {}});
  model.pins.push_back({4 * 9 + 4, model.rest_position[4 * 9 + 4], {}});
  const auto triangle = model.triangles[50];
  State state = make_state(model);
  ASSERT_TRUE(apply(GrabPoint{{7, {triangle, {0.2, 0.3, 0.5}}, 10, {}}}, model, state));
  ASSERT_TRUE(apply(stroke_over({{-1.5, 0.01}, {1.5, 0.01}}), model, state)->is_changed);
  EXPECT_EQ(model.pins.size(), 4u);
  ASSERT_EQ(model.grabs.size(), 1u);
  EXPECT_EQ(model.grabs[0].point.vertices, model.triangles[50]);
  expect_consistent(model);
}

TEST(Cut, NonsenseChangesNothing) {
  Model model = cloth(5);
  State state = make_state(model);
  const auto untouched = model.triangles;
  EXPECT_FALSE(apply(stroke_over({{0, 0}}), model, state));
  EXPECT_FALSE(apply(Cut{{{0, NAN, 0}, {{1, 0, 0}, {0, 1, 0}}}}, model, state));
  EXPECT_FALSE(apply(Cut{{{0, 5, 0}, {{0, 1, 0}, {0, -1, 0}}}}, model, state));
  EXPECT_FALSE(apply(Cut{{{0, 5, 0}, {{0, 0, 0}, {0, 0, 0}}}}, model, state));
  EXPECT_FALSE(apply(Cut{{{0, 5, 0}, {{0, -1, 0}, {0, 0, 0}}}}, model, state));
  EXPECT_FALSE(apply(RemoveVertex{99}, model, state));
  EXPECT_FALSE(apply(PinVertex{25}, model, state));
  EXPECT_FALSE(apply(Tear{-1}, model, state));
  EXPECT_FALSE(apply(ScaleStiffness{SpringFamily::bend, 0}, model, state));
  for (const auto& stroke : {stroke_over({{3, 3}, {4, 4}}), Cut{{{0, 0, 0}, {{1, 0, 0}, {0.9, 0, 0.1}}}}}) {
    const auto report = apply(stroke, model, state);
    ASSERT_TRUE(report);
    EXPECT_FALSE(report->is_changed && report->vertices_added == 0 && report->springs_removed == 0);
  }
  EXPECT_EQ(model.triangles, untouched);
  expect_consistent(model);
}

TEST(RemoveVertex, LeavesAHoleThatIsTheSameOnAllSides) {
  for (const GridLayout layout : {GridLayout::paper, GridLayout::full, GridLayout::simplified}) {
    Model model = cloth(9, layout);
    State state = make_state(model);
    const VertexId middle = 4 * 9 + 4;
    ASSERT_TRUE(apply(RemoveVertex{middle}, model, state)->is_changed);
    expect_consistent(model);
    EXPECT_EQ(model.triangles.size(), 128u - 6 + 2);
    // The four cells around it keep one half each: the mirror images of every triangle are there too.
    std::set<std::set<VertexId>> near;
    for (const auto& t : model.triangles) {
      EXPECT_FALSE(detail::has_corner(t, middle));
      Vec3 centre;
      for (const VertexId v : t) centre += model.rest_position[v] / 3;
      if (std::abs(centre.x) < 0.25 && std::abs(centre.z) < 0.25) near.insert({t[0], t[1], t[2]});
    }
    EXPECT_EQ(near.size(), 4u);
    for (const auto& t : near) {
      std::set<VertexId> mirrored, turned;
      for (const VertexId v : t) mirrored.insert(v / 9 * 9 + 8 - v % 9), turned.insert(v % 9 * 9 + 8 - v / 9);
      EXPECT_TRUE(near.contains(mirrored));
      EXPECT_TRUE(near.contains(turned));
    }
  }
}

TEST(RemoveVertex, LeavesCellsOpenThatMayNotBePatched) {
  Model model = cloth(9, GridLayout::paper);
  State state = make_state(model);
  const VertexId middle = 4 * 9 + 4;
  std::vector<std::array<VertexId, 3>> asked;
  const auto may_patch = [&](const std::array<VertexId, 3>& patch, VertexId vertex) {
    EXPECT_EQ(vertex, middle);
    asked.push_back(patch);
    return asked.size() == 1;
  };
  ASSERT_TRUE(apply(RemoveVertex{middle}, model, state, may_patch)->is_changed);
  expect_consistent(model);
  ASSERT_EQ(asked.size(), 2u);
  EXPECT_EQ(model.triangles.size(), 128u - 6 + 1);
  EXPECT_EQ(std::ranges::count(model.triangles, asked[0]), 1);
  EXPECT_EQ(std::ranges::count(model.triangles, asked[1]), 0);
}

TEST(RemoveVertex, LeavesNoSpringAcrossTwoHolesThatTouch) {
  // Left-down and right-up corners of one cell are cut out: left-up and right-down are parted there.
  for (const GridLayout layout : {GridLayout::paper, GridLayout::full}) {
    for (const bool mirrored : {false, true}) {
      Model model = cloth(9, layout);
      State state = make_state(model);
      const VertexId at = 4 * 9 + 4;
      const VertexId cut_a = mirrored ? at : at + 1, cut_b = mirrored ? at + 10 : at + 9;
      const VertexId left = mirrored ? at + 1 : at, right = mirrored ? at + 9 : at + 10;
      ASSERT_TRUE(apply(RemoveVertex{cut_a}, model, state)->is_changed);
      ASSERT_TRUE(apply(RemoveVertex{cut_b}, model, state)->is_changed);
      for (const auto& [a, b] : model.springs.ends)
        EXPECT_NE(detail::pair_of(a, b), detail::pair_of(left, right));
      expect_consistent(model);
    }
  }
}

TEST(RemoveVertex, HoldsTheCrumbAndKeepsAllIndices) {
  Model model = cloth(5);
  State state = make_state(model);
  ASSERT_TRUE(apply(RemoveVertex{12}, model, state)->is_changed);
  EXPECT_EQ(model.vertex_count(), 25u);
  ASSERT_EQ(model.pins.size(), 1u);
  EXPECT_EQ(model.pins[0].vertex, 12u);
  EXPECT_FALSE(apply(RemoveVertex{12}, model, state)->is_changed);
}

TEST(Tear, OpensASlitAcrossThePull) {
  Model model = cloth(9);
  State state = make_state(model);
  for (VertexId row = 0; row < 9; ++row)
    for (VertexId column = 5; column < 9; ++column) state.x[row * 9 + column].x += row == 4 ? 0.2 : 0.1;
  EXPECT_FALSE(apply(Tear{1.0}, model, state)->is_changed);
  const auto report = apply(Tear{0.7}, model, state);  // only the middle row is stretched so much
  ASSERT_TRUE(report);
  EXPECT_EQ(report->vertices_added, 1u);
  expect_consistent(model);
  EXPECT_EQ(surface_count(model), 1u);
}

TEST(Tear, PinnedVerticesDoNotGiveWay) {
  Model model = cloth(3);
  for (VertexId v = 0; v < 9; ++v) model.pins.push_back({v, model.rest_position[v], {}});
  State state = make_state(model);
  for (Vec3& p : state.x) p.x *= 3;
  EXPECT_FALSE(apply(Tear{0.5}, model, state)->is_changed);
}

}  // namespace
}  // namespace tensio
