#pragma once

#include <string>
#include <vector>

#include "integrate/stability.h"
#include "tensio/setup.h"

namespace tensio {

/// The steps, s, below which a scheme is stable; 0: none is, ∞: all are.
struct StepLimit {
  Scheme scheme;
  double at_start;    // about the start position
  double everywhere;  // about any position: what a motion may lead to, bounded from below
};

/// How long the steps of a setup may be.
struct StabilitySummary {
  double step = 0;                // s, that of the setup
  double omega = 0;               // rad/s: the highest frequency about the start position, pins held
  double omega_everywhere = 0;    // rad/s: no position has a higher one
  std::vector<StepLimit> limits;  // of every scheme that is not stable at all steps
};
/// The setup is valid.
StabilitySummary summarise_stability(const Setup& setup);

}  // namespace tensio
