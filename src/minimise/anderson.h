#pragma once

#include <algorithm>
#include <array>

#include "minimise/accelerator.h"

namespace tensio {

/// Anderson acceleration of the map x → x − P⁻¹ ∇g(x) of local/global (Peng et al. 2018, algorithm 1): with
/// f = −P⁻¹ ∇g and the last changes Δx_j, Δf_j,
///   x ← x + f − Σ θ_j (Δx_j + Δf_j),   θ the minimiser of |f − Σ θ_j Δf_j|.
template <class Real>
class Anderson final : public Accelerator<Real> {
 public:
  explicit Anderson(const MinimiseOptions& options) : history_(std::clamp(options.history, 1, max_history)) {}

 private:
  struct Change {
    Field<Real> x, z;  // z = −f
  };
  using Numbers = std::array<double, max_history>;

  void begin(Descent<Real>& descent) override;
  bool propose(Descent<Real>& descent) override;
  void remember(Descent<Real>& descent);
  int fit(Numbers& theta) const;

  const int history_;
  std::array<Change, max_history> change_;  // the first count_, newest first
  std::array<Numbers, max_history> zz_{};   // Δz_i·Δz_j
  Numbers zf_{};                            // Δz_i·z
  int count_ = 0;
  bool is_first_ = true;
  Field<Real> z_before_;
  std::vector<FieldPair<Real>> pairs_;
  std::vector<FieldTerm<Real>> terms_;
};

}  // namespace tensio
