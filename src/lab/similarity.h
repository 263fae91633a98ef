#pragma once

#include "render/image.h"

namespace tensio::lab {

/// Returns the mean structural similarity of the luminance of two pictures of one size: 1 if equal, near 0 if
/// unrelated. Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment: from error visibility to
/// structural similarity", IEEE Trans. Image Processing 13 (2004), eqs. 13–17: Gaussian windows of 11 × 11
/// pixels (σ = 1.5), K₁ = 0.01, K₂ = 0.03, over the windows that lie within the picture. Returns 0
/// for pictures of different size or smaller than a window.
double structural_similarity(const render::Image& a, const render::Image& b);

/// The same over the windows whose middle differs from `empty` in one of the pictures, so that the common
/// background does not count. `empty` has the same size. Returns 1 if there are no such windows.
double structural_similarity(const render::Image& a, const render::Image& b, const render::Image& empty);

}  // namespace tensio::lab
