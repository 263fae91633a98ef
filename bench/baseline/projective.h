#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "lab/baseline.h"

namespace tensio::lab {

/// The matrices of Liu et al. 2013, eqs. 10–14, each entry repeated for so many coordinates (A ⊗ I): 3 for
/// one vector of 3m numbers, 1 for three columns of m. A pinned vertex has the identity's row.
struct ProjectiveMatrices {
  using Matrix = Eigen::SparseMatrix<double>;

  Matrix system;  // M + h² L
  Matrix spread;  // h² J; no entries in the rows of pins

  ProjectiveMatrices(const BaselineProblem& problem, int copies);
};

/// M y + h² f and what the springs at pins contribute: the part of the right-hand side that stays for a step.
std::vector<Vec3> constant_side(const BaselineProblem& problem, Positions y);

/// Local step and right-hand side in three columns, for the solvers that take an m×m matrix.
class ColumnBaseline : public Baseline {
 public:
  using Columns = Eigen::Matrix<double, Eigen::Dynamic, 3>;

  explicit ColumnBaseline(const BaselineProblem& problem) : problem_(problem), matrices_(problem, 1) {}
  void begin(Positions y) override;
  void local_step() override;
  void global_step() override;
  void get_positions(std::span<Vec3> x) const override;

 protected:
  /// x ← A⁻¹ b
  virtual void solve(const Columns& b, Columns& x) = 0;
  const ProjectiveMatrices::Matrix& system() const { return matrices_.system; }

 private:
  BaselineProblem problem_;
  ProjectiveMatrices matrices_;
  Columns x_, d_, constant_, b_;
};

}  // namespace tensio::lab
