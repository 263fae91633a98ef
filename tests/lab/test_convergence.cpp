#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>

#include "lab/convergence.h"
#include "lab/xml_check.h"
#include "tensio/cloth.h"

using namespace tensio;
using namespace tensio::lab;

namespace {

/// A small cloth stretched between its four corners: nothing buckles, one minimum.
Setup make_stretched_cloth() {
  GridOptions grid;
  grid.columns = grid.rows = 6;
  grid.width = grid.depth = 1;
  tensio::Setup setup;
  setup.model = *make_grid(grid);
  for (const VertexId corner : {0u, 5u, 30u, 35u}) {
    Pin pin;
    pin.vertex = corner;
    pin.position = 1.1 * setup.model.rest_position[corner];
    setup.model.pins.push_back(pin);
  }
  return setup;
}

ConvergenceOptions make_options() {
  ConvergenceOptions options;
  options.frame = 3;
  options.repetitions = 1;
  options.methods = convergence_methods(3000, 300);
  return options;
}

const ConvergenceReport& stretched_report() {
  static const ConvergenceReport report = measure_convergence(make_stretched_cloth(), make_options()).value();
  return report;
}

}  // namespace

TEST(Convergence, EveryMethodReachesTheOneMinimumWithoutEverRising) {
  const ConvergenceReport& report = stretched_report();
  EXPECT_EQ(report.vertices, 36u);
  EXPECT_FALSE(report.has_other_minima());
  EXPECT_LT(report.rounding, 1e-10);
  ASSERT_EQ(report.curves.size(), make_options().methods.size());
  for (const ConvergenceCurve& curve : report.curves) {
    SCOPED_TRACE(curve.method.name);
    ASSERT_GT(curve.points.size(), 2u);
    EXPECT_NEAR(curve.points.front().error, 1, 1e-12);
    EXPECT_LT(curve.points.back().error, 1e-8);
    EXPECT_EQ(curve.destination, Destination::lowest);
    EXPECT_LT(curve.distance, 1e-6);
    for (std::size_t i = 1; i < curve.points.size(); ++i) {
      EXPECT_LE(curve.points[i].error, curve.points[i - 1].error + 2 * report.rounding) << i;
      EXPECT_EQ(curve.points[i].iteration, static_cast<int>(i));
      EXPECT_GE(curve.points[i].seconds, curve.points[i - 1].seconds) << i;
    }
  }
}

TEST(Convergence, NewtonWithTheLaplacianIsLocalGlobal) {
  const auto& curves = stretched_report().curves;
  const auto laplacian = std::ranges::find_if(
      curves, [](const auto& c) { return c.method.minimise.hessian == HessianForm::laplacian; });
  ASSERT_NE(laplacian, curves.end());
  for (std::size_t i = 0; i < 20; ++i) {
    const double expected = curves[0].points.at(i).error;
    EXPECT_NEAR(laplacian->points.at(i).error, expected, 1e-6 * expected) << i;
  }
}

TEST(Convergence, AChainPushedTogetherEndsInASaddleUnlessSomethingBuckles) {
  // Exactly straight, pressed and weightless: symmetry keeps every iterate on the line.
  tensio::Setup setup;
  setup.gravity = {};
  for (int i = 0; i < 5; ++i) setup.model.add_vertex({0.1 * i, 0, 0}, 1e-4);
  for (VertexId i = 0; i < 4; ++i) setup.model.springs.add(i, i + 1, SpringFamily::structural, 0.1, 1000);
  for (const VertexId end : {0u, 4u}) {
    Pin pin;
    pin.vertex = end;
    pin.position = 0.8 * setup.model.rest_position[end];
    setup.model.pins.push_back(pin);
  }
  ConvergenceOptions options = make_options();
  options.frame = 0;
  options.methods = {quick_convergence_methods()[0]};
  const auto report = measure_convergence(setup, options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->curves[0].destination, Destination::saddle);
  EXPECT_TRUE(report->has_other_minima());
}

