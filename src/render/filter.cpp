#include "render/filter.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/rows.h"

namespace tensio::render::detail {

float likeness(const Guide& p, const Guide& q, float reach) {
  if (p.surface != q.surface) return 0;
  float cosine = p.nx * q.nx + p.ny * q.ny + p.nz * q.nz;
  if (cosine <= 0) return 0;
  for (int i = 0; i < 4; ++i) cosine *= cosine;
  const float off_plane = p.nx * (q.x - p.x) + p.ny * (q.y - p.y) + p.nz * (q.z - p.z);
  const float ratio = off_plane / (p.footprint * reach);
  return cosine / (1 + ratio * ratio);
}

namespace {

/// Seen at a flat angle, neighbours in the picture lie far apart and say less about each other.
float nearness(const Guide& p, const Guide& q, float reach) {
  const float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z, unit = 5 * p.footprint * reach;
  const float apart = (dx * dx + dy * dy + dz * dz) / (unit * unit);
  return 1 / (1 + apart * apart);
}

void smooth_row(std::span<const Arriving> from, std::span<Arriving> to, std::span<const Guide> guides,
                int width, int height, int row, int step) {
  constexpr std::array<float, 2> kernel = {0.5f, 0.25f};  // of the distance in taps
  const auto reach = static_cast<float>(step);
  const auto at = [&](int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  };
  for (int column = 0; column < width; ++column) {
    const std::size_t here = at(column, row);
    const Guide& guide = guides[here];
    to[here] = from[here];
    if (guide.surface == edge_surface || guide.footprint == 0) continue;
    Arriving sum{};
    float weights = 0;
    for (int dy = -1; dy <= 1; ++dy) {
      const int y = row + dy * step;
      if (y < 0 || y >= height) continue;
      for (int dx = -1; dx <= 1; ++dx) {
        const int x = column + dx * step;
        if (x < 0 || x >= width) continue;
        const std::size_t there = at(x, y);
        const float weight = kernel[static_cast<std::size_t>(std::abs(dx))] *
                             kernel[static_cast<std::size_t>(std::abs(dy))] *
                             likeness(guide, guides[there], reach) * nearness(guide, guides[there], reach);
        sum.visibility += weight * from[there].visibility;
        sum.sky += weight * from[there].sky;
        weights += weight;
      }
    }
    to[here] = {sum.visibility / weights, (1 / weights) * sum.sky};
  }
}

}  // namespace

void smooth(std::vector<Arriving>& light, std::span<const Guide> guides, int width, int height, int threads) {
  std::vector<Arriving> next(light.size());
  for (const int step : {1, 2, 4}) {
    for_each_row(height, threads,
                 [&](int row) { smooth_row(light, next, guides, width, height, row, step); });
    light.swap(next);
  }
}

}  // namespace tensio::render::detail
