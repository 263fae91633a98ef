#pragma once

#include "integrate/modes.h"
#include "tensio/solver.h"

namespace tensio {

/// One mode of motion: u'' = −ω² u − c u', with ether drag.
struct Mode {
  double omega = 0;  // rad/s
  double rate = 0;   // c, 1/s
  double ether = 1;
};

/// Position and velocity of a mode.
struct ModePoint {
  double x, v;
};
/// Takes a step of length h, after ether drag. For the schemes that are no table of numbers; IMEX, with a
/// mode that it takes explicitly, is symplectic Euler.
using ModeStep = ModePoint (*)(const SchemeOptions& options, const Mode& mode, double h, ModePoint start);
ModePoint step_position_verlet(const SchemeOptions& options, const Mode& mode, double h, ModePoint start);
ModePoint step_newmark(const SchemeOptions& options, const Mode& mode, double h, ModePoint start);
ModePoint step_imex(const SchemeOptions& options, const Mode& mode, double h, ModePoint start);

/// The largest factor by which many steps of length h, s, of this scheme can multiply a mode, per step: the
/// spectral radius of its matrix on (x, v). Of explicit tables, kick-drift sequences, Newmark's scheme and
/// IMEX (a mode that it takes explicitly); 0 for the others, which are stable at every step.
double growth(Scheme scheme, const SchemeOptions& options, const Mode& mode, double h);

/// The length, s, below which no step of the scheme lets any of the modes grow; 0: none is that short, ∞:
/// all are. IMEX is as stable as symplectic Euler on its explicit forces.
double largest_stable_step(Scheme scheme, const SchemeOptions& options, const Modes& modes);

}  // namespace tensio