TEST(Convergence, TableCsvJsonAndSvgHoldEveryMethodAndNoNonsense) {
  const ConvergenceReport& report = stretched_report();
  const std::string table = convergence_table(report), csv = convergence_csv(report),
                    svg = convergence_svg(report);
  const nlohmann::json json = convergence_json(report);
  std::size_t points = 0;
  for (const ConvergenceCurve& curve : report.curves) {
    points += curve.points.size();
    EXPECT_NE(table.find(curve.method.name), std::string::npos) << curve.method.name;
    EXPECT_NE(csv.find(curve.method.name), std::string::npos) << curve.method.name;
  }
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv, '\n')), points + 1);
  ASSERT_EQ(json["curves"].size(), report.curves.size());
  for (std::size_t c = 0; c < report.curves.size(); ++c)
    EXPECT_EQ(json["curves"][c]["points"].size(), report.curves[c].points.size());
  EXPECT_EQ(nlohmann::json::parse(json.dump()), json);
  EXPECT_EQ(json.dump().find("null"), std::string::npos);
  EXPECT_EQ(xml_problem(svg), "");
  for (const std::string& text : {table, csv, svg}) {
    EXPECT_EQ(text.find("nan"), std::string::npos);
    EXPECT_EQ(text.find("inf"), std::string::npos);
  }
}

TEST(Convergence, SaysWhatIsWrongWithItsInput) {
  const auto message = [](const tensio::Setup& setup, const ConvergenceOptions& options) {
    const auto report = measure_convergence(setup, options);
    return report ? std::string("accepted") : report.error().message;
  };
  const auto contains = [](const std::string& text, const char* words) {
    return text.find(words) != std::string::npos ? ::testing::AssertionSuccess()
                                                 : ::testing::AssertionFailure() << text;
  };
  const tensio::Setup setup = make_stretched_cloth();
  ConvergenceOptions options = make_options();
  options.frame = -1;
  EXPECT_TRUE(contains(message(setup, options), "frame"));
  options = make_options();
  options.repetitions = 0;
  EXPECT_TRUE(contains(message(setup, options), "repetitions"));
  options = make_options();
  options.methods.clear();
  EXPECT_TRUE(contains(message(setup, options), "no method"));
  options = make_options();
  options.methods[0].minimise.iterations = 0;
  EXPECT_TRUE(contains(message(setup, options), "iteration"));
  options = make_options();
  options.polish_tolerance = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(contains(message(setup, options), "tolerance"));

  options = make_options();
  EXPECT_TRUE(contains(message(tensio::Setup{}, options), "no vertices"));
  tensio::Setup still;
  still.gravity = {};
  still.model = *make_grid({.columns = 3, .rows = 3});
  EXPECT_TRUE(contains(message(still, options), "frame in motion"));
  tensio::Setup broken = setup;
  broken.model.mass[0] = -1;
  EXPECT_TRUE(contains(message(broken, options), "mass"));
}

TEST(Convergence, TellsItsProgressAndStopsWhenTold) {
  ConvergenceOptions options = make_options();
  options.methods = quick_convergence_methods();
  std::vector<double> done;
  const auto report =
      measure_convergence(make_stretched_cloth(), options, [&](double d, std::string_view now) {
        done.push_back(d);
        EXPECT_FALSE(now.empty());
        return true;
      });
  ASSERT_TRUE(report);
  EXPECT_EQ(done.size(), 3 + options.methods.size());
  EXPECT_NEAR(done.back(), 1, 1e-12);
  EXPECT_TRUE(std::ranges::is_sorted(done));
  int calls = 0;
  EXPECT_FALSE(measure_convergence(make_stretched_cloth(), options,
                                   [&](double, std::string_view) { return ++calls < 2; }));
  EXPECT_EQ(calls, 2);
}
