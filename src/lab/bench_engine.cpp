#include "lab/bench_engine.h"

#include "factor/cholesky.h"
#include "field/field_objective.h"
#include "linear/global_solver.h"

namespace tensio::lab {
namespace {

template <class Real>
class Parts final : public EngineParts {
 public:
  Parts(const EngineVariant& variant, const StepObjective& objective, const SparseMatrix& cut, Positions x)
      : workers_(variant.threads),
        objective_(workers_),
        matrix_(objective.quadratic()),
        cut_(cut),
        solver_(make_global_solver<Real>(matrix_, workers_)),
        x_(x.size()),
        g_(x.size()),
        z_(x.size()) {
    objective_.begin(objective);
    x_.set(x, objective_.origin());
    static_cast<void>(objective_.gradient(x_, g_));
  }
  bool prepare() override { return follow(matrix_); }
  bool refactor() override {
    return matrix_.size() <= most_factored_vertices && cholesky_.factor(matrix_, workers_);
  }
  void update() override {
    is_cut_ = !is_cut_;
    static_cast<void>(follow(is_cut_ ? cut_ : matrix_));
  }
  void local_step() override { static_cast<void>(objective_.gradient(x_, g_)); }
  void global_step() override { solver_->solve(g_, z_); }
  std::size_t solve_bytes() const override { return solver_->bytes(); }

 private:
  bool follow(const SparseMatrix& a) { return solver_->prepare(a) == GlobalSolver<Real>::Status::ready; }

  Workers workers_;
  FieldObjective<Real> objective_;
  SparseMatrix matrix_, cut_;
  BasicCholesky<Real> cholesky_;
  bool is_cut_ = false;
  std::unique_ptr<GlobalSolver<Real>> solver_;
  Field<Real> x_, g_, z_;
};

}  // namespace

std::vector<EngineVariant> engine_variants() {
  std::vector<EngineVariant> variants;
  for (const Precision precision : {Precision::double_, Precision::mixed}) {
    const std::string name = precision == Precision::mixed ? "mixed" : "double";
    for (const int threads : {1, 2})
      variants.push_back({name + (threads == 1 ? "_1t" : "_2t"),
                          "tensio " + name + (threads == 1 ? ", 1 thread" : ", 2 threads"), precision,
                          threads, SimdLevel::avx512});
    if (best_simd_level() > SimdLevel::baseline)
      variants.push_back(
          {name + "_sse2_1t", "tensio " + name + ", SSE2, 1 thread", precision, 1, SimdLevel::baseline});
  }
  return variants;
}

MinimiseOptions options_of(const EngineVariant& variant, Method method, int iterations) {
  MinimiseOptions options;
  options.method = method;
  options.iterations = iterations;
  options.precision = variant.precision;
  options.threads = variant.threads;
  return options;
}

std::unique_ptr<EngineParts> make_engine_parts(const EngineVariant& variant, const StepObjective& objective,
                                               const SparseMatrix& cut, Positions x) {
  const SimdLimit limit(variant);
  if (variant.precision == Precision::mixed)
    return std::make_unique<Parts<float>>(variant, objective, cut, x);
  return std::make_unique<Parts<double>>(variant, objective, cut, x);
}

}  // namespace tensio::lab
