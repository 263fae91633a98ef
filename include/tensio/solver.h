#pragma once

#include <cstddef>
#include <span>

#include "tensio/export.h"

namespace tensio TENSIO_API {

/// Time integrators. The default, implicit Euler, is stable at every step and damps; docs/integrators.md
/// measures all of them.
enum class Scheme {
  // Explicit Runge–Kutta methods: cheap steps, stable only below a step that `tensio inspect` prints.
  explicit_euler,
  midpoint,
  heun,
  rk4,
  bogacki_shampine,
  dormand_prince,
  // Sequences of kicks (velocities) and drifts (positions): explicit too, and good at keeping energy.
  symplectic_euler,
  leapfrog,
  velocity_verlet,
  position_verlet,
  // Implicit: each step minimises one objective, with any Method below.
  implicit_euler,
  implicit_midpoint,
  newmark,
  bdf2,
  tr_bdf2,
  imex,                // stiff springs implicitly, the others explicitly
  static_equilibrium,  // no motion: each frame goes to where all forces balance
};

enum class SchemeKind { explicit_table, kick_drift, implicit };

/// What is known about a scheme beforehand.
struct SchemeFacts {
  Scheme scheme;
  const char* name;  // as scene documents spell it
  SchemeKind kind;
  int order;
  int stages;           // force evaluations or minimisations per step
  double stable_limit;  // largest stable h·ω of an undamped oscillator (IMEX: of those that it takes
                        // explicitly); 0: never stable, ∞: always
  /// Largest h·ω at which springs that buckle, as in cloth, give no energy to an implicit scheme (measured,
  /// docs/integrators.md); ∞: no lasting gain at any step. Meaningless for explicit schemes.
  double calm_limit;
  const char* doc;     // what it is, in a line
  const char* advice;  // when to choose it, in a sentence or two
};
const SchemeFacts& scheme_facts(Scheme scheme);
/// Every scheme, in the order of the enumeration.
std::span<const Scheme> all_schemes();
inline bool is_implicit(Scheme scheme) {
  return scheme_facts(scheme).kind == SchemeKind::implicit;
}

/// Parameters of single schemes; the others ignore them.
struct SchemeOptions {
  double newmark_beta = 0.25, newmark_gamma = 0.5;  // γ > ½ adds damping at first order
  double imex_threshold = 0.5;                      // IMEX treats a spring implicitly where h ω exceeds this
  double verlet_drag = 0;  // position Verlet: fraction of velocity lost per step (Jakobsen 2001)

  friend bool operator==(const SchemeOptions&, const SchemeOptions&) = default;
};

/// How an implicit step's objective is minimised. Every method works with every implicit scheme, but for
/// position-based ones with static equilibrium.
enum class Method {
  // These share the prefactored constant matrix as preconditioner and never raise the objective.
  local_global,  // Liu et al. 2013, sec. 4
  ncg,           // nonlinear conjugate gradients: the default, fastest on most scenes
  lbfgs,         // quasi-Newton, Liu et al. 2017
  anderson,      // Anderson acceleration, Peng et al. 2018
  chebyshev,     // Chebyshev's semi-iteration, Wang 2015
  nesterov,      // accelerated gradients with restart
  newton_cg,     // truncated Newton: exact Hessian, conjugate gradients that stop at negative curvature
  automatic,     // ncg, then newton_cg where ncg stops lowering the objective

  newton,               // with line search: few, expensive iterations
  local_global_newton,  // local/global as a starting point for Newton (Liu et al. 2013, sec. 5)

