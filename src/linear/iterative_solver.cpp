#include <Eigen/IterativeLinearSolvers>
#include <algorithm>

#include "linear/eigen_view.h"
#include "linear/linear_solver.h"

namespace tensio::detail {
namespace {

/// z = P⁻¹ r
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  virtual bool prepare(const BlockMatrix& a) = 0;
  virtual void apply(std::span<const Vec3> r, std::span<Vec3> z) = 0;
};

/// Inverse of a symmetric 3×3 matrix by cofactors; false when it is not positive definite.
bool invert(const Mat3& m, Mat3& inverse) {
  const double c00 = m(1, 1) * m(2, 2) - m(1, 2) * m(2, 1);
  const double c01 = m(1, 2) * m(2, 0) - m(1, 0) * m(2, 2);
  const double c02 = m(1, 0) * m(2, 1) - m(1, 1) * m(2, 0);
  const double determinant = m(0, 0) * c00 + m(0, 1) * c01 + m(0, 2) * c02;
  const double minor = m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0);
  if (!(determinant > 0) || !(m(0, 0) > 0) || !(minor > 0)) return false;
  inverse = (1 / determinant) * Mat3{{c00, c01, c02,                               //
                                      c01, m(0, 0) * m(2, 2) - m(0, 2) * m(2, 0),  //
                                      m(0, 1) * m(2, 0) - m(0, 0) * m(2, 1),       //
                                      c02, m(0, 1) * m(2, 0) - m(0, 0) * m(2, 1), minor}};
  return true;
}

class DiagonalBlocks : public Preconditioner {
 public:
  bool prepare(const BlockMatrix& a) override {
    inverse_.resize(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!invert(a.diagonal(i), inverse_[i])) return false;
    return true;
  }
  void apply(std::span<const Vec3> r, std::span<Vec3> z) override {
    for (std::size_t i = 0; i < r.size(); ++i) z[i] = inverse_[i] * r[i];
  }

 private:
  std::vector<Mat3> inverse_;
};

class IncompleteCholesky : public Preconditioner {
 public:
  bool prepare(const BlockMatrix& a) override {
    if (view_.update(a)) eigen_.analyzePattern(view_.matrix());
    eigen_.factorize(view_.matrix());
    return eigen_.info() == Eigen::Success;
  }
  void apply(std::span<const Vec3> r, std::span<Vec3> z) override { as_eigen(z) = eigen_.solve(as_eigen(r)); }

 private:
  EigenView view_{true};
  Eigen::IncompleteCholesky<double, Eigen::Lower> eigen_;
};

/// Preconditioned conjugate gradients. Stops where the matrix shows negative curvature, with what it has by
/// then: still a descent direction for Newton.
class ConjugateGradients : public LinearSolver {
 public:
  ConjugateGradients(const LinearOptions& options, std::unique_ptr<Preconditioner> preconditioner)
      : options_(options), preconditioner_(std::move(preconditioner)) {}

  bool prepare(const BlockMatrix& a) override {
    a_ = &a;
    for (auto* column : {&r_, &z_, &p_, &q_}) column->resize(a.size());
    return preconditioner_->prepare(a);
  }

  LinearReport solve(std::span<const Vec3> b, std::span<Vec3> x) override {
    const double b_norm = norm(b);
    std::fill(x.begin(), x.end(), Vec3{});
    if (!(b_norm > 0)) return {};
    std::copy(b.begin(), b.end(), r_.begin());
    preconditioner_->apply(r_, z_);
    p_ = z_;
    double rz = dot(r_, z_);
    LinearReport report{.iterations = 0, .residual = 1};
    while (report.iterations < options_.iterations && report.residual > options_.tolerance) {
      a_->multiply(p_, q_);
      const double curvature = dot(p_, q_);
      if (!(curvature > 0)) {
        if (report.iterations == 0) std::copy(p_.begin(), p_.end(), x.begin());
        break;
      }
      const double step = rz / curvature;
      for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] += step * p_[i];
        r_[i] -= step * q_[i];
      }
      preconditioner_->apply(r_, z_);
      const double rz_before = rz;
      rz = dot(r_, z_);
      for (std::size_t i = 0; i < x.size(); ++i) p_[i] = z_[i] + (rz / rz_before) * p_[i];
      ++report.iterations;
      report.residual = norm(r_) / b_norm;
    }
    return report;
  }

 private:
  LinearOptions options_;
  std::unique_ptr<Preconditioner> preconditioner_;
  const BlockMatrix* a_ = nullptr;
  std::vector<Vec3> r_, z_, p_, q_;
};

