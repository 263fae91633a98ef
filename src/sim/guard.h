#pragma once

#include <string>
#include <vector>

#include "integrate/stability.h"
#include "sim/setup.h"

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

/// One sentence that tells that the setup's scheme is not stable at its step, and what to do; "" if it is.
std::string stability_warning(const Setup& setup);

/// The smallest number of steps per frame, at least `least`, with which the setup's scheme is stable wherever
/// the motion leads.
Result<int> stable_substeps(const Setup& setup, int least);

inline constexpr int max_substeps = 100'000;

}  // namespace tensio
