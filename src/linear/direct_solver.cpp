#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>

#include "linear/eigen_view.h"
#include "linear/linear_solver.h"

namespace tensio::detail {
namespace {

using Lower = Eigen::SparseMatrix<double>;

bool is_usable(const Eigen::SimplicialLLT<Lower>& solver) {
  return solver.info() == Eigen::Success;
}
bool is_usable(const Eigen::SimplicialLDLT<Lower>& solver) {
  return solver.info() == Eigen::Success && solver.vectorD().minCoeff() > 0;
}
bool is_usable(const Eigen::SparseLU<Lower>& solver) {
  return solver.info() == Eigen::Success;
}

template <class EigenSolver>
class DirectSolver : public LinearSolver {
 public:
  explicit DirectSolver(bool lower_only) : view_(lower_only) {}

  bool prepare(const BlockMatrix& a) override {
    if (view_.update(a)) solver_.analyzePattern(view_.matrix());
    solver_.factorize(view_.matrix());
    return is_usable(solver_);
  }
  LinearReport solve(std::span<const Vec3> b, std::span<Vec3> x) override {
    as_eigen(x) = solver_.solve(as_eigen(b));
    return {.iterations = 1, .residual = 0};
  }

 private:
  EigenView view_;
  EigenSolver solver_;
};

}  // namespace

std::unique_ptr<LinearSolver> make_direct_solver(LinearMethod method) {
  if (method == LinearMethod::ldlt) return std::make_unique<DirectSolver<Eigen::SimplicialLDLT<Lower>>>(true);
  if (method == LinearMethod::lu) return std::make_unique<DirectSolver<Eigen::SparseLU<Lower>>>(false);
  return std::make_unique<DirectSolver<Eigen::SimplicialLLT<Lower>>>(true);
}

}  // namespace tensio::detail