/// Damped Jacobi iteration, plain or accelerated (reading: Wang 2015, "A Chebyshev semi-iterative approach").
class Jacobi : public LinearSolver {
 public:
  Jacobi(const LinearOptions& options, bool accelerated) : options_(options), accelerated_(accelerated) {}

  bool prepare(const BlockMatrix& a) override {
    a_ = &a;
    for (auto* column : {&inverse_diagonal_, &r_, &before_}) column->resize(a.size());
    // Gershgorin: no eigenvalue of D⁻¹A exceeds the largest row sum of |a_ij| / a_ii, so α = 2/(1 + bound)
    // keeps every factor 1 − αλ of a positive definite A inside (−1, 1).
    double bound = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (int r = 0; r < 3; ++r) {
        const double d = a.diagonal(i)(r, r);
        if (!(d > 0)) return false;
        inverse_diagonal_[i][r] = 1 / d;
        double sum = 0;
        for (std::uint32_t p = a.row_start()[i]; p < a.row_start()[i + 1]; ++p)
          for (int c = 0; c < 3; ++c) sum += std::abs(a.block()[p](r, c));
        bound = std::max(bound, sum / d);
      }
    }
    alpha_ = options_.alpha > 0 ? options_.alpha : 2 / (1 + bound);
    return true;
  }

  LinearReport solve(std::span<const Vec3> b, std::span<Vec3> x) override {
    const double b_norm = norm(b);
    std::fill(x.begin(), x.end(), Vec3{});
    std::fill(before_.begin(), before_.end(), Vec3{});
    if (!(b_norm > 0)) return {};
    LinearReport report{.iterations = 0, .residual = 1};
    double omega = 1, rho = 0, earlier_residual = 1;
    while (true) {
      a_->multiply(x, r_);
      for (std::size_t i = 0; i < x.size(); ++i) r_[i] = b[i] - r_[i];
      report.residual = norm(r_) / b_norm;
      report.diverged = !(report.residual <= largest_residual);
      if (report.diverged || report.residual <= options_.tolerance ||
          report.iterations >= options_.iterations)
        return report;

      // Plain iterations first: the slowest mode, which they leave over, shows the spectral radius ρ. An
      // estimate that is too low only makes the acceleration weaker.
      if (report.iterations == plain_iterations - 4) earlier_residual = report.residual;
      if (accelerated_ && report.iterations == plain_iterations)
        rho = std::clamp(std::sqrt(std::sqrt(report.residual / earlier_residual)), 0.0, 0.99999);
      const int k = report.iterations - plain_iterations;
      if (rho > 0) omega = k == 0 ? 1 : k == 1 ? 2 / (2 - rho * rho) : 4 / (4 - rho * rho * omega);

      for (std::size_t i = 0; i < x.size(); ++i) {
        const Vec3& d = inverse_diagonal_[i];
        const Vec3 jacobi = x[i] + alpha_ * Vec3{d.x * r_[i].x, d.y * r_[i].y, d.z * r_[i].z};
        const Vec3 next = omega * jacobi + (1 - omega) * before_[i];
        before_[i] = x[i];
        x[i] = next;
      }
      ++report.iterations;
    }
  }

 private:
  static constexpr int plain_iterations = 12;
  static constexpr double largest_residual = 1e3;  // a convergent iteration stays far below
  LinearOptions options_;
  bool accelerated_;
  double alpha_ = 1;
  const BlockMatrix* a_ = nullptr;
  std::vector<Vec3> inverse_diagonal_, r_, before_;
};

}  // namespace

std::unique_ptr<LinearSolver> make_iterative_solver(const LinearOptions& options) {
  switch (options.method) {
    case LinearMethod::pcg:
      return std::make_unique<ConjugateGradients>(options, std::make_unique<DiagonalBlocks>());
    case LinearMethod::pcg_ic:
      return std::make_unique<ConjugateGradients>(options, std::make_unique<IncompleteCholesky>());
    case LinearMethod::jacobi:
      return std::make_unique<Jacobi>(options, false);
    case LinearMethod::chebyshev:
      return std::make_unique<Jacobi>(options, true);
    case LinearMethod::llt:
    case LinearMethod::ldlt:
    case LinearMethod::lu:
      break;
  }
  return nullptr;
}

}  // namespace tensio::detail
