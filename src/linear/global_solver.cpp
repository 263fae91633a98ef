#include "linear/global_solver.h"

#include "factor/cholesky.h"
#include "linear/multigrid.h"

namespace tensio {
namespace {

template <class Real>
class FactoredSolver final : public GlobalSolver<Real> {
 public:
  using Status = typename GlobalSolver<Real>::Status;

  explicit FactoredSolver(Workers& workers) : workers_(workers) {}

  Status prepare(const SparseMatrix& a) override {
    if (cholesky_.update(a, workers_).way != UpdateReport::Way::failed) return Status::ready;
    return cholesky_.nonzeros() > max_factor_entries ? Status::too_large : Status::not_positive_definite;
  }
  void solve(const Field<Real>& b, Field<Real>& x) override { cholesky_.solve(b, x, workers_); }
  std::size_t bytes() const override { return cholesky_.bytes_read(); }

 private:
  Workers& workers_;
  BasicCholesky<Real> cholesky_;
};

}  // namespace

template <class Real>
std::unique_ptr<GlobalSolver<Real>> make_global_solver(const SparseMatrix& a, Workers& workers,
                                                       std::size_t most_factored) {
  if (a.size() > most_factored) return make_multigrid<Real>(workers);
  return std::make_unique<FactoredSolver<Real>>(workers);
}

template std::unique_ptr<GlobalSolver<double>> make_global_solver(const SparseMatrix&, Workers&, std::size_t);
template std::unique_ptr<GlobalSolver<float>> make_global_solver(const SparseMatrix&, Workers&, std::size_t);

}  // namespace tensio
