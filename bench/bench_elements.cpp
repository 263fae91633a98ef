// Elements in lanes: gradients with values, and curvatures along a direction, in millions of elements per
// second on one thread; how much faster than one lane in double precision; and the share of what the
// processor's arithmetic allows.
//
//   bench_elements     prints the table of docs/performance.md

#include <fmt/format.h>
#include <string>

#include "bench/measure.h"
#include "energy/air_drag.h"
#include "energy/air_law.h"
#include "energy/cluster_law.h"
#include "energy/element_energies.h"
#include "energy/hinge_law.h"
#include "energy/membrane_law.h"
#include "energy/pressure_energy.h"
#include "energy/pressure_law.h"
#include "energy/stencil_law.h"
#include "energy/tetrahedron_law.h"
#include "tensio/solids.h"

namespace {

using namespace tensio;

/// A number that counts what is done with it.
struct Counted {
  static inline double operations = 0;
  double value = 0;

  Counted() = default;
  Counted(double number) : value(number) {}
  static Counted count(double result) {
    ++operations;
    return result;
  }
  friend Counted operator+(Counted a, Counted b) { return count(a.value + b.value); }
  friend Counted operator-(Counted a, Counted b) { return count(a.value - b.value); }
  friend Counted operator*(Counted a, Counted b) { return count(a.value * b.value); }
  friend Counted operator/(Counted a, Counted b) { return count(a.value / b.value); }
  friend Counted operator-(Counted a) { return count(-a.value); }
  Counted& operator+=(Counted b) { return *this = *this + b; }
  friend bool operator<(Counted a, Counted b) { return ++operations, a.value < b.value; }
  friend bool operator>(Counted a, Counted b) { return b < a; }
};
struct CountingPack {
  static constexpr int count = 1;
  using Scalar = double;
  using Type = Counted;
  static Counted load(const double* from) { return *from; }
  static Counted all(double value) { return value; }
  static float to_single(Counted a) { return static_cast<float>(a.value); }
  static Counted from_single(float a) { return Counted::count(a); }
  static float sqrt(float a) { return std::sqrt(a); }
};

/// Sums, products, quotients, roots and comparisons of one element.
struct Operations {
  double gradient = 0, curvature = 0;
};
template <class Law>
Operations count_operations(const typename Law::Element& element, Positions all) {
  using Lanes = detail::Lanes3<CountingPack>;
  const auto group = detail::ElementLanes<Law, double>::pack({&element, 1});
  const detail::Numbers<CountingPack> numbers{group.number[0]};
  Lanes x[Law::count], p[Law::count], force[Law::count];
  for (std::size_t i = 0; i < Law::count; ++i) {
    const Vec3& at = all[element.vertex[i]];
    x[i] = {at.x, at.y, at.z}, p[i] = {at.y, at.z, at.x};
  }
  Counted value;
  Operations operations;
  Counted::operations = 0;
  Law::template evaluate<CountingPack>(group.kind, numbers, x, value, force);
  operations.gradient = std::exchange(Counted::operations, 0);
  Law::template curvature<CountingPack>(group.kind, numbers, HessianForm::exact, x, p, value);
  operations.curvature = Counted::operations;
  return operations;
}

/// Fused multiply-adds in chains that do not wait for each other.
constexpr int chains = 12, rounds = 50'000;
#if defined(__x86_64__)
template <class Real>
__attribute__((target("avx512f,prefer-vector-width=512"))) void multiply_and_add(Real* numbers) {
  typedef Real Vector __attribute__((vector_size(64)));
  Vector sum[chains], factor = Vector{} + Real(0.999), more = Vector{} + Real(1e-3);
  for (int i = 0; i < chains; ++i) sum[i] = Vector{} + numbers[i];
  for (int r = 0; r < rounds; ++r)
    for (int i = 0; i < chains; ++i) {
      sum[i] = sum[i] * factor + more;
      asm("" : "+v"(sum[i]));
    }
  for (int i = 0; i < chains; ++i) numbers[i] = sum[i][0];
}
/// Operations per second, two of a fused multiply-add; 0 if unknown.
template <class Real>
double peak() {
  if (best_simd_level() != SimdLevel::avx512) return 0;
  Real numbers[chains] = {};
  const double seconds = least_seconds([&] { multiply_and_add(numbers); });
  return 2.0 * chains * rounds * (64 / sizeof(Real)) / seconds;
}
#else
template <class Real>
double peak() {
  return 0;
}
#endif

/// Seconds of the gradient with the value, and of the curvature.
struct Seconds {
  double gradient, curvature;
};
template <class Real>
Seconds measure(const QuadEnergy<Real>& energy, const Model& model, SimdLevel level) {
  simd_level_limit() = level;
  Workers alone;
  std::vector<Vec3> at = model.rest_position, along(at.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double k = static_cast<double>(i);
    along[i] = {std::sin(k), std::cos(2 * k), std::sin(3 * k + 1)};
    at[i] += 1e-3 * along[i];
  }
  Quads<Real> x, p, g;
  x.set(at), p.set(along);
  g.resize(at.size());
  Seconds seconds{};
  seconds.gradient = least_seconds([&] { energy.evaluate(x, 1, g, alone); }, 0.4);
  seconds.curvature = least_seconds([&] { energy.curvature(x, p, HessianForm::exact, alone); }, 0.4);
  simd_level_limit() = SimdLevel::avx512;
  return seconds;
}

void print(const std::string& name, const Energy& energy, const Model& model, std::size_t elements,
           const Operations& operations) {
  static const double peak_single = peak<float>();
  const Seconds twin = measure(*energy.in_doubles(), model, SimdLevel::scalar);
  const Seconds in_doubles = measure(*energy.in_doubles(), model, SimdLevel::avx512);
  const Seconds in_floats = measure(*energy.in_floats(), model, SimdLevel::avx512);
  const auto row = [&](const char* what, double Seconds::*time, double count) {
    const double n = static_cast<double>(elements), rate = n / (in_floats.*time);
    const std::string share =
        peak_single > 0 ? fmt::format("{:.0f} %", 100 * rate * count / peak_single) : "";
    fmt::print("| {}, {} | {:.0f} | {:.1f} | {:.0f} | {:.0f} | {:.1f} | {} |\n", name, what, count,
               1e-6 * n / (twin.*time), 1e-6 * n / (in_doubles.*time), 1e-6 * rate,
               twin.*time / (in_floats.*time), share);
  };
  row("gradient", &Seconds::gradient, operations.gradient);
  row("curvature", &Seconds::curvature, operations.curvature);
}

Model make_block(SolidModel law, double poisson) {
  LatticeOptions options;
  options.cells = {14, 14, 14};
  options.size = {1.4, 1.4, 1.4};
  options.solid = {.model = law, .young = 3000, .poisson = poisson};
  return *make_lattice(options);
}

}  // namespace

