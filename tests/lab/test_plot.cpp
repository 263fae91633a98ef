#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "lab/plot.h"
#include "lab/plot_axis.h"
#include "lab/plot_labels.h"
#include "lab/xml_check.h"

using namespace tensio;
using namespace tensio::lab;

namespace {

std::vector<std::string> tick_texts(const AxisMap& map) {
  std::vector<std::string> texts;
  for (const Tick& tick : map.ticks())
    if (!tick.text.empty()) texts.push_back(tick.text);
  return texts;
}

Plot make_plot(std::vector<std::array<double, 2>> points) {
  Plot plot;
  plot.title = "a < b & \"c\"\n";
  plot.panels.push_back({.title = "T", .x = {"x (s)"}, .y = {"y (m)"}, .series = {}, .note = {}});
  plot.panels[0].series.push_back({.name = "one", .label = "1", .points = std::move(points)});
  return plot;
}

}  // namespace

TEST(XmlCheck, FindsWhatIsWrong) {
  EXPECT_EQ(xml_problem("<a b=\"1\"><c/>x &amp; y</a>\n"), "");
  for (const char* bad : {"", "<a>", "<a></b>", "<a>&</a>", "<a b=\"<\"/>", "<a/><b/>", "x<a/>", "<a"})
    EXPECT_NE(xml_problem(bad), "") << bad;
}

TEST(PlotAxis, LogarithmicTicksArePowersOfTen) {
  const AxisMap map({"", AxisScale::logarithmic, 1e-12, 1}, {}, 0, 120);
  EXPECT_EQ(tick_texts(map),
            (std::vector<std::string>{"10⁻¹²", "10⁻¹⁰", "10⁻⁸", "10⁻⁶", "10⁻⁴", "10⁻²", "10⁰"}));
  EXPECT_NEAR(map.pixel(1e-6), 60, 1e-9);
  const AxisMap plain({"", AxisScale::logarithmic, 1, 1000}, {}, 0, 3);
  EXPECT_EQ(tick_texts(plain), (std::vector<std::string>{"1", "10", "100", "1000"}));
}

TEST(PlotAxis, LinearTicksAreRound) {
  const AxisMap map({"", AxisScale::linear, -0.25, 1}, {}, 100, 0);
  EXPECT_EQ(tick_texts(map), (std::vector<std::string>{"-0.2", "0", "0.2", "0.4", "0.6", "0.8", "1"}));
  EXPECT_NEAR(map.pixel(1), 0, 1e-12);
}

TEST(PlotAxis, TakesItsRangeFromTheDataThatCanBeShown) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const AxisMap map({"", AxisScale::logarithmic}, {nan, -1, 0, 10, 1000}, 0, 1);
  EXPECT_LT(map.min(), 10);
  EXPECT_GT(map.min(), 5);
  EXPECT_GT(map.max(), 1000);
  EXPECT_LT(map.max(), 2000);
}

TEST(PlotLabels, NeverOverlapAndStayInThePanel) {
  const Box panel{0, 0, 300, 200};
  std::vector<Polyline> curves;
  std::vector<std::string> labels;
  for (int i = 0; i < 10; ++i) {
    curves.push_back({{0, 100}, {200, 100.0 + i}});
    labels.push_back("curve " + std::to_string(i));
  }
  const auto boxes = place_labels(panel, curves, labels, 12);
  int placed = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i]) continue;
    ++placed;
    EXPECT_TRUE(panel.contains(*boxes[i]));
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(boxes[j] && boxes[j]->overlaps(*boxes[i]));
  }
  EXPECT_GE(placed, 6);
}

TEST(Plot, IsWellFormedWhateverTheDataAre) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<std::array<double, 2>>> data = {{},
                                                                {{0, 0}},
                                                                {{1, 1}, {1, 1}},
                                                                {{nan, 1}, {1, inf}, {2, 3}},
                                                                {{-1, -1}, {1e300, 1e-300}},
                                                                {{1, 2}, {10, -4}}};
  for (const auto scale : {AxisScale::linear, AxisScale::logarithmic})
    for (const auto& points : data) {
      Plot plot = make_plot(points);
      plot.panels[0].x.scale = plot.panels[0].y.scale = scale;
      const std::string svg = plot_svg(plot);
      EXPECT_EQ(xml_problem(svg), "");
      EXPECT_EQ(svg.find("nan"), std::string::npos);
      EXPECT_EQ(svg.find("inf"), std::string::npos);
    }
  EXPECT_EQ(xml_problem(plot_svg({})), "");
}

TEST(Plot, ShowsTitlesUnitsAndEachSeriesOnceInTheLegend) {
  Plot plot = make_plot({{0, 0}, {1, 2}});
  plot.panels.push_back(plot.panels[0]);
  plot.panels[0].series[0].label = plot.panels[1].series[0].label = "";
  const std::string svg = plot_svg(plot);
  EXPECT_NE(svg.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_NE(svg.find("x (s)"), std::string::npos);
  EXPECT_NE(svg.find("y (m)"), std::string::npos);
  const std::size_t first = svg.find(">one<");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(svg.find(">one<", first + 1), std::string::npos);
}

TEST(Plot, RegionsAndEveryMarkerAppearInPanelAndLegend) {
  Plot plot = make_plot({{0, 0}, {1, 2}});
  plot.panels[0].regions.push_back(
      {"stable", PlotColour::green, {{{0, 0}, {1, 0}, {1, 1}}, {{2, 2}, {3, 2}, {3, 3}}}});
  for (const PlotMarker marker :
       {PlotMarker::square, PlotMarker::diamond, PlotMarker::triangle, PlotMarker::cross}) {
    plot.panels[0].series[0].marker = marker;
    plot.panels[0].series[0].has_line = false;
    const std::string svg = plot_svg(plot);
    EXPECT_EQ(xml_problem(svg), "");
    EXPECT_NE(svg.find("fill-rule=\"evenodd\""), std::string::npos);
    EXPECT_NE(svg.find(">stable<"), std::string::npos);
    EXPECT_EQ(svg.find("<circle"), std::string::npos);
  }
}
