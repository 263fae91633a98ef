#include <cmath>
#include <gtest/gtest.h>

#include "math/half.h"

namespace tensio {
namespace {

TEST(Half, EveryFiniteHalfSurvivesTheWayThroughFloat) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    if ((bits & 0x7c00) == 0x7c00) continue;  // infinities and NaN
    EXPECT_EQ(to_half(static_cast<double>(from_half(static_cast<std::uint16_t>(bits)))), bits);
  }
}

TEST(Half, RoundsToTheNearestTiesToEven) {
  EXPECT_EQ(from_half(to_half(1)), 1.0f);
  EXPECT_EQ(from_half(to_half(max_half)), 65504.0f);
  EXPECT_EQ(from_half(to_half(-0.333)), std::round(-0.333f * 4096) / 4096);
  EXPECT_EQ(from_half(to_half(1 + 0x1p-11)), 1.0f);
  EXPECT_EQ(from_half(to_half(1 + 3 * 0x1p-11)), 1 + 0x1p-9f);
  EXPECT_EQ(from_half(to_half(0x1p-24)), 0x1p-24f);
  EXPECT_EQ(from_half(to_half(0x1p-25)), 0.0f);
  EXPECT_EQ(from_half(to_half(-3 * 0x1p-25)), -0x1p-23f);
}

TEST(Bfloat, KeepsTheUpperHalfOfAFloat) {
  EXPECT_EQ(from_bfloat(to_bfloat(1)), 1.0f);
  EXPECT_EQ(from_bfloat(to_bfloat(-1.0078125)), -1.0078125f);
  EXPECT_EQ(from_bfloat(to_bfloat(1 + 0x1p-8)), 1.0f);
  EXPECT_EQ(from_bfloat(to_bfloat(1 + 3 * 0x1p-8)), 1 + 0x1p-6f);
  EXPECT_NEAR(from_bfloat(to_bfloat(1e30)), 1e30, 4e27);
}

}  // namespace
}  // namespace tensio
