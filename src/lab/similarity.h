#pragma once

#include "render/image.h"

namespace tensio::lab {

/// Mean structural similarity of the luminance of two pictures of one size: 1 for equal ones, near 0 where
/// nothing is alike. Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment: from error visibility to
/// structural similarity", IEEE Trans. Image Processing 13 (2004), eqs. 13–17: Gaussian windows of 11 × 11
/// pixels (σ = 1.5), K₁ = 0.01, K₂ = 0.03, over the windows that lie within the picture. Pictures of
/// different size, or smaller than a window, have no similarity: 0.
double structural_similarity(const render::Image& a, const render::Image& b);

/// The same over those windows only in whose middle one of the pictures shows something else than `empty`
/// does, a third picture of the same size: what both have in common anyway does not count. 1 where there is
/// none.
double structural_similarity(const render::Image& a, const render::Image& b, const render::Image& empty);

}  // namespace tensio::lab
