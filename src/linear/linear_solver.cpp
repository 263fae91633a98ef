#include "linear/linear_solver.h"

namespace tensio {

std::unique_ptr<LinearSolver> make_linear_solver(const LinearOptions& options) {
  auto direct = detail::make_direct_solver(options.method);
  return direct ? std::move(direct) : detail::make_iterative_solver(options);
}

}  // namespace tensio
