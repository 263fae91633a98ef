#pragma once

#include <vector>

#include "energy/objective.h"
#include "linear/cholesky.h"

namespace tensio {

/// The constant matrix M + s² L + (s²/τ) D of a step and its Cholesky factor.
struct StepMatrix {
  double inertia = 0, s2 = 0, tau = 0;
  SparseMatrix matrix;
  Cholesky factor;
  bool is_factored = false;
};

/// Keeps one StepMatrix per distinct aim, so that a scheme that alternates between steps factors each only
/// once. One cache serves one System; `clear` when masses, stiffness, pins or connectivity have changed.
class StepMatrixCache {
 public:
  StepMatrix& find(const StepObjective& objective);
  void clear() { entries_.clear(); }

 private:
  static constexpr std::size_t capacity = 4;
  std::vector<StepMatrix> entries_;  // the latest used last
};

}  // namespace tensio
