// One V-cycle of multigrid on M + h² L of square cloths of the flagship scene's stiffness and mass, with two
// corners pinned: set-up, time of a cycle, contraction of the error, memory.
//
//   bench_multigrid [side …]     vertices along a side; 317 1000 when none is named

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <random>
#include <sys/resource.h>

#include "bench/measure.h"
#include "linear/multigrid.h"

namespace {

using namespace tensio;

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

struct Case {
  const char* name;
  double h;        // s
  double inertia;  // 0: static equilibrium
};

/// Prints what the steps before the solver take.
SparseMatrix cloth_matrix(std::size_t side, const Case& c) {
  Stopwatch watch;
  const Model model =
      make_cloth(side, {.stiffness = {.structural = 1000, .shear = 200, .bend = 2}, .mass = 0.8});
  const double grid = watch.seconds();
  watch = {};
  const System system = make_system(model, {0, -9.8, 0}, 1, 0);
  const double make = watch.seconds();
  watch = {};
  SparseMatrix a = StepObjective(system, make_aim(model, c.h, c.inertia)).quadratic();
  fmt::print("{0}×{0} cloth, {1}: grid {2:.2f} s, system {3:.2f} s, matrix {4:.2f} s\n", side, c.name, grid,
             make, watch.seconds());
  return a;
}

/// The largest eigenvalue of I − P⁻¹A, found by power iteration from a random field.
template <class Real>
double contraction(const SparseMatrix& a, GlobalSolver<Real>& solver) {
  const std::size_t n = a.size();
  std::vector<Vec3> error(n), image(n);
  Field<Real> b(n), x(n);
  std::mt19937 engine(1);
  const auto random = [&] { return engine() / 4294967296.0 - 0.5; };
  for (Vec3& e : error) e = {random(), random(), random()};
  double before = 1, factor = 0;
  for (int iteration = 0; iteration < 40; ++iteration) {
    multiply(a, error, image);
    double energy = 0;
    for (std::size_t i = 0; i < n; ++i) energy += dot(error[i], image[i]);
    factor = std::sqrt(energy / before);
    before = 1;
    for (auto* vectors : {&error, &image})
      for (Vec3& v : *vectors) v = v / std::sqrt(energy);
    b.set(image);
    solver.solve(b, x);
    x.get(image);
    for (std::size_t i = 0; i < n; ++i) error[i] -= image[i];
  }
  return factor;
}

template <class Real>
void measure(const char* precision, const SparseMatrix& a) {
  double setup[2] = {}, cycle[2] = {}, factor = 0;
  std::vector<std::size_t> levels;
  for (const int threads : {1, 2}) {
    Workers workers(threads);
    Multigrid<Real> solver(workers);
    const Stopwatch watch;
    if (solver.prepare(a) != GlobalSolver<Real>::Status::ready) return fmt::print("  refused\n");
    setup[threads - 1] = watch.seconds();
    Field<Real> b(a.size()), x(a.size());
    std::ranges::fill(std::span(b.component(1), a.size()), Real{1});
    cycle[threads - 1] = least_seconds([&] { solver.solve(b, x); });
    if (threads == 2) factor = contraction(a, solver);
    levels = solver.level_sizes();
  }
  fmt::print(
      "  {:<7} set-up {:.2f} / {:.2f} s, cycle {:.2f} / {:.2f} ms (1 / 2 threads), contraction {:.3f}, "
      "levels {}, peak {:.0f} MB\n",
      precision, setup[0], setup[1], cycle[0] * 1e3, cycle[1] * 1e3, factor, fmt::join(levels, " "),
      peak_megabytes());
}

}  // namespace

int main(int count, char** arguments) {
  for (const std::size_t side : sides_of(count, arguments, {317, 1000}))
    for (const Case& c : {Case{"h = 0.033", 0.033, 1}, Case{"h = 0.001", 0.001, 1},
                          Case{"h = 0.00001", 0.00001, 1}, Case{"static", 1, 0}}) {
      const SparseMatrix a = cloth_matrix(side, c);
      measure<float>("float", a);
      measure<double>("double", a);
    }
}
