// Multiplies two 500×500 matrices with Eigen, checks the product against plain loops, and prints the
// milliseconds of the fastest of some tries. With tensio it first runs a simulation whose solver uses Eigen
// too.
#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <chrono>
#include <cstdio>

#include "math/vec3.h"

#ifdef WITH_TENSIO
#include <tensio/tensio.h>

#ifdef EIGEN_DONT_VECTORIZE
#error "tensio changes how this program compiles Eigen"
#endif

bool simulate() {
  auto cloth = tensio::make_grid({.columns = 21, .rows = 21});
  if (!cloth) return false;
  tensio::Setup setup{.model = *cloth};
  setup.minimise.method = tensio::Method::newton;  // factors a matrix with Eigen in every iteration
  setup.minimise.linear.method = tensio::LinearMethod::ldlt;
  auto simulation = tensio::Simulation::make(setup);
  return simulation && is_usable(simulation->advance_frame().status);
}
#else
bool simulate() {
  return true;
}
#endif

/// A sparse factorisation of our own, whose inlined functions the linker could mix up with tensio's.
bool solves() {
  const int n = 200;
  Eigen::SparseMatrix<double> a(n, n);
  for (int i = 0; i < n; ++i) {
    a.insert(i, i) = 2.5;
    if (i > 0) a.insert(i, i - 1) = a.insert(i - 1, i) = -1;
  }
  a.makeCompressed();
  const Eigen::VectorXd b = Eigen::VectorXd::Ones(n);
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(a);
  return (a * factor.solve(b) - b).norm() < 1e-10;
}

int main() {
  static_assert(neighbours_vec3 == 1 && sizeof(Vec3) == 12);
  constexpr int n = 500;
  const Eigen::MatrixXd a = Eigen::MatrixXd::Random(n, n), b = Eigen::MatrixXd::Random(n, n);
  if (!simulate() || !solves()) return std::puts("the solver failed"), 1;

  Eigen::MatrixXd c(n, n);
  double best = 1e9;
  for (int attempt = 0; attempt < 15; ++attempt) {
    const auto start = std::chrono::steady_clock::now();
    c.noalias() = a * b;
    best = std::min(
        best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  for (int row = 0; row < n; row += 7)
    for (int column = 0; column < n; ++column) {
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += a(row, k) * b(k, column);
      if (!(std::abs(sum - c(row, column)) < 1e-10)) return std::puts("the product is wrong"), 1;
    }
  std::printf("%.2f\n", best);
}
