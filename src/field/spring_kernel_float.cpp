#include "field/spring_passes.h"

// Compiled with fused multiply-add where the processor has it.
namespace tensio::detail {

template PassSums run_pass(Pass, const SpringKernel<float>&, const PassFields<float>&, std::size_t,
                           std::size_t, SimdLevel);

}  // namespace tensio::detail
