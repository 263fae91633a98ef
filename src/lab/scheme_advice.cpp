#include "lab/integrators.h"

namespace tensio::lab {

const char* scheme_advice(Scheme scheme) {
  switch (scheme) {
    case Scheme::explicit_euler:
      return "Only to show what goes wrong: it gains energy at every step length.";
    case Scheme::midpoint:
    case Scheme::heun:
      return "Short, well-damped motions; without damping it slowly gains energy at every step length.";
    case Scheme::rk4:
      return "Soft or small systems that must be exact: references, orbits, single masses.";
    case Scheme::bogacki_shampine:
      return "Soft systems at moderate accuracy; provides an error estimate of order 2.";
    case Scheme::dormand_prince:
      return "References: the most accurate per evaluation while steps are small; provides an error estimate "
             "of order 4.";
    case Scheme::symplectic_euler:
      return "Games and soft systems with small steps: one evaluation, bounded energy, but positions only of "
             "order 1.";
    case Scheme::velocity_verlet:
      return "Accurate cloth that is soft enough for its steps: one evaluation, order 2, bounded energy, "
             "positions and velocities at the same time. With drag it evaluates twice and is stable up to "
             "twice the drag.";
    case Scheme::leapfrog:
      return "Like velocity Verlet, with one evaluation even with drag.";
    case Scheme::position_verlet:
      return "Like velocity Verlet, for positions that are also set by hand; its velocities lag half a step "
             "behind.";
    case Scheme::implicit_euler:
      return "Stiff cloth at frame-sized steps that must come to rest: never unstable, damps everything.";
    case Scheme::implicit_midpoint:
      return "Stiff systems that should keep swinging: order 2, energy nearly conserved; fast modes keep "
             "ringing.";
    case Scheme::newmark:
      return "Like implicit midpoint, with the β and γ of structural engineering; γ above ½ damps. Solve its "
             "steps well.";
    case Scheme::bdf2:
      return "Stiff cloth that should move more than with implicit Euler, for one solve per step.";
    case Scheme::tr_bdf2:
      return "Stiff systems that must be exact: order 2, fast modes die out within a few steps; two solves "
             "per step with one matrix. Solve its steps well: with too few iterations it gains energy.";
    case Scheme::imex:
      return "Mostly soft systems with a few stiff springs, the only ones in the solve; order 1, damps the "
             "stiff springs like implicit Euler.";
    case Scheme::static_equilibrium:
      return "The rest shape: drape, hang, calibrate. No motion.";
  }
  return "";
}

}  // namespace tensio::lab
