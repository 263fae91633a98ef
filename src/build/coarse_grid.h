#pragma once

#include "tensio/cloth.h"

namespace tensio::detail {

/// Builds a grid of fewer columns and rows (GridOptions::coarsening), which carries the whole one as a skin.
Result<Model> make_coarse_grid(const GridOptions& options);

}  // namespace tensio::detail
