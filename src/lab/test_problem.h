#pragma once

#include <string>
#include <vector>

#include "lab/rms_distance.h"
#include "tensio/setup.h"

namespace tensio::lab {

/// A motion for comparing schemes, which run it in equal steps.
struct TestProblem {
  std::string key, name;  // "pendulum", "spring pendulum"
  std::string text;       // description in one sentence
  Setup setup;            // its scheme, minimiser and frames are ignored
  double duration = 0;    // s
  int first_steps = 0;    // the coarsest number of steps; each finer one has twice as many
  int refinements = 0;
  double scale = 1;                // m; an error of this size is no solution
  std::vector<Vec3> reference{};   // m, at the checkpoints
  double reference_error = 0;      // m, uncertainty of the reference
  std::string reference_origin{};  // "closed form"
};

/// x'' + γ x' + ω² x = 0 with ω = 2π rad/s, x(0) = 1 m, x'(0) = 0; γ = 2ζω.
TestProblem make_oscillator(double damping_ratio);
/// A mass on a spring that swings (m = 1 kg, k = 100 N/m, rest length 1 m).
TestProblem make_spring_pendulum();

/// Returns the oscillator, the damped oscillator, the spring pendulum, a stiff chain and a small cloth;
/// quick: with fewer refinements and coarser references.
std::vector<TestProblem> make_test_problems(bool is_quick);

/// Positions are compared after each quarter of the duration: at a single time, errors of different origin
/// may cancel by chance.
inline constexpr int checkpoints = 4;

/// A run of one scheme over a problem.
struct Trial {
  bool is_usable = false;  // every step succeeded
  std::vector<Vec3> x;     // m, at the checkpoints, one after the other
  long work = 0;           // force evaluations (explicit) or iterations of the minimiser (implicit)
  double seconds = 0;
};
/// Runs a scheme; the number of steps must be a multiple of the checkpoints.
Trial run_trial(const TestProblem& problem, Scheme scheme, const MinimiseOptions& minimise, int steps);

}  // namespace tensio::lab
