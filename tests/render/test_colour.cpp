#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "render/colour.h"

namespace tensio::render {

namespace {
/// Oklab's lightness of a grey of the same luminance.
double lightness(const Colour& c) {
  return std::cbrt(0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b);
}
}  // namespace

TEST(Ramp, GrowsLighterInEvenSteps) {
  const double all = lightness(ramp(1)) - lightness(ramp(0));
  EXPECT_GT(all, 0.5);
  for (int i = 0; i < 20; ++i) {
    const double step = lightness(ramp((i + 1) / 20.0)) - lightness(ramp(i / 20.0));
    EXPECT_GT(step, 0.5 * all / 20);
    EXPECT_LT(step, 1.7 * all / 20);
  }
}

TEST(Ramp, StaysInsideWhatAScreenShows) {
  for (int i = 0; i <= 100; ++i) {
    const Colour c = ramp(i / 100.0);
    for (const float channel : {c.r, c.g, c.b}) {
      EXPECT_GT(channel, 0);
      EXPECT_LT(channel, 1);
    }
  }
}

TEST(Ramp, ClampsWhatIsOutside) {
  EXPECT_EQ(ramp(-3), ramp(0));
  EXPECT_EQ(ramp(7), ramp(1));
  EXPECT_EQ(ramp(std::numeric_limits<double>::quiet_NaN()), ramp(0));
}

TEST(Display, IsMonotonicFromBlackToWhite) {
  EXPECT_EQ(display({0, 0, 0})[0], 0);
  EXPECT_EQ(display({100, 100, 100})[0], 255);
  for (int i = 0; i < 100; ++i)
    EXPECT_LE(display({0.03f * float(i), 0, 0})[0], display({0.03f * float(i + 1), 0, 0})[0]);
}

TEST(Display, ShowsBrokenNumbersAsColours) {
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(display({nan, -infinity, infinity}), (std::array<std::uint8_t, 3>{0, 0, 255}));
}

TEST(Colour, ReadsTheNotationOfTheWeb) {
  const Colour c = srgb(0xff8000);
  EXPECT_FLOAT_EQ(c.r, 1);
  EXPECT_NEAR(c.g, 0.2159f, 1e-4f);
  EXPECT_FLOAT_EQ(c.b, 0);
}

}  // namespace tensio::render
