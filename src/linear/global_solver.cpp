#include "linear/global_solver.h"

#include "linear/cholesky.h"

namespace tensio {
namespace {

template <class Real>
class FactoredSolver final : public GlobalSolver<Real> {
 public:
  using Status = typename GlobalSolver<Real>::Status;

  Status prepare(const SparseMatrix& a) override {
    scratch_.resize(a.size());
    if (cholesky_.factor(a)) return Status::ready;
    return cholesky_.nonzeros() > max_factor_entries ? Status::too_large : Status::not_positive_definite;
  }
  void solve(const Field<Real>& b, Field<Real>& x) override {
    b.get(scratch_);
    cholesky_.solve(scratch_);
    x.set(scratch_);
  }
  std::size_t bytes() const override { return cholesky_.nonzeros() * sizeof(Real); }

 private:
  BasicCholesky<Real> cholesky_;
  std::vector<Vec3> scratch_;
};

}  // namespace

template <class Real>
std::unique_ptr<GlobalSolver<Real>> make_global_solver(const SparseMatrix&, Workers&) {
  return std::make_unique<FactoredSolver<Real>>();
}

template std::unique_ptr<GlobalSolver<double>> make_global_solver(const SparseMatrix&, Workers&);
template std::unique_ptr<GlobalSolver<float>> make_global_solver(const SparseMatrix&, Workers&);

}  // namespace tensio
