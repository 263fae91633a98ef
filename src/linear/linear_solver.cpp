#include "linear/linear_solver.h"

namespace tensio {

std::unique_ptr<LinearSolver> make_linear_solver(const LinearOptions& options) {
  switch (options.method) {
    case LinearMethod::llt:
    case LinearMethod::ldlt:
    case LinearMethod::lu:
      return detail::make_direct_solver(options.method);
    case LinearMethod::pcg:
    case LinearMethod::pcg_ic:
    case LinearMethod::jacobi:
    case LinearMethod::chebyshev:
      return detail::make_iterative_solver(options);
  }
  return nullptr;
}

}  // namespace tensio
