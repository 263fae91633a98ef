#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "io/scene_preset.h"
#include "lab/motion.h"
#include "lab/xml_check.h"

namespace tensio::lab {
namespace {

constexpr std::size_t side = 9;

MotionPoint make_point(double seconds, double error) {
  MotionPoint point;
  point.seconds = seconds;
  point.error.fill(error);
  return point;
}

const MotionReport& small_report() {
  static const MotionReport report = [] {
    MotionOptions options;
    options.side = side;
    options.repetitions = 1;
    options.configurations = motion_configurations(true, 1);
    options.configurations.push_back({Scheme::explicit_euler, Method::ncg, 2, 1});  // loses the motion
    auto measured = measure_motion(options, {});
    EXPECT_TRUE(measured);
    return measured ? std::move(*measured) : MotionReport{};
  }();
  return report;
}

const MotionPoint& find(const MotionReport& report, Scheme scheme, Method method, int substeps,
                        int iterations) {
  for (const MotionPoint& p : report.points) {
    const MotionConfiguration& c = p.configuration;
    if (c.scheme == scheme && c.method == method && c.substeps == substeps && c.iterations == iterations)
      return p;
  }
  ADD_FAILURE() << "there is no such point";
  return report.points.front();
}

TEST(Motion, FrontsAreWhatNoOtherPointBeats) {
  std::vector<MotionPoint> points{make_point(1, 0.1),  make_point(2, 0.05), make_point(3, 0.06),
                                  make_point(4, 0.01), make_point(1, 0.2),  make_point(9, 0.01),
                                  make_point(0.1, 3)};
  mark_fronts(points);
  const bool expected[] = {true, true, false, true, false, false, false};
  for (std::size_t i = 0; i < points.size(); ++i)
    for (const bool on_front : points[i].on_front) EXPECT_EQ(on_front, expected[i]) << i;
  EXPECT_EQ(best_within(points, 3.5), &points[1]);
  EXPECT_EQ(best_within(points, 0.5), nullptr);
}

TEST(Motion, TwoReferencesAgreeAndMoreSubstepsComeNearerToThem) {
  const MotionReport& report = small_report();
  EXPECT_LT(report.reference_error[0], 1e-5);
  double before = std::numeric_limits<double>::infinity();
  for (const int substeps : {2, 5, 10, 30}) {
    const MotionPoint& p = find(report, Scheme::implicit_midpoint, Method::local_global, substeps, 1);
    EXPECT_LT(p.error[0], 0.7 * before) << substeps;
    before = p.error[0];
  }
  EXPECT_LT(before, 0.01);
  EXPECT_LT(find(report, Scheme::velocity_verlet, Method::local_global, 60, 1).error[0], 1e-3);
}

TEST(Motion, SubstepsComeNearerThanAsManyIterations) {
  const MotionReport& report = small_report();
  const MotionPoint& substeps = find(report, Scheme::implicit_euler, Method::local_global, 10, 1);
  const MotionPoint& iterations = find(report, Scheme::implicit_euler, Method::local_global, 1, 10);
  for (std::size_t t = 0; t < motion_time_count; ++t) EXPECT_LT(substeps.error[t], iterations.error[t]);
}

TEST(Motion, AConfigurationThatLosesTheMotionIsSaidToHaveLostIt) {
  const MotionReport& report = small_report();
  const MotionPoint& lost = find(report, Scheme::explicit_euler, Method::ncg, 2, 1);
  EXPECT_FALSE(lost.is_shown());
  for (const bool on_front : lost.on_front) EXPECT_FALSE(on_front);
  EXPECT_NE(report_html(motion_report(report)).find("lost"), std::string::npos);
}

TEST(Motion, ReportHasTablesWellFormedFiguresAndRawNumbers) {
  const Report page = motion_report(small_report());
  const std::string html = report_html(page);
  EXPECT_EQ(xml_problem(html.substr(html.find("<html"))), "");
  int figures = 0;
  for (const auto& block : page.blocks)
    if (const auto* figure = std::get_if<ReportFigure>(&block)) {
      ++figures;
      EXPECT_EQ(xml_problem(figure->svg), "") << figure->name;
      EXPECT_NE(figure->svg.find("time per frame (ms)"), std::string::npos);
      EXPECT_NE(figure->svg.find("RMS position error (mm)"), std::string::npos);
    }
  EXPECT_EQ(figures, 2);
  ASSERT_EQ(page.data.size(), 2u);
  const std::string& csv = page.data[1].bytes;
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv, '\n')), small_report().points.size() + 1);
  EXPECT_NE(report_text(page).find("realtime"), std::string::npos);
}

TEST(Motion, CitedEnginesAreShownBesideTheirOwnClothOnly) {
  EXPECT_EQ(report_text(motion_report(small_report())).find("NvCloth"), std::string::npos);
  MotionReport full = small_report();
  full.options.side = MotionOptions{}.side;
  EXPECT_NE(report_text(motion_report(full)).find("NvCloth"), std::string::npos);
  const std::string svg = motion_figures(full).front().svg;
  EXPECT_NE(svg.find("NvCloth 60"), std::string::npos);
  EXPECT_NE(svg.find("Jolt 100"), std::string::npos);
}

TEST(Motion, EveryConfigurationIsAccepted) {
  for (const bool is_quick : {false, true})
    for (const MotionConfiguration& c : motion_configurations(is_quick, 2)) {
      tensio::Setup setup = make_swing_setup(4);
      setup.scheme = c.scheme;
      setup.substeps = c.substeps;
      setup.minimise = {.method = c.method, .iterations = c.iterations, .precision = c.precision};
      EXPECT_TRUE(validate(setup)) << family_name(c);
    }
}

TEST(Motion, EveryPresetIsMeasured) {
  const MotionReport& report = small_report();
  EXPECT_EQ(report.presets.size(), scene_presets().size());
  for (const PresetConfiguration& preset : report.presets)
    EXPECT_EQ(std::ranges::count(report.points, preset.configuration, &MotionPoint::configuration), 1)
        << preset.name;
}

TEST(Motion, ThePresetAccurateIsFarNearerThanRealtime) {
  const MotionReport& report = small_report();
  const auto error = [&](const std::string& name) {
    const auto preset = std::ranges::find(report.presets, name, &PresetConfiguration::name);
    return std::ranges::find(report.points, preset->configuration, &MotionPoint::configuration)->error[0];
  };
  EXPECT_LT(error("accurate"), 0.1 * error("realtime"));
  EXPECT_LT(error("realtime"), error("realtime-light"));
  EXPECT_LT(error("realtime-tiny"), error("realtime-light"));
}

TEST(Motion, StopsWhenTold) {
  MotionOptions options;
  options.side = side;
  options.configurations = motion_configurations(true, 1);
  const auto stopped = measure_motion(options, [](double, std::string_view) { return false; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message, stopped_message);
}

TEST(Motion, ASizeThatMakesNoSenseIsRefused) {
  for (const std::size_t bad : {std::size_t{0}, std::size_t{1}, std::size_t{100'000}}) {
    MotionOptions options;
    options.side = bad;
    EXPECT_FALSE(measure_motion(options, {}));
  }
}

}  // namespace
}  // namespace tensio::lab
