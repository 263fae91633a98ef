#include <cmath>
#include <gtest/gtest.h>

#include "lab/similarity.h"

using namespace tensio;
using namespace tensio::lab;

using render::Image;

namespace {

Image make_image(int width, int height, int contrast, int brightness) {
  Image image{width, height, {}};
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const bool is_bright = (row / 4 + column / 4) % 2 == 0;
      for (int channel = 0; channel < 3; ++channel)
        image.rgb.push_back(static_cast<std::uint8_t>(brightness + (is_bright ? contrast : -contrast)));
    }
  return image;
}

}  // namespace

TEST(Similarity, IsOneForEqualPicturesOnly) {
  const Image image = make_image(32, 24, 40, 128);
  EXPECT_DOUBLE_EQ(structural_similarity(image, image), 1);
  EXPECT_LT(structural_similarity(image, make_image(32, 24, 30, 128)), 0.99);
}

TEST(Similarity, TurnedContrastIsUnlikeAndFlatPicturesFollowTheFormula) {
  EXPECT_LT(structural_similarity(make_image(32, 24, 40, 128), make_image(32, 24, -40, 128)), 0);
  // Without structure only the luminance term is left: (2ab + c₁) / (a² + b² + c₁).
  const double c1 = 2.55 * 2.55;
  EXPECT_NEAR(structural_similarity(make_image(20, 20, 0, 100), make_image(20, 20, 0, 120)),
              (2 * 100 * 120 + c1) / (100 * 100 + 120 * 120 + c1), 1e-9);
}

TEST(Similarity, FallsWithNoise) {
  const Image clean = make_image(64, 64, 40, 128);
  double before = 1;
  for (const int noise : {2, 8, 32}) {
    Image noisy = clean;
    std::uint32_t random = 1;
    for (auto& value : noisy.rgb) {
      random = random * 1664525u + 1013904223u;
      value = static_cast<std::uint8_t>(value + static_cast<int>(random >> 24) % (2 * noise + 1) - noise);
    }
    const double similarity = structural_similarity(clean, noisy);
    EXPECT_LT(similarity, before);
    before = similarity;
  }
}

TEST(Similarity, PicturesThatCannotBeComparedHaveNone) {
  EXPECT_EQ(structural_similarity(make_image(32, 24, 1, 9), make_image(24, 32, 1, 9)), 0);
  EXPECT_EQ(structural_similarity(make_image(10, 32, 1, 9), make_image(10, 32, 1, 9)), 0);
  EXPECT_EQ(structural_similarity({}, {}), 0);
}

TEST(Similarity, WhatBothShareWithTheEmptyPictureDoesNotCount) {
  const Image empty = make_image(64, 64, 0, 200);
  Image left = empty, right = empty;
  for (int row = 20; row < 40; ++row)
    for (int column = 20; column < 40; ++column)
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const auto at = 3 * static_cast<std::size_t>(row * 64 + column) + channel;
        left.rgb[at] = static_cast<std::uint8_t>(column % 2 == 0 ? 40 : 160);
        right.rgb[at] = static_cast<std::uint8_t>(row % 2 == 0 ? 40 : 160);
      }
  const double whole = structural_similarity(left, right), part = structural_similarity(left, right, empty);
  EXPECT_GT(whole, 0.7);
  EXPECT_LT(part, 0.3);
  EXPECT_DOUBLE_EQ(structural_similarity(left, left, empty), 1);
  EXPECT_DOUBLE_EQ(structural_similarity(empty, empty, empty), 1);
  EXPECT_EQ(structural_similarity(left, right, make_image(32, 64, 0, 200)), 0);
}
