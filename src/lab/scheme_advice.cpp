#include "lab/integrators.h"

namespace tensio {

const char* scheme_advice(Scheme scheme) {
  switch (scheme) {
    case Scheme::explicit_euler:
      return "Never, but to show what goes wrong: it gains energy at every step length.";
    case Scheme::midpoint:
    case Scheme::heun:
      return "Short, well damped motions; without damping it slowly gains energy at every step length.";
    case Scheme::rk4:
      return "Soft or small systems that must be exact: references, orbits, single masses.";
    case Scheme::bogacki_shampine:
      return "Soft systems at moderate accuracy; carries an error estimate of order 2.";
    case Scheme::dormand_prince:
      return "References: the most exact per evaluation while steps are small; carries an error estimate of "
             "order 4.";
    case Scheme::symplectic_euler:
      return "Games and soft systems with small steps: one evaluation, energy bounded, but positions of "
             "order 1 only.";
    case Scheme::velocity_verlet:
      return "Cloth that is soft enough for its steps, exactly: one evaluation, order 2, energy bounded, "
             "positions and velocities of one moment. With drag it evaluates twice and bears twice as much.";
    case Scheme::leapfrog:
      return "Like velocity Verlet, with one evaluation even with drag.";
    case Scheme::position_verlet:
      return "Like velocity Verlet where positions are moved by hand as well; its velocities lag half a step "
             "behind.";
    case Scheme::implicit_euler:
      return "Stiff cloth at frame-sized steps that must come to rest: never unstable, damps everything.";
    case Scheme::implicit_midpoint:
      return "Stiff systems that should keep swinging: order 2, energy nearly kept; fast modes ring on.";
    case Scheme::newmark:
      return "Like implicit midpoint, with β and γ as structural engineers know them; γ above ½ damps. Steps "
             "must be solved well.";
    case Scheme::bdf2:
      return "Stiff cloth that should move livelier than with implicit Euler, for one solve a step.";
    case Scheme::tr_bdf2:
      return "Stiff systems that must be exact: order 2, fast modes die within a few steps; two solves a "
             "step, one matrix. Its steps must be solved well: with too few iterations it gains energy.";
    case Scheme::imex:
      return "Mostly soft systems with a few stiff springs, which alone go into the solve; order 1, and what "
             "is "
             "stiff is damped as by implicit Euler.";
    case Scheme::static_equilibrium:
      return "The shape at rest: drape, hang, calibrate. No motion.";
  }
  return "";
}

}  // namespace tensio
