#include "linear/forest_passes.h"

// No contraction into FMA here: one result for every instruction set.
namespace tensio::detail {

template void run_forest(ForestPass, const ForestWork<double>&, std::size_t, std::size_t, SimdLevel);

}  // namespace tensio::detail
