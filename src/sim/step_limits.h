#pragma once

#include <string>
#include <vector>

#include "integrate/stability.h"
#include "tensio/setup.h"

namespace tensio {

/// Steps below which a scheme is stable, s; 0: none, ∞: all.
struct StepLimit {
  Scheme scheme;
  double at_start;    // about the start position
  double everywhere;  // about any position: a lower bound for every motion
};

/// Limits on the step of a setup.
struct StabilitySummary {
  double step = 0;                // s, step of the setup
  double omega = 0;               // rad/s, highest frequency about the start position, with pins
  double omega_everywhere = 0;    // rad/s, bound for every position
  std::vector<StepLimit> limits;  // of every scheme that can be unstable
};
/// Measures a valid setup.
StabilitySummary summarise_stability(const Setup& setup);

}  // namespace tensio