  // Position-based baselines. They need no matrix and may raise the objective.
  jakobsen,     // relaxation of rigid sticks, Jakobsen 2001
  pbd,          // position-based dynamics, Müller et al. 2007
  xpbd,         // with compliance, Macklin et al. 2016
  xpbd_turned,  // XPBD whose impulses turn with their springs: ends at the minimum
};

/// What is known about a method beforehand.
struct MethodFacts {
  Method method;
  const char* name;   // as scene documents spell it
  const char* title;  // as figures show it
  const char* doc;    // what it is, in a line
  /// Whether it relies on steps x − P⁻¹ ∇g alone, which descend only where the constant matrix P bounds the
  /// Hessian: it refuses other energies.
  bool takes_plain_steps = false;
  bool has_history = false;     // reads MinimiseOptions::history
  bool has_warm_start = false;  // reads MinimiseOptions::warm_iterations
};
const MethodFacts& method_facts(Method method);
/// Every method, in the order of the enumeration.
std::span<const Method> all_methods();
bool is_position_based(Method method);
/// Whether it assembles and solves with a matrix at every iterate, which needs double precision.
bool has_own_matrix(Method method);

/// The numbers that the methods with the constant matrix compute in.
enum class Precision {
  double_,  // the same bits on every machine
  mixed,    // positions and gradients in single precision, sums in double: about twice as fast
};

/// Where the iterations of a step start.
enum class Start {
  target,   // where inertia alone would lead (Liu et al. 2013, sec. 4)
  current,  // the present positions: one Newton iteration is then Baraff and Witkin's step (1998, eq. 16)
};

/// Which second derivatives Newton uses.
enum class HessianForm {
  exact,      // indefinite where springs are compressed; gets a multiple of its diagonal added
  projected,  // negative eigenvalues of each element clamped to zero. For a Hookean spring this *is* dropping
              // the negative term of a compressed one: k n nᵀ, the form of Choi and Ko's Jacobian (2002)
  gauss_newton,  // only k n nᵀ of every spring, stretched or compressed
  laplacian,     // the constant matrix of local/global: k I, whatever the direction
};

/// How Newton solves its linear systems.
enum class LinearMethod {
  llt,       // sparse Cholesky
  ldlt,      // sparse, square-root free
  lu,        // sparse, for any regular matrix
  pcg,       // conjugate gradients, preconditioned by the 3×3 diagonal blocks
  pcg_ic,    // conjugate gradients, preconditioned by an incomplete Cholesky factor
  jacobi,    // x ← x + α D⁻¹ (b − A x)
  chebyshev  // Jacobi with Chebyshev's weights
};
struct LinearOptions {
  LinearMethod method = LinearMethod::llt;
  int iterations = 500;     // limit for the iterative methods
  double tolerance = 1e-8;  // relative residual |b − A x| / |b| at which they stop
  double alpha = 0;         // damping of Jacobi and Chebyshev; 0: the largest that is sure to converge

  friend bool operator==(const LinearOptions&, const LinearOptions&) = default;
};

/// Above this many vertices multigrid replaces the factor of the constant matrix: a V-cycle then takes less
/// time than a solve, and far less to set up.
inline constexpr std::size_t most_factored_vertices = 300'000;

struct MinimiseOptions {
  Method method = Method::ncg;
  int iterations = 10;       // limit per step; more: nearer to the exact step, in proportionally more time
  double tolerance = 0;      // stop where |∇g| / |∇g(start)| falls below this; 0: always all iterations
  int warm_iterations = 10;  // local_global_newton: local/global iterations before Newton
  int history = 5;           // lbfgs, anderson: iterates remembered, 1 … max_history
  Precision precision = Precision::double_;
  std::size_t most_factored = most_factored_vertices;  // vertices; above: multigrid
  int threads = 1;  // for methods with the constant matrix; the result does not depend on it. 0: all cores
  Start start = Start::target;
  HessianForm hessian = HessianForm::projected;  // Newton only
  LinearOptions linear{};                        // Newton only
  bool trace = false;                            // record objective and gradient norm of every iterate

  friend bool operator==(const MinimiseOptions&, const MinimiseOptions&) = default;
};
inline constexpr int max_history = 7;
inline constexpr int max_threads = 256;

/// Steps whose length follows the motion. They divide the steps that a frame asks for and always arrive at
/// their ends.
struct AdaptiveOptions {
  bool is_on = false;
  double tolerance = 1e-4;   // m, explicit schemes: error allowed per step; less: shorter steps
  double max_stretch = 0.1;  // implicit schemes: how far a step may stretch a spring, over its rest length
  int max_steps = 10'000;    // per step asked for; a step that needs more fails
};

}  // namespace TENSIO_API
