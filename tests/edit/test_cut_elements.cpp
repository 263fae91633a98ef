#include <optional>

#include "build/bending.h"
#include "build/sizes.h"
#include "edit/incidence.h"
#include "energy/element_energies.h"
#include "models.h"
#include "tensio/solids.h"

namespace tensio {
namespace {

/// A cloth of elements alone: no spring holds it together.
Model shell(BendingModel bending) {
  GridOptions grid{.columns = 15, .rows = 15, .width = 2, .depth = 2};
  grid.membrane = {.model = MembraneModel::corotated, .young = 100, .poisson = 0.3};
  grid.bending = {.model = bending, .stiffness = 1e-3};
  return *make_grid(grid);
}

std::size_t piece_count(const Model& model) {
  const auto pieces = connected_pieces(model);
  return *std::ranges::max_element(pieces) + 1;
}

class CutShell : public testing::TestWithParam<BendingModel> {};
INSTANTIATE_TEST_SUITE_P(Models, CutShell, testing::Values(BendingModel::quadratic, BendingModel::hinges));

TEST_P(CutShell, FallsIntoTwoPiecesThatKeepTheirElements) {
  Model model = shell(GetParam());
  ASSERT_EQ(model.membranes.size(), model.triangles.size());
  const std::size_t folds = model.stencils.size() + model.hinges.size();
  ASSERT_GT(folds, 0u);
  State state = make_state(model);
  const auto report = apply(stroke_over({{-1.5, 0.03}, {0.1, 0.2}, {1.5, 0.07}}), model, state);
  ASSERT_TRUE(report);
  const auto valid = validate(model);
  ASSERT_TRUE(valid) << valid.error().message;
  EXPECT_EQ(surface_count(model), 2u);
  EXPECT_EQ(piece_count(model), 2u) << "no element joins what was parted";
  EXPECT_EQ(model.membranes.size(), model.triangles.size());
  const std::size_t left = model.stencils.size() + model.hinges.size();
  EXPECT_LT(left, folds);
  EXPECT_GT(left, folds - 60) << "only the folds over the cut are gone";
}

TEST_P(CutShell, LosesTheElementsOfATriangleThatIsTakenAway) {
  Model model = shell(GetParam());
  State state = make_state(model);
  ASSERT_TRUE(apply(RemoveVertex{7 * 15 + 7}, model, state));
  ASSERT_TRUE(validate(model));
  EXPECT_LE(model.membranes.size(), model.triangles.size());
  for_each_element(model, [](const auto& element) {
    for (const VertexId v : element.vertex) EXPECT_NE(v, 7u * 15 + 7);
  });
}

TEST(CutShell, FoldsBesideACutStayOnAlternatingCellsToo) {
  GridOptions grid{.columns = 9, .rows = 9, .width = 2, .depth = 2, .cells = GridCells::alternating};
  grid.bending = {.model = BendingModel::quadratic, .stiffness = 1e-3};
  Model model = *make_grid(grid);
  State state = make_state(model);
  ASSERT_TRUE(apply(stroke_over({{0.01, -1.5}, {0.01, 1.5}}), model, state));
  Model fresh = model;
  fresh.stencils.clear();
  add_bending(fresh, grid.bending, {0, 0, 1});
  EXPECT_EQ(model.stencils.size(), fresh.stencils.size());
}

TEST(CutShell, PlatesAreThoseOfTheSheetsThatAreLeft) {
  const BendingOptions bending{.model = BendingModel::plate, .stiffness = 1e-3, .weft = 3e-3, .poisson = 0.2};
  GridOptions grid{.columns = 15, .rows = 15, .width = 2, .depth = 2};
  grid.bending = bending;
  for (const bool is_removal : {false, true}) {
    Model model = *make_grid(grid);
    State state = make_state(model);
    if (is_removal)
      ASSERT_TRUE(apply(RemoveVertex{7 * 15 + 7}, model, state));
    else
      ASSERT_TRUE(apply(stroke_over({{-1.5, 0.03}, {0.1, 0.2}, {1.5, 0.07}}), model, state));
    ASSERT_TRUE(validate(model));
    Model fresh = model;
    fresh.plates.clear();
    add_bending(fresh, bending, {0, 0, 1});
    Random random(4);
    std::vector<Vec3> x = model.rest_position;
    for (Vec3& p : x) p += random.vec3(0.05);
    const auto energy = [&](const Model& of) { return make_energy(of.plates)->value(x); };
    // Patches that closed a gap have none.
    EXPECT_LE(energy(model), energy(fresh) * (1 + 1e-3));
    EXPECT_GE(energy(model), energy(fresh) * (is_removal ? 0.985 : 1 - 1e-3));
  }
}

TEST(CutWeave, ThreadsGoWithTheirTrianglesAndBoundsWithTheirSprings) {
  GridOptions grid{.columns = 15, .rows = 15, .width = 2, .depth = 2};
  grid.membrane = {.model = MembraneModel::woven};
  grid.stiffening = {.strain = 0.1, .factor = 5};
  for (const GridCells cells : {GridCells::same, GridCells::staggered}) {
    grid.cells = cells;
    Model model = *make_grid(grid);
    State state = make_state(model);
    ASSERT_TRUE(apply(stroke_over({{-1.5, 0.03}, {0.1, 0.2}, {1.5, 0.07}}), model, state));
    const auto valid = validate(model);
    ASSERT_TRUE(valid) << valid.error().message;
    EXPECT_EQ(piece_count(model), 2u);
    if (cells == GridCells::staggered) {
      // warp, weft and two diagonals, each with its second phase
      EXPECT_EQ(model.stencils.size(), 8 * model.triangles.size());
      continue;
    }
    double springs = 0, bounds = 0;
    for (const double k : model.springs.stiffness) springs += k;
    for (const Stencil& bound : model.stencils) bounds += bound.weight;
    EXPECT_EQ(model.stencils.size(), model.springs.size());
    EXPECT_NEAR(bounds, 4 * springs, 1e-9 * springs);
  }
}

TEST(CutSolid, IsRefusedAndNothingChanges) {
  for (const SolidOptions& solid : {SolidOptions{.model = SolidModel::corotated},
                                    {.model = SolidModel::shape_matching},
                                    {.model = SolidModel::springs, .bulk = 1000}}) {
    Model model = *make_lattice({.cells = {4, 2, 4}, .size = {2, 0.5, 2}, .solid = solid});
    const std::size_t vertices = model.vertex_count(), springs = model.springs.size();
    State state = make_state(model);
    const auto done = apply(stroke_over({{-1.5, 0.03}, {1.5, 0.07}}), model, state);
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().message.find("cannot be cut"), std::string::npos);
    EXPECT_EQ(model.vertex_count(), vertices);
    EXPECT_EQ(model.springs.size(), springs);
  }
}

TEST(CutStrand, PartsWithWhatTellsItsTwist) {
  for (const double altitude_stiffness : {0.0, 5.0}) {
    Model model =
        *make_chain({.segments = 10, .torsional_rigidity = 1e-3, .altitude_stiffness = altitude_stiffness});
    ASSERT_EQ(piece_count(model), 1u);
    State state = make_state(model);
    ASSERT_TRUE(apply(stroke_over({{0.02, -1}, {0.03, 1}}), model, state));
    const auto valid = validate(model);
    ASSERT_TRUE(valid) << valid.error().message;
    EXPECT_EQ(piece_count(model), 3u) << "two ends, and the vertex beside the segment that broke";
  }
}

TEST(CutStrand, ATwigTearsOffThoughLeavesGrowOnBothSides) {
  Model model = *make_plant({.levels = 1, .twigs = 1, .twig_segments = 4});
  State state = make_state(model);
  const std::size_t before = piece_count(model);
  const detail::Incidence at(model);
  std::optional<VertexId> tip;  // of a twig: the end of one segment, with a leaf
  for (std::uint32_t s = 0; s < model.springs.size(); ++s) {
    if (model.springs.family[s] != SpringFamily::structural) continue;
    const auto [a, b] = model.springs.ends[s];
    if (at.triangles_at(a).empty() || at.triangles_at(b).empty()) continue;
    tip = b;
  }
  ASSERT_TRUE(tip);
  for (const std::uint32_t t : at.triangles_at(*tip))
    for (const VertexId v : model.triangles[t]) state.x[v].x += 5;
  ASSERT_TRUE(apply(Tear{2}, model, state));
  EXPECT_TRUE(validate(model));
  EXPECT_EQ(piece_count(model), before + 1);
}

TEST(CutBalloon, LetsThePressureGo) {
  Model model = shell(BendingModel::quadratic);
  model.pressures.push_back({0, model.triangles.size(), 10});  // as if it were closed
  State state = make_state(model);
  Model untouched = model;
  ASSERT_TRUE(apply(PinVertex{3}, untouched, state));
  EXPECT_EQ(untouched.pressures.size(), 1u);
  ASSERT_TRUE(apply(stroke_over({{-0.5, 0.03}, {0.5, 0.04}}), model, state));
  EXPECT_TRUE(model.pressures.empty());
}

}  // namespace
}  // namespace tensio
