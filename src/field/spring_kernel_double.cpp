#include "field/spring_passes.h"

// No contraction into FMA here: one result for every instruction set.
namespace tensio::detail {

template PassSums run_pass(Pass, const SpringKernel<double>&, const PassFields<double>&, std::size_t,
                           std::size_t, SimdLevel);

}  // namespace tensio::detail
