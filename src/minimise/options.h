#pragma once

#include "energy/energy.h"
#include "linear/linear_solver.h"

namespace tensio {

enum class Method {
  local_global,         // Liu et al. 2013, sec. 4
  ncg,                  // nonlinear conjugate gradients, preconditioned by the matrix of local/global
  newton,               // with line search
  local_global_newton,  // local/global first, as a good starting point for Newton (sec. 5)
};

/// Where the iterations of a step start.
enum class Start {
  target,   // y, where inertia alone would lead (Liu et al. 2013, sec. 4)
  current,  // the present positions: then one Newton iteration is Baraff and Witkin's step (1998, eq. 16)
};

struct MinimiseOptions {
  Method method = Method::local_global;
  int iterations = 10;       // at most, per step
  double tolerance = 0;      // stop at |∇g| / |∇g(start)| below this; 0: always all iterations
  int warm_iterations = 10;  // local/global iterations before Newton, with local_global_newton
  Start start = Start::target;
  HessianForm hessian =
      HessianForm::projected;  // of Newton; an indefinite one gets a multiple of its diagonal added
  LinearOptions linear{};      // of Newton
  bool trace = false;          // record objective and gradient norm of every iterate
};

}  // namespace tensio
