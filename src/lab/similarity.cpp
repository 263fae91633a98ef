#include "lab/similarity.h"

#include <array>
#include <cmath>
#include <cstdlib>

namespace tensio::lab {
namespace {

using render::Image;

constexpr int window = 11;
constexpr double sigma = 1.5, range = 255, c1 = 0.01 * range * 0.01 * range, c2 = 0.03 * range * 0.03 * range;

struct Grey {
  int width = 0, height = 0;
  std::vector<double> value{};
  double at(int column, int row) const {
    return value[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(column)];
  }
};

/// Luma of the displayed colours, ITU-R BT.601.
Grey luminance(const Image& image) {
  Grey grey{image.width, image.height};
  for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3)
    grey.value.push_back(0.299 * image.rgb[i] + 0.587 * image.rgb[i + 1] + 0.114 * image.rgb[i + 2]);
  return grey;
}

std::array<double, window> gaussian() {
  std::array<double, window> weight{};
  double sum = 0;
  for (int i = 0; i < window; ++i) {
    const double d = i - window / 2;
    sum += weight[i] = std::exp(-d * d / (2 * sigma * sigma));
  }
  for (double& w : weight) w /= sum;
  return weight;
}

/// The weighted mean of every window within the picture.
Grey blur(const Grey& grey) {
  const auto weight = gaussian();
  Grey rows{grey.width - window + 1, grey.height}, both{grey.width - window + 1, grey.height - window + 1};
  for (int row = 0; row < rows.height; ++row)
    for (int column = 0; column < rows.width; ++column) {
      double sum = 0;
      for (int i = 0; i < window; ++i) sum += weight[i] * grey.at(column + i, row);
      rows.value.push_back(sum);
    }
  for (int row = 0; row < both.height; ++row)
    for (int column = 0; column < both.width; ++column) {
      double sum = 0;
      for (int i = 0; i < window; ++i) sum += weight[i] * rows.at(column, row + i);
      both.value.push_back(sum);
    }
  return both;
}

Grey product(const Grey& a, const Grey& b) {
  Grey grey{a.width, a.height};
  for (std::size_t i = 0; i < a.value.size(); ++i) grey.value.push_back(a.value[i] * b.value[i]);
  return grey;
}

bool is_comparable(const Image& a, const Image& b) {
  return a.width == b.width && a.height == b.height && a.width >= window && a.height >= window;
}

/// The index of every window (eq. 13), row by row.
std::vector<double> similarity_map(const Image& a, const Image& b) {
  const Grey x = luminance(a), y = luminance(b);
  const Grey mean_x = blur(x), mean_y = blur(y);
  const Grey square_x = blur(product(x, x)), square_y = blur(product(y, y)), cross_xy = blur(product(x, y));
  std::vector<double> map;
  for (std::size_t i = 0; i < mean_x.value.size(); ++i) {
    const double mx = mean_x.value[i], my = mean_y.value[i];
    const double variance_x = square_x.value[i] - mx * mx, variance_y = square_y.value[i] - my * my;
    const double covariance = cross_xy.value[i] - mx * my;
    map.push_back((2 * mx * my + c1) * (2 * covariance + c2) /
                  ((mx * mx + my * my + c1) * (variance_x + variance_y + c2)));
  }
  return map;
}

/// The mean over the windows whose middle pixel is chosen.
template <class Choice>
double mean_similarity(const Image& a, const Image& b, const Choice& is_chosen) {
  if (!is_comparable(a, b)) return 0;
  const std::vector<double> map = similarity_map(a, b);
  const int columns = a.width - window + 1;
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const int column = static_cast<int>(i) % columns + window / 2,
              row = static_cast<int>(i) / columns + window / 2;
    if (!is_chosen(column, row)) continue;
    sum += map[i];
    ++count;
  }
  return count == 0 ? 1 : sum / static_cast<double>(count);
}

}  // namespace

double structural_similarity(const Image& a, const Image& b) {
  return mean_similarity(a, b, [](int, int) { return true; });
}

double structural_similarity(const Image& a, const Image& b, const Image& empty) {
  if (!is_comparable(a, empty)) return 0;
  constexpr int noise = 3;  // levels, of pictures that show the same
  const auto shows_something = [&](const Image& image, int column, int row) {
    const auto seen = image.pixel(column, row), nothing = empty.pixel(column, row);
    for (std::size_t channel = 0; channel < 3; ++channel)
      if (std::abs(seen[channel] - nothing[channel]) > noise) return true;
    return false;
  };
  return mean_similarity(a, b, [&](int column, int row) {
    return shows_something(a, column, row) || shows_something(b, column, row);
  });
}

}  // namespace tensio::lab