int main() {
  fmt::print("| | operations | one lane, double | lanes, double | lanes, single | ratio | of the peak |\n");
  fmt::print("|---|---|---|---|---|---|---|\n");
  for (const auto& [name, law] : {std::pair{"corotated tetrahedra", SolidModel::corotated},
                                  std::pair{"Neo-Hookean tetrahedra", SolidModel::neo_hookean}}) {
    const Model model = make_block(law, 0.4);
    print(name, *make_energy(model.tetrahedra), model, model.tetrahedra.size(),
          count_operations<detail::TetrahedronLaw>(model.tetrahedra[0], model.rest_position));
  }
  {
    const Model model = make_block(SolidModel::shape_matching, 0);
    std::vector<std::unique_ptr<Energy>> energies;
    add_energies(model.clusters, energies);
    const Operations operations =
        count_operations<detail::ClusterLaw<detail::more_points>>({}, model.rest_position);
    print("clusters of up to 27", *energies.back(), model, model.clusters.size() - 8, operations);
  }
  {
    const Model model = make_cloth(81, {.membrane = {.model = MembraneModel::corotated, .poisson = 0.3}});
    print("corotated triangles", *make_energy(model.membranes), model, model.membranes.size(),
          count_operations<detail::MembraneLaw>(model.membranes[0], model.rest_position));
  }
  {
    const Model model =
        make_cloth(81, {.cells = GridCells::staggered, .membrane = {.model = MembraneModel::woven}});
    std::vector<std::unique_ptr<Energy>> energies;
    add_energies(model.stencils, energies);
    detail::StencilSet<4> threads{.vertex = model.stencils[0].vertex};
    threads.row.fill(model.stencils[0]);
    print("woven triangles, up to four threads", *energies.back(), model, model.triangles.size(),
          count_operations<detail::StencilLaw<4>>(threads, model.rest_position));
  }
  {
    const Model model = make_cloth(81, {.bending = {.model = BendingModel::hinges}});
    print("hinges", *make_energy(model.hinges), model, model.hinges.size(),
          count_operations<detail::HingeLaneLaw>(model.hinges[0], model.rest_position));
  }
  {
    const Model model = make_cloth(81);
    AirDrag air({.density = 1.2, .wind = {3, 1, 0}}, model.triangles, model.rest_position);
    air.freeze(model.rest_position);
    print("air", air, model, model.triangles.size(),
          count_operations<detail::AirLaw>({.vertex = model.triangles[0]}, model.rest_position));
  }
  {
    Model model = make_cloth(81);
    model.pressures.push_back({0, model.triangles.size(), 50});
    print("pressure", *make_pressure(model), model, model.triangles.size(),
          count_operations<detail::PressureLaw>({model.triangles[0], 1}, model.rest_position));
  }
}
