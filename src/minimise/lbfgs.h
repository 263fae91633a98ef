#pragma once

#include <algorithm>
#include <array>

#include "minimise/accelerator.h"

namespace tensio {

/// Limited-memory BFGS with the constant matrix of local/global as the Hessian to start from (Liu, Bouaziz
/// and Kavan 2017, algorithm 2): the two-loop recursion over the last steps s = x − x_before and changes of
/// gradient y = ∇g − ∇g_before, with the solve in its middle. It runs on dot products, so that memory is
/// passed over four times whatever the history. The step along the direction p is α = −∇g·p / pᵀHp, as in
/// NonlinearCg.
template <class Real>
class Lbfgs final : public Accelerator<Real> {
 public:
  explicit Lbfgs(const MinimiseOptions& options) : history_(std::clamp(options.history, 1, max_history)) {}

 private:
  struct Change {
    Field<Real> s, y;
  };
  using Numbers = std::array<double, max_history>;

  void begin(Descent<Real>& descent) override;
  bool propose(Descent<Real>& descent) override;
  void remember(Descent<Real>& descent);
  double find_direction(Descent<Real>& descent);

  const int history_;
  std::array<Change, max_history> change_;  // the first count_, oldest first
  std::array<Numbers, max_history> sy_{};   // s_i·y_j, j no older than i
  Numbers sg_{};                            // s_i·∇g
  int count_ = 0;
  bool is_first_ = true;
  Field<Real> p_;
  std::vector<FieldPair<Real>> pairs_;
  std::vector<FieldTerm<Real>> terms_;
};

}  // namespace tensio
