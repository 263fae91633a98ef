#include "factor/solve_kernels_body.h"

namespace tensio::detail {

template <>
SolveKernels<float> solve_kernels(SimdLevel level, Storage storage) {
  if (storage == Storage::f16) return kernels_of<float, Half>(level);
  if (storage == Storage::bf16) return kernels_of<float, Bfloat>(level);
  return kernels_of<float, float>(level);
}

}  // namespace tensio::detail
