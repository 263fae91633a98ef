#include <cmath>
#include <gtest/gtest.h>

#include "math/elementary.h"
#include "tensio/vec3.h"

namespace tensio {
namespace {

TEST(Elementary, SineAndCosineAreGoodToTheLastDigits) {
  for (int i = -4000; i <= 4000; ++i) {
    const double angle = i * 0.0137;
    const auto [sine, cosine] = sine_cosine(angle);
    EXPECT_NEAR(sine, std::sin(angle), 4e-16);
    EXPECT_NEAR(cosine, std::cos(angle), 4e-16);
  }
  for (double angle = 1; angle < 1e6; angle *= 1.37) {
    EXPECT_NEAR(sine_cosine(angle).sine, std::sin(angle), 4e-16) << angle;
    EXPECT_NEAR(sine_cosine(-angle).cosine, std::cos(angle), 4e-16) << angle;
  }
}

TEST(Elementary, QuarterTurnsAreExactWhereFloatingPointAllows) {
  const double half_pi = 1.5707963267948966;
  EXPECT_EQ(sine_cosine(0).cosine, 1);
  EXPECT_EQ(sine_cosine(half_pi).sine, 1);
  EXPECT_NEAR(sine_cosine(half_pi).cosine, std::cos(half_pi), 1e-20);
}

TEST(Elementary, ArcTangentIsGoodToTheLastDigitsInAllQuadrants) {
  for (int i = -1000; i <= 1000; ++i) {
    const double angle = 0.003141 * i, y = 3 * std::sin(angle), x = 3 * std::cos(angle);
    EXPECT_NEAR(arc_tangent(y, x), std::atan2(y, x), 1e-15);
  }
  EXPECT_EQ(arc_tangent(0, 0), 0);
  EXPECT_EQ(arc_tangent(0, 1e-300), 0);
  EXPECT_NEAR(arc_tangent(1e-300, 1e300), 0, 0);
}

TEST(Elementary, PowersAreGoodToTheLastDigits) {
  for (const double base : {1e-300, 1e-9, 0.1, 0.5, 0.7071, 0.95, 0.999, 1.0, 1.5, 40.0}) {
    for (const double exponent : {0.0, 1e-4, 1.0 / 30, 0.5, 1.0, 2.0, 3.7}) {
      const double expected = std::pow(base, exponent);
      // rounding of t = exponent · ln base is a relative error of the power: ε |t|, and a few ε beside it
      const double bound = 1e-15 * (1 + std::abs(exponent * std::log(base)));
      EXPECT_NEAR(power(base, exponent), expected, bound * expected) << base << "^" << exponent;
    }
  }
  EXPECT_EQ(power(0, 0.1), 0);
  EXPECT_EQ(power(0, 0), 1);
}

TEST(Elementary, ExponentialsAreGoodToTheLastDigits) {
  for (int i = -7000; i <= 7090; ++i) {
    const double x = 0.1 * i, expected = std::exp(x);
    EXPECT_NEAR(exponential(x), expected, 8e-16 * expected) << x;
  }
  EXPECT_EQ(exponential(0), 1);
  EXPECT_EQ(exponential(-1e300), 0);
  EXPECT_EQ(exponential(1e300), INFINITY);
  EXPECT_EQ(exponential(709.9), INFINITY);
  EXPECT_TRUE(std::isnan(exponential(NAN)));
}

TEST(Rotation, TurnsAboutItsAxis) {
  const double half_pi = 1.5707963267948966;
  const Vec3 turned = rotation({0, 0, 2}, half_pi) * Vec3{1, 0, 5};
  EXPECT_NEAR(turned.x, 0, 1e-15);
  EXPECT_NEAR(turned.y, 1, 1e-15);
  EXPECT_NEAR(turned.z, 5, 1e-15);
}

}  // namespace
}  // namespace tensio
