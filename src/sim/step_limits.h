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
  double everywhere;  // with the constant matrix: a lower bound for every motion where there is one
};

/// Limits on the step of a setup.
struct StabilitySummary {
  double step = 0;                // s, step of the setup
  double omega = 0;               // rad/s, highest frequency about the start position, with pins
  double omega_everywhere = 0;    // rad/s, with the constant matrix
  bool is_bounded = true;         // whether that is a bound for every position, not only near rest
  std::vector<StepLimit> limits;  // of every scheme that can be unstable
};
/// Measures a valid setup.
StabilitySummary summarise_stability(const Setup& setup);

}  // namespace tensio
