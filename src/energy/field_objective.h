#pragma once

#include "energy/objective.h"
#include "math/field.h"

namespace tensio {

/// The objective of a step for minimisers that need no matrix: the same function as StepObjective, evaluated
/// on fields, in the precision of Real, by all threads. Positions are counted from an origin in the middle of
/// the aim, where single precision is finest. Every sum has one order, whatever the number of threads.
template <class Real>
class FieldObjective {
 public:
  explicit FieldObjective(Workers& workers) : workers_(workers) {}

  /// Takes the objective of a step, which must outlive the evaluations. Tables are kept while system and
  /// revision stay the same.
  void begin(const StepObjective& objective);
  const Vec3& origin() const { return origin_; }

  struct Evaluation {
    double value = 0;            // J·s²
    double gradient_square = 0;  // |∇g|², (N·s²)²
  };
  double value(const Field<Real>& x);
  /// g ← ∇g(x), zero at pins, and the value with it.
  Evaluation gradient(const Field<Real>& x, Field<Real>& g);
  /// pᵀ H(x) p for a p that leaves pinned vertices alone.
  double curvature(const Field<Real>& x, const Field<Real>& p, HessianForm form);
  /// out ← H(x) p, zero at pins.
  void multiply_hessian(const Field<Real>& x, const Field<Real>& p, HessianForm form, Field<Real>& out);

  /// What rounding leaves uncertain at x, as StepObjective::rounding but with the ε of Real and positions
  /// counted from the origin: ε Σ a_ii |x_i|² of the value, the norm of ε a_ii |x_i| of the gradient. A
  /// minimiser takes a rise of the value within it as none, and stops at a gradient within it.
  StepObjective::Rounding rounding(const Field<Real>& x);

 private:
  Workers& workers_;
  const StepObjective* objective_ = nullptr;
  Vec3 origin_;
  std::vector<Vec3> x_, p_, g_;
  std::vector<double> diagonal_;
};

}  // namespace tensio
