#pragma once

#include "energy/energy.h"
#include "linear/global_solver.h"
#include "linear/linear_solver.h"

namespace tensio {

/// Those of the first group need no matrix but the constant one of local/global, which serves all of them as
/// preconditioner; they never raise the objective.
enum class Method {
  local_global,  // Liu et al. 2013, sec. 4
  ncg,           // nonlinear conjugate gradients
  lbfgs,         // quasi-Newton, Liu et al. 2017
  anderson,      // Anderson acceleration, Peng et al. 2018
  chebyshev,     // Chebyshev's semi-iteration, Wang 2015
  nesterov,      // accelerated gradients with restart
  newton_cg,     // truncated Newton: the exact Hessian, conjugate gradients that stop at negative curvature
  automatic,     // ncg, then newton_cg where a tight tolerance is asked

  newton,               // with line search
  local_global_newton,  // local/global first, as a good starting point for Newton (sec. 5)

  // Position-based methods, see PositionBased: baselines, which need no matrix and may raise the objective.
  jakobsen,     // relaxation of rigid sticks, Jakobsen 2001
  pbd,          // position-based dynamics, Müller et al. 2007
  xpbd,         // the same with compliance, Macklin et al. 2016
  xpbd_turned,  // the same with impulses that turn with their springs: it ends at the minimum
};

bool is_position_based(Method method);
/// Whether it relies on steps x − P⁻¹ ∇g alone, which descend only where the constant matrix P bounds the
/// Hessian.
bool takes_plain_steps(Method method);

/// In which numbers the methods of the first group compute.
enum class Precision {
  double_,  // the same bits on every machine
  mixed,    // positions and gradients in single precision, sums in double
};

/// Where the iterations of a step start.
enum class Start {
  target,   // y, where inertia alone would lead (Liu et al. 2013, sec. 4)
  current,  // the present positions: then one Newton iteration is Baraff and Witkin's step (1998, eq. 16)
};

struct MinimiseOptions {
  Method method = Method::ncg;
  int iterations = 10;       // at most, per step
  double tolerance = 0;      // stop at |∇g| / |∇g(start)| below this; 0: always all iterations
  int warm_iterations = 10;  // local/global iterations before Newton, with local_global_newton
  int history = 5;           // iterates that lbfgs and anderson remember
  Precision precision = Precision::double_;
  std::size_t most_factored = most_factored_vertices;  // vertices; of the first group, see make_global_solver
  int threads = 1;  // of the methods of the first group; 0: as many as the machine has
  Start start = Start::target;
  HessianForm hessian =
      HessianForm::projected;  // of Newton; an indefinite one gets a multiple of its diagonal added
  LinearOptions linear{};      // of Newton
  bool trace = false;          // record objective and gradient norm of every iterate

  friend bool operator==(const MinimiseOptions&, const MinimiseOptions&) = default;
};

inline constexpr int max_history = 7;
inline constexpr int max_threads = 256;

}  // namespace tensio
