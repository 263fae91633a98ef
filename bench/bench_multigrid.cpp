// One V-cycle of multigrid on M + h² L of square cloths: set-up, time, contraction, memory.
//
//   bench_multigrid [side …]     vertices along a side; 317 1000 when none is named

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <random>
#include <sys/resource.h>

#include "build/grid.h"
#include "energy/objective.h"
#include "linear/multigrid.h"
#include "math/stopwatch.h"

namespace {

using namespace tensio;

/// The least of many runs, in seconds; a run is repeated for about a second.
template <class Work>
double least_seconds(const Work& work) {
  double least = 1e300, total = 0;
  for (int run = 0; run < 3 || (total < 1 && run < 1000); ++run) {
    const Stopwatch watch;
    work();
    const double seconds = watch.seconds();
    least = std::min(least, seconds);
    total += seconds;
  }
  return least;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

struct Case {
  const char* name;
  double h;        // s
  double inertia;  // 0: static
};

SparseMatrix cloth_matrix(std::size_t side, const Case& c) {
  Stopwatch watch;
  Model model = *make_grid({.columns = side,
                            .rows = side,
                            .layout = GridLayout::paper,
                            .stiffness = {.structural = 1000, .shear = 200, .bend = 2},
                            .mass = 0.8});
  const double grid = watch.seconds();
  for (const std::size_t corner : {std::size_t{0}, side - 1})
    model.pins.push_back({static_cast<VertexId>(corner), model.rest_position[corner], {}});
  watch = {};
  System system = make_system(model, {0, -9.8, 0}, 1, 0);
  const double make = watch.seconds();
  StepAim aim;
  aim.s2 = c.h * c.h;
  aim.tau = c.h;
  aim.inertia = c.inertia;
  aim.y = aim.w = model.rest_position;
  watch = {};
  SparseMatrix a = StepObjective(system, aim).quadratic();
  fmt::print("  grid {:.3f} s, system {:.3f} s, matrix {:.3f} s\n", grid, make, watch.seconds());
  return a;
}

/// The largest eigenvalue of I − P⁻¹A, found by power iteration from a random field.
template <class Real>
double contraction(const SparseMatrix& a, GlobalSolver<Real>& solver) {
  const std::size_t n = a.size();
  std::vector<Vec3> e(n), ae(n), c(n);
  Field<Real> b(n), x(n);
  std::mt19937 engine(1);
  for (Vec3& v : e) v = {engine() / 4e9 - 0.5, engine() / 4e9 - 0.5, engine() / 4e9 - 0.5};
  double before = 0, factor = 0;
  for (int iteration = 0; iteration < 40; ++iteration) {
    multiply(a, e, ae);
    double energy = 0;
    for (std::size_t i = 0; i < n; ++i) energy += dot(e[i], ae[i]);
    if (iteration > 0) factor = std::sqrt(energy / before);
    const double scale = 1 / std::sqrt(energy);
    before = 1;
    for (std::size_t i = 0; i < n; ++i) e[i] = scale * e[i], ae[i] = scale * ae[i];
    b.set(ae);
    solver.solve(b, x);
    x.get(c);
    for (std::size_t i = 0; i < n; ++i) e[i] -= c[i];
  }
  return factor;
}

template <class Real>
void measure(const char* name, const SparseMatrix& a) {
  double seconds[2] = {}, setup = 0, rate = 0;
  std::vector<std::size_t> sizes;
  for (const int threads : {2, 1}) {
    Workers workers(threads);
    Multigrid<Real> solver(workers);
    Stopwatch watch;
    if (solver.prepare(a) != GlobalSolver<Real>::Status::ready) return fmt::print("  refused\n");
    setup = watch.seconds();
    Field<Real> b(a.size()), x(a.size());
    std::ranges::fill(std::span(b.component(0), a.size()), Real{1});
    seconds[threads - 1] = least_seconds([&] { solver.solve(b, x); });
    if (threads == 1) rate = contraction(a, solver), sizes = solver.level_sizes();
  }
  fmt::print(
      "  {:<8} set-up {:>6.2f} s  cycle {:>7.2f} ms  2 threads {:>7.2f} ms  contraction {:.3f}  levels {}",
      name, setup, seconds[0] * 1e3, seconds[1] * 1e3, rate, sizes.size());
  fmt::print("  peak {:.0f} MB\n", peak_megabytes());
  for (auto s : sizes) fmt::print(" {}", s);
  fmt::print("\n");
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::size_t> sides;
  for (int i = 1; i < argc; ++i) sides.push_back(std::strtoul(argv[i], nullptr, 10));
  if (sides.empty()) sides = {317, 1000};
  for (const std::size_t side : sides) {
    for (const Case& c : {Case{"h = 0.033", 0.033, 1}, Case{"h = 0.001", 0.001, 1}, Case{"h = 1e-5", 1e-5, 1},
                          Case{"static", 1, 0}}) {
      if (getenv("ONE") && c.h != 0.033) continue;
      fmt::print("{0}×{0} cloth, {1}\n", side, c.name);
      const SparseMatrix a = cloth_matrix(side, c);
      measure<float>("float", a);
      if (!getenv("ONE")) measure<double>("double", a);
    }
  }
}
