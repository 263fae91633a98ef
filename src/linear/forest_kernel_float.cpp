#include "linear/forest_passes.h"

// Compiled with fused multiply-add where the processor has it.
namespace tensio::detail {

template void run_forest(ForestPass, const ForestWork<float>&, std::size_t, std::size_t, SimdLevel);

}  // namespace tensio::detail
