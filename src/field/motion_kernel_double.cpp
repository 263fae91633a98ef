#include "field/motion_passes.h"

namespace tensio::detail {

template void run_motion_pass(const MotionKernel<double>&, const MotionPass<double>&, std::size_t,
                              std::size_t, SimdLevel);
template void run_known_move(const Field<double>&, const MotionMove&, MotionFields<double>&, std::size_t,
                             std::size_t, SimdLevel);

}  // namespace tensio::detail
