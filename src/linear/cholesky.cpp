#include "linear/cholesky.h"

#include <Eigen/SparseCholesky>

namespace tensio {

struct Cholesky::Factor {
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>, Eigen::Lower> eigen;
  SparseMatrix pattern_of;  // A of the last symbolic analysis
  std::vector<Vec3> scratch;
};

Cholesky::Cholesky() : factor_(std::make_unique<Factor>()) {}
Cholesky::Cholesky(Cholesky&&) noexcept = default;
Cholesky& Cholesky::operator=(Cholesky&&) noexcept = default;
Cholesky::~Cholesky() = default;

bool Cholesky::factor(const SparseMatrix& a) {
  Factor& f = *factor_;
  const auto n = static_cast<Eigen::Index>(a.size());
  const std::vector<int> column_start(a.column_start.begin(), a.column_start.end());
  const std::vector<int> row(a.row.begin(), a.row.end());
  const Eigen::Map<const Eigen::SparseMatrix<double>> view(n, n, static_cast<Eigen::Index>(row.size()),
                                                           column_start.data(), row.data(), a.value.data());
  if (!f.pattern_of.has_pattern_of(a)) {
    f.eigen.analyzePattern(view);
    f.pattern_of = {a.column_start, a.row, {}};
    f.scratch.resize(a.size());
  }
  f.eigen.factorize(view);
  return f.eigen.info() == Eigen::Success;
}

void Cholesky::solve(std::span<Vec3> b) {
  Factor& f = *factor_;
  const auto& lower = f.eigen.matrixL().nestedExpression();  // compressed columns, diagonal first
  const int* start = lower.outerIndexPtr();
  const int* row = lower.innerIndexPtr();
  const double* value = lower.valuePtr();
  const auto& place = f.eigen.permutationP().indices();  // where row i of A stands in L
  const auto n = static_cast<int>(b.size());
  std::vector<Vec3>& z = f.scratch;

  const bool permuted = place.size() > 0;
  for (int i = 0; i < n; ++i)
    z[static_cast<std::size_t>(permuted ? place[i] : i)] = b[static_cast<std::size_t>(i)];
  // L z = b, column by column: each entry of L is read once for x, y and z together.
  for (int j = 0; j < n; ++j) {
    const Vec3 zj = z[static_cast<std::size_t>(j)] * (1 / value[start[j]]);
    z[static_cast<std::size_t>(j)] = zj;
    for (int p = start[j] + 1; p < start[j + 1]; ++p) z[static_cast<std::size_t>(row[p])] -= value[p] * zj;
  }
  // Lᵀ z = z
  for (int j = n - 1; j >= 0; --j) {
    Vec3 sum = z[static_cast<std::size_t>(j)];
    for (int p = start[j] + 1; p < start[j + 1]; ++p) sum -= value[p] * z[static_cast<std::size_t>(row[p])];
    z[static_cast<std::size_t>(j)] = sum * (1 / value[start[j]]);
  }
  for (int i = 0; i < n; ++i)
    b[static_cast<std::size_t>(i)] = z[static_cast<std::size_t>(permuted ? place[i] : i)];
}

std::size_t Cholesky::nonzeros() const {
  return static_cast<std::size_t>(factor_->eigen.matrixL().nestedExpression().nonZeros());
}

}  // namespace tensio
