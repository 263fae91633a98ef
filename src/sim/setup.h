#pragma once

#include <vector>

#include "contact/collider.h"
#include "energy/damping.h"
#include "integrate/adaptive.h"
#include "integrate/implicit.h"
#include "integrate/plasticity.h"
#include "integrate/strain_limit.h"
#include "math/result.h"
#include "minimise/options.h"
#include "model/model.h"

namespace tensio {

/// All that a simulation is made from.
struct Setup {
  Model model{};
  std::vector<Vec3> velocity{};  // m/s at the start, one per vertex; empty: at rest
  std::vector<Collider> colliders{};
  Vec3 gravity{0, -9.81, 0};  // m/s²
  Damping damping{};
  Scheme scheme = Scheme::implicit_euler;
  SchemeOptions scheme_options{};
  MinimiseOptions minimise{};
  StrainLimitOptions strain_limit{};  // after each step, before contact
  PlasticityOptions plasticity{};     // after each step, before the strain limit
  double frame_time = 1.0 / 30;       // s
  int substeps = 1;                   // steps per frame: h = frame_time / substeps
  AdaptiveOptions adaptive{};         // within these steps
  double tear_strain = 0;             // springs stretched beyond this fraction of their length break; 0: none
};

/// Model, colliders and every number in range; static equilibrium only where every piece is held.
Result<void> validate(const Setup& setup);

}  // namespace tensio
