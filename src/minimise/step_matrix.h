#pragma once

#include <vector>

#include "energy/objective.h"
#include "linear/cholesky.h"

namespace tensio {

/// The constant matrix M + s² L + (s²/τ) D of a step and its Cholesky factor.
struct StepMatrix {
  std::uint64_t revision = 0;
  double inertia = 0, s2 = 0, tau = 0;
  SparseMatrix matrix;
  Cholesky factor;
  bool is_factored = false;
};

/// Keeps one StepMatrix per distinct aim, so that a scheme that alternates between steps factors each only
/// once; what was made for an earlier revision of the system is dropped. One cache serves one System.
class StepMatrixCache {
 public:
  StepMatrix& find(const StepObjective& objective);

 private:
  static constexpr std::size_t capacity = 4;
  std::vector<StepMatrix> entries_;  // the latest used last
};

}  // namespace tensio
