#include "lab/baseline.h"

namespace tensio::lab {

std::unique_ptr<Baseline> make_cholmod_baseline(const BaselineProblem&, bool) {
  return nullptr;
}

std::unique_ptr<LinearSolver> make_cholmod_solver() {
  return nullptr;
}

}  // namespace tensio::lab
