#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lab/compare.h"
#include "lab/xml_check.h"
#include "tensio/cloth.h"

using namespace tensio;
using namespace tensio::lab;

namespace {

Setup make_small_setup() {
  Setup setup;
  setup.model = *make_grid({.columns = 6, .rows = 6, .width = 1, .depth = 1, .stiffness = {500, 500, 50}});
  for (const VertexId corner : {0u, 5u})
    setup.model.pins.push_back({corner, setup.model.rest_position[corner], {}});
  return setup;
}

CompareReport compare(const CompareOptions& options) {
  auto report = measure_compare(make_small_setup(), options);
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : CompareReport{};
}

std::string message(const CompareOptions& options) {
  const auto report = measure_compare(make_small_setup(), options);
  return report ? "" : report.error().message;
}

}  // namespace

TEST(Compare, BetterMinimisersAreCloserToTheReference) {
  const CompareReport report = compare(
      {.scene = "small", .minimisers = {Method::local_global, Method::ncg, Method::newton_cg}, .frames = 8});
  ASSERT_EQ(report.runs.size(), 3u);
  EXPECT_FALSE(report.has_several_schemes);
  for (const CompareRun& run : report.runs) {
    EXPECT_EQ(run.problem, "");
    EXPECT_EQ(run.frames.size(), 8u);
    EXPECT_GT(run.median_seconds(), 0);
  }
  EXPECT_LT(report.runs[1].largest_error(), report.runs[0].largest_error());
  EXPECT_LT(report.runs[2].largest_error(), 1e-6);
  EXPECT_LT(report.runs[2].mean_residual(), report.runs[0].mean_residual());
}

TEST(Compare, SchemesOfOrderTwoAreCloserAndExplosionsAreTold) {
  CompareOptions options{.scene = "small", .frames = 15, .reference_substeps = 8};
  options.schemes = {Scheme::explicit_euler, Scheme::implicit_euler, Scheme::tr_bdf2};
  options.minimisers = {Method::newton_cg};
  const CompareReport report = compare(options);
  ASSERT_EQ(report.runs.size(), 3u);
  EXPECT_NE(report.runs[0].problem.find("explodes at frame"), std::string::npos);
  EXPECT_LT(report.runs[2].largest_error(), report.runs[1].largest_error());
  const Report page = compare_page(report);
  EXPECT_EQ(xml_problem(std::get<ReportFigure>(page.blocks[2]).svg), "");
  EXPECT_NE(report_text(page).find("explodes"), std::string::npos);
  EXPECT_TRUE(compare_json(report).at("runs")[0].at("minimiser").is_null());
}

TEST(Compare, ExplicitSchemesRunOnceWhateverTheMinimisers) {
  CompareOptions options{.scene = "small", .frames = 1, .reference_substeps = 2};
  options.schemes = {Scheme::leapfrog, Scheme::implicit_euler};
  options.minimisers = {Method::ncg, Method::local_global};
  EXPECT_EQ(compare(options).runs.size(), 3u);
}

TEST(Compare, SettingsAreMeasuredFromAReferenceOfOnesOwn) {
  tensio::Setup few = make_small_setup(), exact = make_small_setup();
  few.minimise.iterations = 1;
  exact.minimise = {.method = Method::newton_cg, .iterations = 200, .tolerance = 1e-9};
  const CompareReport report = compare({.scene = "small",
                                        .variants = {{"few", few}, {"exact", exact}},
                                        .reference = CompareVariant{"as exact as can be", exact},
                                        .frames = 4});
  ASSERT_EQ(report.runs.size(), 3u);  // the scene as it is before them
  EXPECT_EQ(report.reference_name, "as exact as can be");
  EXPECT_EQ(report.runs[2].name, "exact");
  EXPECT_EQ(report.runs[2].largest_error(), 0);
  EXPECT_GT(report.runs[0].largest_error(), 0);
  EXPECT_GT(report.runs[1].largest_error(), report.runs[0].largest_error());
}

TEST(Compare, RefusesWhatMakesNoSenseInOneSentence) {
  CompareOptions no_frames, no_use, too_much;
  no_frames.frames = 0;
  no_use.schemes = {Scheme::rk4};
  no_use.minimisers = {Method::ncg};
  too_much.frames = 1'000'000'000;
  EXPECT_NE(message(no_frames).find("frames"), std::string::npos);
  EXPECT_NE(message(no_use).find("minimiser"), std::string::npos);
  EXPECT_NE(message(too_much).find("memory"), std::string::npos);
}
