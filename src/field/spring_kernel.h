#pragma once

#include "energy/energy.h"
#include "field/spring_slots.h"
#include "math/field.h"
#include "math/simd.h"

namespace tensio::detail {

template <class Real>
struct Components {
  Components(const Field<Real>& field)
      : x(field.component(0)), y(field.component(1)), z(field.component(2)) {}
  const Real *x, *y, *z;
};

/// A function of fields,
///   g(x) = Σ_i (½ w_i |x_i − t_i|² − b_i·x_i) + s² Σ_springs ½ k (l − r)²
///          + s² Σ_forms ½ k |x_a − x_b|² + (s²/τ) Σ_dampers ½ k_d (n·(u_a − u_b))²,   u = x − w,
/// which is the objective of a step with every term of single vertices gathered in w, t and b. A pass over
/// its packs reads each number once and has one order of sums, whatever the threads and the instructions.
template <class Real>
struct SpringKernel {
  SpringSlots<Real> springs;
  SpringSlots<Real> dampers;
  SpringSlots<Real> forms;        // k of either sign
  Field<Real> target, load;       // t, m; b, N·s²
  Field<Real> damper_start;       // w, m
  Field<Real> damper_frozen;      // positions that dampers take their directions n from, m
  AlignedVector<Real> weight;     // kg
  AlignedVector<Real> bound;      // kg, to be added in blocks: of forms, and bounds of what is left out
  std::vector<HeldLanes> held;    // of each pack
  Real s2 = 0, damper_scale = 0;  // s²; s²/τ
  bool has_load = false, has_dampers = false, has_bound = false, has_forms = false;
};

enum class Pass { gradient, value, curvature, product, block_step };

template <class Real>
struct PassFields {
  Components<Real> x, p;  // p: of curvature, product and block_step
  Field<Real>* out = nullptr;
  HessianForm form = HessianForm::exact;
  Real scale = 1;  // of block_step
};

struct PassSums {
  double value = 0;   // or pᵀHp
  double square = 0;  // |∇g|²
};

/// A pass over the packs [begin, end).
template <class Real>
PassSums run_pass(Pass pass, const SpringKernel<Real>& kernel, const PassFields<Real>& fields,
                  std::size_t begin, std::size_t end, SimdLevel level);
extern template PassSums run_pass(Pass, const SpringKernel<float>&, const PassFields<float>&, std::size_t,
                                  std::size_t, SimdLevel);
extern template PassSums run_pass(Pass, const SpringKernel<double>&, const PassFields<double>&, std::size_t,
                                  std::size_t, SimdLevel);

}  // namespace tensio::detail
