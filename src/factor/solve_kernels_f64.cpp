#include "factor/solve_kernels_body.h"

namespace tensio::detail {

template <>
SolveKernels<double> solve_kernels(SimdLevel level, Storage) {
  return kernels_of<double, double>(level);
}

}  // namespace tensio::detail
