// The prefactored solve of M + h² L with three right-hand sides, against Eigen, on square cloths.
//
//   bench_solve [side …]     vertices along a side; 81 100 316 when none is named

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

#include "build/grid.h"
#include "energy/objective.h"
#include "linear/cholesky.h"
#include "math/stopwatch.h"

namespace {

using namespace tensio;
using EigenMatrix = Eigen::SparseMatrix<double>;

/// The least of many runs, in seconds; a run is repeated for about half a second.
template <class Work>
double least_seconds(const Work& work) {
  double least = 1e300, total = 0;
  for (int run = 0; run < 3 || (total < 0.5 && run < 2000); ++run) {
    const Stopwatch watch;
    work();
    const double seconds = watch.seconds();
    least = std::min(least, seconds);
    total += seconds;
  }
  return least;
}

SparseMatrix cloth_matrix(std::size_t side) {
  Model model = *make_grid({.columns = side, .rows = side, .layout = GridLayout::paper});
  for (const std::size_t corner : {std::size_t{0}, side - 1})
    model.pins.push_back({static_cast<VertexId>(corner), model.rest_position[corner], {}});
  System system = make_system(model, {0, -9.8, 0}, 1, 0);
  StepAim aim;
  aim.s2 = 0.033 * 0.033;
  aim.tau = 0.033;
  aim.y = aim.w = model.rest_position;
  return StepObjective(system, aim).quadratic();
}

/// A ⊗ I_copies
EigenMatrix to_eigen(const SparseMatrix& a, int copies) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t j = 0; j < a.size(); ++j)
    for (std::uint32_t p = a.column_start[j]; p < a.column_start[j + 1]; ++p)
      for (int c = 0; c < copies; ++c)
        entries.emplace_back(copies * static_cast<int>(a.row[p]) + c, copies * static_cast<int>(j) + c,
                             a.value[p]);
  const auto n = static_cast<Eigen::Index>(a.size()) * copies;
  EigenMatrix result(n, n);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

using EigenFactor = Eigen::SimplicialLLT<EigenMatrix, Eigen::Lower>;

/// Substitution with Eigen's factor, x, y and z together.
void solve_interleaved(const EigenFactor& eigen, std::vector<Vec3>& z, std::vector<Vec3>& b) {
  const auto& lower = eigen.matrixL().nestedExpression();
  const int* start = lower.outerIndexPtr();
  const int* row = lower.innerIndexPtr();
  const double* value = lower.valuePtr();
  const auto& place = eigen.permutationP().indices();
  const auto n = static_cast<int>(b.size());
  for (int i = 0; i < n; ++i) z[place[i]] = b[i];
  for (int j = 0; j < n; ++j) {
    const Vec3 zj = z[j] = z[j] * (1 / value[start[j]]);
    for (int p = start[j] + 1; p < start[j + 1]; ++p) z[row[p]] -= value[p] * zj;
  }
  for (int j = n - 1; j >= 0; --j) {
    Vec3 sum = z[j];
    for (int p = start[j] + 1; p < start[j + 1]; ++p) sum -= value[p] * z[row[p]];
    z[j] = sum * (1 / value[start[j]]);
  }
  for (int i = 0; i < n; ++i) b[i] = z[place[i]];
}

void print(const char* name, double analyse, double factor, double solve, std::size_t nonzeros) {
  fmt::print("  {:<34} {:>10.2f} {:>10.2f} {:>10.1f} {:>12}\n", name, analyse * 1e3, factor * 1e3,
             solve * 1e6, nonzeros);
}

void measure_eigen(const SparseMatrix& a, std::vector<Vec3> b) {
  for (const int copies : {3, 1}) {
    const EigenMatrix matrix = to_eigen(a, copies);
    EigenFactor eigen;
    Stopwatch watch;
    eigen.analyzePattern(matrix);
    const double analyse = watch.seconds();
    const double factor = least_seconds([&] { eigen.factorize(matrix); });
    const auto nonzeros = static_cast<std::size_t>(eigen.matrixL().nestedExpression().nonZeros());
    if (copies == 3) {
      Eigen::VectorXd x = Eigen::VectorXd::Random(matrix.rows());
      const double solve = least_seconds([&] { x = eigen.solve(x); });
      print("Eigen SimplicialLLT, 3m×3m", analyse, factor, solve, nonzeros);
    } else {
      std::vector<Vec3> scratch(b.size());
      const double solve = least_seconds([&] { solve_interleaved(eigen, scratch, b); });
      print("Eigen's factor m×m, interleaved", analyse, factor, solve, nonzeros);
    }
  }
}

template <class Factor>
void measure_ours(const char* name, SimdLevel level, const SparseMatrix& a, std::vector<Vec3> b) {
  Factor cholesky(level);
  Stopwatch watch;
  if (!cholesky.factor(a)) return;
  const double first = watch.seconds();
  const double factor = least_seconds([&] { static_cast<void>(cholesky.factor(a)); });
  const double solve = least_seconds([&] { cholesky.solve(b); });
  print(name, first - factor, factor, solve, cholesky.nonzeros());
}

void measure(std::size_t side) {
  const SparseMatrix a = cloth_matrix(side);
  const std::vector<Vec3> b(a.size(), Vec3{1, 2, 3});
  fmt::print("{0}×{0} cloth, {1} nonzeros\n  {2:<34} {3:>10} {4:>10} {5:>10} {6:>12}\n", side, a.nonzeros(),
             "", "analyse ms", "factor ms", "solve µs", "nnz(L)");
  measure_eigen(a, b);
  const SimdLevel best = best_simd_level();
  measure_ours<Cholesky>("tensio, scalar", SimdLevel::scalar, a, b);
  measure_ours<Cholesky>("tensio, baseline", SimdLevel::baseline, a, b);
  if (best >= SimdLevel::avx2) measure_ours<Cholesky>("tensio, AVX2", SimdLevel::avx2, a, b);
  if (best >= SimdLevel::avx512) measure_ours<Cholesky>("tensio, AVX-512VL", SimdLevel::avx512, a, b);
  measure_ours<FloatCholesky>("tensio, float", best, a, b);
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::size_t> sides;
  for (int i = 1; i < count; ++i)
    sides.push_back(std::clamp<std::size_t>(std::strtoul(arguments[i], nullptr, 10), 2, 2000));
  if (sides.empty()) sides = {81, 100, 316};
  for (const std::size_t side : sides) measure(side);
}
