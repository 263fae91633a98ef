#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "lab/locking.h"
#include "lab/xml_check.h"

namespace tensio::lab {
namespace {

TEST(Sheets, CellsBendAsTheirClosedFormsSay) {
  for (const GridCells cells : {GridCells::same, GridCells::alternating, GridCells::staggered})
    for (const bool is_guided : {true, false}) {
      if (is_guided && cells == GridCells::staggered) continue;
      const Cantilever strip{.cells = cells, .is_guided = is_guided, .gamma = 0.1};
      const auto drop = drop_over_reach(strip);
      ASSERT_TRUE(drop);
      EXPECT_NEAR(0.01249955 / *drop / predicted_stiffness(strip), 1, 0.04)
          << static_cast<int>(cells) << is_guided;
    }
}

TEST(Sheets, StripsOfPlatesFollowTheElasticaThoughTheyAreFree) {
  for (const double gamma : {1.0, 10.0, 100.0}) {
    const auto drop = drop_over_reach({.model = BendingModel::plate, .is_guided = false, .gamma = gamma});
    ASSERT_TRUE(drop);
    const auto truth = std::ranges::find(heavy_elastica, gamma, &ElasticaPoint::gamma);
    EXPECT_NEAR(*drop / truth->drop_over_reach, 1, 0.01) << gamma;
  }
}

TEST(Sheets, PlatesBendAlikeInAllDirections) {
  for (const double axis : {0.0, 0.3926990816987241, 0.7853981633974483}) {
    const auto bending = [&](std::size_t resolution) {
      const auto energy =
          rolled_energy({.model = BendingModel::plate, .resolution = resolution, .axis = axis});
      return energy ? energy->bending : 0;
    };
    // Triangles along the border have less, by a share that falls with their number.
    EXPECT_NEAR(bending(32), 1, 0.04) << axis;
    EXPECT_NEAR(2 * bending(32) - bending(16), 1, 0.015) << axis;
  }
}

TEST(Sheets, StretchingThatAMeshCannotAvoidFallsWithTheFourthPowerOfItsCells) {
  const double diagonal = 0.7853981633974483;
  const auto coarse = rolled_energy({.cells = GridCells::staggered, .resolution = 8, .axis = diagonal / 2});
  const auto fine = rolled_energy({.cells = GridCells::staggered, .resolution = 16, .axis = diagonal / 2});
  ASSERT_TRUE(coarse && fine);
  EXPECT_GT(coarse->membrane, 8 * fine->membrane);
  EXPECT_GT(fine->membrane, 0.01);
}

TEST(Sheets, OnlyStaggeredCellsBendAlikeInAllDirections) {
  const double diagonal = 0.7853981633974483;
  const auto bending = [&](GridCells cells) {
    const auto energy = rolled_energy({.cells = cells, .resolution = 16, .axis = diagonal});
    return energy ? energy->bending : 0;
  };
  EXPECT_NEAR(bending(GridCells::same), 3, 0.2);
  EXPECT_NEAR(bending(GridCells::alternating), 4.0 / 3, 0.05);
  EXPECT_NEAR(bending(GridCells::staggered), 1, 0.05);
}

TEST(Cases, B2_LateralBuckling) {
  EXPECT_NEAR(predicted_lateral_buckling(0), 18.177966, 1e-5);
  EXPECT_NEAR(predicted_lateral_buckling(1.0 / 3), 13.993405, 1e-5);
  for (const BendingModel model : {BendingModel::hinges, BendingModel::quadratic, BendingModel::plate}) {
    const auto gamma = lateral_buckling(model, 5);
    ASSERT_TRUE(gamma);
    EXPECT_NEAR(*gamma / predicted_lateral_buckling(equilateral_poisson(model)), 1, 0.1);
  }
}

TEST(Cases, D1_CusickDrape) {
  const auto drape_shapes = [](std::size_t rings, const std::vector<double>& gammas) {
    DrapeTest fabric(rings);
    std::vector<std::optional<DrapeShape>> shapes;
    for (const double gamma : gammas) shapes.push_back(fabric.shape(gamma));
    return shapes;
  };
  const auto shapes = drape_shapes(5, {1e-3, 1, 10, 1e3}), finer = drape_shapes(7, {1, 10});
  for (const auto& shape : shapes) ASSERT_TRUE(shape);
  for (const auto& shape : finer) ASSERT_TRUE(shape);
  EXPECT_NEAR(shapes[0]->coefficient, 1, 1e-3);
  EXPECT_GT(shapes[0]->coefficient, shapes[1]->coefficient + 0.005);
  EXPECT_GT(shapes[1]->coefficient, shapes[2]->coefficient + 0.1);
  EXPECT_GT(shapes[2]->coefficient, shapes[3]->coefficient + 0.3);
  for (std::size_t i = 0; i < finer.size(); ++i) {
    EXPECT_NEAR(finer[i]->coefficient, shapes[i + 1]->coefficient, 0.03);
    EXPECT_EQ(finer[i]->nodes, shapes[i + 1]->nodes);
  }
}

TEST(Locking, AReportIsWholeAndItsFiguresAreXml) {
  LockingReport report;
  for (const double gamma : {1.0, 10.0})
    for (const BendingModel model : {BendingModel::hinges, BendingModel::springs})
      report.cantilevers.push_back({{.model = model, .gamma = gamma}, 0.5});
  report.strips.push_back({{.gamma = 0.1}, std::nullopt});
  for (const std::size_t cells : {8u, 16u})
    report.rolled.push_back({{.resolution = cells}, RolledEnergy{1, 0.5}});
  report.drapes = {{{6, 1}, DrapeShape{0.5, 5}}, {{6, 10}, std::nullopt}};
  report.buckling.push_back({BendingModel::hinges, 5, 19.0});
  const Report page = locking_report(report);
  int figures = 0;
  for (const auto& block : page.blocks)
    if (const auto* figure = std::get_if<ReportFigure>(&block)) {
      EXPECT_EQ(xml_problem(figure->svg), "") << figure->name;
      ++figures;
    }
  EXPECT_EQ(figures, 3);
  EXPECT_NE(page.data.at(0).bytes.find("lateral_buckling"), std::string::npos);
  EXPECT_NE(report_text(page).find("0.500 (5)"), std::string::npos);
}

TEST(Locking, StopsWhenToldTo) {
  EXPECT_FALSE(measure_locking({.is_quick = true}, [](double, std::string_view) { return false; }));
}

}  // namespace
}  // namespace tensio::lab
