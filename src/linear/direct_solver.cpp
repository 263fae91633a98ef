#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>

#include "factor/cholesky.h"
#include "factor/ordering.h"
#include "factor/supernodes.h"
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

/// 3×3 blocks of the Cholesky factor, by our own symbolic analysis; where even a dense factor would fit, that
/// bound.
std::size_t factor_blocks(const BlockMatrix& a) {
  const std::size_t dense = a.size() * (a.size() + 1) / 2;
  if (9 * dense <= max_factor_entries) return dense;
  SparseBuilder builder(a.size());
  for (std::uint32_t i = 0; i < a.size(); ++i)
    for (std::uint32_t p = a.row_start()[i]; p < a.row_start()[i + 1]; ++p)
      if (a.column()[p] < i) builder.add_difference(i, a.column()[p], 1);
  const Graph graph = make_graph(builder.build());
  Workers serial;
  return make_supernodes(graph, make_fill_reducing_order(graph, serial)).entries();
}

template <class EigenSolver>
class DirectSolver : public LinearSolver {
 public:
  explicit DirectSolver(bool lower_only) : view_(lower_only) {}

  bool prepare(const BlockMatrix& a) override {
    if (view_.update(a)) {
      is_too_large_ = 9 * factor_blocks(a) > max_factor_entries;
      if (!is_too_large_) solver_.analyzePattern(view_.matrix());
    }
    if (is_too_large_) return false;
    solver_.factorize(view_.matrix());
    return is_usable(solver_);
  }
  LinearReport solve(std::span<const Vec3> b, std::span<Vec3> x) override {
    as_eigen(x) = solver_.solve(as_eigen(b));
    return {.iterations = 1, .residual = 0};
  }
  bool is_too_large() const override { return is_too_large_; }

 private:
  EigenView view_;
  EigenSolver solver_;
  bool is_too_large_ = false;
};

}  // namespace

std::unique_ptr<LinearSolver> make_direct_solver(LinearMethod method) {
  switch (method) {
    case LinearMethod::llt:
      return std::make_unique<DirectSolver<Eigen::SimplicialLLT<Lower>>>(true);
    case LinearMethod::ldlt:
      return std::make_unique<DirectSolver<Eigen::SimplicialLDLT<Lower>>>(true);
    case LinearMethod::lu:
      return std::make_unique<DirectSolver<Eigen::SparseLU<Lower>>>(false);
    case LinearMethod::pcg:
    case LinearMethod::pcg_ic:
    case LinearMethod::jacobi:
    case LinearMethod::chebyshev:
      break;
  }
  return nullptr;
}

}  // namespace tensio::detail
