#pragma once

namespace tensio {

enum class Method {
  local_global,         // Liu et al. 2013, sec. 4
  newton,               // with line search; one iteration is Baraff and Witkin's step
  local_global_newton,  // local/global first, as a good starting point for Newton (sec. 5)
};

/// How Newton's Hessian is made positive definite.
enum class HessianForm {
  projected,  // each element's negative eigenvalues clamped to zero. For a spring this *is* dropping the
              // negative term of a compressed one, and Choi and Ko's Jacobian: k n nᵀ (test: they coincide)
  gauss_newton,  // only k n nᵀ of every spring, compressed or stretched
  shifted,  // the exact Hessian; where it is not positive definite, a multiple of its diagonal is added (sec.
            // 5)
  laplacian,  // the constant matrix of local/global: with it Newton *is* local/global, with a line search
};

enum class LinearMethod { llt, ldlt, lu, pcg_diagonal, pcg_incomplete_cholesky, jacobi, chebyshev };

struct LinearOptions {
  LinearMethod method = LinearMethod::llt;
  int iterations = 500;     // at most, of the iterative methods
  double tolerance = 1e-8;  // relative residual |b − A x| / |b| at which they stop
  double alpha = 0;         // damping of Jacobi and Chebyshev; 0: the largest safe value, estimated
};

struct MinimiseOptions {
  Method method = Method::local_global;
  int iterations = 10;       // at most, per step
  double tolerance = 0;      // stop at |∇g| / |∇g(start)| below this; 0: always all iterations
  int warm_iterations = 10;  // local/global iterations before Newton, with local_global_newton
  HessianForm hessian = HessianForm::projected;
  LinearOptions linear;
  bool trace = false;  // record objective and gradient norm of every iterate
};

}  // namespace tensio
