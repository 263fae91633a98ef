#pragma once

#include <cstddef>

#include "math/simd.h"

namespace tensio::detail {

/// A supernode while it is factored: a dense matrix, columns first, whose lower triangle is
///   [ F_ss       ]   F_ss, F_bs: the panel, `width` columns wide
///   [ F_bs  F_bb ]   F_bb: the update, `height` × `height`
/// The panel continues with `width` rows of its own that `eliminate` needs. The memory is the caller's; the
/// panel and the lower triangle of the update start at zero.
struct Front {
  std::size_t width = 0, height = 0;
  double* panel = nullptr;   // panel_size()
  double* update = nullptr;  // update_size()

  std::size_t panel_stride() const { return (2 * width + height + 7) / 4 * 4; }
  std::size_t panel_size() const { return panel_stride() * width; }
  static std::size_t update_stride(std::size_t height) { return (height + 3) / 4 * 4; }
  static std::size_t update_size(std::size_t height) { return update_stride(height) * height; }
};

/// With F_ss = L Lᵀ: rows `width` … of the panel become M = F_bs F_ss⁻¹, the rows after those F_ss⁻¹, and the
/// update becomes F_bb − F_bs F_ss⁻¹ F_bsᵀ. False when F_ss is not positive definite or not finite. Every
/// entry sees its operations in one order, whatever the blocking and the instructions.
[[nodiscard]] bool eliminate(const Front& front, SimdLevel level);

}  // namespace tensio::detail
