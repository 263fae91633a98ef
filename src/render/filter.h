#pragma once

#include <span>
#include <vector>

#include "render/studio.h"

namespace tensio::render::detail {

/// The surface in a pixel, which the filter must not blur across.
struct Guide {
  float x = 0, y = 0, z = 0;     // position
  float nx = 0, ny = 0, nz = 0;  // normal
  float footprint = 0;           // size of the pixel on the surface, in the unit of the position
  std::uint32_t surface = 0;
};
inline constexpr std::uint32_t edge_surface =
    0xffff'ffff;  // several surfaces share the pixel; it is left alone

/// How well q continues the smooth surface of p, from 0 to 1; `reach` is their distance in pixels.
float likeness(const Guide& p, const Guide& q, float reach);

/// Edge-avoiding à-trous filter (Dammertz et al. 2010): some passes of a 5×5 kernel whose taps lie 1, 2, 4, …
/// pixels apart, weighted by how well neighbours continue the same smooth surface.
void smooth(std::vector<Arriving>& light, std::span<const Guide> guides, int width, int height, int threads);

}  // namespace tensio::render::detail
