#pragma once

#include "energy/air.h"

namespace tensio {

/// What slows motions down. None of it but wind moves an equilibrium; springs' own dampers are in the model.
struct Damping {
  double ether = 1;  // α: the fraction of velocity that is left after one second of ether drag, 0 … 1
  double point = 0;  // γ, N·s/m: force −γ v on every vertex
  double rayleigh_mass = 0;       // a, 1/s: force −a m v on every vertex
  double rayleigh_stiffness = 0;  // b, s: a damper b k along every spring, which leaves rigid motions alone
  double rigid = 1;  // the fraction that is left after one second of velocities relative to the best rigid
                     // motion of each connected piece, 0 … 1; momentum and angular momentum stay
  bool energy_budget = false;  // no more energy than there was and than was put in; see EnergyBudget

  Air air{};  // around the triangles

  bool has_drag() const { return point > 0 || rayleigh_mass > 0; }
};

}  // namespace tensio
