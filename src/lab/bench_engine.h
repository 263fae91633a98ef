#pragma once

#include <memory>
#include <string>
#include <vector>

#include "energy/objective.h"
#include "math/simd.h"
#include "tensio/solver.h"

namespace tensio::lab {

/// One way to run the engine.
struct EngineVariant {
  std::string key;   // "mixed_1t"
  std::string name;  // "tensio mixed, 1 thread"
  Precision precision = Precision::double_;
  int threads = 1;
  SimdLevel limit = SimdLevel::avx512;
};

/// Both precisions, one and two threads, and the instructions that every x86 has.
std::vector<EngineVariant> engine_variants();
MinimiseOptions options_of(const EngineVariant& variant, Method method, int iterations);

/// Restricts the kernels to the variant's instructions during its lifetime.
class SimdLimit {
 public:
  explicit SimdLimit(const EngineVariant& variant) : before_(simd_level_limit()) {
    simd_level_limit() = variant.limit;
  }
  ~SimdLimit() { simd_level_limit() = before_; }
  SimdLimit(const SimdLimit&) = delete;
  SimdLimit& operator=(const SimdLimit&) = delete;

 private:
  SimdLevel before_;
};

/// Single steps of one iteration, as the minimisers call them.
class EngineParts {
 public:
  virtual ~EngineParts() = default;
  /// Prepares the solver of the constant matrix; returns false on failure.
  virtual bool prepare() = 0;
  /// Recomputes the factor with its known pattern; does nothing without a factor.
  virtual bool refactor() = 0;
  /// Updates the solver for one cut spring and, in the next call, for its repair.
  virtual void update() = 0;
  /// Computes the gradient, including the projection of every spring.
  virtual void local_step() = 0;
  virtual void global_step() = 0;
  virtual std::size_t solve_bytes() const = 0;
};
/// `cut` is the constant matrix without one spring. The objective must outlive them.
std::unique_ptr<EngineParts> make_engine_parts(const EngineVariant& variant, const StepObjective& objective,
                                               const SparseMatrix& cut, Positions x);

}  // namespace tensio::lab
