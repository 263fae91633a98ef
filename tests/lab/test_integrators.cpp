#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lab/integrators.h"
#include "lab/xml_check.h"

using namespace tensio;
using namespace tensio::lab;

namespace {

const IntegratorsReport& quick_report() {
  static const IntegratorsReport report = *measure_integrators({.is_quick = true});
  return report;
}

const WorkPrecision& problem(const std::string& key) {
  for (const WorkPrecision& work : quick_report().problems)
    if (work.problem.key == key) return work;
  ADD_FAILURE() << "no problem " << key;
  return quick_report().problems.front();
}

}  // namespace

TEST(Integrators, EverySchemeReachesItsOrderOnThePendulum) {
  std::size_t schemes = 0;
  for (const Scheme scheme : all_schemes()) schemes += scheme_facts(scheme).order > 0 ? 1 : 0;
  const WorkPrecision& work = problem("pendulum");
  ASSERT_EQ(work.curves.size(), schemes);
  for (const WorkCurve& curve : work.curves) {
    const SchemeFacts& facts = scheme_facts(curve.scheme);
    ASSERT_TRUE(curve.order) << facts.name;
    EXPECT_NEAR(*curve.order, facts.order, 0.1) << facts.name;
  }
}

TEST(Integrators, FinerStepsCostMoreAndErrorsFall) {
  for (const WorkCurve& curve : problem("cloth").curves) {
    ASSERT_FALSE(curve.points.empty());
    const WorkPoint* before = nullptr;
    for (const WorkPoint& point : curve.points) {
      EXPECT_GE(point.work, point.steps / 2) << scheme_facts(curve.scheme).name;  // it may fail early
      if (before != nullptr && before->error < 0.01) {
        EXPECT_LT(point.error, before->error) << scheme_facts(curve.scheme).name;
      }
      before = &point;
    }
  }
}

TEST(Integrators, OnlySymplecticAndMidpointKeepTheEnergy) {
  for (const EnergyCurve& curve : quick_report().energy) {
    const SchemeFacts& facts = scheme_facts(curve.scheme);
    if (facts.kind == SchemeKind::kick_drift || curve.scheme == Scheme::implicit_midpoint) {
      EXPECT_GT(curve.least, 0.95) << facts.name;
      EXPECT_LT(curve.most, 1.05) << facts.name;
      EXPECT_LT(std::abs(curve.drift), 1e-3) << facts.name;
    }
    if (curve.scheme == Scheme::explicit_euler) {
      EXPECT_GT(curve.most, 1e3);
    }
    if (curve.scheme == Scheme::implicit_euler) {
      EXPECT_LT(curve.points.back().fraction, 0.01);
    }
  }
}

TEST(Integrators, StableRegionsOfImplicitSchemesFillTheLeftHalfPlane) {
  for (const SchemeStability& stability : quick_report().stability) {
    double area = 0;
    for (const ContourLoop& loop : stability.region)
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const auto& p = loop[i];
        const auto& q = loop[(i + 1) % loop.size()];
        area += (p[0] * q[1] - q[0] * p[1]) / 2;
      }
    const double whole = -region_left * 2 * region_top;
    if (std::isinf(stability.oscillation_limit) && std::isinf(stability.drag_limit))
      EXPECT_NEAR(area, whole, 1e-9) << scheme_facts(stability.scheme).name;
    else
      EXPECT_LT(area, 0.5 * whole) << scheme_facts(stability.scheme).name;
  }
}

TEST(Integrators, PageHasAFigurePerQuestionAndEverySchemeInItsTable) {
  const Report page = integrators_report(quick_report());
  for (const ReportFigure& figure : integrators_figures(quick_report())) {
    EXPECT_EQ(xml_problem(figure.svg), "") << figure.name;
    EXPECT_EQ(figure.svg.find("nan"), std::string::npos) << figure.name;
  }
  const std::string text = report_text(page);
  const auto json = nlohmann::json::parse(integrators_json(quick_report()).dump());
  for (const SchemeStability& stability : quick_report().stability) {
    const char* name = scheme_facts(stability.scheme).name;
    EXPECT_NE(text.find(name), std::string::npos) << name;
    ASSERT_TRUE(json.at("schemes").contains(name));
    EXPECT_FALSE(json.at("schemes").at(name).at("advice").get<std::string>().empty()) << name;
  }
  EXPECT_EQ(xml_problem(report_html(page).substr(16)), "");
}

TEST(Integrators, StopsWhenTold) {
  int calls = 0;
  EXPECT_FALSE(
      measure_integrators({.is_quick = true}, [&](double, std::string_view) { return ++calls < 3; }));
  EXPECT_EQ(calls, 3);
}
