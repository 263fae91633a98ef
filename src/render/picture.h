#pragma once

#include "render/image.h"
#include "render/scene.h"

namespace tensio::render {

/// Enough for a film, whose frames pass by.
inline constexpr int film_samples_per_pixel = 1;

struct PictureOptions {
  int width = 1280, height = 720;  // pixels
  int samples_per_pixel = 4;       // where surfaces meet there are more
  int threads = 0;                 // 0: as many as the machine has; the picture is the same for any number
};

/// More pixels than this (8K) are refused.
inline constexpr long long max_pixels = 7680LL * 4320;

/// Draws the scene in a light studio. Equal input gives an equal picture.
Result<Image> draw(const RenderScene& scene, const PictureOptions& options = {});

}  // namespace tensio::render
