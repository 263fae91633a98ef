#include "field/motion_passes.h"

// Compiled with fused multiply-add where the processor has it.
namespace tensio::detail {

template void run_motion_pass(const MotionKernel<float>&, const MotionPass<float>&, std::size_t, std::size_t,
                              SimdLevel);
template void run_known_move(const Field<float>&, const MotionMove&, MotionFields<float>&, std::size_t,
                             std::size_t, SimdLevel);

}  // namespace tensio::detail
