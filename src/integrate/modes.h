#pragma once

#include "energy/objective.h"

namespace tensio {

/// What the modes of a system are like: each moves as u'' = −ω² u − c u' with
///   0 ≤ ω ≤ omega  and  drag_low + beta_low ω² ≤ c ≤ min(drag_high + beta_high ω², rate).
/// Exact when drag per mass and damping per stiffness are the same everywhere.
struct Modes {
  double omega = 0;                    // rad/s
  double drag_low = 0, drag_high = 0;  // 1/s: drag per mass
  double beta_low = 0, beta_high = 0;  // s: damping per stiffness
  double rate = 0;                     // 1/s
  double ether = 1;                    // what ether drag leaves of a velocity after one second

  bool has_damping() const { return rate > 0 || ether < 1; }
};

/// Whether the constant matrices of all energies bound their stiffness wherever the motion leads.
bool has_bounded_stiffness(const System& system);

/// The modes of small motions about x, with the Hessian in this form; `laplacian` bounds them for every x
/// where all energies are projective (has_bounded_stiffness).
/// The largest eigenvalues, of M⁻¹K and M⁻¹D, come from Lanczos's method with a random start, so many steps
/// of it that ω is too small by more than 0.25 % with a probability below 1e-6, whatever the spectrum:
/// Kuczyński and Woźniakowski, SIAM J. Matrix Anal. Appl. 13 (1992), where a relative error ε of the
/// eigenvalue after k steps has a probability below 1.65 √n exp(−(2k − 1) √ε). The same bits everywhere. The
/// forces of `implicit` (null: none) are left out: those that a scheme takes implicitly.
Modes find_modes(System& system, Positions x, HessianForm form, System* implicit = nullptr);

/// A quick bound of the modes near x: energies that are projective count with their constant matrix, which
/// bounds them everywhere, the others as they are at x. ω is too small by more than 5 % with a probability
/// below 1e-6 for up to 10,000 vertices.
Modes find_modes_near(System& system, Positions x);

}  // namespace tensio
