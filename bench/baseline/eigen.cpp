#include <Eigen/SparseCholesky>

#include "bench/baseline/projective.h"

namespace tensio::lab {
namespace {

using Factor = Eigen::SimplicialLLT<Eigen::SparseMatrix<double>>;

/// One vector of 3m numbers, as most people write the paper's method.
class NaiveBaseline final : public Baseline {
 public:
  explicit NaiveBaseline(const BaselineProblem& problem) : problem_(problem), matrices_(problem, 3) {}
  std::string name() const override { return "naive: Eigen LLT, 3m x 3m"; }
  std::string key() const override { return "naive"; }
  void analyse() override { factor_.analyzePattern(matrices_.system); }
  bool factor() override {
    factor_.factorize(matrices_.system);
    return factor_.info() == Eigen::Success;
  }
  std::size_t factor_entries() const override {
    return static_cast<std::size_t>(factor_.matrixL().nestedExpression().nonZeros());
  }
  void begin(Positions y) override {
    const std::vector<Vec3> side = constant_side(problem_, y);
    const auto n = 3 * static_cast<Eigen::Index>(y.size());
    x_ = Eigen::Map<const Eigen::VectorXd>(&y[0].x, n);
    constant_ = Eigen::Map<const Eigen::VectorXd>(&side[0].x, n);
    d_.resize(3 * static_cast<Eigen::Index>(problem_.model->springs.size()));
  }
  void local_step() override {
    const Springs& springs = problem_.model->springs;
    for (std::size_t s = 0; s < springs.size(); ++s) {
      const auto [a, b] = springs.ends[s];
      const Eigen::Vector3d p = x_.segment<3>(3 * a) - x_.segment<3>(3 * b);
      d_.segment<3>(3 * static_cast<Eigen::Index>(s)) = springs.rest_length[s] * p.normalized();
    }
  }
  void global_step() override {
    b_ = constant_;
    b_ += matrices_.spread * d_;
    x_ = factor_.solve(b_);
  }
  void get_positions(std::span<Vec3> x) const override {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto row = 3 * static_cast<Eigen::Index>(i);
      x[i] = {x_(row), x_(row + 1), x_(row + 2)};
    }
  }

 private:
  BaselineProblem problem_;
  ProjectiveMatrices matrices_;
  Factor factor_;
  Eigen::VectorXd x_, d_, constant_, b_;
};

class EigenBaseline final : public ColumnBaseline {
 public:
  using ColumnBaseline::ColumnBaseline;
  std::string name() const override { return "Eigen LLT, m x m"; }
  std::string key() const override { return "eigen"; }
  void analyse() override { factor_.analyzePattern(system()); }
  bool factor() override {
    factor_.factorize(system());
    return factor_.info() == Eigen::Success;
  }
  std::size_t factor_entries() const override {
    return static_cast<std::size_t>(factor_.matrixL().nestedExpression().nonZeros());
  }

 private:
  void solve(const Columns& b, Columns& x) override { x = factor_.solve(b); }
  Factor factor_;
};

}  // namespace

std::unique_ptr<Baseline> make_naive_baseline(const BaselineProblem& problem) {
  return std::make_unique<NaiveBaseline>(problem);
}

std::unique_ptr<Baseline> make_eigen_baseline(const BaselineProblem& problem) {
  return std::make_unique<EigenBaseline>(problem);
}

}  // namespace tensio::lab
