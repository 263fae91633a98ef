#include <cmath>
#include <gtest/gtest.h>

#include "math/expression.h"

namespace tensio {
namespace {

constexpr std::string_view names[] = {"x", "y", "n"};

double value_of(std::string_view text, double x = 0, double y = 0, double n = 0) {
  const auto made = Expression::parse(text, names);
  EXPECT_TRUE(made) << text << ": " << made.error().message;
  const double values[] = {x, y, n};
  return made ? (*made)(values) : NAN;
}

std::string error_of(std::string_view text) {
  const auto made = Expression::parse(text, names);
  return made ? "" : made.error().message;
}

TEST(Expression, FollowsTheUsualRulesOfPrecedence) {
  EXPECT_EQ(value_of("1 + 2*3 - 4/2"), 5);
  EXPECT_EQ(value_of("10 - 3 - 2"), 5);
  EXPECT_EQ(value_of("24 / 4 / 2"), 3);
  EXPECT_EQ(value_of("-2^2"), -4);
  EXPECT_EQ(value_of("2^3^2"), 512);
  EXPECT_EQ(value_of("2**-1"), 0.5);
  EXPECT_EQ(value_of("(1 + 2) * -(3)"), -9);
  EXPECT_EQ(value_of("2e-1*.5e1 + 1."), 2);
  EXPECT_EQ(value_of("x - y*n", 7, 2, 3), 1);
  EXPECT_EQ(value_of("--+x", 3), 3);
}

TEST(Expression, FunctionsAreThoseOfTheStandardLibrary) {
  for (double t = -3.05; t < 3; t += 0.1) {
    EXPECT_NEAR(value_of("sin(x)", t), std::sin(t), 1e-15);
    EXPECT_NEAR(value_of("cos(pi*x)", t), std::cos(M_PI * t), 1e-15);
    EXPECT_NEAR(value_of("tan(x)", t), std::tan(t), 1e-13 * (1 + std::abs(std::tan(t))));
    EXPECT_NEAR(value_of("atan(x)", t), std::atan(t), 1e-15);
    EXPECT_NEAR(value_of("atan2(x, 0.3)", t), std::atan2(t, 0.3), 1e-15);
    EXPECT_NEAR(value_of("asin(x/4)", t), std::asin(t / 4), 1e-15);
    EXPECT_NEAR(value_of("acos(x/4)", t), std::acos(t / 4), 1e-15);
    EXPECT_NEAR(value_of("exp(x)", t), std::exp(t), 1e-15 * std::exp(t));
    EXPECT_NEAR(value_of("log(4+x)", t), std::log(4 + t), 1e-15);
    EXPECT_NEAR(value_of("sinh(x)", t), std::sinh(t), 4e-15);
    EXPECT_NEAR(value_of("cosh(x)", t), std::cosh(t), 4e-15);
    EXPECT_NEAR(value_of("tanh(x)", t), std::tanh(t), 1e-15);
    EXPECT_NEAR(value_of("(4+x)^1.7", t), std::pow(4 + t, 1.7), 2e-14);
    EXPECT_EQ(value_of("x^2", t), t * t);
  }
  EXPECT_EQ(value_of("tanh(1000) + tanh(-1000)"), 0);
  EXPECT_NEAR(value_of("tanh(1e-5)"), std::tanh(1e-5), 1e-20);
  EXPECT_NEAR(value_of("sinh(-1e-5)"), std::sinh(-1e-5), 1e-20);
  EXPECT_NEAR(value_of("sin(1e9)"), std::sin(1e9), 1e-6);
  EXPECT_EQ(value_of("min(3, 1, 2) + max(4, 6, 5, 1)"), 7);
  EXPECT_EQ(value_of("abs(-2) + sqrt(9) + sign(-5) + floor(1.5) + ceil(1.5) + round(2.4)"), 9);
  EXPECT_EQ(value_of("mod(-1, 3) + hypot(3, 4) + step(0) + step(-1)"), 8);
  EXPECT_EQ(value_of("(-2)^3"), -8);
  EXPECT_TRUE(std::isnan(value_of("(-2)^0.5")));
  EXPECT_TRUE(std::isnan(value_of("log(-1)")));
  EXPECT_TRUE(std::isnan(value_of("sin(1/0)")));
  EXPECT_TRUE(std::isinf(value_of("0^-1")));
}

TEST(Expression, RandomNumbersAreEvenAndRepeatThemselves) {
  double sum = 0;
  for (int i = 0; i < 1000; ++i) {
    const double value = value_of("random(x)", i);
    EXPECT_GE(value, 0);
    EXPECT_LT(value, 1);
    sum += value;
  }
  EXPECT_NEAR(sum / 1000, 0.5, 0.03);
  EXPECT_EQ(value_of("random(3)"), value_of("random(x)", 3));
  EXPECT_EQ(value_of("random(-0)"), value_of("random(0)"));
}

TEST(Expression, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(error_of("  "), "column 1: the expression is empty; write a number or a formula");
  EXPECT_EQ(error_of("1 + "), "column 5: something is missing at the end; add a number or a name");
  EXPECT_EQ(error_of("(1 + x"), "column 7: a closing bracket ) is missing; add it");
  EXPECT_EQ(error_of("2 x"), "column 3: 'x' is not expected here; write an operator + - * / ^ or remove it");
  EXPECT_EQ(error_of("x * / 2"), "column 5: '/' is not expected here; write a number, a name or a bracket");
  EXPECT_EQ(error_of("sin x"), "column 5: a bracket ( is missing after sin; write sin(…)");
  EXPECT_EQ(error_of("sin(x, y)"), "column 9: sin takes 1 number; pass as many");
  EXPECT_EQ(error_of("pow(x)"), "column 6: pow takes 2 numbers; pass as many");
  EXPECT_EQ(error_of("pow(x, 1, 2)"), "column 12: pow takes 2 numbers; pass as many");
  EXPECT_EQ(error_of("1e999"), "column 1: 1e999 is not a number; write one like 0.5 or 1e-3");
  EXPECT_TRUE(error_of("1 + q").starts_with("column 5: there is no \"q\"; use x, y, n, pi, e or one of"));
}

TEST(Expression, IsBounded) {
  const auto repeat = [](std::string_view text, std::size_t count) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) all += text;
    return all;
  };
  for (const char* opening : {"(", "-", "sin(", "2^", "1+(2*(3^("})
    EXPECT_NE(error_of(repeat(opening, 100'000)).find("nested too deeply"), std::string::npos) << opening;
  EXPECT_EQ(value_of(repeat("(", 90) + "1" + repeat(")", 90)), 1);
  EXPECT_EQ(value_of(repeat("1+0*1^(", 30) + "5" + repeat(")", 30)), 1);
  EXPECT_NE(error_of("1" + repeat("+1", 5000)).find("more than 1000 operations"), std::string::npos);
}

}  // namespace
}  // namespace tensio
