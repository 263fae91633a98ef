// The prefactored solve of M + h² L with three right-hand sides, against Eigen, on square cloths.
//
//   bench_solve [side …]     vertices along a side; 81 100 316 when none is named

#include <Eigen/SparseCholesky>
#include <fmt/format.h>
#include <string>

#include "bench/measure.h"
#include "factor/cholesky.h"
#include "math/workers.h"

namespace {

using namespace tensio;
using EigenMatrix = Eigen::SparseMatrix<double>;

SparseMatrix cloth_matrix(std::size_t side) {
  const Model model = make_cloth(side);
  const System system = make_system(model, {0, -9.8, 0}, 1, 0);
  return StepObjective(system, make_aim(model, 0.033)).quadratic();
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

void print(const std::string& name, double analyse, double factor, double solve, std::size_t nonzeros) {
  fmt::print("  {:<34} {:>10.2f} {:>10.2f} {:>10.1f} {:>12}", name, analyse * 1e3, factor * 1e3, solve * 1e6,
             nonzeros);
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
      fmt::print("\n");
    } else {
      std::vector<Vec3> scratch(b.size());
      const double solve = least_seconds([&] { solve_interleaved(eigen, scratch, b); });
      print("Eigen's factor m×m, interleaved", analyse, factor, solve, nonzeros);
      fmt::print("\n");
    }
  }
}

struct Pack {
  typedef double Type __attribute__((vector_size(64)));
  Type value;
};

/// The sum of the packs.
TENSIO_INLINE void add_chunk(const Pack* from, std::size_t count, Pack& to) {
  Pack::Type sum[8] = {};
  for (std::size_t i = 0; i < count; i += 8)
    for (std::size_t k = 0; k < 8; ++k) sum[k] += from[i + k].value;
  for (const Pack::Type& s : sum) to.value += s;
}
TENSIO_TARGET_AVX512 void add_chunk_avx512(const Pack* from, std::size_t count, Pack& to) {
  add_chunk(from, count, to);
}
void add_chunk_baseline(const Pack* from, std::size_t count, Pack& to) {
  add_chunk(from, count, to);
}

/// GB/s at which the threads together read a buffer, again and again.
double read_bandwidth(std::size_t bytes, Workers& workers) {
  constexpr std::size_t chunk = 512;  // packs
  const std::size_t chunks = std::max<std::size_t>(1, bytes / sizeof(Pack) / chunk);
  const AlignedVector<Pack> buffer(chunks * chunk, Pack{});
  AlignedVector<Pack> sink(chunks);
  const auto add = best_simd_level() == SimdLevel::avx512 ? add_chunk_avx512 : add_chunk_baseline;
  const auto count = static_cast<std::size_t>(workers.count());
  const double seconds = least_seconds([&] {
    workers.run(count, [&](std::size_t part) {
      for (std::size_t c = chunks * part / count; c < chunks * (part + 1) / count; ++c)
        add(buffer.data() + c * chunk, chunk, sink[c]);
    });
  });
  return static_cast<double>(chunks * chunk * sizeof(Pack)) / seconds / 1e9;
}

struct Named {
  const char* name;
  SimdLevel level;
};
constexpr Named levels[] = {{"scalar", SimdLevel::scalar},
                            {"baseline", SimdLevel::baseline},
                            {"AVX2", SimdLevel::avx2},
                            {"AVX-512", SimdLevel::avx512}};

template <class Real>
void measure_ours(const char* storage_name, Storage storage, const Named& level, const SparseMatrix& a) {
  BasicCholesky<Real> cholesky(level.level, storage);
  Field<Real> b(a.size()), x(a.size());
  b.set(std::vector<Vec3>(a.size(), Vec3{1, 2, 3}));
  for (const int threads : {1, 2}) {
    if (threads > 1 && (level.level != best_simd_level())) continue;
    Workers workers(threads);
    Stopwatch watch;
    if (!cholesky.factor(a, workers)) return;
    const double first = watch.seconds();
    const double factor = least_seconds([&] { static_cast<void>(cholesky.factor(a, workers)); });
    const double solve = least_seconds([&] { cholesky.solve(b, x, workers); });
    const auto read = static_cast<double>(cholesky.bytes_read());
    const double rate = read / solve / 1e9;
    const double bandwidth = read_bandwidth(cholesky.bytes_kept(), workers);
    print(fmt::format("{}, {}, {} thread{}", storage_name, level.name, threads, threads > 1 ? "s" : ""),
          first - factor, factor, solve, cholesky.nonzeros());
    fmt::print(" {:>9.2f} {:>9.1f} {:>9.1f} {:>9.2f}\n", read / 1e6, rate, bandwidth, rate / bandwidth);
  }
}

void measure(std::size_t side) {
  const SparseMatrix a = cloth_matrix(side);
  const std::vector<Vec3> b(a.size(), Vec3{1, 2, 3});
  fmt::print(
      "{0}×{0} cloth, {1} nonzeros\n  {2:<34} {3:>10} {4:>10} {5:>10} {6:>12} {7:>9} {8:>9} {9:>9} {10:>9}\n",
      side, a.nonzeros(), "", "analyse ms", "factor ms", "solve µs", "nnz(L)", "MB read", "GB/s", "plain",
      "fraction");
  if (side <= 200) measure_eigen(a, b);
  for (const Named& level : levels) {
    if (level.level > best_simd_level()) continue;
    measure_ours<double>("f64", Storage::f64, level, a);
    measure_ours<float>("f32", Storage::f32, level, a);
    measure_ours<float>("f16", Storage::f16, level, a);
    measure_ours<float>("bf16", Storage::bf16, level, a);
  }
}

}  // namespace

int main(int count, char** arguments) {
  for (const std::size_t side : sides_of(count, arguments, {81, 100, 316})) measure(side);
}
